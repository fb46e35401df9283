"""A program behind pipes, spoken to by lines: what the tools beside this file share."""

import subprocess


class Disputed(Exception):
    """The program has left, refused a line, or done what its referee does not allow."""


class Engine:
    """A program, asked line by line; where it is `strict`, an error that it reports is one."""

    def __init__(self, command, strict=False):
        self.strict = strict
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def said(self, until):
        """The lines said up to one that begins so, which is the last of them."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if self.strict and "info string error" in line:
                raise Disputed(f"the program says `{line.strip()}`")
            if line.startswith(until):
                return lines
        raise Disputed(f"the program has left while `{until}` was awaited")

    def ask(self, line, until):
        """The words of the line that ends the answer to this one."""
        self.send(line)
        return self.said(until)[-1].split()

    def quit(self):
        """Ends it; its status."""
        self.send("quit")
        status = self.process.wait(timeout=60)
        self.process.stdin.close()
        self.process.stdout.close()
        return status
