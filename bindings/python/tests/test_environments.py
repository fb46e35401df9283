"""PettingZoo's own tests on every game. Needs `pettingzoo`."""

import pytest

pettingzoo_test = pytest.importorskip("pettingzoo.test")

import numpy  # noqa: E402

import plyglot  # noqa: E402
from plyglot import environment  # noqa: E402


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [listed["name"] for listed in plyglot.games()])
def test_every_game_is_an_environment(name):
    pettingzoo_test.api_test(environment.env(name), num_cycles=200)


@pytest.mark.filterwarnings("ignore")
def test_seeds_play_the_same_game_again():
    pettingzoo_test.seed_test(lambda: environment.env("othello"), num_cycles=50)


def test_a_game_is_played_to_its_end():
    env = environment.env("tictactoe")
    env.reset()
    for action in [0, 3, 1, 4, 2]:
        seen, reward, termination, truncation, _ = env.last()
        assert not termination and not truncation and reward == 0
        assert seen["action_mask"][action] == 1 and seen["observation"].dtype == numpy.float32
        env.step(action)
    assert env.rewards == {"first": 1.0, "second": -1.0} and all(env.terminations.values())
    assert env.infos["first"]["outcome"] == "first side wins (three in a row)"


def test_an_illegal_move_loses_or_raises():
    env = environment.env("tictactoe")
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards["second"] == -1
    raw = environment.raw_env("tictactoe")
    raw.reset()
    raw.step(4)
    with pytest.raises(plyglot.MoveError):
        raw.step(4)


def test_a_game_that_is_too_long_is_truncated():
    env = environment.raw_env("chess", max_plies=2)
    env.reset()
    for text in ["e2e4", "e7e5"]:
        env.step(env.state_of_game.string_to_action(text))
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_boards_are_drawn():
    env = environment.raw_env("chess", render_mode="ansi")
    env.reset(options={"fen": "7k/8/5K2/8/8/8/8/R7 w - - 0 1"})
    assert "K" in env.render() and env.agent_selection == "first"
    svg = environment.raw_env("chess", render_mode="svg")
    svg.reset()
    assert svg.render().startswith("<svg")
