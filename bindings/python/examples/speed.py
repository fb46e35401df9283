"""Lines of moves counted in loops of Python: this package against OpenSpiel's pyspiel.

    python speed.py [--repeat N]

Nanoseconds a move, the best of some runs. ``play``: actions listed, played and taken back; ``walk``:
``State.walk``; ``pyspiel``: actions listed, the state after each made by ``child``, the quickest loop that
it has. Needs open_spiel.
"""

import argparse
import math
import time

import pyspiel

import plyglot

GAMES = [("tictactoe", "tic_tac_toe", 6), ("connect4", "connect_four", 6), ("othello", "othello", 6),
         ("oware", "oware", 6), ("chess", "chess", 3), ("go", "go(board_size=9)", 2)]


def by_play(state, depth):
    if depth == 0:
        return 1
    count = 0
    for action in state.legal_actions():
        state.play(action)
        count += by_play(state, depth - 1)
        state.undo()
    return count


def by_walk(state, depth):
    if depth == 0:
        return 1
    count = 0
    for _ in state.walk():
        count += by_walk(state, depth - 1)
    return count


def by_child(state, depth):
    if depth == 0:
        return 1
    count = 0
    for action in state.legal_actions():
        count += by_child(state.child(action), depth - 1)
    return count


def timed(loop, state, depth, repeat):
    """What it counts, and nanoseconds a move."""
    best = math.inf
    for _ in range(repeat):
        begun = time.perf_counter()
        count = loop(state, depth)
        best = min(best, time.perf_counter() - begun)
    return count, 1e9 * best / count


def main():
    """Counts and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5)
    asked = parser.parse_args()
    print(f"{'game':>10} {'plies':>5} {'lines':>8} {'play':>6} {'walk':>6} {'pyspiel':>8}   times as fast")
    times = []
    for name, spiel, depth in GAMES:
        state = plyglot.game(name).new_state()
        count, play = timed(by_play, state, depth, asked.repeat)
        walked, walk = timed(by_walk, state, depth, asked.repeat)
        theirs, child = timed(by_child, pyspiel.load_game(spiel).new_initial_state(), depth, asked.repeat)
        if not count == walked == theirs == state.perft(depth):
            raise SystemExit(f"{name}: {count}, {walked}, {theirs} and {state.perft(depth)} lines")
        times.append(child / walk)
        print(f"{name:>10} {depth:>5} {count:>8} {play:>6.0f} {walk:>6.0f} {child:>8.0f}   "
              f"{child / play:.1f} (play) {child / walk:.1f} (walk)", flush=True)
    print(f"in the mean {math.prod(times) ** (1 / len(times)):.1f} times as fast (walk)")


if __name__ == "__main__":
    main()
