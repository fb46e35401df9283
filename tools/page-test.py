"""The page of `plyglot inspect --html`, used in a headless browser as a person would use it.

For each game a search is recorded and its page opened; what the page shows is compared with what the
same program answers to `tree`, `d` and `iterations` about the same recording. Screenshots are left for
people to look at. Usage: page-test.py PLYGLOT FOLDER [GAME…], where `lines` is a search of several
lines by two threads and `large` a page of a hundred thousand nodes; without a name all.
"""

import pathlib
import re
import subprocess
import sys

from browser import Browser, check

PLYGLOT = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2]).resolve()
ONLY = sys.argv[3:]

# A game, where its search begins, and how far it goes.
SEARCHES = [
    ("tictactoe", "position tictactoe startpos moves 5 1", "go depth 7"),
    ("kalah", "position kalah startpos", "go depth 8"),
    ("abalone", "position abalone startpos", "go depth 6"),
    ("chess", "position fen r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1",
     "go depth 9"),
    ("checkers", "position checkers fen B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "go depth 7"),
    ("russian", "position russian startpos moves c3-d4", "go depth 6"),
    ("draughts", "position draughts startpos moves 32-28 20-24", "go depth 6"),
    ("morris", "position morris startpos moves d6 f4 d2 b4", "go depth 5"),
    ("morabaraba", "position morabaraba startpos moves d6 f4", "go depth 4"),
    ("sixmorris", "position sixmorris startpos moves c4 d3", "go depth 5"),
    ("threemorris", "position threemorris startpos moves b2 a1", "go depth 5"),
    ("awari", "position awari startpos moves FeDbBd", "go depth 8"),
]
LINES = ("lines", "position startpos moves d2d4 d7d5", "go depth 5", "MultiPV value 3")
# A later line may turn out the better one, by chance where there are two threads; what a line leaves
# out is asked of one thread, in a position where lines keep their order.
THREADS = ("threads", *LINES[1:], "Threads value 2")
LARGE = ("large", "position startpos moves e2e4 e7e5", "go nodes 180000")
LARGE_NODES = 100_000
# `  a2a3 cp 15, depth 7, visits 1942 (39.6 %): all moves searched, best d7d6`
BRANCH = re.compile(r"^  (\S+) (.*), depth (.*), visits (\d+) \((.*)\): (.*)$")


def ask(name, questions):
    """The lines that plyglot answers about a recording."""
    run = subprocess.run([PLYGLOT, "inspect", FOLDER / f"{name}.jsonl.zst", questions], check=True,
                         capture_output=True, text=True)
    return run.stdout.splitlines()


def record(name, position, go, *options):
    """Records a search and writes its page; the address of the page."""
    trace, page = FOLDER / f"{name}.jsonl.zst", FOLDER / f"{name}.html"
    options = [f"setoption name {option}" for option in ("TbEmbedded value false", *options)]
    lines = [*options, position, f"trace {trace}", go]
    subprocess.run([PLYGLOT, "--files", FOLDER], input="\n".join(lines) + "\n", check=True, capture_output=True, text=True)
    subprocess.run([PLYGLOT, "inspect", trace, "--html", page], check=True, capture_output=True)
    return page.as_uri()


def branches(name, path):
    """Name, score, depth, visits, share and reason of each move of a node, the most visited first."""
    lines = [BRANCH.match(line) for line in ask(name, " ".join(["tree", *path]))]
    return [line.groups() for line in lines if line]


def ring(point, points):
    """The name of a point of morris: rings from the inside, each clockwise from the middle of its top."""
    middle, reach = points // 8, point // 8 + 1
    across, up = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][point % 8]
    if point == points - 1 and points % 8 == 1:
        across, up = 0, 0
    return f"{'abcdefg'[middle + across * reach]}{middle + up * reach + 1}"


def pieces(text):
    """Squares and kings of one side in a position of draughts: `21-23,K5`."""
    for item in filter(None, text.split(",")):
        king, item = item.startswith("K"), item.removeprefix("K")
        first, _, last = item.partition("-")
        squares = [str(square) for square in range(int(first), int(last) + 1)] if last else [first]
        yield from ((square, king) for square in squares)


def men(name, position):
    """What stands where in a position string."""
    board = position.split()[0]
    if name == "kalah":
        _, *stones = board.strip("<>").split(",")
        names = ["S", "N"] + [f"{side}{pit}" for side in "sn" for pit in range(1, 7)]
        return {place: word for place, word in zip(names, stones) if word != "0"}
    if name == "awari":
        return {place: word for place, word in zip("ABCDEFabcdefSN", board.split("-")) if word != "0"}
    if name in ("checkers", "russian", "draughts"):
        sides = [field for field in board.split(":")[1:] if field[0] in "WB"]
        return {square: side[0] if king else side[0].lower() for side in sides for square, king in pieces(side[1:])}
    if name.endswith(("morris", "morabaraba")):
        marks = board.replace("/", "")
        return {ring(point, len(marks)): mark for point, mark in enumerate(marks) if mark != "*"}
    found = {}
    for row, text in enumerate(board.split("/")):
        cells = re.sub(r"\d", lambda digit: " " * int(digit[0]), text)
        for column, man in enumerate(cells):
            if name in ("chess", "lines"):
                place = f"{'abcdefgh'[column]}{8 - row}"
            elif name == "tictactoe":
                place = str(3 * row + column + 1)
            else:
                place = f"{'ihgfedcba'[row]}{max(0, 4 - row) + column + 1}"
            if man != " ":
                found[place] = man
    return found


def besides(name, position):
    """What is beside the board, as far as a position string has it: of morris the men in hand."""
    if not name.endswith(("morris", "morabaraba")):
        return None
    _, side, _, action, _, white, _, black, *rest = position.split()
    taking = f" takes {max(rest[:2])}" if action == "r" else ""
    turn = f"turn {'O' if side == 'w' else '@'}{taking}"
    return [turn] + [f"{men} {mark} in hand" for men, mark in ((white, "O"), (black, "@")) if men != "0"]


class Page:
    """What a person sees of a page."""

    def __init__(self, browser, name, address):
        self.browser, self.name, self.address = browser, name, address

    def open(self, place=""):
        self.browser.get("about:blank")
        self.browser.get(self.address + place)

    def rows(self):
        return self.browser.execute_script("""return [...document.querySelectorAll("#children tbody tr")].map(row =>
            [...row.cells].map(cell => cell.innerText.replace(" ★", "").replace(/\\s+/g, " ").trim()))""")

    def board(self):
        pairs = self.browser.execute_script("""return [...document.querySelectorAll("#board [data-place][data-word]")]
            .map(man => [man.dataset.place, man.dataset.word])""")
        return dict(pairs)

    def beside(self):
        return self.browser.execute_script("""return [...document.querySelectorAll("#board [data-word]:not([data-place])")]
            .map(man => man.dataset.word)""")

    def path(self):
        return self.browser.execute_script("return [...document.querySelectorAll('#path a')].slice(1).map(a => a.innerText)")

    def tree(self):
        return self.browser.text("#path a:first-child")

    def chosen(self):
        return self.browser.execute_script("return document.querySelector('tr[aria-selected] a')?.innerText.replace(' ★', '')")

    def check_node(self, path, what):
        """Path, moves with their numbers, and board are those of the recording."""
        what = f"{self.name}, {what}, {' '.join(path) or 'root'}"
        check(self.path(), path, f"{what}: path")
        expected = [[mv, score, depth, f"{int(visits):,}", reason]
                    for mv, score, depth, visits, _, reason in branches(self.name, path)]
        # The page rounds shares by itself; the numbers it rounds are compared.
        rows = [[mv, score, depth, effort.split()[0], why] for mv, score, effort, depth, why in self.rows()]
        check(sorted(rows), sorted(expected)[:len(rows)] if len(expected) > 150 else sorted(expected), f"{what}: moves")
        visits = [int(row[3].replace(",", "")) for row in rows]
        check(visits, sorted(visits, reverse=True), f"{what}: order")
        downs = "".join(f"down {mv}; " for mv in path)
        fen = next(line for line in ask(self.name, f"{downs}d") if line.startswith("Fen: "))
        check(self.board(), men(self.name, fen[5:]), f"{what}: board")
        expected = besides(self.name, fen[5:])
        if expected is not None:
            check(self.beside(), expected, f"{what}: beside the board")


def click(browser, selector):
    """Clicks, and waits until the page shows what the address says: a link changes the address, and the
    browser tells the page of that when it comes to it."""
    browser.click(selector)
    browser.wait("return shown === location.hash")


def walk(page):
    """Down by mouse and keys, back again, and by the search box."""
    browser, name = page.browser, page.name
    page.open()
    page.check_node([], "opened")
    first, second = (branch[0] for branch in branches(name, [])[:2])
    click(browser, "#children tbody tr:first-child td:last-child")
    page.check_node([first], "clicked")
    if not browser.execute_script("return document.querySelector('#board g:not([data-word])[data-place]') !== null"):
        raise SystemExit(f"{name}: what the move changed is not marked")
    reply = branches(name, [first])[0][0]
    browser.press("Right")
    page.check_node([first, reply], "right")
    browser.press("Left")
    browser.press("Left")
    page.check_node([], "left")
    check(page.chosen(), first, f"{name}: the move we came from is chosen")
    browser.press("Down", "Enter")
    page.check_node([second], "down and enter")
    browser.press("Home")
    page.check_node([], "home")
    browser.press("/")
    browser.press(*f"{first} {reply}".upper())
    browser.press("Enter")
    page.check_node([first, reply], "searched")
    browser.press("/")
    browser.press(*f"{first} zz")
    check(browser.text("#found"), f"zz is not recorded after {first}", f"{name}: a wrong move")
    browser.press("Escape")
    page.check_node([first], "a wrong move")
    browser.execute_script("history.back()")


def addresses(page):
    """A link to a node, to another depth, and to nowhere."""
    name = page.name
    first = branches(name, [])[0][0]
    reply = branches(name, [first])[0][0]
    page.open(f"#{first}/{reply}")
    page.check_node([first, reply], "address")
    check(page.browser.execute_script("return location.hash"), f"#{first}/{reply}", f"{name}: the address stays")
    page.open("#@2")
    check(page.tree(), "depth 2", f"{name}: the root of depth 2")
    told = [line for line in ask(name, "iterations") if line.startswith("depth 2 ")]
    score = re.match(r"depth 2 (.*), nodes", told[0])[1]
    check(page.browser.text("#facts dd").split("\n")[0], score, f"{name}: score of depth 2")
    page.browser.press("]")
    check(page.browser.text("#depths [aria-current]"), "3", f"{name}: the next depth")
    page.open("#zz")
    check(page.browser.text("#found"), "zz is not recorded after the root", f"{name}: an address of nothing")


def pictures(page):
    """The flame leads to nodes, columns sort, the evaluator's values stand on the board, nothing sticks out."""
    browser, name = page.browser, page.name
    page.open()
    first = branches(name, [])[0][0]
    check(browser.execute_script("return document.querySelectorAll('#scores .point').length"),
          len([line for line in ask(name, "iterations") if line.startswith("depth ")]), f"{name}: points")
    click(browser, "#flame rect:nth-of-type(2)")
    check(page.path(), [first], f"{name}: the flame's second box")
    page.open()
    headers(page)
    page.open()
    click(browser, "[data-sort=value]")
    best = page.browser.execute_script("return document.querySelector('#children tbody tr').className")
    top = page.rows()[0][1]
    if best != "best" and not top.startswith("at most"):
        raise SystemExit(f"{name}: sorted by score, {top} stands first")
    click(browser, "#evaluation summary")
    click(browser, "#values")
    values = browser.execute_script("return [...document.querySelectorAll('#board .value')].map(text => text.textContent)")
    if len(values) < 2 or not all(re.fullmatch(r"[+−]\d+\.\d\d", value) for value in values):
        raise SystemExit(f"{name}: the evaluator's values are {values}")
    browser.save_screenshot(str(FOLDER / f"{name}-values.png"))
    click(browser, "#values")
    for scheme, width in [("light", 1400), ("dark", 1400), ("light", 420)]:
        browser.prefer(scheme)
        browser.set_window_size(width, 1500)
        wide = browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(wide, 0, f"{name}: pixels beyond a window of {width}")
        browser.save_screenshot(str(FOLDER / f"{name}-{scheme}-{width}.png"))
    browser.prefer("light")
    browser.set_window_size(1400, 1500)


def headers(page):
    """The arrow stands at the column that orders the rows, and points the way they go."""
    browser, name = page.browser, page.name
    arrows = """return [...document.querySelectorAll("th[aria-sort]")].filter(th => th.ariaSort !== "none")
        .map(th => [th.firstElementChild.dataset.sort, th.ariaSort])"""
    keys = "return rows.map(at => nodes[arguments[0]][at])"
    check(browser.execute_script(arrows), [["visits", "descending"]], f"{name}: the arrow of an opened page")
    for column, ways in [("tried", ("ascending", "descending")), ("visits", ("descending", "ascending"))]:
        for way in ways:
            click(browser, f"[data-sort={column}]")
            check(browser.execute_script(arrows), [[column, way]], f"{name}: the arrow of {column}")
            found = browser.execute_script(keys, column)
            check(found, sorted(found, reverse=way == "descending"), f"{name}: rows by {column}, {way}")


def lines(browser):
    """Each of several lines has a tree, and so has each thread."""
    page = Page(browser, "lines", record(*LINES))
    page.open()
    best = [re.match(r"\d\. (.*?): (\S+)", line).groups() for line in ask("lines", "best 3")[1:]]
    expected = [f"line {n}: {move} {score}" for n, (score, move) in enumerate(best, 1)]
    links = "return [...document.querySelectorAll(arguments[0])].map(a => a.innerText)"
    check(browser.execute_script(links, "#lines a"), expected, "lines: the lines of the last depth")
    depths = len(browser.execute_script(links, "#depths a"))
    shown = browser.execute_script(links, "#iterations td:first-child")
    check(len([name for name in shown if name.startswith("line ")]), 2 * depths, "lines: two more lines a depth")
    page.check_node([], "opened")
    browser.save_screenshot(str(FOLDER / "lines.png"))
    for number, press in ((2, lambda: click(browser, "#lines a:nth-child(2)")), (3, lambda: browser.press(")"))):
        press()
        check(page.tree(), f"depth 5, line {number}", "lines: another line")
        starred = browser.execute_script("return document.querySelector('#children tr.best a').innerText.replace(' ★', '')")
        check(starred, best[number - 1][1], f"lines: the best move of line {number}")
        rows = [row[0] for row in page.rows()]
        check([move for _, move in best[:number - 1] if move in rows], [], f"lines: moves of lines before {number}")
    check(browser.execute_script("return location.hash"), "#@5.3", "lines: the address of a line")
    page = Page(browser, "threads", record(*THREADS))
    page.open()
    click(browser, "#threads a:nth-child(2)")
    if not re.fullmatch(r"depth \d+(, line \d)?, thread 1", page.tree()):
        raise SystemExit(f"lines: the tree of the second thread is called {page.tree()}")
    check(len(page.rows()) > 0, True, "lines: moves of the second thread")
    address = browser.execute_script("return location.hash")
    page.open(address)
    check(browser.execute_script("return location.hash"), address, "lines: the address of a thread")
    page.open("#@5.9")
    check(browser.text("#found"), "depth 5, line 9 is not recorded", "lines: an address of nothing")
    check(browser.complaints(), [], "lines: complaints of the browser")
    print("lines: every line and thread has its tree")


def large(browser):
    """A page of a hundred thousand nodes opens and leads to its far ends."""
    page = Page(browser, "chess", record(*LARGE))
    page.open()
    check(browser.execute_script("return count"), LARGE_NODES, "large: nodes on the page")
    path = []
    browser.press("b")
    path = page.path()
    line = ask("large", "best 1")[1].split(": ", 1)[1].split()
    check(path, line, "large: the end of the best line")
    downs = "".join(f"down {mv}; " for mv in path)
    fen = next(line for line in ask("large", f"{downs}d") if line.startswith("Fen: "))
    check(page.board(), men("chess", fen[5:]), "large: the board at the end of the best line")
    spent = browser.execute_script("""const at = performance.getEntriesByType("navigation")[0];
        const begun = performance.now(); show(); const shown = performance.now() - begun;
        return [Math.round(at.loadEventEnd), Math.round(shown)]""")
    size = (FOLDER / "large.html").stat().st_size / 1e6
    print(f"large: {size:.1f} MB, open after {spent[0]} ms, a node shown in {spent[1]} ms")


def main():
    browser = Browser(1400, 1500)
    try:
        for search in SEARCHES:
            if ONLY and search[0] not in ONLY:
                continue
            page = Page(browser, search[0], record(*search))
            walk(page)
            addresses(page)
            pictures(page)
            fetched = browser.execute_script("return performance.getEntriesByType('resource').map(entry => entry.name)")
            check(fetched, [], f"{page.name}: fetched")
            check(browser.complaints(), [], f"{page.name}: complaints of the browser")
            print(f"{page.name}: tree, board, search, addresses and pictures hold")
        if not ONLY or "lines" in ONLY:
            lines(browser)
        if not ONLY or "large" in ONLY:
            large(browser)
    finally:
        browser.quit()


main()
