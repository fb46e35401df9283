"""The page of `plyglot inspect --html`, used in a headless browser as a person would use it.

For each game a search is recorded and its page opened; what the page shows is compared with what the
same program answers to `tree`, `d` and `iterations` about the same recording. Screenshots are left for
people to look at. Usage: page-test.py PLYGLOT FOLDER [GAME…], where `letters` is a game without a
picture and `large` a page of a hundred thousand nodes; without a name all.
"""

import pathlib
import re
import subprocess
import sys

from webdriver import Browser

PLYGLOT = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(sys.argv[2]).resolve()
ONLY = sys.argv[3:]

# A game, where its search begins, how far it goes, and whether its judge gives values by place.
SEARCHES = [
    ("tictactoe", "position tictactoe startpos moves 5 1", "go depth 7"),
    ("kalah", "position kalah startpos", "go depth 8"),
    ("abalone", "position abalone startpos", "go depth 6"),
    ("chess", "position fen r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1",
     "go depth 9"),
]
# A game that draws no board of its own is drawn letter by letter.
LETTERS = ("letters", "position awari startpos", "go depth 6")
LARGE = ("large", "position startpos moves e2e4 e7e5", "go nodes 180000")
LARGE_NODES = 100_000
# `  a2a3 cp 15, depth 7, visits 1942 (39.6 %): all moves searched, best d7d6`
BRANCH = re.compile(r"^  (\S+) (.*), depth (.*), visits (\d+) \((.*)\): (.*)$")


def check(found, expected, what):
    if found != expected:
        raise SystemExit(f"{what}: found {found!r}, expected {expected!r}")


def ask(name, questions):
    """The lines that plyglot answers about a recording."""
    run = subprocess.run([PLYGLOT, "inspect", FOLDER / f"{name}.jsonl.zst", questions], check=True,
                         capture_output=True, text=True)
    return run.stdout.splitlines()


def record(name, position, go):
    """Records a search and writes its page; the address of the page."""
    trace, page = FOLDER / f"{name}.jsonl.zst", FOLDER / f"{name}.html"
    lines = ["setoption name TbEmbedded value false", position, f"trace {trace}", go]
    subprocess.run([PLYGLOT], input="\n".join(lines) + "\n", check=True, capture_output=True, text=True)
    subprocess.run([PLYGLOT, "inspect", trace, "--html", page], check=True, capture_output=True)
    return page.as_uri()


def branches(name, path):
    """Name, score, depth, visits, share and reason of each move of a node, the most visited first."""
    lines = [BRANCH.match(line) for line in ask(name, " ".join(["tree", *path]))]
    return [line.groups() for line in lines if line]


def men(name, position):
    """What stands where in a position string."""
    board = position.split()[0]
    if name == "kalah":
        _, *stones = board.strip("<>").split(",")
        names = ["S", "N"] + [f"{side}{pit}" for side in "sn" for pit in range(1, 7)]
        return {place: word for place, word in zip(names, stones) if word != "0"}
    found = {}
    for row, text in enumerate(board.split("/")):
        cells = re.sub(r"\d", lambda digit: " " * int(digit[0]), text)
        for column, man in enumerate(cells):
            if name == "chess":
                place = f"{'abcdefgh'[column]}{8 - row}"
            elif name == "tictactoe":
                place = str(3 * row + column + 1)
            else:
                place = f"{'ihgfedcba'[row]}{max(0, 4 - row) + column + 1}"
            if man != " ":
                found[place] = man
    return found


class Page:
    """What a person sees of a page."""

    def __init__(self, browser, name, address):
        self.browser, self.name, self.address = browser, name, address

    def open(self, place=""):
        self.browser.open("about:blank")
        self.browser.open(self.address + place)

    def rows(self):
        return self.browser.run("""return [...document.querySelectorAll("#children tbody tr")].map(row =>
            [...row.cells].map(cell => cell.innerText.replace(" ★", "").replace(/\\s+/g, " ").trim()))""")

    def board(self):
        pairs = self.browser.run("""return [...document.querySelectorAll("#board [data-place][data-word]")]
            .map(man => [man.dataset.place, man.dataset.word])""")
        return dict(pairs)

    def path(self):
        return self.browser.text("#path").split()[2:]

    def chosen(self):
        return self.browser.run("return document.querySelector('tr[aria-selected] a')?.innerText.replace(' ★', '')")

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


def walk(page):
    """Down by mouse and keys, back again, and by the search box."""
    browser, name = page.browser, page.name
    page.open()
    page.check_node([], "opened")
    first, second = (branch[0] for branch in branches(name, [])[:2])
    browser.click("#children tbody tr:first-child td:last-child")
    page.check_node([first], "clicked")
    if not browser.run("return document.querySelector('#board g:not([data-word])[data-place]') !== null"):
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
    browser.run("history.back()")


def addresses(page):
    """A link to a node, to another depth, and to nowhere."""
    name = page.name
    first = branches(name, [])[0][0]
    reply = branches(name, [first])[0][0]
    page.open(f"#{first}/{reply}")
    page.check_node([first, reply], "address")
    check(page.browser.run("return location.hash"), f"#{first}/{reply}", f"{name}: the address stays")
    page.open("#@2")
    check(page.browser.text("#path"), "depth 2", f"{name}: the root of depth 2")
    told = [line for line in ask(name, "iterations") if line.startswith("depth 2 ")]
    score = re.match(r"depth 2 (.*), nodes", told[0])[1]
    check(page.browser.text("#facts dd").split("\n")[0], score, f"{name}: score of depth 2")
    page.browser.press("]")
    check(page.browser.text("#depths [aria-current]"), "3", f"{name}: the next depth")
    page.open("#zz")
    check(page.browser.text("#found"), "zz is not recorded after the root", f"{name}: an address of nothing")


def pictures(page):
    """The flame leads to nodes, columns sort, the judge's values stand on the board, nothing sticks out."""
    browser, name = page.browser, page.name
    page.open()
    first = branches(name, [])[0][0]
    check(browser.run("return document.querySelectorAll('#scores .point').length"),
          len([line for line in ask(name, "iterations") if line.startswith("depth ")]), f"{name}: points")
    browser.click("#flame rect:nth-of-type(2)")
    check(page.path(), [first], f"{name}: the flame's second box")
    page.open()
    browser.click("[data-sort=value]")
    best = page.browser.run("return document.querySelector('#children tbody tr').className")
    top = page.rows()[0][1]
    if best != "best" and not top.startswith("at most"):
        raise SystemExit(f"{name}: sorted by score, {top} stands first")
    browser.click("#judge summary")
    browser.click("#values")
    values = browser.run("return [...document.querySelectorAll('#board .value')].map(text => text.textContent)")
    if len(values) < 2 or not all(re.fullmatch(r"[+−]\d+\.\d\d", value) for value in values):
        raise SystemExit(f"{name}: the judge's values are {values}")
    browser.screenshot(FOLDER / f"{name}-values.png")
    browser.click("#values")
    for scheme, width in [("light", 1400), ("dark", 1400), ("light", 420)]:
        browser.prefer(scheme)
        browser.resize(width, 1500)
        wide = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(wide, 0, f"{name}: pixels beyond a window of {width}")
        browser.screenshot(FOLDER / f"{name}-{scheme}-{width}.png")
    browser.prefer("light")
    browser.resize(1400, 1500)


def letters(browser):
    """A game without a picture of its own shows its diagram."""
    page = Page(browser, "letters", record(*LETTERS))
    path = [branches("letters", [])[0][0]]
    page.open(f"#{path[0]}")
    down = f"down {path[0]}"
    rows = ask("letters", f"{down}; d")[len(ask("letters", down)):]
    rows = rows[:rows.index("")]
    words = browser.run("return [...document.querySelectorAll('#board [data-word]')].map(man => man.dataset.word)")
    check("".join(words), "".join("".join(rows).split()), "letters: the diagram")
    browser.screenshot(FOLDER / "letters.png")
    print("letters: the diagram is the board of a game without a picture")


def large(browser):
    """A page of a hundred thousand nodes opens and leads to its far ends."""
    page = Page(browser, "chess", record(*LARGE))
    page.open()
    check(browser.run("return count"), LARGE_NODES, "large: nodes on the page")
    path = []
    browser.press("b")
    path = page.path()
    line = ask("large", "best 1")[1].split(": ", 1)[1].split()
    check(path, line, "large: the end of the best line")
    downs = "".join(f"down {mv}; " for mv in path)
    fen = next(line for line in ask("large", f"{downs}d") if line.startswith("Fen: "))
    check(page.board(), men("chess", fen[5:]), "large: the board at the end of the best line")
    spent = browser.run("""const at = performance.getEntriesByType("navigation")[0];
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
            fetched = browser.run("return performance.getEntriesByType('resource').map(entry => entry.name)")
            check(fetched, [], f"{page.name}: fetched")
            check(browser.complaints(), [], f"{page.name}: complaints of the browser")
            print(f"{page.name}: tree, board, search, addresses and pictures hold")
        if not ONLY or "letters" in ONLY:
            letters(browser)
        if not ONLY or "large" in ONLY:
            large(browser)
    finally:
        browser.close()


main()
