"""Games as environments of PettingZoo (AEC), which builds on Gymnasium.

>>> from plyglot import environment  # doctest: +SKIP
>>> env = environment.env("connect4")  # doctest: +SKIP
>>> env.reset(seed=1)  # doctest: +SKIP
"""

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import plyglot

from ._observe import NUMBER_MAX, Planes

__all__ = ["PlyglotEnv", "env", "raw_env"]


def env(name, options=None, *, render_mode=None, max_plies=1000, **more):
    """An environment in the wrappers that PettingZoo recommends.

    A move that is not legal ends the game: who made it loses.

    Parameters
    ----------
    name, options, **more
        As for :func:`plyglot.game`.
    render_mode : str, optional
        ``ansi`` (text) or ``svg``.
    max_plies : int
        A game that has gone on so long is truncated.

    Returns
    -------
    pettingzoo.AECEnv
    """
    inner = raw_env(name, options, render_mode=render_mode, max_plies=max_plies, **more)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1))


def raw_env(name, options=None, *, render_mode=None, max_plies=1000, **more):
    """The same without wrappers: a move that is not legal raises ``MoveError``."""
    return PlyglotEnv(plyglot.game(name, options, **more), render_mode, max_plies)


class PlyglotEnv(AECEnv):
    """A game between the agents ``first`` and ``second``.

    An observation is a dict of ``observation``, an array of float32 of the shape (planes, places) as
    ``plyglot._observe.Planes`` has it, and ``action_mask``, an array of int8 with a 1 for each legal action
    of who is to move. The same side may move several times in a row, where the rules say so.

    Attributes
    ----------
    state_of_game : plyglot.State
    """

    metadata = {"render_modes": ["ansi", "svg"], "name": "plyglot_v0", "is_parallelizable": False}

    def __init__(self, game, render_mode=None, max_plies=1000):
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.possible_agents = ["first", "second"]
        self.agents = list(self.possible_agents)
        self._planes = Planes(game)
        self._actions = game.num_actions
        action = gymnasium.spaces.Discrete(self._actions)
        seen = gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(0, NUMBER_MAX, self._planes.shape, np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (self._actions,), np.int8),
        })
        self.action_spaces = {agent: action for agent in self.possible_agents}
        self.observation_spaces = {agent: seen for agent in self.possible_agents}
        self.state_of_game = game.new_state()

    def action_space(self, agent):
        """Actions of an agent."""
        return self.action_spaces[agent]

    def observation_space(self, agent):
        """What an agent sees."""
        return self.observation_spaces[agent]

    def reset(self, seed=None, options=None):
        """A new game; ``options={"fen": ...}`` begins it elsewhere."""
        self.state_of_game = self.game.new_state((options or {}).get("fen"))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state_of_game.turn]

    def observe(self, agent):
        """The board, and the legal actions of who is to move."""
        mask = np.zeros(self._actions, np.int8)
        if agent == self.possible_agents[self.state_of_game.turn]:
            mask[self.state_of_game.legal_actions()] = 1
        return {"observation": self._planes.of(self.state_of_game), "action_mask": mask}

    def step(self, action):
        """Plays an action of who is to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state_of_game.play(int(action))
        self._clear_rewards()
        outcome = self.state_of_game.outcome
        if outcome is not None and not outcome.claim:
            self.rewards = dict(zip(self.possible_agents, outcome.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"outcome": str(outcome)} for agent in self.agents}
            self.agent_selection = self.agents[1 - self.agents.index(agent)]
        else:
            if self.state_of_game.ply >= self.max_plies:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[self.state_of_game.turn]
        self._accumulate_rewards()

    def render(self):
        """The board as text, or as SVG."""
        if self.render_mode is None:
            gymnasium.logger.warn("the environment was made without a render mode")
            return None
        return self.state_of_game.svg() if self.render_mode == "svg" else str(self.state_of_game)

    def close(self):
        """Nothing is held."""
