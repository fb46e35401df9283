"""A search recorded, asked, and looked at as a table.

    python search_tree.py [GAME] [--depth N] [--moves MOVE ...] [--out search_tree.png]

Needs pandas and matplotlib.
"""

import argparse

import matplotlib
import pandas

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

import plyglot  # noqa: E402


def main():
    """Searches, asks and draws."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="chess")
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--moves", nargs="*", default=[])
    parser.add_argument("--out", default="search_tree.png")
    asked = parser.parse_args()
    state = plyglot.game(asked.game).new_state(moves=asked.moves)
    result = state.search(depth=asked.depth, trace=True)
    trace = result.trace
    print(state)
    print(f"{result.best} {result.score}, {trace}")
    print("\n".join(trace.ask("why")))

    nodes = pandas.DataFrame(trace.nodes())
    print(nodes.groupby("end").size().sort_values(ascending=False).to_string())
    below = nodes[nodes.ply == 1].groupby("move").visits.sum().sort_values(ascending=False).head(12)

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4))
    for iteration, group in nodes.groupby("iteration"):
        left.plot(group.groupby("ply").size(), label=f"depth {iteration}")
    left.set(title="visits by distance from the root", xlabel="plies", ylabel="visits", yscale="log")
    left.legend()
    below[::-1].plot.barh(ax=right)
    right.set(title="visits below the moves of the root", xlabel="visits", ylabel="")
    figure.tight_layout()
    figure.savefig(asked.out)
    print(f"drawn in {asked.out}")


if __name__ == "__main__":
    main()
