"""Games and states: moves, boards, ends, copies, errors."""

import copy
import pickle
import random
import threading
from pathlib import Path

import pytest

import plyglot
from plyglot import tables

NAMES = [listed["name"] for listed in plyglot.games()]
ROOT = Path(__file__).parents[3]


def perft(state, depth):
    """The same count, step by step."""
    if depth == 0:
        return 1
    count = 0
    for action in state.legal_actions():
        state.play(action)
        count += perft(state, depth - 1)
        state.undo()
    return count


def walked(state, depth):
    """The same by walks."""
    return sum(walked(state, depth - 1) for _ in state.walk()) if depth else 1


@pytest.mark.parametrize("name", NAMES)
def test_loops_count_what_the_engine_counts(name):
    state = plyglot.game(name).new_state()
    counted = state.perft(2)
    assert perft(state, 2) == walked(state, 2) == sum(1 for _ in state.lines(2)) == counted
    assert sum(state.perft(2, divide=True).values()) == counted
    assert set(state.perft(1, divide=True)) == set(state.legal_moves())
    assert state.ply == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_random_game_is_the_same_forwards_and_backwards(name):
    lots = random.Random(1990)
    state = plyglot.game(name).new_state()
    passed = []
    while not state.is_over and state.ply < 300:
        texts, actions = state.legal_moves(), state.legal_actions()
        assert len(set(actions)) == len(actions) == len(texts) == state.count_moves() > 0
        assert max(actions) < state.game.num_actions
        at = lots.randrange(len(texts))
        assert state.string_to_action(texts[at]) == actions[at]
        assert state.action_to_string(actions[at]) == texts[at]
        passed.append((state.fen, state.key, state.turn, state.codes()))
        state.play(texts[at] if lots.random() < 0.5 else actions[at])
    again = state.game.new_state(moves=state.moves)
    assert again == state and again.fen == state.fen and again.history == state.history
    by_number = state.game.new_state()
    by_number.play_all(state.history)
    assert by_number.moves == state.moves
    for fen, key, turn, codes in reversed(passed):
        state.undo()
        assert (state.fen, state.key, state.turn, state.codes()) == (fen, key, turn, codes)


@pytest.mark.parametrize("name", NAMES)
def test_boards_have_the_shape_that_the_game_says(name):
    state = plyglot.game(name).new_state()
    board, shape = state.board(), state.game.board_shape
    assert all(word is None or isinstance(word, str) for row in board for word in row)
    if len(shape) == 2:
        assert [len(board), len(board[0])] == shape and len({len(row) for row in board}) == 1
    else:
        assert sum(len(row) for row in board) == shape[0]
    numpy = pytest.importorskip("numpy")
    array = state.board(numpy=True)
    assert list(array.shape) == shape and array.dtype == numpy.int16
    flat = [word for row in board for word in row]
    words = state.game.words
    for code, word in zip(array.ravel(), flat):
        expected = -1 if word is None else 0 if word == "" else words.get(word)
        assert code == (int(word) if expected is None else expected)


def test_a_board_is_seen_from_the_first_side():
    assert plyglot.game("chess").new_state().board()[7] == list("RNBQKBNR")
    kalah = plyglot.game("kalah", stones=4).new_state()
    assert kalah.board() == [["4"] * 6, ["", ""], ["4"] * 6]
    assert plyglot.game("draughts").board_shape == [10, 10]
    assert [len(row) for row in plyglot.game("abalone").new_state().board()] == [5, 6, 7, 8, 9, 8, 7, 6, 5]


def test_options_are_keywords_or_a_dict():
    by_word = plyglot.game("kalah", stones=4)
    assert by_word.options == {"Kalah.Stones": "4"}
    assert plyglot.game("kalah", {"Kalah.Stones": 4}).new_state() == by_word.new_state()
    assert plyglot.game("chess", move_overhead=10, ponder=True).options == {
        "Move Overhead": "10", "Ponder": "true"}
    assert plyglot.game("RUSSIAN").name == "russian" and plyglot.game("russian").family == "checkers"


def test_games_list_their_options_with_ranges():
    listed = {game["name"]: game for game in plyglot.games()}
    options = {option["name"]: option for option in listed["kalah"]["options"]}
    stones = options["Kalah.Stones"]
    assert (stones["type"], stones["scope"]) == ("int", "rules")
    assert stones["min"] <= stones["default"] <= stones["max"]
    assert "solve" in listed["kalah"]["players"] and options["Kalah.Mind"]["type"] == "choice"


def test_errors_say_what_was_read_and_what_was_expected():
    with pytest.raises(plyglot.GameError, match="found game `chees`, expected one of chess, "):
        plyglot.game("chees")
    with pytest.raises(plyglot.OptionError, match="Kalah.Stones: `0` is not a whole number from"):
        plyglot.game("kalah", stones=0)
    with pytest.raises(plyglot.OptionError, match="stone"):
        plyglot.game("kalah", stone=4)
    with pytest.raises(plyglot.PositionError):
        plyglot.game("chess").new_state("nonsense")
    state = plyglot.game("chess").new_state()
    for wrong in ["e2e5", 65535, 1 << 40, -1]:
        with pytest.raises(plyglot.MoveError, match="is not legal here"):
            state.play(wrong)
    with pytest.raises(TypeError, match="found a move of type float, expected a str or an int"):
        state.play(1.5)
    with pytest.raises(plyglot.MoveError, match="move 2: `e2e4` is not legal here"):
        state.play_all(["e2e4", "e2e4"])
    assert state.ply == 0
    with pytest.raises(plyglot.MoveError, match="undo: found 1, expected at most 0"):
        state.undo()
    assert issubclass(plyglot.MoveError, plyglot.PlyglotError) and issubclass(plyglot.PlyglotError, ValueError)


@pytest.mark.parametrize("call", [
    lambda state, number: state.search(depth=number),
    lambda state, number: state.search(nodes=number),
    lambda state, number: state.start_search(mate=number),
    lambda state, number: state.search(depth=1, multipv=number),
    lambda state, number: state.search(depth=1, trace=number),
    lambda state, number: state.solve(nodes=number),
    lambda state, number: state.perft(number),
    lambda state, number: state.undo(number),
    lambda state, number: state.action_to_string(number),
    lambda state, number: tables.build("tictactoe", "nowhere", memory=number),
    lambda state, number: tables.list("chess", "nowhere", max_men=number),
])
def test_a_number_that_is_negative_or_too_large_is_a_value_error_with_its_range(call):
    state = plyglot.game("tictactoe").new_state()
    for number in [-3, 1 << 70]:
        with pytest.raises(plyglot.PlyglotError, match=f"found {number}, expected a whole number from 0 to "):
            call(state, number)
    with pytest.raises(TypeError):
        call(state, "three")


def test_an_option_that_is_negative_is_a_value_error_too():
    with pytest.raises(ValueError, match="-1"):
        plyglot.game("kalah", stones=-1)


def test_an_end_says_who_won_and_by_which_rule():
    state = plyglot.game("chess").new_state(moves="f2f3 e7e5 g2g4 d8h4".split())
    assert state.is_over and state.legal_actions() == []
    outcome = state.outcome
    assert (outcome.winner, outcome.reason, outcome.claim) == (1, "checkmate", False)
    assert outcome.returns() == (-1.0, 1.0) and str(outcome) == "second side wins (checkmate)"
    with pytest.raises(plyglot.MoveError, match=r"the game is over \(checkmate\)"):
        state.play("a2a3")
    state.undo()
    assert state.outcome is None


def test_copies_go_their_own_way():
    state = plyglot.game("othello").new_state(moves=["d3"])
    for other in [state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]:
        assert other == state and other.history == state.history and hash(other) == hash(state)
        other.play(other.legal_actions()[0])
        assert other != state and state.ply == 1
    assert state.child(state.legal_actions()[0]).ply == 2 and state.ply == 1


def test_a_walk_that_is_left_takes_its_move_back():
    state = plyglot.game("connect4").new_state(moves=["4"])
    for action in state.walk():
        assert state.ply == 2 and state.history[-1] == action
        break
    assert state.ply == 1

    def fail():
        for _ in state.walk():
            state.play(0)
            raise KeyError("left")

    with pytest.raises(KeyError):
        fail()
    assert state.moves == ["4"]


def test_a_walk_goes_on_where_the_state_was_left():
    state = plyglot.game("tictactoe").new_state()
    seen = []
    for action in state.walk():
        seen.append(action)
        # Played on, taken back, or as it is: the next move is that of the position it began with.
        if action == 4:
            state.play_all(["1", "2"])
        elif action == 6:
            state.undo()
    assert seen == list(range(9)) and state.ply == 0
    walk = state.walk()
    assert next(walk) == 0 and list(walk) == list(range(1, 9)) and list(walk) == []
    state.play("5")
    walk, other = state.walk(), state.walk()
    assert next(walk) == 0 and next(walk) == 1
    state.undo(2)
    with pytest.raises(plyglot.MoveError, match="it began after ply 1, which has been taken back"):
        next(walk)
    assert state.ply == 0 and list(walk) == []
    del walk, other
    assert state.ply == 0


def test_lines_are_those_of_a_tree():
    state = plyglot.game("tictactoe").new_state(moves=["5", "1", "2", "3"])
    lines = []
    for action in state.lines(4):
        assert state.ply == 8 and state.history[-1] == action
        lines.append(state.history[4:])
    assert state.ply == 4 and len(lines) == len(set(map(tuple, lines))) == state.perft(4) > 10
    # Games that are over before are no lines; all that are left out are of that kind.
    assert state.perft(3) * 2 > len(lines)
    assert lines == sorted(lines)

    def tree(plies):
        return [[a, *rest] for a in state.walk() for rest in tree(plies - 1)] if plies else [[]]

    assert lines == tree(4)
    for _ in state.lines(3):
        state.play(state.legal_actions()[0])
        break
    assert state.ply == 4
    for wrong in [0, -1, 256]:
        with pytest.raises(plyglot.PlyglotError, match="expected a whole number from"):
            state.lines(wrong)


def test_several_threads_may_use_a_state():
    state = plyglot.game("tictactoe").new_state()
    failed = []

    def play():
        try:
            for _ in range(300):
                own = state.copy()
                while not own.is_over:
                    own.play(own.legal_actions()[0])
                assert own.outcome.winner == 0 and state.ply == 0 and len(state.legal_moves()) == 9
        except AssertionError as error:
            failed.append(error)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_games_are_kept_in_files(tmp_path):
    for name, end in [("chess", "pgn"), ("checkers", "pdn"), ("kalah", "game"), ("othello", "ggf"), ("go", "sgf")]:
        state = plyglot.game(name).new_state()
        for _ in range(8):
            state.play(state.legal_actions()[0])
        path = tmp_path / f"{name}.{end}"
        state.save(path)
        (read,) = plyglot.load(path)
        assert (read.game.name, read.moves, read.fen) == (name, state.moves, state.fen), path.read_text()
    with pytest.raises(plyglot.PlyglotError, match="nothing.pgn: "):
        plyglot.load(tmp_path / "nothing.pgn")


def test_bench_counts_are_those_of_the_program():
    lines = (ROOT / "tests/bench.txt").read_text().splitlines()
    expected = dict(line.split() for line in lines if line and not line.startswith("#"))
    assert {name: str(count) for name, count in plyglot.bench().items()} == expected
