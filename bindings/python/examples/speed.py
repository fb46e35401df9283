"""Lines of moves counted in loops of Python: this package against OpenSpiel's pyspiel.

    python speed.py [--repeat N]

Nanoseconds of processor time a line, the median of some rounds, in each of which every loop runs once.
``play``: actions listed, played and taken back; ``walk``: ``State.walk`` at each position; ``lines``: one loop
over ``State.lines``; ``pyspiel``: actions listed, and the state after each made by ``child``, or by
``apply_action`` and ``undo_action`` where that is quicker (tic-tac-toe). At the end of each line the state is that of the
position there, and can be asked. Needs open_spiel.
"""

import argparse
import statistics
import time

import pyspiel

import plyglot

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


def by_lines(state, depth):
    count = 0
    for _ in state.lines(depth):
        count += 1
    return count


def by_child(state, depth):
    if depth == 0:
        return 1
    count = 0
    for action in state.legal_actions():
        count += by_child(state.child(action), depth - 1)
    return count


def by_undo(state, depth):
    if depth == 0:
        return 1
    player = state.current_player()
    count = 0
    for action in state.legal_actions():
        state.apply_action(action)
        count += by_undo(state, depth - 1)
        state.undo_action(player, action)
    return count


def timed(loop, state, depth):
    """What it counts, and nanoseconds a line."""
    begun = time.process_time()
    count = loop(state, depth)
    return count, 1e9 * (time.process_time() - begun) / count


#: Our name and theirs, plies, and the quickest loop that they have. Where they can take moves back at all
#: (tic-tac-toe, chess, Go), that is slower in all but one.
GAMES = [
    ("tictactoe", "tic_tac_toe", 6, by_undo),
    ("connect4", "connect_four", 6, by_child),
    ("othello", "othello", 6, by_child),
    ("oware", "oware", 6, by_child),
    ("chess", "chess", 3, by_child),
    ("go", "go(board_size=9)", 2, by_child),
]
OURS = {"play": by_play, "walk": by_walk, "lines": by_lines}


def main():
    """Counts and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5)
    asked = parser.parse_args()
    print(f"{'game':>10} {'plies':>5} {'lines':>8} {'play':>6} {'walk':>6} {'lines':>6} {'pyspiel':>8}   times as fast")
    ratios = {loop: [] for loop in OURS}
    for name, spiel, depth, by_spiel in GAMES:
        game, theirs = plyglot.game(name), pyspiel.load_game(spiel)
        expected = game.new_state().perft(depth)
        times = {loop: [] for loop in [*OURS, "pyspiel"]}
        for _ in range(asked.repeat):
            runs = [(loop, run, game.new_state()) for loop, run in OURS.items()]
            for loop, run, state in [*runs, ("pyspiel", by_spiel, theirs.new_initial_state())]:
                count, took = timed(run, state, depth)
                if count != expected:
                    raise SystemExit(f"{name}: {count} lines by {loop}, expected {expected}")
                times[loop].append(took)
        took = {loop: statistics.median(runs) for loop, runs in times.items()}
        for loop, own in ratios.items():
            own.append(took["pyspiel"] / took[loop])
        columns = " ".join(f"{took[loop]:>6.0f}" for loop in OURS)
        said = ", ".join(f"{own[-1]:.1f} ({loop})" for loop, own in ratios.items())
        print(f"{name:>10} {depth:>5} {expected:>8} {columns} {took['pyspiel']:>8.0f}   {said}", flush=True)
    said = ", ".join(f"{statistics.geometric_mean(own):.1f} ({loop})" for loop, own in ratios.items())
    print(f"in the geometric mean {said} times as fast")


if __name__ == "__main__":
    main()
