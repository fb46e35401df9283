"""The program with endgame tables, asked about games."""

from engine import Engine


class Tables(Engine):
    """The program with its tables."""

    def __init__(self, program, folder):
        super().__init__([program, "--option", f"TbPath={folder}"], strict=True)
        self.ask("isready", "readyok")

    def value(self, game, moves):
        """What the side to move has after these moves: a word, or nothing without a table."""
        played = f" moves {' '.join(moves)}" if moves else ""
        self.send(f"position {game} startpos{played}", "tb", "isready")
        for line in self.said("readyok")[:-1]:
            # `6v5 wld: win` is about the position, `g4-f4: win` about a move.
            name, _, word = line.partition(": ")
            if " " in name and word in ("loss", "draw", "win"):
                return word
        return None

    def moves(self, game, moves):
        """The legal moves after these."""
        played = f" moves {' '.join(moves)}" if moves else ""
        self.send(f"position {game} startpos{played}", "moves", "isready")
        said = self.said("readyok")[:-1]
        return next(line.split() for line in said if not line.startswith("info "))
