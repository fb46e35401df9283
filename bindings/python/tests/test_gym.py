"""Gymnasium's own test on every game, and what an episode is. Needs `gymnasium`."""

import pytest

gymnasium = pytest.importorskip("gymnasium")

import numpy  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

import plyglot  # noqa: E402
from plyglot.gym import GameEnv  # noqa: E402

NAMES = [listed["name"] for listed in plyglot.games()]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_an_environment(name):
    env = gymnasium.make(f"plyglot/{name}-v0", disable_env_checker=True, render_mode="ansi", side="random")
    check_env(env.unwrapped)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("opponent", ["random", {"depth": 1}, lambda state: state.legal_moves()[-1]])
def test_seeds_and_actions_play_the_same_game_again(opponent):
    def game():
        env = gymnasium.make("plyglot/oware-v0", opponent=opponent, side="random", max_plies=60)
        seen, info = env.reset(seed=7)
        env.action_space.seed(7)
        rewards, moves, over = [], [*info["moves"]], False
        while not over:
            assert seen in env.observation_space
            action = env.action_space.sample(info["action_mask"])
            seen, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            rewards.append(reward)
            moves += info["moves"]
        assert moves == env.unwrapped.state.moves and (len(moves) >= 60 or terminated)
        return rewards, moves, env.unwrapped.agent

    assert game() == game()


def test_a_game_is_won():
    env = GameEnv("tictactoe", opponent=lambda state: state.legal_actions()[0], render_mode="ansi")
    seen, info = env.reset(seed=1)
    assert seen.dtype == numpy.float32 and info["action_mask"].sum() == 9 and info["moves"] == []
    for action in [4, 5]:
        _, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated) == (0.0, False, False)
        assert len(info["moves"]) == 2
    _, reward, terminated, truncated, info = env.step(3)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["outcome"] == "first side wins (three in a row)" and info["moves"] == ["4"]
    assert "X" in env.render()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(6)


def test_a_game_is_lost():
    # Second side: the opponent has the middle and the top left, and ends the game on its own.
    env = GameEnv("tictactoe", opponent={"depth": 9}, side="second")
    seen, info = env.reset(options={"fen": "X1O/1X1/3 o"})
    assert env.agent == 1 and info["action_mask"].sum() == 6 and seen[-1].min() == 1
    _, reward, terminated, _, info = env.step(1)
    assert (reward, terminated) == (-1.0, True)
    assert info["outcome"] == "first side wins (three in a row)" and len(info["moves"]) == 2


def test_an_illegal_action_loses():
    env = GameEnv("tictactoe", side="second")
    _, info = env.reset(seed=3)
    taken = int(numpy.flatnonzero(info["action_mask"] == 0)[0])
    for action in [taken, 9, -1]:
        env.reset(seed=3)
        _, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert info["outcome"].startswith("first side wins (illegal move:") and str(action) in info["outcome"]


def test_one_side_may_move_several_times():
    # The last stone of the first move falls into the store: the opponent moves on.
    env = GameEnv("kalah", stones=4, side="second", opponent=lambda state: state.legal_moves()[-1])
    _, info = env.reset()
    assert env.state.turn == 1 and info["moves"] == env.state.moves


def test_a_game_that_is_too_long_is_truncated():
    env = GameEnv("chess", max_plies=4)
    _, info = env.reset(seed=1)
    for expected in [False, True]:
        action = int(numpy.flatnonzero(info["action_mask"])[0])
        _, _, terminated, truncated, info = env.step(action)
        assert (terminated, truncated) == (False, expected)


def test_what_cannot_be_is_refused():
    for wrong in [{"opponent": "engine"}, {"side": "white"}, {"render_mode": "human"}]:
        with pytest.raises(ValueError, match="expected"):
            GameEnv("chess", **wrong)
    with pytest.raises(plyglot.GameError):
        GameEnv("nim")
    env = GameEnv("chess")
    with pytest.raises(plyglot.PositionError, match="the first side has a turn"):
        env.reset(options={"fen": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"})
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
