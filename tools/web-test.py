"""The page of `plyglot web`, used in a headless browser as a person would use it.

Games are played by clicks against the program to their end, every control is used once, reloads and
restarts of the server are survived, and nothing is complained of or fetched from elsewhere.
Screenshots are left for people to look at.
With `--site DIR` the page is one that `plyglot web --export` has written there, served by a plain file server.
Usage: web-test.py PLYGLOT FOLDER [--site DIR] [--long] [VARIANT…].
"""

import pathlib
import random
import re
import shutil
import socket
import subprocess
import sys
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from browser import ANSWER_S, Browser, check

PLYGLOT = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2]).resolve()
LONG = "--long" in sys.argv
WORDS = [word for word in sys.argv[3:] if word != "--long"]
SITE = pathlib.Path(WORDS[WORDS.index("--site") + 1]).resolve() if "--site" in WORDS else None
ONLY = WORDS[2:] if SITE else WORDS
WEB = pathlib.Path(__file__).resolve().parent.parent / "web"

# Of each kind of board one, in the quick form, and after how many moves of a person he resigns.
QUICK = {"tictactoe": 99, "kalah": 8, "awari": 8, "threemorris": 99, "abalone": 4, "chess": 4, "checkers": 4}
# A person who plays at random might play on for a long time.
MOVES_MAX = 400
# The moves of the game, as the page lists them.
MOVES = "[...document.querySelectorAll('#moves > button')].map(one => one.textContent)"
BYTES_MAX = 400_000
SEED = 20261124
# Of ten turns on which a random player may pass, one is passed.
PASSED = 0.1


class Server:
    """`plyglot web` at a port of its own, or a server of files that knows nothing."""

    def __init__(self, port=None):
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self):
        command = [PLYGLOT, "web", "--port", str(self.port)]
        if SITE:
            command = [sys.executable, "-u", "-m", "http.server", str(self.port), "--bind", "127.0.0.1", "--directory", SITE]
        # Of a server of files every line but the first is a file that was fetched, and nobody reads them.
        log = subprocess.DEVNULL if SITE else subprocess.STDOUT
        self.run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
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
        return self.browser.execute_script(f"return {MOVES}")

    def has_moves(self, expected, what):
        """The list of moves is drawn after the position; it is what it should be, or comes to be."""
        print(what, flush=True)
        self.browser.wait(f"return JSON.stringify({MOVES}) === JSON.stringify(arguments[0])", expected)

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
        # What begins a game is folded away when it has begun.
        self.browser.wait("return !document.querySelector('#new-game').open")
        self.drawn()

    def drawn(self):
        """Waits until the page shows what it knows: it draws once a frame."""
        self.browser.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def turn(self):
        """Waits until a person is to move, or the game is over; says whether it goes on."""
        self.browser.wait("return document.querySelector('[data-hit].open, #others button') !== null || document.querySelector('#say.over') !== null")
        return self.browser.execute_script("return document.querySelector('#say.over') === null")

    def click_move(self, chance):
        """A random legal move, click by click."""
        before = self.position()
        for _ in range(40):
            hits = self.browser.execute_script("return [...document.querySelectorAll('[data-hit].target')].concat(document.querySelector('[data-hit].target') ? [] : [...document.querySelectorAll('[data-hit].open')]).map(one => one.dataset.hit)")
            beside = self.browser.find_elements(By.CSS_SELECTOR, "#others button")
            if beside and (not hits or chance.random() < PASSED):
                beside[0].click()
                self.browser.wait("return document.querySelector('#facts code').textContent !== arguments[0]", before)
                return
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

    def resign(self):
        """The button asks once more, and for three seconds: a slow machine is asked again."""
        over = "return document.querySelector('#say.over') !== null"
        until = time.monotonic() + 60
        while not self.browser.execute_script(over):
            if time.monotonic() > until:
                raise SystemExit(f"nobody could resign: {self.say()}")
            self.browser.click("#resign")
            time.sleep(0.05)


def play(page, variant, most):
    """A game to its end, or until a person has had enough of it."""
    chance = random.Random(SEED)
    page.begin(variant)
    moves = 0
    while page.turn() and moves < most:
        page.click_move(chance)
        moves += 1
    if page.turn():
        page.resign()
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


def settle(page):
    """Until nothing is thought about."""
    page.browser.wait("return document.querySelector('.think') === null")


def analysis(page):
    """Lines, arrows, gauge; hovering shows a board and leaves it, a click plays a line."""
    browser = page.browser
    page.begin("chess", "both")
    page.tab("analyse")
    browser.execute_script("""window.first = null; const begun = performance.now();
        document.querySelector("#analyse").addEventListener("click", () => { window.clicked = performance.now(); });
        new MutationObserver((_, self) => { if (document.querySelector("#pvs .line")) {
            window.first = performance.now() - window.clicked; self.disconnect(); } })
            .observe(document.querySelector("#pvs"), { childList: true })""")
    browser.click("#analyse")
    browser.wait("return window.first !== null")
    print(f"first line after {browser.execute_script('return window.first'):.0f} ms")
    for lines in ("1", "5"):
        page.put("#lines", lines)
        browser.wait("return document.querySelectorAll('#pvs .line').length === Number(arguments[0])", lines)
        browser.wait("return document.querySelectorAll('.arrow').length === Number(arguments[0])", lines)
    browser.click("#arrows")
    browser.wait("return document.querySelectorAll('.arrow').length === 0")
    browser.click("#arrows")
    browser.wait("return document.querySelector('#gauge').classList.contains('known')")
    browser.click("#analyse")
    browser.wait("return document.querySelector('#analyse').textContent === 'Analyse'")
    # What was found last is drawn in the next frame.
    page.drawn()
    board = "return document.querySelector('#board .base').innerHTML"
    before = browser.execute_script(board)
    selector = "#pvs .line:last-child .pv button:nth-child(3)"
    third = browser.find_element(By.CSS_SELECTOR, selector)
    ActionChains(browser, duration=0).move_to_element(third).perform()
    browser.wait("return document.querySelector('#board.preview') !== null")
    if browser.execute_script(board) == before:
        raise SystemExit("hovering over a line shows the board as it was")
    ActionChains(browser, duration=0).move_to_element(browser.find_element(By.ID, "say")).perform()
    browser.wait("return document.querySelector('#board.preview') === null")
    check(browser.execute_script(board), before, "the board after hovering")
    browser.click(selector)
    browser.wait("return document.querySelectorAll('#moves > button').length === 3")
    print("analysis: lines, arrows, gauge and hovering hold")


def moves_and_files(page):
    """Keys go through the game; a variation, a comment and a mark go out with the record and come back."""
    browser = page.browser
    browser.click("#first")
    browser.click("#forth")
    browser.click("#back")
    browser.click("#last")
    browser.execute_script("document.activeElement.blur()")
    browser.press("Home", "Right")
    browser.wait("return document.querySelector('#moves [aria-current]') === document.querySelector('#moves > button')")
    # Another move in the place of the second, by keys on the board.
    browser.wait("return document.querySelector('[data-hit].open') !== null")
    page.click_move(random.Random(SEED))
    browser.wait("return document.querySelector('#moves .var button[aria-current]') !== null")
    browser.execute_script("document.querySelector('#note details').open = true")
    page.put("#comment", "Not in the books.")
    page.put("#nag", "5")
    browser.wait("return document.querySelector('#moves .var').textContent.includes('!?')")
    browser.click("#promote")
    browser.wait("return document.querySelector('#moves > button[aria-current]') !== null")
    shown = browser.text("#moves")
    page.tab("files")
    browser.wait("return document.querySelector('#record-text').value.replace(/\\s+/g, ' ').includes('Not in the books.')")
    # The form of this program has the moves alone.
    page.put("#record-form", "text")
    browser.wait("return document.querySelector('#record-text').value.includes('plyglot game')")
    page.put("#record-form", "own")
    browser.wait("return document.querySelector('#record-text').value.includes('[Event')")
    record = browser.execute_script("return document.querySelector('#record-text').value")
    browser.click("#record-copy")
    browser.click("#record-save")
    page.begin("chess", "both")
    page.tab("files")
    browser.execute_script("document.querySelector('#load-text').value = arguments[0]", record)
    browser.execute_script("document.querySelector('#load-text').dispatchEvent(new Event('change', { bubbles: true }))")
    browser.click("#load")
    browser.wait("return document.querySelector('#moves .var') !== null")
    check(browser.text("#moves"), shown, "moves that went out and came back")
    path = FOLDER / "game.pgn"
    path.write_text(record)
    page.begin("chess", "both")
    page.tab("files")
    browser.find_element(By.ID, "load-file").send_keys(str(path.resolve()))
    browser.wait("return document.querySelector('#moves .var') !== null")
    browser.execute_script("document.querySelector('#note details').open = true")
    browser.click("#last")
    browser.wait("return document.querySelector('#last').disabled")
    browser.click("#remove")
    print("records go out and come back with variations, comments and marks")


def review(page):
    """The whole game is looked at: a graph, accuracy, and marks for what was bad."""
    browser = page.browser
    page.begin("chess", "both")
    page.tab("files")
    fool = "1. f3 e5 2. g4 Qh4# 0-1"
    browser.execute_script("document.querySelector('#load-text').value = arguments[0]", fool)
    browser.click("#load")
    browser.wait("return document.querySelectorAll('#moves > button').length === 4")
    page.tab("review")
    page.put("#review-ms", "60")
    browser.click("#review")
    browser.wait("return document.querySelectorAll('#review-graph .dot').length === 5 && document.querySelector('#review').textContent.startsWith('Look')")
    browser.wait("return document.querySelector('#moves').textContent.includes('g4??')")
    if "%" not in browser.text("#accuracy"):
        raise SystemExit("no accuracy is told")
    browser.save_screenshot(str(FOLDER / "review.png"))
    # What was found stays with the game: in its record, and when the page comes back.
    page.tab("files")
    browser.wait("return document.querySelector('#record-text').value.includes('[%eval #-')")
    page.reload()
    page.tab("review")
    browser.wait("return document.querySelectorAll('#review-graph .dot').length === 5")
    print("review: graph, accuracy and marks hold")


def set_up(page):
    """Men by mouse, a position as text, and what is wrong with one."""
    browser = page.browser
    page.begin("chess", "both")
    page.tab("setup")
    browser.click("#clear")
    for man, place in (("K", "e1"), ("k", "e8"), ("R", "a1"), ("", "h5")):
        browser.click(f"#palette [data-man='{man}']")
        browser.click(f"[data-name={place}]")
    browser.click("#use")
    browser.wait("return document.querySelector('#facts code').textContent.startsWith('4k3/8/8/8/8/8/8/R3K3 w')")
    browser.click("#clear")
    browser.click("#use")
    browser.wait("return document.querySelector('#say.wrong') !== null")
    browser.click("#reset")
    browser.click("#start")
    browser.wait("return document.querySelector('#facts code').textContent.startsWith('rnbqkbnr/')")
    page.put("#position", "8/P7/6k1/8/8/8/8/K7 w - - 0 1")
    browser.click("#set-text")
    browser.wait("return document.querySelector('#facts code').textContent.startsWith('8/P7')")
    page.tab("play")
    browser.click("[data-name=a7]")
    browser.click("[data-name=a8]")
    browser.wait("return document.querySelectorAll('#choose:not([hidden]) button:not(.plain)').length === 4")
    next(one for one in browser.find_elements(By.CSS_SELECTOR, "#choose button") if "N" in one.text).click()
    browser.wait("return document.querySelector('#facts code').textContent.startsWith('N7')")
    page.has_moves(["a8=N"], "what the pawn became")
    page.tab("setup")
    page.put("#position", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
    browser.click("#set-text")
    browser.wait("return document.querySelector('#facts code').textContent.startsWith('8/8/8/8/8/2k5')")
    print("set-up: by mouse and by text")


def tables(page):
    """What tables know of the position that was set up, on the board and in the list."""
    browser = page.browser
    page.tab("tables")
    browser.wait("return document.querySelectorAll('#table-moves tbody tr').length > 3")
    browser.wait("return document.querySelector('.tint.win') !== null && document.querySelector('.tint.draw') !== null")
    browser.save_screenshot(str(FOLDER / "tables.png"))
    browser.click("#perfect")
    browser.wait("return document.querySelectorAll('#moves > button').length > 20")
    browser.click("#along")
    browser.wait("return document.querySelectorAll('#remoteness .dot').length > 20")
    browser.click("#longest")
    browser.wait("return document.querySelector('#moves').textContent.startsWith('No move')")
    print("tables: verdicts, perfect line, the way to the end, the longest win")


def theatre(page):
    """The tree of a search, a board inside, and why a move was not chosen."""
    browser = page.browser
    page.begin("chess", "both")
    page.tab("theatre")
    page.put("#theatre-by", "depth")
    page.put("#theatre-amount", "4")
    browser.click("#theatre")
    browser.wait("return document.querySelectorAll('#flame rect').length > 20 && document.querySelector('#theatre').textContent.startsWith('Watch')")
    titles = browser.execute_script("return [...document.querySelectorAll('#flame title')].map(one => one.textContent.split(':')[0])")
    check([title for title in titles if re.search(r"\b[a-h][1-8][a-h][1-8]\b", title)], [], "moves of chess that are not written as records do")
    # A move of the node that is too small for the picture has its board as well.
    browser.click("#flame rect")
    browser.wait("return document.querySelectorAll('#theatre-node button.plain').length > 9")
    moves = "#theatre-node button.plain"
    move = browser.execute_script("return [...document.querySelectorAll(arguments[0])].at(-1).innerText", moves).split()[0]
    browser.click(moves, -1)
    browser.wait("return document.querySelector('#theatre-path').textContent === arguments[0] && document.querySelector('#board.preview') !== null", move)
    page.begin("kalah", "both")
    page.tab("theatre")
    page.put("#theatre-amount", "6")
    browser.click("#theatre")
    browser.wait("return document.querySelectorAll('#flame rect').length > 5 && document.querySelector('#theatre').textContent.startsWith('Watch')")
    browser.click("#flame rect", 2)
    browser.wait("return document.querySelector('#board.preview') !== null && document.querySelectorAll('#theatre-node li').length > 1")
    page.put("#whynot", "2")
    browser.click("#ask-whynot")
    browser.wait("return document.querySelectorAll('#whynot-answer li').length > 1")
    browser.save_screenshot(str(FOLDER / "theatre.png"))
    # Another game of the same kind knows nothing of that search.
    page.begin("kalah", "both")
    page.tab("theatre")
    page.put("#whynot", "2")
    browser.click("#ask-whynot")
    browser.wait("return document.querySelector('#whynot-answer').textContent.startsWith('There is no recorded search')")
    print("theatre: tree, board inside, and why not")


def traces(page):
    """Recorded searches that the program wrote are opened, each while another game is on the board, and asked about;
    what is saved the program reads."""
    browser = page.browser
    folder = FOLDER / "traces"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
    mcts, f2, cut = (folder / name for name in ("mcts.jsonl", "f2.jsonl.zst", "cut.jsonl"))
    lines = ["position checkers startpos moves 11-15 22-18", "setoption name Checkers.Mind value mcts", f"trace {mcts.name}", "go nodes 300",
             "position kalah startpos moves 3 5", "setoption name Kalah.Mind value f2", f"trace {f2.name}", "go depth 5", ""]
    subprocess.run([PLYGLOT], input="\n".join(lines), cwd=folder, check=True, text=True, stdout=subprocess.DEVNULL)
    cut.write_text("".join(mcts.read_text().splitlines(keepends=True)[:9]))

    def open_file(path):
        page.tab("files")
        browser.find_element(By.ID, "load-file").send_keys(str(path))

    def inspect(path):
        return subprocess.run([PLYGLOT, "inspect", path, "iterations; why; tree"], check=True, capture_output=True, text=True).stdout

    def save():
        path = folder / "kalah.jsonl.zst"
        path.unlink(missing_ok=True)
        browser.click("#theatre-save")
        WebDriverWait(browser, ANSWER_S, 0.01).until(lambda _: path.exists(), path.name)
        return inspect(path)

    for player, path, moves in (("mcts", mcts, ["11-15", "22-18"]), ("f2", f2, ["3", "5"])):
        open_file(path)
        browser.wait("return document.querySelector('#theatre-figures').textContent.startsWith(`A search by ${arguments[0]}, from a file. Iteration`)", player)
        browser.wait("return document.querySelector('#tab-theatre').ariaSelected === 'true' && document.querySelectorAll('#flame rect').length > 5")
        page.has_moves(moves, f"the moves before a search by {player}")
        browser.click("#flame rect", 1)
        browser.wait("return document.querySelector('#board.preview') !== null && document.querySelectorAll('#theatre-node li').length > 1")
        page.put("#whynot", browser.execute_script("return [...document.querySelectorAll('#whynot option')].at(-1).value"))
        browser.click("#ask-whynot")
        browser.wait("return document.querySelectorAll('#whynot-answer li').length > 0")
        if browser.text("#whynot-answer").startswith("There is no recorded search"):
            raise SystemExit(f"{path.name}: nothing is known of why a move was not played")
    # What is damaged changes nothing.
    open_file(cut)
    browser.wait("return document.querySelector('#say.wrong')?.textContent.startsWith('cut.jsonl: line 9: found 8 visits, expected ')")
    page.has_moves(["3", "5"], "the game after a file that was refused")
    page.tab("theatre")
    program = inspect(f2)
    check(save(), program, "a search that was opened, and saved after a file that was refused")
    # The next search takes its place.
    page.put("#theatre-by", "depth")
    page.put("#theatre-amount", "3")
    browser.click("#theatre")
    browser.wait("return document.querySelector('#theatre-figures').textContent.startsWith('Iteration 3') && document.querySelector('#theatre').textContent.startsWith('Watch')")
    own = save()
    if not own.startswith("depth 1 ") or own == program:
        raise SystemExit(f"the program says of a search of the page: {own}")
    print("recorded searches are opened and saved")


def learn(page):
    """What the player of 1990 saw, and one that learns."""
    browser = page.browser
    page.tab("learn")
    page.put("#account-player", "f2")
    browser.wait("return document.querySelectorAll('#account-terms span').length > 6 && document.querySelectorAll('#board .value').length >= 12")
    browser.save_screenshot(str(FOLDER / "learn.png"))
    page.put("#account-grid", "")
    browser.wait("return document.querySelectorAll('#board .value').length === 0")
    page.begin("tictactoe", "both")
    page.tab("learn")
    page.put("#learn-games", "100")
    browser.click("#learn")
    browser.wait("return document.querySelectorAll('#learn-curve .dot').length > 1 && document.querySelector('#knowledge').textContent.length > 100")
    print("learn: accounts on the board, a curve and a table")


def watch(page):
    """The program against itself; where no match is played the page says so."""
    browser = page.browser
    page.begin("tictactoe", "both")
    page.tab("watch")
    browser.click("#watch")
    browser.wait("return document.querySelector('#watch-told').textContent.startsWith('No match')")
    browser.click("#watch-here")
    browser.wait("return document.querySelector('#say.over') !== null")
    # Who sits there keeps what it was told: whatever else the processor has to do, nine plies are the whole game.
    page.begin("tictactoe", "first", "depth", 9)
    page.tab("watch")
    browser.click("#watch-here")
    browser.wait("return document.querySelector('#say.over') !== null")
    browser.wait(f"return {MOVES}.length === 9")
    page.begin("kalah", "none", "movetime", 0.2)
    page.put("#player-first", "chains")
    page.put("#player-second", "f2")
    browser.wait("return document.querySelectorAll('#moves > button').length > 3")
    page.tab("play")
    for button in ("pause", "go-on", "pause"):
        browser.wait("return !document.querySelector(arguments[0]).disabled", f"#{button}")
        browser.click(f"#{button}")
    print("watch: the program plays both sides")


def game_controls(page):
    """Hint, take back, draw, resign, flip, clocks, options, themes, copying, what makes no move, keys, dragging."""
    browser = page.browser
    page.tab("play")
    page.put("#player-program", "alphabeta")
    page.put("#clock", "60000,0")
    page.begin("checkers")
    browser.wait("return document.querySelectorAll('.strip time').length === 2")
    page.put("#clock", "")
    page.begin("checkers")
    browser.click("[data-name='12']")
    browser.click("[data-name='1']")
    browser.wait("return document.querySelector('#say.wrong') !== null")
    before = page.position()
    men = [browser.find_element(By.CSS_SELECTOR, f"[data-name='{name}']") for name in ("11", "15")]
    ActionChains(browser, duration=30).click_and_hold(men[0]).move_to_element(men[1]).release().perform()
    browser.wait("return document.querySelectorAll('#moves > button').length === 2")
    settle(page)
    browser.click("#undo")
    browser.wait("return document.querySelector('#facts code').textContent === arguments[0]", before)
    browser.click("#hint")
    browser.wait("return document.querySelector('#say').textContent.includes('would play') && document.querySelector('.arrow') !== null")
    browser.click("#flip")
    browser.click("#flip")
    moves = page.moves()
    browser.execute_script("document.querySelector('#tuning').open = true")
    page.put("[data-option=Hash]", "24")
    # The options may be drawn anew for the answer at any time: what has the focus gets the key.
    browser.execute_script("document.querySelector('[data-option=Hash]').focus()")
    browser.press("Enter")
    check(page.moves(), moves, "the game after Enter in an option")
    browser.click("#draw")
    browser.wait("return document.querySelector('#say.wrong') !== null")
    browser.execute_script("document.querySelector(\"[data-name='9']\").focus()")
    browser.press("Enter", "Left", "Down")
    browser.press("Escape")
    for _ in range(3):
        browser.click("#theme")
    browser.click("#copy")
    page.resign()
    browser.click("#title")
    browser.execute_script("document.querySelector('#rules').open = document.querySelector('#tuning').open = true")
    page.put("#tuning [data-option=Hash]", "32")
    browser.wait("return document.querySelector('#link').textContent === ''")
    print("controls of a game hold")


def ways_to_point(page):
    """A stone falls from above, captures go jump by jump, and who plays second sits at that end."""
    browser = page.browser
    page.begin("connect4", "both")
    browser.click("[data-name=d6]")
    browser.wait("return document.querySelectorAll('#moves > button').length === 1")
    check(page.position().split()[0].split("/")[-1], "3x3", "where the stone fell")
    page.begin("russian", "both")
    page.tab("setup")
    page.put("#position", "W:Wc5,a1:Bd6,f6,b4,f4")
    browser.click("#set-text")
    browser.wait("return document.querySelector('#facts code').textContent.includes('c5')")
    page.tab("play")
    for name in ("c5", "e7"):
        browser.click(f"[data-name={name}]")
    browser.wait("return document.querySelectorAll('#moves > button').length === 1")
    flipped = "return document.querySelector('#gauge').classList.contains('flipped')"
    page.begin("oware", "second", "depth", 1)
    check(browser.execute_script(flipped), True, "the board of who plays second")
    page.begin("oware", "first", "depth", 1)
    check(browser.execute_script(flipped), False, "the board of who plays first")
    settle(page)
    print("places on the way can be pointed at")


def reloads(page):
    """A reload in the middle of a search loses nothing, neither in a game nor in analysis."""
    browser = page.browser
    page.begin("chess", "first", "movetime", 60)  # it ends when it is told to
    browser.click("[data-name=e2]")
    browser.click("[data-name=e4]")
    browser.wait("return document.querySelector('.think') !== null")
    page.reload()
    browser.wait("return document.querySelector('.think') !== null")
    browser.click(".think")
    browser.wait("return document.querySelectorAll('#moves > button').length === 2")
    page.tab("analyse")
    browser.click("#analyse")
    browser.wait("return document.querySelectorAll('#pvs .line').length === 5")
    page.reload()
    browser.wait("return document.querySelectorAll('#pvs .line').length === 5 && document.querySelectorAll('#moves > button').length === 2")
    print("reloads lose nothing")


def not_yet_seen(page):
    """While the program thinks a position is shown that the page has not seen since it was loaded."""
    browser = page.browser
    page.begin("chess", "first", "movetime", 60)
    browser.click("[data-name=e2]")
    browser.click("[data-name=e4]")
    browser.wait("return document.querySelector('.think') !== null")
    page.reload()
    browser.wait("return document.querySelector('.think') !== null")
    browser.click("#first")
    browser.wait("return document.querySelector('#facts code').textContent.startsWith('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w')")
    browser.click("#last")
    browser.wait("return document.querySelector('.think') !== null")
    browser.click(".think")
    browser.wait("return document.querySelectorAll('#moves > button').length === 2")
    print("positions are shown while the program thinks")


def new_room(page):
    """A server that comes back knows nothing; a game at its start goes on all the same."""
    browser = page.browser
    page.begin("tictactoe", "both")
    page.server.kill()
    browser.wait("return document.querySelector('#link').textContent.includes('gone')")
    page.server.start()
    browser.wait("return document.querySelector('#link').textContent === '' && document.querySelector('[data-hit].open') !== null")
    browser.click("[data-name='5']")
    browser.wait("return document.querySelectorAll('#moves > button').length === 1")
    page.tab("analyse")
    browser.click("#analyse")
    browser.wait("return document.querySelectorAll('#pvs .line').length > 0")
    page.server.kill()
    browser.wait("return document.querySelector('#link').textContent.includes('gone')")
    page.server.start()
    browser.wait("return document.querySelector('#link').textContent === '' && document.querySelectorAll('#pvs .line').length > 0")
    browser.click("#analyse")
    check([text for text in browser.complaints() if "WebSocket connection" not in text], [], "complaints of the browser")
    print("a new room takes the game over")


def two_tabs(page):
    """Two pages at once have each its game and its search; a copy of a page takes a room of its own."""
    browser = page.browser
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    other = Page(browser, page.server)
    other.open()
    other.begin("morris", "both")
    other.tab("analyse")
    browser.click("#analyse")
    browser.wait("return document.querySelectorAll('#pvs .line').length > 0")
    browser.switch_to.window(first)
    browser.wait(f"return {MOVES}[0] === 'e4'")
    nodes = "return document.querySelector('#figures').textContent"
    before = browser.execute_script(nodes)
    browser.wait("return document.querySelector('#figures').textContent !== arguments[0]", before)
    browser.click("#analyse")
    browser.switch_to.window(browser.window_handles[-1])
    check(browser.complaints(), [], "complaints of the second tab")
    browser.close()
    browser.switch_to.window(first)
    moves = page.moves()
    # What one page opens has a copy of what it keeps, its session among it.
    browser.execute_script("window.open(location.href)")
    browser.switch_to.window(browser.window_handles[-1])
    browser.wait("return document.querySelectorAll('#moves > button').length === arguments[0]", len(moves))
    copy = "return JSON.parse(Object.values(sessionStorage)[0]).session"
    session = browser.execute_script(copy)
    browser.switch_to.window(first)
    browser.wait("return document.querySelector('#link').textContent === '' && JSON.parse(Object.values(sessionStorage)[0]).session !== arguments[0]", session)
    page.has_moves(moves, "the game of a page that was copied")
    browser.switch_to.window(browser.window_handles[-1])
    check(browser.execute_script(copy), session, "the session of the copy")
    browser.close()
    browser.switch_to.window(first)
    print("two tabs at once")


def restart(page):
    """The server is killed and comes back: the page says so and goes on with its game."""
    browser, moves = page.browser, page.moves()
    check(browser.complaints(), [], "complaints of the browser")
    page.server.kill()
    browser.wait("return document.querySelector('#link').textContent.includes('gone')")
    page.server.start()
    browser.wait("return document.querySelector('#link').textContent === ''")
    page.has_moves(moves, "the game after a restart")
    browser.wait("return document.querySelector('[data-hit].open') !== null")
    browser.click("[data-name=g1]")
    browser.click("[data-name=f3]")
    browser.wait("return document.querySelectorAll('#moves > button').length > arguments[0]", len(moves))
    # That there was nobody to answer is what the browser may complain of.
    check([text for text in browser.complaints() if "WebSocket connection" not in text], [], "complaints of the browser")
    print("a restart of the server is survived")


def running_match(page):
    """A match that `plyglot match --web` plays is followed to its end: boards, clocks, standing."""
    browser = page.browser
    port = free_port()
    command = [PLYGLOT, "--game", "kalah", "match", "-p", "mind=alphabeta", "-p", "mind=f2", "-n", "200",
               "--movetime", "40", "--random-plies", "2", "--seed", "1", "--web", str(port)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        browser.get(next(found[0] for line in run.stdout if (found := re.search(r"http://\S+", line))))
        browser.wait("return document.querySelectorAll('#watch-boards svg').length > 0")
        browser.save_screenshot(str(FOLDER / "match.png"))
        page.tab("analyse")
        browser.click("#analyse")
        browser.wait("return document.querySelector('#say.wrong')?.textContent.includes('need the machine')")
        # What is refused is not asked for again; the button says so when the page is drawn next.
        browser.wait("return document.querySelector('#analyse').getAttribute('aria-pressed') === 'false'")
        page.tab("watch")
        browser.wait("return document.querySelectorAll('#ended li').length > 0 && document.querySelectorAll('#standing li').length > 0")
    finally:
        run.kill()
        run.wait()
    page.open()
    print("a match is followed")


def accessible(page):
    """Nothing serious is found by axe on any panel, in light and in dark."""
    script = FOLDER / "package" / "axe.min.js"
    if not script.exists():
        print("accessibility was not checked: no axe-core")
        return
    browser = page.browser
    for scheme in ("light", "dark"):
        browser.prefer(scheme, "reduce")
        for tab in browser.execute_script("return [...document.querySelectorAll('[role=tab]')].map(tab => tab.id.slice(4))"):
            page.tab(tab)
            browser.execute_script(script.read_text() + "; window.axe = window.axe ?? axe;")
            found = browser.execute_async_script("""const done = arguments[arguments.length - 1];
                axe.run().then(({ violations }) => done(violations.filter(({ impact }) => impact === "serious" || impact === "critical")
                    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(" ")).slice(0, 6).join(", ")}`)))""")
            check(found, [], f"{tab}, {scheme}: what axe finds")
    browser.prefer("light", "reduce")
    print("accessibility: nothing serious on any panel")


def each_game(page):
    """The first variant of each game: three moves, three lines, a search recorded and looked at inside, and why not."""
    browser = page.browser
    for variant in browser.execute_script("return [...document.querySelectorAll('#variant optgroup')].map(one => one.firstChild.value)"):
        chance = random.Random(SEED)
        page.begin(variant, "both")
        for _ in range(3):
            page.turn()
            page.click_move(chance)
        page.tab("analyse")
        page.put("#lines", "3")
        browser.click("#analyse")
        browser.wait("return document.querySelectorAll('#pvs .line').length === 3")
        browser.click("#analyse")
        browser.wait("return document.querySelector('#analyse').textContent === 'Analyse'")
        page.tab("theatre")
        page.put("#theatre-by", "depth")
        page.put("#theatre-amount", "4")
        # The tree of the game before stays until there is another.
        browser.execute_script("document.querySelector('#flame').replaceChildren()")
        browser.click("#theatre")
        browser.wait("return document.querySelectorAll('#flame rect').length > 1 && document.querySelector('#theatre').textContent.startsWith('Watch')")
        # From the root along the moves that the search liked best, each with its board.
        browser.click("#flame rect")
        browser.wait("return document.querySelectorAll('#theatre-node button.plain').length > 1")
        plies = 0
        while plies < 2 and browser.execute_script("return document.querySelector('#theatre-node button.plain') !== null"):
            path = browser.text("#theatre-path")
            browser.click("#theatre-node button.plain")
            browser.wait("return document.querySelector('#theatre-path').innerText !== arguments[0] && document.querySelector('#board.preview') !== null", path)
            plies += 1
        page.put("#whynot", browser.execute_script("return [...document.querySelectorAll('#whynot option')].at(-1).value"))
        browser.click("#ask-whynot")
        browser.wait("return document.querySelectorAll('#whynot-answer li').length > 0")
        answer = browser.text("#whynot-answer")
        if answer.startswith("There is no recorded search"):
            raise SystemExit(f"{variant}: {answer}")
        check(browser.complaints(), [], f"{variant}: complaints of the browser")
        print(f"{variant}: lines, a recorded search and why not: {answer.splitlines()[0]}", flush=True)


def everything(page):
    """Each part of the page, and at the end that every control was used."""
    parts = (game_controls, analysis, moves_and_files, review, set_up, tables, theatre, traces, learn, watch, running_match, accessible,
             ways_to_point, new_room, not_yet_seen, reloads, two_tabs, restart)
    # A page without a server follows no match, and loses none; what plays there is another build of every game.
    of_servers = (running_match, new_room, two_tabs, restart)
    for part in [part for part in parts if part not in of_servers] + [each_game] if SITE else parts:
        begun = time.monotonic()
        part(page)
        page.note()
        print(f"  {time.monotonic() - begun:.1f} s", flush=True)
        if part not in (restart, new_room):
            check(page.browser.complaints(), [], f"{part.__name__}: complaints of the browser")
    fetched = page.browser.execute_script("return performance.getEntriesByType('resource').map(entry => entry.name)")
    check([name for name in fetched if not name.startswith((page.server.address, "data:"))], [], "fetched from elsewhere")
    check(sorted(page.seen - page.used), [], "controls that nobody used")


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
    except BaseException:
        browser.save_screenshot(str(FOLDER / "failure.png"))
        print(browser.complaints())
        raise
    finally:
        browser.quit()
        server.kill()
    print(f"all holds, after {time.monotonic() - begun:.0f} s")


main()
