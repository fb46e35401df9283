#!/usr/bin/env python3
"""Play with an engine through pydraughts: tools/hub-client.py ENGINE

Two games of international draughts against the client's own legal moves, by depth and by clock, two
of each game of the small board that the client knows too, the rest of the protocol by hand, and every
move refereed by pydraughts. Exits with 1 and says what went wrong as soon as something does.
"""

import random
import sys

import draughts
from draughts.engine import HubEngine, Limit

from engine import Engine

PLIES_MAX = 160


def fail(text):
    """Says what went wrong and leaves."""
    print(f"hub-client: {text}", file=sys.stderr)
    sys.exit(1)


def legal(board):
    """The legal moves as Hub writes them, captured squares sorted."""
    return {move.hub_move for move in board.legal_moves()}


def play(engine, limit, seed, variant="standard"):
    """A game against random moves; the engine begins if the seed is even."""
    rng = random.Random(seed)
    board = draughts.Board(variant=variant)
    # In English draughts Black begins.
    sides = (board.turn, draughts.BLACK if board.turn == draughts.WHITE else draughts.WHITE)
    for ply in range(PLIES_MAX):
        if board.is_over():
            break
        if ply % 2 == seed % 2:
            played = engine.play(board, limit, False).move
            move = draughts.Move(board, hub_move=played.hub_move)
            if move.hub_move not in legal(board):
                fail(f"{board.fen}: {played.hub_move} is not among {sorted(legal(board))}")
            info = engine.info
            if "depth" not in info or "pv" not in info or "score" not in info:
                fail(f"info lacks depth, score or pv: {info}")
        else:
            move = rng.choice(list(board.legal_moves()))
        board.push(move)
    if board.winner() != sides[seed % 2]:
        fail(f"{variant}, seed {seed}: no win within {PLIES_MAX} plies: {board.fen}")
    print(f"{variant}, game {seed}: won after {len(board.move_stack)} plies")


def by_hand(command):
    """The parts of the protocol that the client's library does not use."""
    engine = Engine([command])
    # What is sent, and the word with which the answer to it ends.
    talk = [
        ("hub", "wait"),
        ("set-param name=threads value=1", None),
        ("set-param name=variant value=normal", None),
        ("init", "ready"),
        ("ping", "pong"),
        ("new-game", None),
        ("pos", None),
        ("level infinite", None),
        ("go analyze", "info"),
        ("stop", "done"),
        ('pos moves="32-28 19-23"', None),
        ("level depth=5", None),
        ("go ponder", "info"),
        ("ponder-hit", "done"),
        ("nonsense x=1", None),
        ("go think", "done"),
        ("set-param name=nonsense value=1", "error"),
        ("pos pos=nonsense", "error"),
        ("go think", "error"),
        ("set-param name=variant value=frisian", "error"),
    ]
    for line, last in talk:
        engine.send(line)
        for said in engine.said(last)[:-1] if last else []:
            if said.split()[0] not in ("id", "param", "info"):
                fail(f"by hand: `{line}` was answered by `{said}`, expected {last}")
    if engine.quit() != 0:
        fail("by hand: the engine did not leave in peace")
    print("by hand: all said")


def main():
    if len(sys.argv) != 2:
        print("usage: tools/hub-client.py ENGINE", file=sys.stderr)
        return 2
    by_hand(sys.argv[1])
    engine = HubEngine([sys.argv[1]])
    engine.init()
    play(engine, Limit(depth=5), 0)
    play(engine, Limit(time=20.0, inc=0.1), 1)
    for variant in ("russian", "brazilian", "english"):
        engine.setoption("variant", variant)
        for seed in (0, 1):
            play(engine, Limit(depth=5), seed, variant)
    engine.quit()
    engine.kill_process()
    return 0


if __name__ == "__main__":
    sys.exit(main())
