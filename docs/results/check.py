#!/usr/bin/env python3
"""Checks docs/results/settled.csv without any code of this project: check.py [--long] [FILE]

The rules of each game are written here once more, from the rule books and in the plainest way, and what
is small is computed again: in the short form within a second or two, with --long more of it. Lines of play
are replayed: each move must be legal, and the end must be the result. What is too large is left
alone, and counted as that. Needs Python 3 alone.
"""

import argparse
import csv
import os
import sys
from functools import lru_cache
from itertools import combinations
from math import comb

COLUMNS = ["game", "variant", "position", "quantity", "result", "line", "command", "version", "machine",
           "seconds", "proved", "compared"]


# Tic-tac-toe ------------------------------------------------------------------------------------

ROWS = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


def tictactoe_won(men):
    return any(row <= men for row in ROWS)


@lru_cache(None)
def tictactoe(own, other):
    """1, 0 or -1 for who is to move."""
    if tictactoe_won(other):
        return -1
    free = set(range(9)) - own - other
    return max((-tictactoe(other, own | {cell}) for cell in free), default=0)


def tictactoe_line(line):
    sides = [frozenset(), frozenset()]
    for ply, word in enumerate(line):
        cell = int(word) - 1
        if cell in sides[0] | sides[1] or tictactoe_won(sides[0]) or tictactoe_won(sides[1]):
            return "illegal"
        sides[ply % 2] |= {cell}
    if tictactoe_won(sides[0]):
        return "first wins"
    if tictactoe_won(sides[1]):
        return "second wins"
    return "draw" if len(line) == 9 else "unfinished"


# Connect Four -----------------------------------------------------------------------------------

def connect4_rows(width, height):
    """Every four in a row, as bits; a column has `height` of them."""
    cell = lambda x, y: 1 << (x * height + y)
    for x in range(width):
        for y in range(height):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                ends = [(x + i * dx, y + i * dy) for i in range(4)]
                if all(0 <= u < width and 0 <= v < height for u, v in ends):
                    yield sum(cell(u, v) for u, v in ends)


class Connect4:
    def __init__(self, width, height):
        self.width, self.height = width, height
        rows = list(connect4_rows(width, height))
        self.through = [[row for row in rows if row >> bit & 1] for bit in range(width * height)]
        self.known = {}
        self.columns = sorted(range(width), key=lambda x: abs(2 * x - width + 1))

    def drop(self, all_men, column):
        """The bit that a man in this column takes; None if the column is full."""
        for y in range(self.height):
            bit = column * self.height + y
            if not all_men >> bit & 1:
                return bit
        return None

    def wins(self, men, bit):
        return any(men & row == row for row in self.through[bit])

    def value(self, own, other, alpha=-1, beta=1):
        key = (own, other)
        if key in self.known:
            low, high = self.known[key]
            if low >= beta or low == high or high <= alpha:
                return low if low >= beta or low == high else high
        drops = [bit for bit in (self.drop(own | other, x) for x in self.columns) if bit is not None]
        if not drops:
            return 0
        if any(self.wins(own | 1 << bit, bit) for bit in drops):
            return 1
        best, begun = -1, alpha
        for bit in drops:
            best = max(best, -self.value(other, own | 1 << bit, -beta, -alpha))
            alpha = max(alpha, best)
            if best >= beta:
                break
        low = best if best > begun else -1
        high = best if best < beta else 1
        self.known[key] = (low, high)
        return best


def connect4_line(width, height, line):
    game, sides = Connect4(width, height), [0, 0]
    for ply, word in enumerate(line):
        bit = game.drop(sides[0] | sides[1], int(word) - 1)
        if bit is None:
            return "illegal"
        sides[ply % 2] |= 1 << bit
        if game.wins(sides[ply % 2], bit):
            return ("first wins", "second wins")[ply % 2] if ply + 1 == len(line) else "illegal"
    return "draw" if len(line) == width * height else "unfinished"


# Kalah ------------------------------------------------------------------------------------------

class Kalah:
    """A board is the pits of the mover and those of the other; stores do not matter for what is to come."""

    def __init__(self, pits, ends_at_once, captures_alone):
        self.pits, self.ends_at_once, self.captures_alone = pits, ends_at_once, captures_alone
        self.known = {}

    def sow(self, own, other, pit):
        """The boards afterwards, what the mover gains, and whether he goes on."""
        board = list(own) + [0] + list(other)
        stones, board[pit], at = board[pit], 0, pit
        for _ in range(stones):
            at = (at + 1) % len(board)
            board[at] += 1
        gained = board[self.pits]
        if at < self.pits and board[at] == 1:
            across = 2 * self.pits - at
            if board[across] or self.captures_alone:
                gained += board[across] + 1
                board[across] = board[at] = 0
        return tuple(board[:self.pits]), tuple(board[self.pits + 1:]), gained, at == self.pits

    def margin(self, own, other):
        """How much more than the other the mover will get."""
        key = own, other
        if key not in self.known:
            over = not any(own) or self.ends_at_once and not any(other)
            moves = [pit for pit in range(self.pits) if own[pit]]
            self.known[key] = sum(own) - sum(other) if over else max(
                self.margin_after(own, other, pit) for pit in moves)
        return self.known[key]

    def margin_after(self, own, other, pit):
        own, other, gained, again = self.sow(own, other, pit)
        rest = self.margin(own, other) if again else -self.margin(other, own)
        return gained + rest


    def line(self, stones, turns):
        """How far the first player is ahead when these turns have been played from the start; else what is wrong."""
        own, other, sign, ahead = (stones,) * self.pits, (stones,) * self.pits, 1, 0
        for number, turn in enumerate(turns, 1):
            again = True
            for pit in (int(pit) - 1 for pit in turn.split(",")):
                if not again or not own[pit] or self.ends_at_once and not any(other):
                    return f"turn {number}, {turn}, cannot be played"
                own, other, gained, again = self.sow(own, other, pit)
                ahead += sign * gained
            if not again:
                own, other, sign = other, own, -sign
        if any(own) and (any(other) or not self.ends_at_once):
            return "unfinished"
        return str(ahead + sign * (sum(own) - sum(other)))


KALAH = {"standard": (True, False), "mover": (False, False), "irving": (True, True)}


# Othello on four by four ------------------------------------------------------------------------

class Othello:
    def __init__(self, size):
        self.size, self.known = size, {}
        self.rays = [[self.ray(x, y, dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
                     for y in range(size) for x in range(size)]

    def ray(self, x, y, dx, dy):
        cells = []
        x, y = x + dx, y + dy
        while 0 <= x < self.size and 0 <= y < self.size:
            cells.append(y * self.size + x)
            x, y = x + dx, y + dy
        return cells

    def turned(self, own, other, cell):
        found = 0
        for ray in self.rays[cell]:
            run = 0
            for at in ray:
                if other >> at & 1:
                    run |= 1 << at
                    continue
                found |= run if own >> at & 1 else 0
                break
        return found

    def moves(self, own, other):
        for cell in range(self.size ** 2):
            if not (own | other) >> cell & 1:
                turned = self.turned(own, other, cell)
                if turned:
                    yield turned | 1 << cell, turned

    def margin(self, own, other):
        """Discs of the mover less those of the other at the end; empty squares go to the winner."""
        key = own, other
        if key not in self.known:
            moves = list(self.moves(own, other))
            if moves:
                best = max(-self.margin(other & ~turned, own | men) for men, turned in moves)
            elif any(self.moves(other, own)):
                best = -self.margin(other, own)
            else:
                best = own.bit_count() - other.bit_count()
                empty = self.size ** 2 - (own | other).bit_count()
                best += empty * ((best > 0) - (best < 0))
            self.known[key] = best
        return self.known[key]


# Go on small boards -----------------------------------------------------------------------------

class Go:
    """A board is a text of `X`, `O` and `.`, row by row from the top; no board may come back but by a pass."""

    def __init__(self, size):
        self.size = size
        cells = [(x, y) for y in range(size) for x in range(size)]
        self.near = [[v * size + u for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
                      if 0 <= u < size and 0 <= v < size] for x, y in cells]

    def region(self, board, at):
        """What hangs together with a point and is of its kind, and the kinds beside it."""
        found, open_, beside = {at}, [at], set()
        while open_:
            for near in self.near[open_.pop()]:
                if board[near] != board[at]:
                    beside.add(board[near])
                elif near not in found:
                    found.add(near)
                    open_.append(near)
        return found, beside

    def take(self, board, kind):
        """Takes off what of this kind has no liberty."""
        for at in range(len(board)):
            if board[at] == kind:
                stones, beside = self.region(board, at)
                if "." not in beside:
                    board = "".join("." if i in stones else man for i, man in enumerate(board))
        return board

    def after(self, board, at, kind):
        other = "O" if kind == "X" else "X"
        return self.take(self.take(board[:at] + kind + board[at + 1:], other), kind)

    def margin(self, board):
        """Black's stones and the points that he alone surrounds, less White's."""
        margin = board.count("X") - board.count("O")
        left = {at for at, kind in enumerate(board) if kind == "."}
        while left:
            points, beside = self.region(board, min(left))
            left -= points
            margin += len(points) * ((beside == {"X"}) - (beside == {"O"}))
        return margin

    def best(self, board, kind, passed, before, alpha, beta):
        """The margin with best play for who moves, every game with all boards before."""
        sign, other = (1, "O") if kind == "X" else (-1, "X")
        if passed:
            best = sign * self.margin(board)
        else:
            best = -self.best(board, other, True, before, -beta, -alpha)
        for at in range(len(board)):
            if best >= beta:
                break
            after = self.after(board, at, kind) if board[at] == "." else board
            if after not in before:
                best = max(best, -self.best(after, other, False, before | {after}, -beta, -max(alpha, best)))
        return best

    def start(self):
        board = "." * self.size ** 2
        return self.best(board, "X", False, frozenset([board]), -self.size ** 2, self.size ** 2)

    def line(self, moves):
        board, kinds, passes = "." * self.size ** 2, "XO", 0
        before = {board}
        for ply, move in enumerate(moves):
            if passes == 2:
                return "illegal"
            if move == "pass":
                passes += 1
                continue
            passes = 0
            at = (self.size - int(move[1:])) * self.size + "ABCDEFGHJ".index(move[0])
            after = self.after(board, at, kinds[ply % 2]) if board[at] == "." else board
            if after in before:
                return "illegal"
            board = after
            before.add(board)
        return str(self.margin(board)) if passes == 2 else "unfinished"


# Awari ------------------------------------------------------------------------------------------

def boards(seeds, houses=12):
    if houses == 1:
        yield (seeds,)
        return
    for first in range(seeds + 1):
        for rest in boards(seeds - first, houses - 1):
            yield (first,) + rest


def awari_sow(board, house):
    """The board afterwards as the other side sees it, and the seeds that are won."""
    board = list(board)
    seeds, board[house], at = board[house], 0, house
    while seeds:
        at = (at + 1) % 12
        if at != house:
            board[at] += 1
            seeds -= 1
    won = 0
    while at >= 6 and board[at] in (2, 3):
        won += board[at]
        board[at] = 0
        at -= 1
    return tuple(board[6:] + board[:6]), won


def awari_moves(board):
    moves = [awari_sow(board, house) for house in range(6) if board[house]]
    leaving = [(after, won) for after, won in moves if any(after[:6])]
    return leaving or moves


def awari(seeds_max):
    """By seeds: how many boards the mover wins, draws and loses; a board counts if it can come about."""
    values, counts = {}, {}
    for seeds in range(seeds_max + 1):
        all_boards = list(boards(seeds))
        inside = {board: [] for board in all_boards}
        before = {board: [] for board in all_boards}
        left = {}
        for board in all_boards:
            moves = awari_moves(board)
            if not moves:
                left[board] = [sum(board[:6]) - sum(board[6:])]
                continue
            left[board] = [won - values[after] for after, won in moves if won]
            for after, won in moves:
                if not won:
                    inside[board].append(after)
                    before[after].append(board)
        value = dict.fromkeys(all_boards, 0)
        settled = set()
        for goal in range(seeds, 0, -1):
            # Who can force the goal, and who cannot but give it; what is settled by a larger one stays.
            open_moves = {board: len(inside[board]) for board in all_boards}
            forced = {}
            queue = []
            def settle(board, sign):
                if board not in forced:
                    forced[board] = sign
                    queue.append(board)
            for board in all_boards:
                gains = left[board]
                if gains and max(gains) >= goal:
                    settle(board, 1)
                elif not inside[board] and max(gains) <= -goal:
                    settle(board, -1)
            while queue:
                board = queue.pop()
                for earlier in before[board]:
                    if forced[board] < 0:
                        settle(earlier, 1)
                        continue
                    open_moves[earlier] -= 1
                    others = left[earlier]
                    if not open_moves[earlier] and (not others or max(others) <= -goal):
                        settle(earlier, -1)
            for board, sign in forced.items():
                if board not in settled:
                    settled.add(board)
                    value[board] = sign * goal
        values.update(value)
        of = [value[board] for board in all_boards if not all(board[6:])]
        counts[seeds] = (sum(v > 0 for v in of), sum(v == 0 for v in of), sum(v < 0 for v in of))
    return counts


# Draughts: how many positions -------------------------------------------------------------------

def draughts_places(name):
    """Boards of a table such as `KMvMM`, the mover's men before the `v`: 32 squares, men not on the last rank."""
    own, other = name.split("v")
    bm, wm = own.count("M"), other.count("M")
    bk, wk = own.count("K"), other.count("K")
    total = 0
    for i in range(bm + 1):
        for j in range(wm + 1):
            # i and j of the men stand where only theirs can.
            if bm - i < 0 or wm - j < 0:
                continue
            total += (comb(4, i) * comb(4, j) * comb(24, bm - i) * comb(24 - (bm - i), wm - j)
                      * comb(32 - bm - wm, bk) * comb(32 - bm - wm - bk, wk))
    return total


def draughts_positions(position):
    """Boards behind a row of wins and losses: `KMvMM first` of a table with one side to move, `5 men` of all
    tables with so many men, the mover's and the other's told apart."""
    name, what = position.split(" ")
    if what != "men":
        return draughts_places(name)
    men = int(name)
    sides = lambda many: ["K" * kings + "M" * (many - kings) for kings in range(many + 1)]
    tables = (f"{own}v{other}" for many in range(1, men) for own in sides(many) for other in sides(men - many))
    return sum(map(draughts_places, tables))


# Chess: a piece and king against king -------------------------------------------------------------

KNIGHTS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
STRAIGHT = [(1, 0), (0, 1), (-1, 0), (0, -1)]
DIAGONAL = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
STEPS = {"R": STRAIGHT, "Q": STRAIGHT + DIAGONAL}


def beside(square, steps):
    x, y = square % 8, square // 8
    return [8 * (y + dy) + x + dx for dx, dy in steps if 0 <= x + dx < 8 and 0 <= y + dy < 8]


KING = [frozenset(beside(square, STRAIGHT + DIAGONAL)) for square in range(64)]


def rays(square, piece):
    for dx, dy in STEPS[piece]:
        ray, x, y = [], square % 8 + dx, square // 8 + dy
        while 0 <= x < 8 and 0 <= y < 8:
            ray.append(8 * y + x)
            x, y = x + dx, y + dy
        yield ray


def chess(piece):
    """King and this piece against king, White to move first: up to symmetry won, drawn and lost, the
    longest in plies and so many, and the same with Black to move."""
    all_rays = [list(rays(square, piece)) for square in range(64)]

    def attacked(man, by_king):
        """The squares the piece attacks; nothing but White's king stands in its way."""
        found = set()
        for ray in all_rays[man]:
            for square in ray:
                found.add(square)
                if square == by_king:
                    break
        return found

    reach = {(man, king): attacked(man, king) for man in range(64) for king in range(64) if man != king}
    black, white = {}, {}
    places = [(k, m, b) for k in range(64) for m in range(64) for b in range(64)
              if len({k, m, b}) == 3 and b not in KING[k]]
    flights, before = {}, {}
    for k, m, b in places:
        danger = reach[m, k] | KING[k]
        to = [t for t in KING[b] if t != m and t not in danger]
        takes = m in KING[b] and m not in KING[k]
        flights[k, m, b] = (to, takes, b in reach[m, k])
        for t in to:
            before.setdefault((k, m, t), []).append((k, m, b))
    legal_white = {place for place in places if not flights[place][2]}
    left = {}
    front = []
    for place in places:
        to, takes, check = flights[place]
        left[place] = len(to) + takes
        if not left[place] and check:
            black[place] = 0
            front.append(place)
    plies = 0
    while front:
        plies += 1
        won = set()
        for k, m, b in front:
            for ray in all_rays[m]:
                for square in ray:
                    if square in (k, b):
                        break
                    won.add((k, square, b))
            for from_king in KING[k]:
                if from_king not in (m, b) and b not in KING[from_king]:
                    won.add((from_king, m, b))
        fresh = [p for p in won if p in legal_white and p not in white]
        for place in fresh:
            white[place] = plies
        plies += 1
        front = []
        for place in fresh:
            for earlier in before.get(place, ()):
                left[earlier] -= 1
                if not left[earlier] and earlier not in black:
                    black[earlier] = plies
                    front.append(earlier)

    def is_least(place):
        return all(place <= image for image in images(place))

    sides = []
    for legal, value in ((legal_white, white), (set(places), black)):
        least = [place for place in legal if is_least(place)]
        found = [value[place] for place in least if place in value]
        longest = max(found)
        sides.append((len(found), len(least) - len(found), longest, found.count(longest)))
    return sides


def images(place):
    turns = [lambda x, y: (x, y), lambda x, y: (7 - x, y), lambda x, y: (x, 7 - y), lambda x, y: (7 - x, 7 - y),
             lambda x, y: (y, x), lambda x, y: (7 - y, x), lambda x, y: (y, 7 - x), lambda x, y: (7 - y, 7 - x)]
    for turn in turns:
        image = []
        for square in place:
            x, y = turn(square % 8, square // 8)
            image.append(8 * y + x)
        yield tuple(image)


# Nine men's morris, three men a side ------------------------------------------------------------
# Whoever closes a mill takes a man, two are left, and the game is over: a mill wins. Once all six men
# are placed both sides fly, so that nobody is ever shut in.

def morris_point(ring, place):
    return 8 * ring + place % 8


# By symmetry: where each point goes, three rings of eight turned, mirrored, the inner and the outer one exchanged.
MORRIS_SYMMETRIES = [[morris_point(2 - ring if swap else ring, turn - place if mirror else turn + place)
                      for ring in range(3) for place in range(8)]
                     for swap in (0, 1) for mirror in (0, 1) for turn in (0, 2, 4, 6)]


@lru_cache(None)
def morris_positions(own, other):
    """How many positions so many men of the mover and of the other have, symmetric ones counted once: the mean
    of what each symmetry leaves as it is, by Burnside's lemma. That is all men of a cycle or none."""
    fixed = 0
    for to in MORRIS_SYMMETRIES:
        ways, seen = {(0, 0): 1}, set()
        for start in range(24):
            if start in seen:
                continue
            cycle, p = 0, start
            while p not in seen:
                seen.add(p)
                cycle, p = cycle + 1, to[p]
            more = {}
            for (a, b), count in ways.items():
                for men in ((a, b), (a + cycle, b), (a, b + cycle)):
                    more[men] = more.get(men, 0) + count
            ways = more
        fixed += ways.get((own, other), 0)
    return fixed // len(MORRIS_SYMMETRIES)


class Morris:
    """Positions of a mover and an other, colours and symmetric ones counted once. Points are three rings of
    eight, men are sets of points as bits, and a value is 1, 0 or -1 for the mover with the plies to the end."""

    def __init__(self):
        point = morris_point
        sides = [[point(ring, place + step) for step in range(3)] for ring in range(3) for place in (0, 2, 4, 6)]
        spokes = [[point(ring, place) for ring in range(3)] for place in (1, 3, 5, 7)]
        self.mills = {sum(1 << p for p in row) for row in sides + spokes}
        self.sets = [[sum(1 << p for p in men) for men in combinations(range(24), count)] for count in range(4)]
        self.images, self.least = {}, {}
        for men in sum(self.sets, []):
            self.images[men] = [sum(1 << to[p] for p in range(24) if men >> p & 1)
                                for to in MORRIS_SYMMETRIES]
            best = min(self.images[men])
            self.least[men] = best, [s for s, image in enumerate(self.images[men]) if image == best]

    def one(self, own, other):
        """The one position that stands for all symmetric ones."""
        best, ways = self.least[own]
        images = self.images[other]
        return best, min(images[way] for way in ways)

    def positions(self, own, other):
        """All with so many men of the mover and of the other on the board, one of each symmetric lot."""
        for mover in sorted({self.least[men][0] for men in self.sets[own]}):
            for men in self.sets[other]:
                if not mover & men and self.one(mover, men) == (mover, men):
                    yield mover, men

    def best(self, own, other, left, known):
        """What placing a man beside those that are left is worth: now, if the positions after it are known."""
        worst = 1, 0
        for p in range(24):
            if (own | other) >> p & 1:
                continue
            placed = left | 1 << p
            if placed in self.mills:
                return 1, 1
            worst = min(worst, known[self.one(other, placed)], key=wish)
        return -worst[0], worst[1] + 1

    @lru_cache(None)
    def flying(self):
        """All positions of three men against three, none in hand."""
        after, value = {}, {}
        for own, other in self.positions(3, 3):
            children = set()
            for p in range(24):
                if not own >> p & 1:
                    continue
                for to in range(24):
                    if (own | other) >> to & 1:
                        continue
                    moved = own ^ 1 << p | 1 << to
                    children.add(1 if moved in self.mills else self.one(other, moved))
            if 1 in children:
                value[own, other] = 1, 1
            else:
                after[own, other] = children
        plies = 1
        while True:
            plies += 1
            found = {}
            for position, children in after.items():
                worths = [value.get(child, (0, 0))[0] for child in children]
                if plies % 2 and -1 in worths:
                    found[position] = 1, plies
                elif not plies % 2 and 0 not in worths and -1 not in worths:
                    found[position] = -1, plies
            if not found and plies % 2:
                break
            value.update(found)
            for position in found:
                del after[position]
        value.update((position, (0, 0)) for position in after)
        return value

    @lru_cache(None)
    def table(self, name):
        """The values of all positions of a table, such as `1+2v2+1`: men on the board and in hand."""
        if name == "3v3":
            return self.flying()
        (own, hand), (other, others) = ([int(n) for n in side.split("+")] if "+" in side else (int(side), 0)
                                        for side in name.split("v"))
        placed = f"{own + 1}+{hand - 1}" if hand > 1 else str(own + 1)
        after = self.table(f"{other}+{others}v{placed}" if others else f"{other}v{placed}")
        return {position: self.best(*position, position[0], after) for position in self.positions(own, other)}


def wish(value):
    """Orders values as the side likes them that they are of: wins soon, losses late."""
    won, plies = value
    return won, -won * plies


# The file ---------------------------------------------------------------------------------------

WORDS = {1: "first wins", 0: "draw", -1: "second wins"}
# Men of boards that are small enough in the short form, and with --long.
KALAH_STONES = (10, 18)
AWARI_SEEDS = (4, 8)
CONNECT4_CELLS = (0, 20)


def recomputed(row, long):
    """What a row should say; None if that is too much to compute."""
    game, variant, position, quantity = (row[name] for name in COLUMNS[:4])
    if game == "tictactoe":
        return WORDS[tictactoe(frozenset(), frozenset())]
    if game == "connect4":
        width, height = map(int, position.split("x"))
        if width * height > CONNECT4_CELLS[long]:
            return None
        return WORDS[Connect4(width, height).value(0, 0)]
    if game == "kalah" and quantity == "margin":
        pits, stones = map(int, position.split("x"))
        if 2 * pits * stones > KALAH_STONES[long]:
            return None
        start = (stones,) * pits
        return str(Kalah(pits, *KALAH[variant]).margin(start, start))
    if game == "othello" and position == "4x4":
        game = Othello(4)
        cells = lambda *all_cells: sum(1 << (y * 4 + x) for x, y in all_cells)
        margin = game.margin(cells((2, 1), (1, 2)), cells((1, 1), (2, 2)))
        return f"{WORDS[(margin > 0) - (margin < 0)]} by {abs(margin)}"
    if game == "go" and position == "2x2":
        return str(Go(2).start())
    if game == "awari" and quantity == "won/drawn/lost":
        seeds = int(position.split()[0])
        if seeds > AWARI_SEEDS[long]:
            return None
        return "/".join(map(str, awari_counts(AWARI_SEEDS[long])[seeds]))
    if game == "morris":
        return morris_value(variant, position, quantity) if long else None
    if game in ("checkers", "russian") and quantity == "positions to move":
        return str(draughts_places(position))
    if game == "chess" and long and position.split()[0] in ("KQK", "KRK"):
        side = chess_sides(position[1])[position.endswith("black")]
        won, drawn, longest, many = side
        if quantity == "longest/positions":
            return f"{longest}/{many}"
        return f"{won}/{drawn}/0" if position.endswith("white") else f"0/{drawn}/{won}"
    return None


awari_counts = lru_cache(None)(awari)
chess_sides = lru_cache(None)(chess)


MORRIS = {"3v3", "2+1v3", "2+1v2+1", "1+2v2+1", "1+2v1+2", "0+3v1+2", "0+3v0+3"}
morris = lru_cache(None)(Morris)


def morris_value(variant, position, quantity):
    if (variant, position) == ("morris", "start, 3 men"):
        ((won, plies),) = morris().table("0+3v0+3").values()
        return f"{WORDS[won]} in {plies} plies"
    if variant != "morris" or position not in MORRIS:
        return None
    values = list(morris().table(position).values())
    counts = [sum(won == worth for won, _ in values) for worth in (1, 0, -1)]
    if quantity == "won/drawn/lost":
        return "/".join(map(str, counts))
    longest = max(plies for _, plies in values)
    return f"{longest}/{sum(plies == longest for _, plies in values)}"


def positions(row):
    """How many positions a row tells of, where symmetry alone says it; None if it does not."""
    if row["game"] in ("checkers", "russian") and row["quantity"] == "won/drawn/lost":
        return draughts_positions(row["position"])
    if row["variant"] not in ("morris", "lasker") or row["quantity"] != "won/drawn/lost":
        return None
    own, other = (int(side.split("+")[0]) for side in row["position"].split("v"))
    if "+" in row["position"] or own == other:
        return morris_positions(own, other)
    # Either side to move.
    return morris_positions(own, other) + morris_positions(other, own)


def replayed(row):
    """How the line of a row ends; None if it has none."""
    line = row["line"].split()
    if not line:
        return None
    if row["game"] == "tictactoe":
        return tictactoe_line(line)
    if row["game"] == "connect4":
        return connect4_line(*map(int, row["position"].split("x")), line)
    if row["game"] == "kalah":
        pits, stones = map(int, row["position"].split("x"))
        return Kalah(pits, *KALAH[row["variant"]]).line(stones, line)
    if row["game"] == "go":
        return Go(int(row["position"].split("x")[0])).line(line)
    return f"a line of {row['game']}, which nobody can replay"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--long", action="store_true", help="compute what takes minutes as well")
    parser.add_argument("file", nargs="?", default=os.path.join(os.path.dirname(__file__), "settled.csv"))
    args = parser.parse_args()
    sys.setrecursionlimit(10000)
    with open(args.file, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != COLUMNS:
            sys.exit(f"{args.file}: found the columns {reader.fieldnames}, expected {COLUMNS}")
        rows = list(reader)
    seen, agree, counted, lines = set(), 0, 0, 0
    for number, row in enumerate(rows, 2):
        where = f"{args.file}:{number}: {row['game']} {row['variant']} {row['position']} {row['quantity']}"
        key = tuple(row[name] for name in COLUMNS[:4])
        if key in seen:
            sys.exit(f"{where}: stands there twice")
        seen.add(key)
        missing = [name for name in ("result", "command", "version", "proved") if not row[name]]
        if missing:
            sys.exit(f"{where}: found nothing under {missing[0]}")
        expected = recomputed(row, args.long)
        if expected is not None and expected != row["result"]:
            sys.exit(f"{where}: found {row['result']}, computed {expected}")
        there_are = positions(row)
        if there_are is not None and there_are != sum(map(int, row["result"].split("/"))):
            sys.exit(f"{where}: found {row['result']}, expected {there_are} positions in all")
        end = replayed(row)
        if end is not None and end != row["result"]:
            sys.exit(f"{where}: found {row['result']}, but its line ends as {end}")
        agree += expected is not None
        counted += there_are is not None
        lines += end is not None
    print(f"{len(rows)} results: {agree} computed again, {lines} lines replayed, {counted} sums of positions counted, "
          f"{len(rows) - agree} too large for this script")


if __name__ == "__main__":
    main()
