#!/usr/bin/env python3
"""Play with an engine through pydraughts over DXP: tools/dxp-client.py ENGINE

The engine waits for games, pydraughts asks for them: one with the engine as White and one as Black,
against random moves, every move refereed by pydraughts, and in the first moves taken back. Exits with
1 and says what went wrong as soon as something does.
"""

import random
import socket
import subprocess
import sys
import time

import draughts
from draughts.engine import DXPEngine

PLIES_MAX = 120
PATIENCE_S = 30
# Some plies deep, whatever the clock would allow.
QUICK = ["--option", "Depth Policy=adaptive", "--option", "Start Depth=5", "--option", "Think Time=10"]


def fail(text):
    """Says what went wrong and leaves."""
    print(f"dxp-client: {text}", file=sys.stderr)
    sys.exit(1)


def free_port():
    """A port that nobody uses at the moment."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def listens(port):
    """Whether a program does, seen without calling it: it takes the first call for its opponent's."""
    wanted = f":{port:04X}"
    with open("/proc/net/tcp", encoding="ascii") as table:
        return any(line.split()[1].endswith(wanted) and line.split()[3] == "0A"
                   for line in list(table)[1:])


def play(command, seed):
    """A game against random moves; the engine begins if the seed is even."""
    rng = random.Random(seed)
    port = free_port()
    program = subprocess.Popen([command, *QUICK, "dxp", "--listen", str(port)],
                               stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + PATIENCE_S
    while not listens(port):
        if time.monotonic() > deadline or program.poll() is not None:
            fail("the program does not listen")
        time.sleep(0.05)
    options = {"engine-opened": True, "ip": "127.0.0.1", "port": str(port), "max-moves": 0}
    engine = DXPEngine(options=options, initial_time=60)
    board = draughts.Board()
    is_engine = seed % 2 == 0
    has_gone_back = False
    while not board.is_over() and len(board.move_stack) < PLIES_MAX:
        if is_engine:
            move = engine.play(board).move
            if move is None:
                fail(f"{board.fen}: the program has left")
            if move.hub_move not in {legal.hub_move for legal in board.legal_moves()}:
                fail(f"{board.fen}: {move.hub_move} is not legal")
            board.push(draughts.Move(board, hub_move=move.hub_move))
            # pydraughts takes the engine for White when it goes back, so only then.
            if seed % 2 == 0 and len(board.move_stack) > 8 and not has_gone_back:
                has_gone_back = True
                # To the second move of the one who plays by lot.
                is_taken, board, _ = engine.takeback(2, draughts.BLACK)
                if not is_taken:
                    fail("moves are not taken back")
                board = board.copy()
        else:
            board.push(rng.choice(list(board.legal_moves())))
        is_engine = not is_engine
    plies = len(board.move_stack)
    own = draughts.WHITE if seed % 2 == 0 else draughts.BLACK
    if board.winner() != own:
        fail(f"seed {seed}: no win within {PLIES_MAX} plies: {board.fen}")
    engine.quit()
    said = program.communicate(timeout=PATIENCE_S)[0]
    if program.returncode != 0:
        fail(f"the program ended with {program.returncode}")
    print(f"game {seed}: won after {plies} plies; {said.strip().splitlines()[-1]}")


def main():
    """Both colours."""
    for seed in range(2):
        play(sys.argv[1], seed)


if __name__ == "__main__":
    main()
