#!/usr/bin/env python3
"""Play with an engine through python-chess over CECP: tools/xboard-client.py ENGINE

A game of chess and one of Chess960 of the engine against itself by a clock, every move refereed by
python-chess; an analysis, a mate and an option. Then, where there is XBoard with Xvfb, a match of two
games between two processes of the engine under it, whose record python-chess replays. Exits with 1 and
says what went wrong as soon as something does.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import chess
import chess.engine
import chess.pgn

PLIES_MAX = 60
GAMES = 2
MATCH_S = 240


def fail(text):
    """Says what went wrong and leaves."""
    print(f"xboard-client: {text}", file=sys.stderr)
    sys.exit(1)


def play(command, board):
    """A game against itself; moves that may not be played python-chess refuses."""
    name = "Chess960" if board.chess960 else "chess"
    limit = chess.engine.Limit(white_clock=0.5, black_clock=0.5, white_inc=0.02, black_inc=0.02)
    with chess.engine.SimpleEngine.popen_xboard([command, "xboard"], timeout=60) as engine:
        for _ in range(PLIES_MAX):
            if board.is_game_over(claim_draw=True):
                break
            result = engine.play(board, limit, info=chess.engine.INFO_ALL, ponder=True)
            if result.move is None or not board.is_legal(result.move):
                fail(f"{name}: {board.fen()}: {result.move}")
            if "score" not in result.info or "pv" not in result.info:
                fail(f"{name}: info lacks score or pv: {result.info}")
            board.push(result.move)
    print(f"{name}: {len(board.move_stack)} plies")


def ask(command):
    """An analysis, a mate, an option."""
    with chess.engine.SimpleEngine.popen_xboard([command, "xboard"], timeout=60) as engine:
        if "MultiPV" not in engine.options or engine.options["MultiPV"].max < 2:
            fail(f"options: {engine.options}")
        engine.configure({"TbProbeDepth": 2, "TbEmbedded": False})
        board = chess.Board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
        info = engine.analyse(board, chess.engine.Limit(time=0.5))
        if info["score"].white() != chess.engine.Mate(1):
            fail(f"{board.fen()}: {info}")
        move = engine.play(board, chess.engine.Limit(time=1)).move
        board.push(move)
        if not board.is_checkmate():
            fail(f"{move} does not mate")
        engine.ping()
    print("analysis, a mate, options")


def recorded(pgn):
    """So many games are in the file."""
    if not os.path.exists(pgn):
        return 0
    with open(pgn, encoding="utf-8") as file:
        return sum(line.startswith("[Event ") for line in file)


def match(command):
    """Two games under XBoard."""
    xboard = shutil.which("xboard") or shutil.which("xboard", path="/usr/games")
    if xboard is None or shutil.which("Xvfb") is None:
        print("xboard-client: SKIPPED a match under XBoard, there is no xboard or no Xvfb")
        return
    with tempfile.TemporaryDirectory() as folder:
        reading, writing = os.pipe()
        display = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x600x24"],
                                   pass_fds=[writing], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        os.close(writing)
        number = os.read(reading, 16).decode().strip()
        pgn = os.path.join(folder, "games.pgn")
        debug = os.path.join(folder, "debug")
        arguments = [xboard, "-fcp", f"{command} xboard", "-scp", f"{command} xboard", "-mm", "-mg", str(GAMES),
                     "-tc", "1", "-mps", "40", "-depth", "5", "-ponder", "-thinking", "-xpopup",
                     "-sgf", pgn, "-debug", "-nameOfDebugFile", debug]
        environment = dict(os.environ, DISPLAY=f":{number}", HOME=folder)
        running = subprocess.Popen(arguments, env=environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        deadline = time.monotonic() + MATCH_S
        try:
            # It keeps its window open after the match, and a game is written when it is over.
            while running.poll() is None and recorded(pgn) < GAMES and time.monotonic() < deadline:
                time.sleep(1)
            time.sleep(1)
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)
                running.wait()
            display.terminate()
            display.wait()
        with open(debug, encoding="utf-8", errors="replace") as log:
            bad = [line for line in log if "Illegal move" in line or "Error (" in line]
        if bad:
            fail(f"XBoard was told: {bad[0].strip()}")
        games = 0
        if recorded(pgn) == 0:
            fail("XBoard has recorded no game")
        with open(pgn, encoding="utf-8") as file:
            while game := chess.pgn.read_game(file):
                board = game.end().board()
                result = game.headers["Result"]
                expected = board.result(claim_draw=True)
                if game.errors or result != expected:
                    fail(f"{game.errors} {result}, python-chess has {expected}: {board.fen()}")
                games += 1
                print(f"XBoard: game {games}, {len(list(game.mainline_moves()))} plies, {result}")
        if games != GAMES:
            fail(f"{games} games of {GAMES}")


def main():
    """Everything."""
    command = os.path.abspath(sys.argv[1])
    play(command, chess.Board())
    play(command, chess.Board.from_chess960_pos(11))
    ask(command)
    if "--match" in sys.argv:
        match(command)


if __name__ == "__main__":
    main()
