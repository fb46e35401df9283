"""OpenSpiel's tests and algorithms on our games, and our rules against its own.

Needs `open_spiel`. PLYGLOT_GAMES is how many random games of each game are compared.
"""

import os
import random
import re

import pytest

numpy = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")

import plyglot  # noqa: E402
from plyglot import openspiel  # noqa: E402

NAMES = [listed["name"] for listed in plyglot.games()]
GAMES = int(os.environ.get("PLYGLOT_GAMES", "20"))


@pytest.mark.parametrize("name", NAMES)
def test_openspiel_simulates_every_game(name):
    game = pyspiel.load_game(f"plyglot_{name}")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_options_are_part_of_a_game():
    game = openspiel.load_game("kalah", stones=4)
    assert game.get_parameters() == {"options": "Kalah.Stones:4"}
    again = pyspiel.load_game(str(game))
    assert again.new_initial_state().at == plyglot.game("kalah", stones=4).new_state()


def test_its_tree_search_plays_well():
    from open_spiel.python.algorithms import mcts

    game = openspiel.load_game("tictactoe")
    state = game.new_initial_state()
    for text in ["1", "2", "5", "3"]:
        state.apply_action(state.at.string_to_action(text))
    lots = numpy.random.RandomState(7)
    bot = mcts.MCTSBot(game, 2, 400, mcts.RandomRolloutEvaluator(2, lots), random_state=lots)
    assert state.action_to_string(bot.step(state)) == "9", "it wins at once"


def test_its_minimax_finds_our_proofs():
    from open_spiel.python.algorithms import minimax

    for name, options in [("tictactoe", {}), ("othello4", {})]:
        game = openspiel.load_game(name, options)
        value, _ = minimax.alpha_beta_search(game)
        assert value == plyglot.game(name, options).new_state().solve().value


def test_exploitability_is_that_of_uniform_play():
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    # Two cells are left, and whoever takes the right one of three wins.
    class Ending(type(openspiel.load_game("tictactoe"))):
        def new_initial_state(self, state=None):
            return super().new_initial_state("xx1/oo1/x2 o" if state is None else state)

    game = Ending({})
    assert plyglot.game("tictactoe").new_state("xx1/oo1/x2 o").solve().value == 1
    found = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    value = exploitability.best_response(game, policy.UniformRandomPolicy(game), 1)
    assert 0 < found <= 2 and value["best_response_value"] == 1


def test_its_observers_see_the_board():
    from open_spiel.python.observation import make_observation

    game = openspiel.load_game("connect4")
    state = game.new_initial_state()
    state.apply_action(3)
    seen = make_observation(game)
    seen.set_from(state, 0)
    planes = seen.dict["observation"]
    assert planes.shape == game.planes.shape and planes[0].sum() == 1 and planes[-1].all()
    assert planes[0, 38] == 1, "the fourth of the lowest row"


class Rules:
    """A game of both, and how the moves and boards of the other are written as ours."""

    options = {}
    #: Our first side is their second.
    is_turned = False

    def turns(self, state, ours=None):
        """The moves of who is to move: their actions by text."""
        return {self.text(state, action): [action] for action in state.legal_actions()}

    def same_board(self, ours, theirs):
        """Whether what stands on the boards is the same."""
        raise NotImplementedError

    def is_off(self, ours, theirs):
        """The rules part here, as far as is known of them."""
        return False


def marks(state, empty="."):
    """Our board as letters, row by row."""
    return ["".join(word or empty for word in row) for row in state.board()]


class TicTacToe(Rules):
    name, spiel = "tictactoe", "tic_tac_toe"

    def text(self, state, action):
        return str(action + 1)

    def same_board(self, ours, theirs):
        return marks(ours) == str(theirs).splitlines()[:3]


class ConnectFour(Rules):
    name, spiel = "connect4", "connect_four"

    def text(self, state, action):
        return str(action + 1)

    def same_board(self, ours, theirs):
        return marks(ours) == str(theirs).splitlines()[:6]


class Othello(Rules):
    name, spiel = "othello", "othello"

    def text(self, state, action):
        return state.action_to_string(action).split()[0]

    def same_board(self, ours, theirs):
        rows = [line.split()[1:9] for line in str(theirs).splitlines() if line[:1].isdigit()]
        return marks(ours, "-") == ["".join(row).upper() for row in rows]


class Oware(Rules):
    name, spiel = "oware", "oware"

    def text(self, state, action):
        return state.action_to_string(action)

    def same_board(self, ours, theirs):
        # Seeds go to their owners at the end here, and there at the next look.
        if theirs.is_terminal():
            return True
        found = [int(number) for row in ours.board() for number in (word or "0" for word in row)]
        scores = re.findall(r"score = (\d+)", str(theirs))
        rows = [line.split() for line in str(theirs).splitlines() if re.fullmatch(r"[\d ]+", line)]
        return sorted(found) == sorted(int(number) for row in [*rows, scores] for number in row)


class Go(Rules):
    name, spiel = "go", "go(board_size=9,komi=7.5)"
    options = {"Go.Size": 9, "Go.Suicide": "illegal", "Go.Komi": 7.5}

    def turns(self, state, ours=None):
        turns = super().turns(state)
        # A board that comes back ends the game there; here such a move is none.
        if len(state.history()) + 1 >= 2 * 81:
            return turns
        return {text: actions for text, actions in turns.items()
                if text == "pass" or not state.child(actions[0]).is_terminal()}

    def text(self, state, action):
        word = state.action_to_string(action).split()[1].upper()
        return "pass" if word == "PASS" else word

    def same_board(self, ours, theirs):
        rows = re.findall(r"^\s*\d+ ([+XO]+)\s*$", str(theirs), re.MULTILINE)
        found = ["".join("+" if word in ("", "ko") else word for word in row) for row in ours.board()]
        return found == rows

    def is_off(self, ours, theirs):
        return len(theirs.history()) + 1 >= 2 * 81


class Chess(Rules):
    name, spiel = "chess", "chess"
    is_turned = True

    def text(self, state, action):
        board = state.board()
        return pyspiel.chess.action_to_move(action, board).to_lan()

    def same_board(self, ours, theirs):
        return ours.fen.split()[:2] == str(theirs).split()[:2]

    def is_off(self, ours, theirs):
        # A draw that may be claimed ends the game there.
        claimed = ours.outcome is not None and ours.outcome.claim
        return claimed or theirs.is_terminal() and theirs.returns()[0] == 0 and not ours.is_over


class Kalah(Rules):
    name, spiel = "kalah", "mancala"
    options = {"Kalah.Stones": 4}

    def turns(self, state, ours=None):
        """Chains are one move of ours."""
        found, open_chains, side = {}, [(state, [])], state.current_player()
        while open_chains:
            at, actions = open_chains.pop()
            if actions and (at.is_terminal() or at.current_player() != side):
                pits = [str(action - 7 * side) for action in actions]
                found[",".join(pits)] = actions
                continue
            open_chains += [(at.child(action), [*actions, action]) for action in at.legal_actions()]
        return found

    def same_board(self, ours, theirs):
        rows = [re.findall(r"\d+", line) for line in str(theirs).splitlines()[:3]]
        found = [[word or "0" for word in row] for row in ours.board()]
        return theirs.is_terminal() or found == rows


class Morris(Rules):
    name, spiel = "morris", "nine_mens_morris"
    POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()

    def turns(self, state, ours=None):
        """A man placed or moved, and one taken if a mill was closed."""
        side, found = state.current_player(), {}
        for action in state.legal_actions():
            points = [self.POINTS[int(at)] for at in re.findall(r"\d+", state.action_to_string(action))]
            child = state.child(action)
            if child.is_terminal() or child.current_player() != side:
                found["-".join(points)] = [action]
                continue
            for taken in child.legal_actions():
                at = self.POINTS[int(re.findall(r"\d+", child.action_to_string(taken))[0])]
                found["-".join(points) + "x" + at] = [action, taken]
        return found

    def same_board(self, ours, theirs):
        drawing = "\n".join(str(theirs).splitlines()[:13])
        letters = re.findall(r"[.WB]", drawing)
        found = [word for row in ours.board() for word in row if word is not None]
        return [{"": ".", "O": "W", "@": "B"}[word] for word in found] == letters

    def is_off(self, ours, theirs):
        # Draws by repetition and by counting are other rules there.
        over = ours.outcome
        return over is not None and over.winner is None or theirs.is_terminal() and theirs.returns()[0] == 0


class Checkers(Rules):
    """Captures are made jump by jump there: moves are known by the boards that they leave."""

    name, spiel = "checkers", "checkers"
    MEN = {None: ".", "": ".", "b": "o", "B": "8", "w": "+", "W": "*"}

    def seen(self, ours):
        """Our board from the other end."""
        return ["".join(self.MEN[word] for word in row[::-1]) for row in ours.board()[::-1]]

    def boards(self, theirs):
        return [line[1:] for line in str(theirs).splitlines()[:8]]

    def turns(self, state, ours=None):
        texts = {tuple(self.seen(ours.child(text))): text for text in ours.legal_moves()}
        found, open_lines, side = {}, [(state, [])], state.current_player()
        while open_lines:
            at, actions = open_lines.pop()
            if actions and (at.is_terminal() or at.current_player() != side):
                board = tuple(self.boards(at))
                found[texts.get(board, "\n".join(board))] = actions
                continue
            open_lines += [(at.child(action), [*actions, action]) for action in at.legal_actions()]
        return found

    def same_board(self, ours, theirs):
        return self.seen(ours) == self.boards(theirs)

    def is_off(self, ours, theirs):
        # Draws by repetition and by counting are other rules there.
        return ours.outcome is not None and ours.outcome.claim \
            or theirs.is_terminal() and theirs.returns()[0] == 0


PAIRS = [TicTacToe(), ConnectFour(), Othello(), Oware(), Go(), Chess(), Kalah(), Morris(), Checkers()]


@pytest.mark.parametrize("rules", PAIRS, ids=lambda rules: rules.name)
def test_random_games_are_the_same_by_both_rules(rules):
    lots = random.Random(1990)
    game, spiel = plyglot.game(rules.name, rules.options), pyspiel.load_game(rules.spiel)
    positions = ended = 0
    for _ in range(GAMES):
        ours, theirs = game.new_state(), spiel.new_initial_state()
        while not rules.is_off(ours, theirs):
            positions += 1
            assert rules.same_board(ours, theirs), f"{ours.moves}\n{ours}\n{theirs}"
            if ours.is_over or theirs.is_terminal():
                assert ours.is_over and theirs.is_terminal(), f"{ours.moves}\n{ours}\n{theirs}"
                returns = ours.outcome.returns()[::-1 if rules.is_turned else 1]
                assert list(returns) == list(theirs.returns()), ours.moves
                ended += 1
                break
            turns = rules.turns(theirs, ours)
            found, expected = set(ours.legal_moves()), set(turns)
            assert found <= expected, f"{ours.moves}: {found - expected}\n{ours}\n{theirs}"
            # Of chains of Kalah that lead to the same position one is listed.
            listed = {ours.child(text).fen for text in found} if found != expected else set()
            for text in expected - found:
                assert ours.child(text).fen in listed, f"{ours.moves}: {text}\n{ours}\n{theirs}"
            text = lots.choice(sorted(expected))
            ours.play(text)
            for action in turns[text]:
                theirs.apply_action(action)
    print(f"{rules.name}: {GAMES} games, {positions} positions, {ended} ends")
    assert ended > 0 or rules.name == "morris"
