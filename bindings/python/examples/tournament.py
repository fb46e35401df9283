"""A tournament of all players of a game, and its table as a picture.

    python tournament.py [GAME] [--nodes N] [--games N] [--out tournament.png]

Each pair plays from random openings, every opening from both sides. Needs matplotlib.
"""

import argparse
import itertools
import random

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

import plyglot  # noqa: E402


def opening(game, lots, plies):
    """A state after some random moves, not yet decided."""
    while True:
        state = game.new_state()
        for _ in range(plies):
            if state.is_over:
                break
            state.play(lots.choice(state.legal_actions()))
        if not state.is_over:
            return state


def play(start, sides, nodes, plies_max=400):
    """A game between two games that differ in who plays: points of the first side."""
    states = [game.new_state(start.setup, start.moves) for game in sides]
    while not states[0].is_over and states[0].ply < plies_max:
        mover = states[0].turn
        best = states[mover].search(nodes=nodes).best
        for state in states:
            state.play(best)
    outcome = states[0].outcome
    return 0.5 if outcome is None or outcome.winner is None else 1.0 - outcome.winner


def tournament(name, nodes, pairs, seed):
    """The points that each player won against each other one."""
    lots = random.Random(seed)
    players = plyglot.game(name).players
    games = {player: plyglot.game(name, mind=player, seed=seed, tbembedded=False) for player in players}
    points = {(one, other): 0.0 for one in players for other in players}
    for one, other in itertools.combinations(players, 2):
        for _ in range(pairs):
            start = opening(games[one], lots, plies=3)
            first = play(start, [games[one], games[other]], nodes)
            second = play(start, [games[other], games[one]], nodes)
            points[one, other] += first + 1 - second
            points[other, one] += 1 - first + second
    return players, points


def draw(name, players, points, games, out):
    """The table as a picture."""
    shares = [[points[one, other] / games if one != other else float("nan") for other in players]
              for one in players]
    figure, axes = plt.subplots(figsize=(1.4 * len(players) + 2, 1.1 * len(players) + 1.5))
    image = axes.imshow(shares, cmap="RdYlGn", vmin=0, vmax=1)
    axes.set_xticks(range(len(players)), players, rotation=30)
    axes.set_yticks(range(len(players)), players)
    for (row, one), (column, other) in itertools.product(enumerate(players), repeat=2):
        if one != other:
            axes.text(column, row, f"{points[one, other]:g}", ha="center", va="center")
    axes.set_title(f"{name}: points of {games} games, row against column")
    figure.colorbar(image, label="share of the points")
    figure.tight_layout()
    figure.savefig(out)


def main():
    """Plays, prints and draws."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="tictactoe")
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--games", type=int, default=4, help="games of each pair, an even number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="tournament.png")
    asked = parser.parse_args()
    pairs = max(asked.games // 2, 1)
    players, points = tournament(asked.game, asked.nodes, pairs, asked.seed)
    for one in sorted(players, key=lambda one: -sum(points[one, other] for other in players)):
        print(f"{sum(points[one, other] for other in players):6.1f}  {one}")
    draw(asked.game, players, points, 2 * pairs, asked.out)
    print(f"drawn in {asked.out}")


if __name__ == "__main__":
    main()
