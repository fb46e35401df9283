"""A player of tic-tac-toe that does what its argument says, for the tests of the arena."""

import os
import subprocess
import sys
import time


def main():
    mode = sys.argv[1]
    if mode == "family":
        # Somebody who ends with it, or is left behind.
        child = subprocess.Popen(["sleep", "1000"])
        with open(sys.argv[2] + ".part", "w") as file:
            print(os.getpid(), child.pid, file=file)
        os.rename(sys.argv[2] + ".part", sys.argv[2])
    moves = []
    for line in sys.stdin:
        words = line.split()
        if words == ["uci"]:
            if mode == "mute":
                continue
            say("id name stub", "option name UCI_Variant type combo default tictactoe var tictactoe")
            say("option name Level type spin default 1 min 0 max 9", "uciok")
        elif words == ["isready"]:
            say("readyok")
        elif words[:1] == ["position"]:
            moves = words[words.index("moves") + 1:] if "moves" in words else []
        elif words[:1] == ["go"]:
            free = [cell for cell in "123456789" if cell not in moves]
            answer(mode, free, moves)
        elif words == ["quit"]:
            return


def answer(mode, free, moves):
    if mode == "late":
        time.sleep(1.5)
    elif mode in ("silent", "family"):
        return
    elif mode == "endless":
        while True:
            sys.stdout.write("x" * 65536)
            sys.stdout.flush()
    elif mode == "flood":
        while True:
            sys.stdout.write(("info string " + "x" * 4000 + "\n") * 50)
            sys.stdout.flush()
    elif mode == "chatty":
        while True:
            say("info string still at it")
            time.sleep(0.01)
    elif mode == "crash":
        sys.exit(1)
    elif mode == "illegal" and moves:
        say(f"bestmove {moves[0]}")
        return
    elif mode == "none":
        say("bestmove (none)")
        return
    say("info depth 1 score cp 5 nodes 3", f"bestmove {free[0]}")
    if mode == "twice":
        say(f"bestmove {free[-1]}")


def say(*lines):
    for line in lines:
        print(line, flush=True)


main()
