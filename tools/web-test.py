"""The page of `plyglot web`, used in a headless browser as a person would use it.

Games are played by clicks against the program to their end, every control is used once, reloads and
restarts of the server are survived, and nothing is complained of or fetched from elsewhere.
Screenshots are left for people to look at.
Usage: web-test.py PLYGLOT FOLDER [--long] [VARIANT…].
"""

import pathlib
import random
import re
import socket
import subprocess
import sys
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from browser import Browser, check

PLYGLOT = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2]).resolve()
LONG = "--long" in sys.argv
ONLY = [word for word in sys.argv[3:] if word != "--long"]
WEB = pathlib.Path(__file__).resolve().parent.parent / "web"

# Of each kind of board one, in the quick form, and after how many moves of a person he resigns.
QUICK = {"tictactoe": 99, "kalah": 8, "awari": 8, "threemorris": 99, "abalone": 4, "chess": 4, "checkers": 4}
# A person who plays at random might play on for a long time.
MOVES_MAX = 400
BYTES_MAX = 400_000
SEED = 20261124


class Server:
    """`plyglot web` at a port of its own."""

    def __init__(self, port=None):
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self):
        command = [PLYGLOT, "web", "--port", str(self.port)]
        self.run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        line = self.run.stdout.readline()
        if self.address not in line:
            raise SystemExit(f"the server says {line!r}")

    def kill(self):
        self.run.kill()
        self.run.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Page:
    """What a person sees of the page and does to it."""

    def __init__(self, browser, server):
        self.browser, self.server = browser, server
        self.used, self.seen = set(), set()

    def open(self):
        self.browser.get(self.server.address)
        self.ready()

    def ready(self):
        self.browser.wait("return document.querySelector('#facts code') !== null && document.querySelector('#link').textContent === ''")
        # Every control that something was done to.
        self.browser.execute_script("""if (!window.used) { window.used = new Set();
            for (const kind of ["click", "change", "submit"]) addEventListener(kind, event => {
                const of = event.target.closest?.("[id]"); if (of) window.used.add(of.id); }, true); }""")

    def note(self):
        """Takes over which controls there were and which were used, before a page is left."""
        used, seen = self.browser.execute_script("""return [[...window.used ?? []],
            [...document.querySelectorAll("button[id], select[id], input[id], textarea[id]:not([readonly])")].map(one => one.id)]""")
        self.used.update(used)
        self.seen.update(name for name in seen if not re.fullmatch(r"f\d+", name))

    def reload(self):
        self.note()
        self.browser.refresh()
        self.ready()

    def say(self):
        return self.browser.text("#say")

    def position(self):
        return self.browser.text("#facts code")

    def moves(self):
        return self.browser.execute_script("return [...document.querySelectorAll('#moves > button')].map(one => one.textContent)")

    def tab(self, name):
        self.browser.click(f"#tab-{name}")

    def put(self, selector, value):
        """Writes into a field, or chooses."""
        self.browser.execute_script("""const field = document.querySelector(arguments[0]); field.value = arguments[1];
            field.dispatchEvent(new Event("change", { bubbles: true }))""", selector, str(value))

    def variants(self):
        return self.browser.execute_script("return [...document.querySelectorAll('#variant option')].map(one => one.value)")

    def begin(self, variant, side="first", by="depth", much=1):
        self.tab("play")
        self.browser.execute_script("document.querySelector('#new-game').open = true")
        self.put("#variant", variant)
        self.browser.execute_script("document.querySelector(`input[name=side][value=${arguments[0]}]`).click()", side)
        if side != "both":
            self.put("#by", by)
            self.put("#amount", much)
        self.browser.click("#begin")
        title = "return document.querySelector('#variant').value === arguments[0] && document.querySelectorAll('#moves > button').length <= 1"
        self.browser.wait(title, variant)

    def turn(self):
        """Waits until a person is to move, or the game is over; says whether it goes on."""
        self.browser.wait("return document.querySelector('[data-hit].open') !== null || document.querySelector('#say.over') !== null")
        return self.browser.execute_script("return document.querySelector('#say.over') === null")

    def click_move(self, chance):
        """A random legal move, click by click."""
        before = self.position()
        for _ in range(40):
            hits = self.browser.execute_script("return [...document.querySelectorAll('[data-hit].target')].concat(document.querySelector('[data-hit].target') ? [] : [...document.querySelectorAll('[data-hit].open')]).map(one => one.dataset.hit)")
            if not hits:
                break
            self.browser.click(f"[data-hit='{chance.choice(hits)}']")
            offer = self.browser.execute_script("return [...document.querySelectorAll('#choose:not([hidden]) button:not(.plain)')].length")
            if offer:
                chance.choice(self.browser.find_elements(By.CSS_SELECTOR, "#choose button:not(.plain)")).click()
            if not self.browser.execute_script("return document.querySelector('[data-hit].target') !== null"):
                self.browser.wait("return document.querySelector('#facts code').textContent !== arguments[0] || document.querySelector('#say.wrong') !== null", before)
                return
        raise SystemExit(f"no move came of the clicks: {self.say()}")


def play(page, variant, most):
    """A game to its end, or until a person has had enough of it."""
    chance = random.Random(SEED)
    page.begin(variant)
    moves = 0
    while page.turn() and moves < most:
        page.click_move(chance)
        moves += 1
    if page.turn():
        page.browser.click("#resign")
        page.browser.click("#resign")
        page.browser.wait("return document.querySelector('#say.over') !== null")
    end = page.say()
    check(page.browser.complaints(), [], f"{variant}: complaints of the browser")
    print(f"{variant}: {len(page.moves())} moves, {end}", flush=True)


def pictures(page, variant):
    """Light and dark, wide and narrow; nothing sticks out."""
    browser = page.browser
    for scheme, width in [("light", 1280), ("dark", 1280), ("light", 360), ("dark", 360)]:
        browser.prefer(scheme, "reduce")
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                {"width": width, "height": 860, "deviceScaleFactor": 1, "mobile": False})
        wide = browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(wide, 0, f"{variant}: pixels beyond a window of {width}")
        browser.save_screenshot(str(FOLDER / f"{variant}-{scheme}-{width}.png"))
    browser.prefer("light", "reduce")
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 860, "deviceScaleFactor": 1, "mobile": False})


def size():
    total = sum(path.stat().st_size for path in WEB.iterdir())
    if total >= BYTES_MAX:
        raise SystemExit(f"the page has {total} bytes, expected less than {BYTES_MAX}")
    print(f"the page has {total} bytes")


def main():
    begun = time.monotonic()
    size()
    server = Server()
    browser = Browser(1280, 860)
    try:
        browser.prefer("light", "reduce")
        page = Page(browser, server)
        page.open()
        variants = ONLY or (page.variants() if LONG else list(QUICK))
        for variant in variants:
            play(page, variant, MOVES_MAX if LONG or ONLY else QUICK[variant])
            pictures(page, variant)
        if not ONLY:
            everything(page)
    finally:
        browser.quit()
        server.kill()
    print(f"all holds, after {time.monotonic() - begun:.0f} s")


main()
