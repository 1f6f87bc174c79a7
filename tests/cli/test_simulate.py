"""`simulate`: whole matches of the pure rules, the same ones for the same seed."""

from __future__ import annotations

import json

import pytest

from bot import audit
from bot.__main__ import main
from bot.engine.contract import Outcome
from bot.simulation import Stuck, Tally
from tests.audited import PAPYRUS, SMALL, series, verdict

QUICK = ["simulate", "papyrus", "--options", json.dumps(SMALL)]
TIMES = {"cpu_seconds", "actions_per_cpu_second"}


def report(capsys, *more: str) -> dict:
    assert main([*QUICK, "--json", *more]) == 0
    printed = capsys.readouterr()
    assert printed.err == "", "nothing is drawn on a standard error that is no terminal"
    assert printed.out.count("\n") == 1
    return json.loads(printed.out)


def without_times(found: dict) -> dict:
    return {key: value for key, value in found.items() if key not in TIMES}


def test_the_json_object_tells_what_was_played(capsys):
    found = report(capsys, "--games", "6", "--seed", "7")
    assert found["games"] == found["finished"] == 6
    assert sum(found["wins"]) + found["draws"] == 6
    assert len(found["wins"]) == found["seats"] == 2, "without --seats it is the fewest seats of the game"
    assert found["mean_actions"] == pytest.approx(found["actions"] / 6, abs=0.005)
    assert found["actions_per_cpu_second"] == pytest.approx(
        found["actions"] / found["cpu_seconds"], rel=0.001
    )
    assert found["views"] is True
    assert (found["game"], found["rules"], found["seed"]) == ("papyrus", "1", "7")
    assert found["players"] == ["random", "random"]
    assert found["options"]["squad"] == 3
    assert len(found["options"]["grid"].split("/")) == 6, "the options are normalized"


def test_the_same_seed_plays_the_same_matches(capsys, tmp_path):
    once, again, other = (tmp_path / name for name in ("once", "again", "other"))
    arguments = ("--games", "3", "--players", "skirmisher,random")
    first = report(capsys, *arguments, "--seed", "a word", "--audit-dir", str(once))
    second = report(capsys, *arguments, "--seed", "a word", "--audit-dir", str(again))
    third = report(capsys, *arguments, "--seed", "a Word", "--audit-dir", str(other))
    assert without_times(first) == without_times(second)
    assert without_times(first) != without_times(third)
    assert contents(once) == contents(again)
    assert contents(once).keys().isdisjoint(contents(other))


def test_no_two_matches_of_a_series_are_alike():
    wanted = series(games=50)
    played = [wanted.play(number) for number in range(4)]
    assert len({match.seed for match in played}) == 4
    assert len({match.actions for match in played}) == 4
    ids = {wanted.match_id(number) for number in range(50)}
    assert len(ids) == 50
    assert all(len(each) == 12 and each.isascii() and each.isalnum() and each.islower() for each in ids)


def test_without_views_the_same_matches_are_played(capsys):
    full = report(capsys, "--games", "3", "--players", "skirmisher")
    bare = report(capsys, "--games", "3", "--players", "skirmisher", "--bare")
    assert bare["views"] is False
    assert without_times({**bare, "views": True}) == without_times(full)


def test_views_of_every_seat_and_the_legal_list_are_taken_at_every_action(monkeypatch):
    views, lists = [], []
    view, legal = type(PAPYRUS).view, type(PAPYRUS).legal
    monkeypatch.setattr(
        type(PAPYRUS), "view", lambda rules, state, seat: views.append(seat) or view(rules, state, seat)
    )
    monkeypatch.setattr(
        type(PAPYRUS), "legal", lambda rules, state, seat: lists.append(seat) or legal(rules, state, seat)
    )
    played = series(players=["random"]).play(0)
    assert views == [0, 1, None] * len(played.actions)
    assert lists == [seat for seat, _ in played.actions]
    views.clear()
    bare = series(players=["random"], views=False).play(0)
    assert bare.actions == played.actions
    assert views == [], "who draws lots needs no view"


def test_the_audit_files_are_verified(capsys, tmp_path):
    folder = tmp_path / "deep" / "audits"
    found = report(capsys, "--games", "4", "--seats", "2", "--audit-dir", str(folder))
    files = sorted(folder.iterdir())
    assert len(files) == 4
    total = 0
    for file in files:
        assert main(["verify", str(file)]) == 0
        assert "all agree" in capsys.readouterr().out
        read = audit.decode(file.read_bytes())
        assert file.name == f"tablepost-{read.match}.json"
        assert file.read_bytes() == audit.encode(read)
        total += len(read.actions)
    assert total == found["actions"]


def test_three_and_four_seats_play_too(capsys, tmp_path):
    for seats in (3, 4):
        found = report(
            capsys,
            *("--games", "2", "--seats", str(seats), "--audit-dir", str(tmp_path)),
            *("--options", '{"squad": 2, "width": 10, "height": 10}'),
        )
        assert len(found["wins"]) == seats
        assert found["finished"] == 2
    files = list(tmp_path.iterdir())
    assert len(files) == 4, "no match is written over another, though both series have the same seed"
    assert [verdict(file.read_bytes()) for file in files] == [""] * 4


def test_a_match_that_is_given_up_does_not_count_as_finished(capsys, tmp_path):
    found = report(capsys, "--games", "3", "--most-actions", "20", "--audit-dir", str(tmp_path))
    assert (found["games"], found["finished"], found["actions"]) == (3, 0, 60)
    assert (found["wins"], found["draws"]) == ([0, 0], 0)
    assert [verdict(file.read_bytes()) for file in tmp_path.iterdir()] == [""] * 3


def test_matches_of_which_none_ends_are_a_sentence_and_no_table(capsys):
    assert main([*QUICK, "--games", "3", "--most-actions", "20"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "None of 3 matches came to its end within 20 actions.\n"


def test_a_table_for_people_counts_seats_from_one(capsys):
    assert main([*QUICK, "--games", "2", "--players", "skirmisher,random"]) == 0
    printed = capsys.readouterr()
    assert "won by seat 1 (skirmisher)" in printed.out
    assert "won by seat 2 (random)" in printed.out
    assert printed.err == ""


def test_a_draw_is_nobodys_win():
    tally = Tally(2)
    played = series().play(0)
    for winners in ((0,), (), (1,), ()):
        tally.add(type(played)(**{**fields(played), "outcome": Outcome(winners, (1, 1), "So it was.")}))
    assert (tally.games, tally.finished, tally.wins, tally.draws) == (4, 4, [1, 1], 2)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["papyrs"],
            (
                'There is no game "papyrs" (did you mean papyrus?). '
                "Choose papyrus, crossfire, arclash, neo-combat or overcross."
            ),
        ),
        (["papyrus", "--seats", "5"], "Papyrus has 2 to 4 seats, not 5."),
        (["papyrus", "--seats", "0"], "Papyrus has 2 to 4 seats, not 0."),
        (["papyrus", "--games", "0"], "--games is a whole number from 1 to 1,000,000, not 0."),
        (["papyrus", "--games", "-3"], "--games is a whole number from 1 to 1,000,000, not -3."),
        (
            ["papyrus", "--most-actions", "0"],
            "--most-actions is a whole number from 1 to 1,000,000, not 0.",
        ),
        (
            ["papyrus", "--options", "squad=3"],
            '--options is a JSON object such as {"squad": 5}, not "squad=3".',
        ),
        (["papyrus", "--options", "[3]"], '--options is a JSON object such as {"squad": 5}, not "[3]".'),
        (
            ["papyrus", "--options", '{"squat": 3}'],
            (
                'Papyrus has no option "squat" (did you mean squad?). Its options are: '
                "squad, kinds, critical, rounds, map, width, height, grid, hill, most, only, start, ties,"
                " squads."
            ),
        ),
        (
            ["papyrus", "--options", '{"squad": 31}'],
            "The option squad must be a whole number from 1 to 30, not 31.",
        ),
        (
            ["papyrus", "--options", '{"width": 8, "height": 6, "squad": 30}'],
            (
                "A field of 8x6 is too small for the deploy zones of 2 squads of 30: "
                "choose a larger field or smaller squads."
            ),
        ),
        (
            ["papyrus", "--players", "skirmish"],
            (
                'There is no computer player "skirmish" for papyrus (did you mean skirmisher?). '
                "Choose random, recruit, skirmisher or strategist."
            ),
        ),
        (
            ["papyrus", "--players", "random,random,random"],
            "--players names one for all or one for each of 2 seats, not 3.",
        ),
    ],
)
def test_a_bad_request_gets_a_sentence(arguments, sentence, capsys):
    assert main(["simulate", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == sentence + "\n"


@pytest.mark.parametrize("arguments", [["papyrus", "--games", "many"], ["papyrus", "--seats", "two"], []])
def test_what_is_no_number_is_refused_with_the_usage(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        main(["simulate", *arguments])
    assert left.value.code == 2
    assert "usage: python -m bot simulate" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_gets_a_sentence(capsys, tmp_path):
    file = tmp_path / "file"
    file.touch()
    for folder in (file, file / "below"):
        assert main([*QUICK, "--audit-dir", str(folder)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith(f"The folder {folder} for audit files cannot be made: ")
        assert printed.err.count("\n") == 1


def test_rules_that_leave_a_seat_without_an_action_are_named(monkeypatch, capsys):
    wanted = series(seed="1")
    monkeypatch.setattr(type(PAPYRUS), "legal", lambda rules, state, seat: ())
    with pytest.raises(
        Stuck, match=r"^Match \w{12} awaits seat [12], which has no legal action after 0 actions\.$"
    ):
        wanted.play(0)
    assert main([*QUICK, "--games", "1"]) == 1
    assert "which has no legal action" in capsys.readouterr().err


def test_rules_that_await_nobody_are_named(monkeypatch):
    monkeypatch.setattr(type(PAPYRUS), "to_act", lambda rules, state: frozenset())
    with pytest.raises(Stuck, match="has not ended and awaits nobody after 0 actions"):
        series().play(0)


def test_all_seats_that_are_awaited_get_to_act_first():
    wanted = series(games=20, most_actions=1)
    assert {wanted.play(number).actions[0][0] for number in range(20)} == {0, 1}


def contents(folder) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def fields(played) -> dict:
    return {name: getattr(played, name) for name in played.__struct_fields__}
