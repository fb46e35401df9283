"""Many clients of `plyglot web` that analyse at once, each of which sends a ping now and then.

Usage: web-load.py PLYGLOT CLIENTS SECONDS. Prints how long pings took, how late this client itself was
(it runs on the same cores: what it was late by, a ping may seem to have taken), and how many lines of
analysis came. Ends with 1 if a client was refused anything or got no line.
"""

import asyncio
import collections
import json
import random
import re
import subprocess
import sys
import time

import websockets

PLYGLOT, CLIENTS, SECONDS = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
VARIANTS = ["chess", "kalah", "awari", "morris", "abalone", "draughts", "othello", "go", "connect4", "lasker"]


class Client:
    """One page: analyses a game without end, and asks whether the server is there."""

    def __init__(self, number, url):
        self.number, self.url = number, url
        self.sent, self.waits, self.kinds = {}, [], collections.Counter()

    async def say(self, **message):
        number = len(self.sent) + 1
        self.sent[number] = time.perf_counter()
        await self.socket.send(json.dumps({"id": number, **message}))

    async def hear(self):
        async for text in self.socket:
            message = json.loads(text)
            self.kinds[message["type"]] += 1
            if message["type"] == "pong":
                self.waits.append(1000 * (time.perf_counter() - self.sent[message["re"]]))

    async def live(self):
        origin = self.url.replace("ws:", "http:").removesuffix("/ws")
        async with websockets.connect(self.url, origin=origin, max_size=None) as self.socket:
            hearing = asyncio.create_task(self.hear())
            await self.say(type="hello", version=1)
            await self.say(type="new", variant=VARIANTS[self.number % len(VARIANTS)])
            await self.say(type="go", limits={"infinite": True})
            # All are there and think before anybody's time is taken.
            await asyncio.sleep(2 + random.random())
            end = time.perf_counter() + SECONDS
            while time.perf_counter() < end:
                await self.say(type="ping")
                await asyncio.sleep(0.2 + 0.2 * random.random())
            await asyncio.sleep(0.5)
            hearing.cancel()


async def lateness(late):
    """How much later than asked this process is woken, in milliseconds."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(0.005)
        late.append(1000 * (time.perf_counter() - before) - 5)


def spread(values):
    """Half, 99 of 100, 999 of 1000 and the worst."""
    values = sorted(values)
    at = [values[int(part * (len(values) - 1))] for part in (0.5, 0.99, 0.999, 1)]
    return "half {:.1f} ms, 99 % {:.1f}, 99.9 % {:.1f}, worst {:.1f}".format(*at)


async def load(url):
    late = []
    watch = asyncio.create_task(lateness(late))
    clients = [Client(number, url) for number in range(CLIENTS)]
    await asyncio.gather(*(client.live() for client in clients))
    watch.cancel()
    waits = [wait for client in clients for wait in client.waits]
    kinds = sum((client.kinds for client in clients), collections.Counter())
    print(f"{CLIENTS} clients, {len(waits)} pings: {spread(waits)}; {sum(wait > 100 for wait in waits)} over 100 ms")
    print(f"this client late by: {spread(late)}")
    print(f"lines of analysis: {kinds['info']}, of each client at least {min(c.kinds['info'] for c in clients)}")
    return kinds["refused"] == 0 and all(client.kinds["info"] for client in clients)


def main():
    server = subprocess.Popen([PLYGLOT, "web", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://(\S+?)/", server.stdout.readline())
        return 0 if asyncio.run(load(f"ws://{address[1]}/ws")) else 1
    finally:
        server.terminate()
        server.wait()


sys.exit(main())
