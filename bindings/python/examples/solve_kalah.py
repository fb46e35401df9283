"""Kalah solved, for small boards: who wins, and by how much.

    python solve_kalah.py [--pits 1 2 3 4] [--stones 1 2 3]

A row for each number of pits, a column for each number of stones; positive where who begins is ahead.
"""

import argparse

import plyglot


def main():
    """Solves and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pits", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--stones", type=int, nargs="+", default=[1, 2, 3])
    asked = parser.parse_args()
    print("pits\\stones " + "".join(f"{stones:>6}" for stones in asked.stones))
    for pits in asked.pits:
        row = []
        for stones in asked.stones:
            solution = plyglot.game("kalah", pits=pits, stones=stones).new_state().solve()
            row.append(f"{solution.margin:+6.0f}")
        print(f"{pits:>11} " + "".join(row), flush=True)


if __name__ == "__main__":
    main()
