"""Classic two-player board games, their searches and endgame tables.

>>> import plyglot
>>> state = plyglot.game("kalah", stones=4).new_state()
>>> state.play(state.legal_moves()[0])
>>> result = state.search(depth=6)
>>> result.best, str(result.score)  # doctest: +SKIP

Games are listed by :func:`games`, opened by :func:`game`; a :class:`State` is a game as it stands. What is
refused raises :class:`PlyglotError` or one of its kinds, whose text says what was read, where, and what was
expected.
"""

from __future__ import annotations

from . import tables
from ._plyglot import (
    Game,
    GameError,
    Info,
    MoveError,
    OptionError,
    Outcome,
    PlyglotError,
    PositionError,
    Probe,
    Score,
    Search,
    SearchResult,
    Solution,
    State,
    Trace,
    Verdict,
    Walk,
    __version__,
    bench,
    game,
    games,
    load,
)

__all__ = [
    "Game",
    "GameError",
    "Info",
    "MoveError",
    "OptionError",
    "Outcome",
    "PlyglotError",
    "PositionError",
    "Probe",
    "Score",
    "Search",
    "SearchResult",
    "Solution",
    "State",
    "Trace",
    "Verdict",
    "Walk",
    "__version__",
    "bench",
    "game",
    "games",
    "load",
    "tables",
]


def _restore(game: Game, setup: str | None, moves: list[str]) -> State:
    """A state out of its pickle."""
    return game.new_state(setup, moves)
