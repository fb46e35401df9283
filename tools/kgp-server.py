#!/usr/bin/env python3
"""A server of KGP for two clients: tools/kgp-server.py ENGINE [--games N] [--pits N] [--stones N]

Written from the protocol's own text and rules, without anything of the program: two processes of it
call this server and play each other, by a clock for each move and by one for each game in turn. Says
who won; exits with 1 and says what went wrong where a move is not legal, none comes in time, or a
client does not leave when it is told goodbye.
"""

import argparse
import re
import socket
import subprocess
import sys
import time

PATIENCE_S = 60
MOVE_S = 0.3
GAME_S = 8


def fail(text):
    """Says what went wrong and leaves."""
    print(f"kgp-server: {text}", file=sys.stderr)
    sys.exit(1)


class Board:
    """Two rows of pits and two stores, 0 being south."""

    def __init__(self, pits, stones):
        self.pits = pits
        self.rows = [[stones] * pits, [stones] * pits]
        self.stores = [0, 0]

    def text(self, side):
        """As the protocol writes it, for a client that is always south."""
        numbers = [self.pits, self.stores[side], self.stores[1 - side],
                   *self.rows[side], *self.rows[1 - side]]
        return "<" + ",".join(map(str, numbers)) + ">"

    def is_over(self):
        """Whether a side has no stones."""
        return not all(map(any, self.rows))

    def sow(self, side, pit):
        """Sows a pit, from 0. Whether the same side goes on."""
        hand, self.rows[side][pit] = self.rows[side][pit], 0
        row, at, last = side, pit, None
        while hand:
            at += 1
            if at == self.pits and row == side:
                self.stores[side] += 1
                last = None
            elif at >= self.pits:
                row, at = 1 - row, 0
                self.rows[row][0] += 1
                last = (row, 0)
            else:
                self.rows[row][at] += 1
                last = (row, at)
            hand -= 1
        again = last is None
        if last and last[0] == side and self.rows[side][last[1]] == 1:
            opposite = self.pits - 1 - last[1]
            if self.rows[1 - side][opposite]:
                self.stores[side] += 1 + self.rows[1 - side][opposite]
                self.rows[side][last[1]] = self.rows[1 - side][opposite] = 0
        if self.is_over():
            for own in range(2):
                self.stores[own] += sum(self.rows[own])
                self.rows[own] = [0] * self.pits
        return again


class Client:
    """A process of the program that has called."""

    def __init__(self, command, listening):
        port = listening.getsockname()[1]
        self.process = subprocess.Popen([command, "kgp", "--port", str(port)],
                                        stdout=subprocess.PIPE, text=True)
        self.stream, _ = listening.accept()
        self.stream.settimeout(PATIENCE_S)
        self.waiting = b""
        self.clock = GAME_S
        self.number = 2
        self.send("kgp 1 0 1")
        while self.line() != "mode freeplay":
            pass

    def send(self, text):
        """A command."""
        self.stream.sendall((text + "\r\n").encode())

    def line(self, deadline=None):
        """The next command; nothing where none comes before the deadline."""
        while b"\n" not in self.waiting:
            left = PATIENCE_S if deadline is None else deadline - time.monotonic()
            if left <= 0:
                return None
            self.stream.settimeout(left)
            try:
                more = self.stream.recv(4096)
            except TimeoutError:
                if deadline is None:
                    fail("a client says nothing")
                return None
            if not more:
                fail("a client has left")
            self.waiting += more
        text, self.waiting = self.waiting.split(b"\n", 1)
        return text.decode().strip()

    def ping(self):
        """Waits until the client has read all that was sent. What it said of the board before may have
        been on its way when it was told to stop; after the answer nothing more may come of that."""
        before = self.number - 2
        self.number += 2
        self.send(f"{self.number} ping")
        while (said := self.line()) != f"@{self.number} pong":
            if not re.fullmatch(rf"@{before} (move \d+|yield)", said):
                fail(f"`{said}` is no answer to a ping")
        self.number += 2

    def move(self, board, side, by_game):
        """The pit that is told last, from 0."""
        if by_game:
            self.send("set time:mode absolute")
            self.send(f"set time:clock {int(self.clock)}")
        self.ping()
        started = time.monotonic()
        self.send(f"{self.number} state {board.text(side)}")
        pit = None
        deadline = started + (self.clock if by_game else MOVE_S)
        while (said := self.line(deadline)) is not None:
            if said == f"@{self.number} yield":
                break
            if found := re.fullmatch(rf"@{self.number} move (\d+)", said):
                pit = int(found[1]) - 1
            else:
                fail(f"`{said}` is not expected")
        else:
            if by_game:
                fail(f"{board.text(side)}: no move within {self.clock:.1f} s")
        self.clock -= time.monotonic() - started
        self.number += 2
        self.send(f"{self.number}@{self.number - 2} stop")
        if pit is None or not 0 <= pit < board.pits or not board.rows[side][pit]:
            fail(f"{board.text(side)}: {pit} is not legal")
        return pit

    def quit(self):
        """Ends it."""
        self.send("goodbye")
        self.process.communicate(timeout=PATIENCE_S)
        self.stream.close()
        if self.process.returncode != 0:
            fail(f"a client ended with {self.process.returncode}")


def main():
    """Plays the games."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("command")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--pits", type=int, default=6)
    parser.add_argument("--stones", type=int, default=4)
    asked = parser.parse_args()
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        for number in range(asked.games):
            board = Board(asked.pits, asked.stones)
            clients = [Client(asked.command, listening) for _ in range(2)]
            side, moves = number % 2, 0
            while not board.is_over():
                pit = clients[side].move(board, side, by_game=number % 2 == 1)
                moves += 1
                if not board.sow(side, pit):
                    side = 1 - side
            for client in clients:
                client.quit()
            total = 2 * asked.pits * asked.stones
            if sum(board.stores) != total:
                fail(f"{board.stores} are not {total} stones")
            print(f"game {number + 1}: {board.stores[0]}-{board.stores[1]} after {moves} sowings",
                  flush=True)


if __name__ == "__main__":
    main()
