"""Games of plyglot as games of OpenSpiel, for its algorithms and its tests.

>>> from plyglot import openspiel  # doctest: +SKIP
>>> game = openspiel.load_game("kalah", stones=4)  # doctest: +SKIP
>>> state = game.new_initial_state()  # doctest: +SKIP

Each variant is registered as well, as ``plyglot_NAME``, so that ``pyspiel.load_game("plyglot_kalah")`` finds it
once this module is imported; its parameter ``options`` is ``"Stones:4;Rules:standard"``. Actions are those of
``State.legal_actions``, utilities 1, 0 and -1.

OpenSpiel wants to know how long a game may get. One that has gone on for ``MAX_GAME_LENGTH`` plies is a draw
here; by their own rules games are over long before.
"""

import numpy as np
import pyspiel

import plyglot

from ._observe import Planes

__all__ = ["MAX_GAME_LENGTH", "PlyglotGame", "PlyglotState", "load_game"]

#: Plies after which a game is called a draw.
MAX_GAME_LENGTH = 20_000

_PREFIX = "plyglot_"


def _type(listed):
    return pyspiel.GameType(
        short_name=_PREFIX + listed["name"],
        long_name=listed["title"] or listed["name"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": ""},
    )


_TYPES = {listed["name"]: _type(listed) for listed in plyglot.games()}


class PlyglotGame(pyspiel.Game):
    """A game under some options.

    Attributes
    ----------
    rules : plyglot.Game
    planes : Planes
        How boards are observed.
    """

    _NAME = ""

    def __init__(self, params=None):
        params = params or {}
        text = params.get("options", "")
        pairs = (pair.split(":", 1) for pair in text.split(";") if pair)
        self.rules = plyglot.game(self._NAME, {pair[0]: pair[-1] for pair in pairs})
        self.planes = Planes(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(_TYPES[self._NAME], info, params)

    def new_initial_state(self, state=None):
        """The start position, or the one of this position string."""
        return PlyglotState(self, state)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """Who observes boards: all there is to know is on them."""
        if iig_obs_type is not None and (iig_obs_type.perfect_recall or not iig_obs_type.public_info):
            from open_spiel.python.observation import IIGObserverForPublicInfoGame

            return IIGObserverForPublicInfoGame(iig_obs_type, params)
        return _Observer(self.planes)


class PlyglotState(pyspiel.State):
    """A game as it stands.

    Attributes
    ----------
    at : plyglot.State
    """

    def __init__(self, game, setup=None):
        super().__init__(game)
        self.at = game.rules.new_state(setup)

    def current_player(self):
        """Who moves, or TERMINAL."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.at.turn

    def _legal_actions(self, player):
        return sorted(self.at.legal_actions())

    def _apply_action(self, action):
        self.at.play(action)

    def undo_action(self, player, action):
        """Takes the last action back."""
        self.at.undo()

    def _action_to_string(self, player, action):
        return self.at.action_to_string(action)

    def is_terminal(self):
        """Whether the game is over."""
        return self.at.is_over or self.at.ply >= MAX_GAME_LENGTH

    def returns(self):
        """What each side gets."""
        outcome = self.at.outcome
        return [0.0, 0.0] if outcome is None or outcome.claim else list(outcome.returns())

    def __str__(self):
        return f"{self.at.fen}\n{self.at}"


class _Observer:
    """Boards as tensors, as OpenSpiel asks for them."""

    def __init__(self, planes):
        self._planes = planes
        self.tensor = np.zeros(int(np.prod(planes.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(planes.shape)}

    def set_from(self, state, player):
        """Takes a board in."""
        self._planes.fill(self.dict["observation"], state.at)

    def string_from(self, state, player):
        """A board as text."""
        return state.at.fen


_GAMES = {}
for _name, _game_type in _TYPES.items():
    _GAMES[_name] = type("Plyglot_" + _name, (PlyglotGame,), {"_NAME": _name, "__doc__": PlyglotGame.__doc__})
    pyspiel.register_game(_game_type, _GAMES[_name])


def load_game(name, options=None, **more):
    """Opens a game for OpenSpiel; the parameters are those of :func:`plyglot.game`.

    Returns
    -------
    PlyglotGame
    """
    rules = plyglot.game(name, options, **more)
    text = ";".join(f"{option}:{value}" for option, value in rules.options.items())
    return _GAMES[rules.name]({"options": text} if text else {})
