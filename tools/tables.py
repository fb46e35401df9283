"""The program with endgame tables, asked about games and positions."""

import argparse
from collections import Counter

from engine import Engine

RANK = {"loss": -1, "draw": 0, "win": 1}


class Tables(Engine):
    """The program with its tables."""

    def __init__(self, program, folder):
        super().__init__([program, "--option", f"TbPath={folder}"], strict=True)
        self.ask("isready", "readyok")

    def asked(self, position):
        """What the side to move has in a position, a word or nothing without a table, and by each move."""
        self.send(f"position {position}", "tb", "isready")
        value, moves = None, {}
        for line in self.said("readyok")[:-1]:
            # `6v5 wld: win` is about the position, `g4-f4: win` about a move; so is, where several metrics are
            # known, `g4-f4  win  win in 7`.
            name, colon, rest = line.partition(": ")
            if not colon:
                name, _, rest = line.partition(" ")
            word = rest.split()[0].rstrip(",") if rest else ""
            if word in RANK and " " in name:
                value = word
            elif word in RANK:
                moves[name] = word
        return value, moves

    def value(self, game, moves):
        """What the side to move has after these moves."""
        return self.asked(after(game, moves))[0]

    def moves(self, game, moves):
        """The legal moves after these."""
        self.send(f"position {after(game, moves)}", "moves", "isready")
        said = self.said("readyok")[:-1]
        return next(line.split() for line in said if not line.startswith("info "))


def after(game, moves):
    """The position after these moves from the start, as `position` takes it."""
    return f"{game} startpos" + (f" moves {' '.join(moves)}" if moves else "")


def arguments(text, men, of_whom):
    """What a program is told that holds tables to rules; at most `men` where nothing is said."""
    parser = argparse.ArgumentParser(description=text.split("\n")[0])
    parser.add_argument("--program", default="target/release/plyglot")
    parser.add_argument("--tables", required=True)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--men", type=int, default=men, help=of_whom)
    return parser


def hold_to_rules(tables, positions, fault, kind):
    """Says what is wrong with which positions, and how many of each kind there were; the exit status.

    `fault` says what is wrong with a position: an empty text if it has no table, nothing if all is well.
    """
    # Tables that are built beside count plies, which nobody asks for here.
    tables.send("setoption name TbEmbedded value false")
    seen, wrong = Counter(), 0
    for position in positions:
        found = fault(tables, position)
        seen["without a table" if found == "" else kind(position)] += 1
        if found:
            wrong += 1
            print(f"{position.text()}: {found}")
    tables.quit()
    counts = ", ".join(f"{n} {what}" for what, n in sorted(seen.items()))
    print(f"{sum(seen.values())} positions: {counts}; {wrong} wrong")
    return 1 if wrong else 0
