"""Games as environments of Gymnasium: one agent against an opponent that the environment plays.

Every variant is registered as ``plyglot/NAME-v0`` when this module is imported; Gymnasium imports it by itself
where its name stands before the colon:

>>> import gymnasium  # doctest: +SKIP
>>> env = gymnasium.make("plyglot.gym:plyglot/connect4-v0", opponent={"nodes": 500})  # doctest: +SKIP
>>> seen, info = env.reset(seed=1)  # doctest: +SKIP
>>> env.step(env.action_space.sample(info["action_mask"]))  # doctest: +SKIP
"""

import gymnasium
import numpy as np

import plyglot

from ._observe import NUMBER_MAX, Planes

__all__ = ["GameEnv"]

_SIDES = ("first", "second")


class GameEnv(gymnasium.Env):
    """A game against an opponent.

    An observation is the board as float32 of the shape (planes, places): a plane for each of ``Game.words``, one
    for places that hold a number, and one for whose turn it is. Actions are those of ``State.legal_actions``.
    ``info["action_mask"]`` is an array of int8 with a 1 for each that is legal, and ``info["moves"]`` what
    was played since the last observation, the agent's move first. The reward is 0 until the game is over, then
    1 for a win, 0 for a draw and -1 for a loss, and ``info["outcome"]`` says why. An action that is not legal
    ends the game: it is lost.

    Parameters
    ----------
    name, options, **more
        As for :func:`plyglot.game`; ``mind="mcts"`` chooses who searches for an opponent with limits.
    opponent : str, dict or callable
        ``random``; limits of :meth:`plyglot.State.search` (``{"depth": 4}``), by which the engine plays; or
        whatever takes a :class:`plyglot.State` and returns one of its moves, as text or as an action.
    side : str
        The side of the agent: ``first``, ``second``, or ``random`` for one that each ``reset`` draws.
    render_mode : str, optional
        ``ansi`` (text) or ``svg``.
    max_plies : int
        A game that has gone on for so many plies is truncated.

    Attributes
    ----------
    game : plyglot.Game
    state : plyglot.State
        The game as it stands; not to be played on.
    agent : int
        The side of the agent: 0 for the first, 1 for the second.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        name,
        options=None,
        *,
        opponent="random",
        side="first",
        render_mode=None,
        max_plies=1000,
        **more,
    ):
        if not (opponent == "random" or isinstance(opponent, dict) or callable(opponent)):
            raise ValueError(f"opponent: found {opponent!r}, expected 'random', limits in a dict, or a callable")
        if side not in (*_SIDES, "random"):
            raise ValueError(f"side: found {side!r}, expected 'first', 'second' or 'random'")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode: found {render_mode!r}, expected 'ansi', 'svg' or None")
        self.game = plyglot.game(name, options, **more)
        self.render_mode = render_mode
        self._opponent = opponent
        self._side = side
        self._max_plies = max_plies
        self._planes = Planes(self.game)
        self.action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.observation_space = gymnasium.spaces.Box(0, NUMBER_MAX, self._planes.shape, np.float32)
        self.agent = 0
        self.state = self.game.new_state()
        self._is_over = True

    def reset(self, *, seed=None, options=None):
        """Begins a new game, up to the first turn of the agent.

        Parameters
        ----------
        seed : int, optional
            Where the lots of the environment begin: the agent's side, and the moves of a random opponent.
        options : dict, optional
            ``fen`` is the position to begin with, ``side`` the side of the agent.

        Returns
        -------
        observation : numpy.ndarray
        info : dict

        Raises
        ------
        PositionError
            The agent has no turn from there: the game is over before.
        """
        super().reset(seed=seed)
        options = options or {}
        side = options.get("side", self._side)
        if side not in (*_SIDES, "random"):
            raise ValueError(f"side: found {side!r}, expected 'first', 'second' or 'random'")
        state = self.game.new_state(options.get("fen"))
        agent = int(self.np_random.integers(2)) if side == "random" else _SIDES.index(side)
        self.state, self.agent = state, agent
        moves = self._answer()
        if state.is_over:
            self._is_over = True
            raise plyglot.PositionError(
                f"fen: found a game that is over ({state.outcome.reason}) before the {_SIDES[agent]} side has a turn"
            )
        self._is_over = False
        return self._planes.of(state), self._info(moves)

    def step(self, action):
        """Plays an action of the agent, and lets the opponent answer.

        Parameters
        ----------
        action : int
            One of those that ``info["action_mask"]`` allows.

        Returns
        -------
        observation : numpy.ndarray
        reward : float
        terminated : bool
            The game is over.
        truncated : bool
            It has gone on for too long.
        info : dict
        """
        if self._is_over:
            raise gymnasium.error.ResetNeeded("step: the game is over, expected reset() before it")
        state = self.state
        try:
            text = state.action_to_string(action)
        except plyglot.PlyglotError as error:
            self._is_over = True
            info = self._info([])
            info["outcome"] = f"{_SIDES[1 - self.agent]} side wins (illegal move: {error})"
            return self._planes.of(state), -1.0, True, False, info
        state.play(int(action))
        moves = [text, *self._answer()]
        info = self._info(moves)
        reward, terminated = 0.0, state.is_over
        if terminated:
            reward = state.outcome.returns()[self.agent]
            info["outcome"] = str(state.outcome)
        truncated = not terminated and state.ply >= self._max_plies
        self._is_over = terminated or truncated
        return self._planes.of(state), reward, terminated, truncated, info

    def render(self):
        """The board as text, or as SVG."""
        if self.render_mode is None:
            gymnasium.logger.warn("the environment was made without a render mode")
            return None
        return self.state.svg() if self.render_mode == "svg" else str(self.state)

    def _answer(self):
        """Lets the opponent move until it is the agent's turn or the game is over; gives back its moves."""
        state, moves = self.state, []
        while state.turn != self.agent and not state.is_over and state.ply < self._max_plies:
            move = self._choice()
            moves.append(move if isinstance(move, str) else state.action_to_string(move))
            state.play(move)
        return moves

    def _choice(self):
        """What the opponent plays."""
        state = self.state
        if self._opponent == "random":
            return int(self.np_random.choice(state.legal_actions()))
        if isinstance(self._opponent, dict):
            return state.search(**self._opponent).best
        return self._opponent(state.copy())

    def _info(self, moves):
        mask = np.zeros(self.game.num_actions, np.int8)
        if self.state.turn == self.agent:
            mask[self.state.legal_actions()] = 1
        return {"action_mask": mask, "moves": moves}


def _register():
    for listed in plyglot.games():
        gymnasium.register(
            id=f"plyglot/{listed['name']}-v0",
            entry_point="plyglot.gym:GameEnv",
            kwargs={"name": listed["name"]},
        )


_register()
