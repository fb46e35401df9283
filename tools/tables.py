"""The program with endgame tables, asked about games."""

from engine import Engine


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
            # `6v5 wld: win` is about the position, `g4-f4: win` about a move.
            name, _, rest = line.partition(": ")
            word = rest.split()[0].rstrip(",") if rest else ""
            if word in ("loss", "draw", "win") and " " in name:
                value = word
            elif word in ("loss", "draw", "win"):
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
