"""What stands on a board as planes of numbers, for learners."""

import numpy as np

#: Stones that a pit may hold, and all else that is counted on a board.
NUMBER_MAX = 1000


class Planes:
    """Boards of a game as arrays of float32.

    Attributes
    ----------
    shape : tuple of int
        Planes and places: a plane for each of ``Game.words`` (1 where it stands), one for places that hold a
        number, such as the stones of a pit, and one for whose turn it is (0 or 1 everywhere).
    """

    def __init__(self, game):
        self._planes = {word: number - 1 for word, number in game.words.items()}
        self.shape = (len(self._planes) + 2, len(game.places))

    def fill(self, out, state):
        """Writes a board into an array of this shape."""
        out.fill(0)
        for place, word in enumerate(state.scene()):
            if not word:
                continue
            plane = self._planes.get(word)
            if plane is not None:
                out[plane, place] = 1
            elif word.isdigit():
                out[-2, place] = int(word)
        out[-1] = state.turn
        return out

    def of(self, state):
        """A board as a new array."""
        return self.fill(np.zeros(self.shape, np.float32), state)
