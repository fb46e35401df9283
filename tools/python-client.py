#!/usr/bin/env python3
"""Plays and analyses chess with a UCI engine through python-chess, as a GUI would.

    python-client.py [--foreign] [--only NAME] ENGINE [ARGUMENT...]

Every check has an engine process and a time limit of its own, so none can hang the others. A check
fails when python-chess complains (an illegal line, output nobody asked for, anything on stderr),
when the engine does not leave with code 0 after `quit`, or when an expectation does not hold; then
the end of the conversation is shown. The exit code is 0 if all checks passed, otherwise 1.

--foreign leaves out what only our engine promises, so that the checks themselves can be tried on
another one.
"""

import argparse
import asyncio
import logging
import sys
import time
from typing import Awaitable, Callable, List, Optional, TypeVar

import chess
import chess.engine
from chess.engine import INFO_ALL, Limit

T = TypeVar("T")

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"
MATED_IN_ONE = "7k/R7/8/8/8/8/8/1R5K b - - 0 1"
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALEMATED = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
ONE_LEGAL_MOVE = "7k/8/8/8/8/8/6r1/7K w - - 0 1"
MIDDLE_GAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

# What python-chess, the pipes and a busy machine may add to a move's time, seconds: this finds an
# engine that ignores its clock; how finely it keeps it is for the match runner to show.
CLOCK_TOLERANCE = 0.5
# How long we listen for a bestmove that must not come, seconds.
SILENCE = 0.3

SPINS = ["Hash", "Threads", "MultiPV", "Move Overhead"]
CHECK_OPTIONS = ["Ponder", "UCI_Chess960", "UCI_ShowWDL"]
OWN_OPTIONS = {"UCI_Variant": "combo", "Clear Hash": "button"} | {
    name: "check" for name in CHECK_OPTIONS
}


class Failure(Exception):
    """An expectation that did not hold."""


def expect(holds: object, otherwise: str) -> None:
    if not holds:
        raise Failure(otherwise)


class Recorder(chess.engine.UciProtocol):
    """A UCI engine whose conversation is kept: `> ` what we say, `< ` what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign = False
        self.lines: List[str] = []

    def send_line(self, line: str) -> None:
        self.lines.append("> " + line)
        super().send_line(line)

    def line_received(self, line: str) -> None:
        self.lines.append("< " + line)
        super().line_received(line)

    def since(self, said: str) -> List[str]:
        """The conversation from the last line on that we began so."""
        starts = [i for i, line in enumerate(self.lines) if line.startswith("> " + said)]
        return self.lines[starts[-1]:] if starts else []

    async def heard(self, line: str, mark: int) -> None:
        """Waits for a line of the engine, after the first `mark` lines of the conversation."""
        while "< " + line not in self.lines[mark:]:
            await asyncio.sleep(0.005)


Check = Callable[[Recorder], Awaitable[str]]

# The checks. Each returns a word on what it saw.


async def handshake(engine: Recorder) -> str:
    """name, author, sound option lines, ping"""
    for key in ("name", "author"):
        expect(engine.id.get(key), f"no id {key}")
    for option in engine.options.values():
        if option.type == "spin":
            in_range = option.min <= option.default <= option.max
            expect(in_range, f"default outside the range: {option}")
        if option.type == "combo":
            expect(option.default in option.var, f"default not among the choices: {option}")
            expect(not any(" " in choice for choice in option.var), f"not one word: {option}")
    for name in SPINS:
        expect(name in engine.options, f"no option {name}")
        expect(engine.options[name].type == "spin", f"{name} is no spin")
    if not engine.foreign:
        for name, kind in OWN_OPTIONS.items():
            expect(name in engine.options, f"no option {name}")
            expect(engine.options[name].type == kind, f"{name} is no {kind}")
        expect("chess" in engine.options["UCI_Variant"].var, "UCI_Variant lacks chess")
    await engine.ping()
    return f"{engine.id['name']}, {len(engine.options)} options"


async def settings(engine: Recorder) -> str:
    """options are taken between searches"""
    board = chess.Board()
    for options in ({"Hash": 32, "Threads": 2}, {"Hash": 1}, {"Clear Hash": None, "Threads": 1}):
        await engine.configure(options)
        await engine.ping()
        await move_of(engine, board, Limit(depth=3))
    return "Hash, Threads, Clear Hash"


async def games_to_a_depth(engine: Recorder) -> str:
    """whole games at depth 4, from the start and after given moves"""
    board = chess.Board()
    results = [await game(engine, board, depth=4)]
    board = chess.Board()
    for move in ("d2d4", "g8f6", "c2c4", "e7e6"):
        board.push_uci(move)
    results.append(await game(engine, board, depth=4))
    return "; ".join(results)


async def games_by_the_clock(engine: Recorder) -> str:
    """whole games at 2 s + 0.02 s"""
    sicilian = chess.Board()
    sicilian.push_uci("e2e4")
    sicilian.push_uci("c7c5")
    return "; ".join([await game(engine, board, clock=1.0) for board in (chess.Board(), sicilian)])


async def game_from_a_position(engine: Recorder) -> str:
    """a whole game from a FEN, Black to move"""
    board = chess.Board("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 20")
    return await game(engine, board, depth=4)


async def game_of_chess960(engine: Recorder) -> str:
    """a whole game of Chess960"""
    return await game(engine, chess.Board.from_chess960_pos(342), depth=4)


async def castling(engine: Recorder) -> str:
    """castling is written to the king's square, in Chess960 to the rook's"""
    seen = []
    for fen, chess960 in (
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", True),
        ("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1", True),
    ):
        for san in ("O-O", "O-O-O"):
            board = chess.Board(fen, chess960=chess960)
            wanted = board.parse_san(san)
            move = await move_of(engine, board, Limit(depth=2), root_moves=[wanted])
            expect(move == wanted, f"{san} in {fen} is {wanted}, not {move}")
            seen.append(move.uci())
    return " ".join(seen)


async def several_lines(engine: Recorder) -> str:
    """MultiPV 3: three different first moves, best first; no more lines than moves"""
    board = chess.Board(MIDDLE_GAME)
    lines = await engine.analyse(board, Limit(depth=6), multipv=3, game=object())
    expect(len(lines) == 3, f"{len(lines)} lines")
    moves = [line["pv"][0] for line in lines]
    expect(len(set(moves)) == 3, f"first moves {moves}")
    scores = [line["score"].relative for line in lines]
    expect(scores[0] >= scores[1] >= scores[2], f"scores {scores}")
    few = await engine.analyse(chess.Board(ONE_LEGAL_MOVE), Limit(depth=3), multipv=3)
    expect(len(few) == 1, f"{len(few)} lines for one legal move")
    return " ".join(move.uci() for move in moves)


async def infinite(engine: Recorder) -> str:
    """an infinite analysis answers isready, and nothing else before stop"""
    for fen in (chess.STARTING_FEN, MATE_IN_ONE, ONE_LEGAL_MOVE):
        board = chess.Board(fen)
        with await engine.analysis(board) as analysis:
            await analysis.get()
            # Past python-chess, which would stop the search first.
            mark = len(engine.lines)
            engine.send_line("isready")
            await engine.heard("readyok", mark)
            await asyncio.sleep(SILENCE)
            expect(not answers(engine.since("go")), f"a bestmove before stop in {fen}")
            analysis.stop()
            best = await analysis.wait()
            expect(best.move in board.legal_moves, f"{best.move} in {fen}")
        expect(len(answers(engine.since("go"))) == 1, "more than one bestmove")
    await engine.ping()
    return "3 positions"


async def mates(engine: Recorder) -> str:
    """proven ends are counted in moves and played"""
    seen = []
    for fen, distance in ((MATE_IN_ONE, 1), (MATE_IN_TWO, 2), (MATED_IN_ONE, -1)):
        board = chess.Board(fen)
        result = await engine.play(board, Limit(depth=8), game=fen, info=INFO_ALL)
        score = result.info["score"].relative
        expect(score.mate() == distance, f"mate {distance} in {fen}, found {score}")
        seen.append(str(score))
    board = chess.Board(MATE_IN_ONE)
    board.push(await move_of(engine, board, Limit(mate=1)))
    expect(board.is_checkmate(), f"go mate 1 did not mate: {board.peek()}")
    return " ".join(seen)


async def search_moves(engine: Recorder) -> str:
    """searchmoves is kept to"""
    board = chess.Board(MATE_IN_ONE)
    for names in (["h1g1"], ["a1a2", "h1g2"]):
        wanted = [chess.Move.from_uci(name) for name in names]
        move = await move_of(engine, board, Limit(depth=4), root_moves=wanted)
        expect(move in wanted, f"{move} is not among {names}")
    return "kept to"


async def limits(engine: Recorder) -> str:
    """nodes, movetime, one clock alone"""
    board = chess.Board(MIDDLE_GAME)
    for limit in (
        Limit(nodes=2000),
        Limit(time=0.1),
        Limit(white_clock=1.0),
        Limit(white_clock=1.0, black_clock=1.0, remaining_moves=1),
        Limit(white_clock=0.001, black_clock=0.001),
        Limit(depth=50, nodes=1000, time=1.0),
    ):
        await move_of(engine, board, limit)
    return "6 combinations"


async def pondering(engine: Recorder) -> str:
    """thinks on the opponent's time: hits, misses, quit while pondering"""
    board = chess.Board()
    limit = Limit(white_clock=5.0, black_clock=5.0, white_inc=0.05, black_inc=0.05)
    for number in range(6):
        result = await engine.play(board, limit, game="ponder", ponder=True)
        expect(result.move in board.legal_moves, f"{result.move}")
        board.push(result.move)
        reply = result.ponder
        if reply is None or number % 2:
            # Where only one move is legal it cannot be missed.
            others = [move for move in board.legal_moves if move != result.ponder]
            reply = others[0] if others else reply
        await asyncio.sleep(SILENCE)
        board.push(reply)
    said = [line.split()[1] for line in engine.lines if line.startswith("> ")]
    expect("ponderhit" in said, "no ponder move was offered or none was hit")
    expect("stop" in said, "no miss")
    premature = unbidden(engine.lines)
    expect(not premature, f"a bestmove while pondering: {premature}")
    return f"{said.count('ponderhit')} hits, {said.count('stop')} misses"


async def finished(engine: Recorder) -> str:
    """a finished game is answered with a score and no move"""
    seen = []
    for fen, mate in ((MATED, 0), (STALEMATED, None)):
        result = await engine.play(chess.Board(fen), Limit(depth=5), game=fen, info=INFO_ALL)
        expect(not result.move, f"a move {result.move} in {fen}")
        answer = answers(engine.since("go"))
        expect(answer == ["< bestmove (none)"], f"answered {answer} in {fen}")
        score = result.info["score"].relative
        expect(score.mate() == mate, f"score {score} in {fen}")
        seen.append(str(score))
    await engine.ping()
    return ", ".join(seen)


async def chances(engine: Recorder) -> str:
    """UCI_ShowWDL adds chances that sum to a thousand"""
    show = {"UCI_ShowWDL": True}
    result = await engine.play(chess.Board(), Limit(depth=5), info=INFO_ALL, options=show)
    expect("wdl" in result.info, "no wdl")
    wdl = result.info["wdl"].relative
    expect(sum(wdl) == 1000, f"{wdl}")
    return str(tuple(wdl))


async def nonsense(engine: Recorder) -> str:
    """bad input is survived, said to be bad, and changes nothing"""
    ignored = ["", "stop", "ponderhit"]
    refused = [
        "hello",
        "position fen garbage",
        "position startpos moves e2e5",
        "position nosuchgame startpos",
        "setoption name Hash value banana",
        "setoption name No Such Option value 1",
        "go depth banana",
        "moves e2e5",
        "x" * 1_500_000,
    ]
    for line in ignored + refused:
        mark = len(engine.lines)
        engine.send_line(line)
        engine.send_line("isready")
        await engine.heard("readyok", mark)
        said = [heard[:80] for heard in engine.lines[mark:] if heard.startswith("< ")]
        told = [heard for heard in said if not heard.startswith(("< info string", "< readyok"))]
        expect(not told, f"not pure protocol, answering {line[:40]!r}: {told}")
        notes = [heard for heard in said if heard.startswith("< info string")]
        expect(bool(notes) == (line in refused), f"answered {line[:40]!r} with {notes}")
    await move_of(engine, chess.Board(), Limit(depth=3))
    return f"{len(ignored + refused)} lines"


CHECKS = [
    *(handshake, settings, games_to_a_depth, games_by_the_clock, game_from_a_position),
    *(game_of_chess960, castling, several_lines, infinite, mates, search_moves, limits),
    *(pondering, finished, chances, nonsense),
]
# What a check may take; whole games may take longer.
SECONDS_MAX = 30.0
GAMES_SECONDS_MAX = 120.0


# What the checks are made of.


async def game(
    engine: Recorder, board: chess.Board, depth: Optional[int] = None, clock: Optional[float] = None
) -> str:
    """Plays one game of the engine against itself and names how it ended."""
    identity = object()
    clocks = {chess.WHITE: clock, chess.BLACK: clock}
    increment = None if clock is None else 0.02
    while board.outcome(claim_draw=True) is None:
        limit = Limit(
            depth=depth,
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=increment,
            black_inc=increment,
        )
        began = time.perf_counter()
        result = await engine.play(board, limit, game=identity, info=INFO_ALL)
        if clock is not None:
            clocks[board.turn] -= time.perf_counter() - began
            left = clocks[board.turn]
            expect(left > -CLOCK_TOLERANCE, f"lost on time by {-left:.3f} s: {board.fen()}")
            clocks[board.turn] = max(left, 0.0) + increment
        check_answer(engine, board, result)
        board.push(result.move)
    outcome = board.outcome(claim_draw=True)
    return f"{outcome.result()} {outcome.termination.name.lower()} in {board.ply()} plies"


def check_answer(engine: Recorder, board: chess.Board, result: chess.engine.PlayResult) -> None:
    """The move is legal, comes with a score, and begins the last line that did not fail low.

    Foreign engines may play what a later, unfinished search preferred.
    """
    expect(result.move is not None, f"no move in {board.fen()}")
    expect(result.move in board.legal_moves, f"illegal {result.move} in {board.fen()}")
    expect("score" in result.info, f"no score in {board.fen()}")
    said = [line.split() for line in engine.since("go") if line.startswith("< info ")]
    pvs = [
        words[words.index("pv") + 1:]
        for words in said
        if "pv" in words and not {"upperbound", "string"} & set(words)
    ]
    expect(pvs, f"no line in {board.fen()}")
    first = pvs[-1][0]
    expect(engine.foreign or first == result.move.uci(), f"{result.move}, but the line: {pvs[-1]}")
    after = board.copy()
    for number, name in enumerate(pvs[-1]):
        expect(not after.is_game_over(), f"the line goes on after the end: {pvs[-1][number:]}")
        move = chess.Move.from_uci(name)
        expect(move in after.legal_moves, f"illegal {name} in the line of {board.fen()}")
        after.push(move)


async def move_of(
    engine: Recorder, board: chess.Board, limit: Limit, root_moves: Optional[list] = None
) -> chess.Move:
    result = await engine.play(board, limit, root_moves=root_moves)
    expect(result.move in board.legal_moves, f"{result.move} in {board.fen()}, {limit}")
    return result.move


def answers(lines: List[str]) -> List[str]:
    return [line for line in lines if line.startswith("< bestmove")]


def unbidden(lines: List[str]) -> List[str]:
    """The bestmoves that came between `go ponder` and ponderhit or stop."""
    silent, found = False, []
    for line in lines:
        if line.startswith("> go"):
            silent = " ponder" in line
        elif line.startswith(("> ponderhit", "> stop", "> quit")):
            silent = False
        elif silent and line.startswith("< bestmove"):
            found.append(line)
    return found


class Complaints(logging.Handler):
    """What python-chess warns of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: List[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        # The answer to the isready that `infinite` sends past python-chess.
        if "Unexpected engine output: 'readyok'" not in message:
            self.messages.append(message)


async def within(seconds: float, what: str, work: Awaitable[T]) -> T:
    """Waits for the work, but not longer."""
    try:
        return await asyncio.wait_for(work, seconds)
    except asyncio.TimeoutError:
        raise Failure(f"no end of {what} within {seconds:g} s") from None


async def leave(engine: Recorder) -> None:
    """`quit` ends the process with code 0, at any time."""
    await within(5.0, "the process after quit", engine.quit())
    code = engine.returncode.result()
    expect(code == 0, f"left with code {code}")


async def run(check: Check, command: List[str], foreign: bool, complaints: Complaints) -> bool:
    name = check.__name__.replace("_", " ")
    complaints.messages.clear()
    began = time.perf_counter()
    transport, engine, error = None, None, None
    try:
        transport, engine = await Recorder.popen(command)
        engine.foreign = foreign
        await within(10.0, "the answer to uci", engine.initialize())
        seconds_max = GAMES_SECONDS_MAX if name.startswith("game") else SECONDS_MAX
        seen = await within(seconds_max, "the check", check(engine))
        await leave(engine)
        expect(not complaints.messages, f"python-chess complains: {complaints.messages[:3]}")
    # Whatever it is, the other checks have their turn.
    except Exception as failure:
        error = f"{type(failure).__name__}: {failure}"
    finally:
        if transport is not None and transport.get_returncode() is None:
            transport.kill()
    seconds = time.perf_counter() - began
    if error is None:
        print(f"ok    {name}: {seen} ({seconds:.1f} s)", flush=True)
        return True
    print(f"FAIL  {name}: {error} ({seconds:.1f} s)")
    print(f"      wanted: {check.__doc__}")
    for line in engine.lines[-15:] if engine else []:
        print(f"      {line[:160]}")
    for message in complaints.messages[:5]:
        print(f"      python-chess: {message[:300]}")
    sys.stdout.flush()
    return False


async def main() -> int:
    parser = argparse.ArgumentParser(description="Checks a UCI chess engine with python-chess.")
    parser.add_argument("--foreign", action="store_true", help="only what any engine promises")
    parser.add_argument("--only", metavar="NAME", help="the checks whose name contains NAME")
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine and its arguments")
    args = parser.parse_args()
    if not args.engine:
        parser.error("which engine?")
    complaints = Complaints()
    logger = logging.getLogger("chess.engine")
    logger.addHandler(complaints)
    logger.propagate = False
    wanted = [check for check in CHECKS if not (args.foreign and check is nonsense)]
    if args.only:
        wanted = [check for check in wanted if args.only in check.__name__]
        if not wanted:
            parser.error(f"no check is named {args.only}")
    passed = []
    for check in wanted:
        passed.append(await run(check, args.engine, args.foreign, complaints))
        # An engine that cannot even introduce itself need not be waited for again and again.
        if check is handshake and not passed[-1]:
            break
    print(f"{passed.count(True)} passed, {passed.count(False)} failed")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
