"""Plays a move of `play abalone --classic` on a terminal, by keys: `terminal.py PROGRAM`."""

import os
import pty
import re
import select
import sys
import termios

PATIENCE_S = 60

program = [sys.argv[1], "play", "abalone", "--classic", "--depth", "2"]
# The program begins when the terminal has been looked at: it changes it.
begin, begun = os.pipe()
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    os.read(begin, 1)
    os.execv(program[0], program)

before = termios.tcgetattr(terminal)
os.write(begun, b"!")
seen = ""


def wait_for(pattern):
    """Reads until the pattern is on the screen, and forgets what came before."""
    global seen
    while not (found := re.search(pattern, seen)):
        ready, _, _ = select.select([terminal], [], [], PATIENCE_S)
        if not ready:
            sys.exit(f"{pattern!r} does not come; seen: {seen!r}")
        try:
            seen += os.read(terminal, 4096).decode()
        except OSError:
            sys.exit(f"{pattern!r} has not come; seen: {seen!r}")
    seen = seen[found.end():]


wait_for(r"\[\] your move")
wait_for(r"q: leave")
os.write(terminal, b"\x1b[D")
os.write(terminal, b"\r")
wait_for(r"c4: in which direction")
os.write(terminal, b"\x1b")
os.write(terminal, b"\r9")
wait_for(r"I play \w+ \(depth \d+\)")
wait_for(r"q: leave")
os.write(terminal, b"+")
wait_for(r"hint: \w+")
os.write(terminal, b"q")
wait_for(r"wave: the game is left; 2 plies played[^\r]*\r\nwave: ")
wait_for(r"deepthought")
_, status = os.waitpid(child, 0)
local = 3
assert status == 0, status
assert termios.tcgetattr(terminal)[local] == before[local], "the terminal is another"
print("played, left, as it was")
