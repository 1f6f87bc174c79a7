"""`simulate`: whole matches of the pure rules, the same ones for the same seed."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from bot.engine import audit
from bot.engine.contract import Outcome
from bot.games.simulation import Stuck, Tally
from tests.audited import PAPYRUS, SMALL, series, verdict

QUICK = f"simulate papyrus --options '{json.dumps(SMALL)}'"
TIMES = {"cpu_seconds", "actions_per_cpu_second"}


def report(bot, line: str) -> dict:
    done = bot(f"{QUICK} --json {line}")
    assert done.returncode == 0
    assert done.stderr == "", "nothing is drawn on a standard error that is no terminal"
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout)


def without_times(found: dict) -> dict:
    return {key: value for key, value in found.items() if key not in TIMES}


def test_the_json_object_describes_the_matches(bot):
    found = report(bot, "--games 6 --seed 7")
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


def test_the_same_seed_plays_the_same_matches(bot, tmp_path):
    once, again, other = (tmp_path / name for name in ("once", "again", "other"))
    first, second, third = [
        report(bot, f"--games 3 --players skirmisher,random --seed '{seed}' --audit-dir {folder.name}")
        for seed, folder in (("a word", once), ("a word", again), ("a Word", other))
    ]
    assert without_times(first) == without_times(second)
    assert without_times(first) != without_times(third)
    assert contents(once) == contents(again)
    assert contents(once).keys().isdisjoint(contents(other))


def test_no_two_matches_of_a_series_are_equal():
    wanted = series(games=50)
    played = [wanted.play(number) for number in range(4)]
    assert len({match.seed for match in played}) == 4
    assert len({match.actions for match in played}) == 4
    ids = {wanted.match_id(number) for number in range(50)}
    assert len(ids) == 50
    assert all(len(each) == 12 and each.isascii() and each.isalnum() and each.islower() for each in ids)


def test_without_views_the_same_matches_are_played(bot):
    full, bare = [report(bot, f"--games 3 --players skirmisher {more}") for more in ("", "--bare")]
    assert bare["views"] is False
    assert without_times({**bare, "views": True}) == without_times(full)


def test_views_of_every_seat_and_legal_actions_are_built_at_every_action(monkeypatch):
    asked = {"view": [], "legal": []}

    def watch(name: str) -> None:
        method = getattr(type(PAPYRUS), name)

        def watched(rules, state, seat):
            asked[name].append(seat)
            return method(rules, state, seat)

        monkeypatch.setattr(type(PAPYRUS), name, watched)

    watch("view")
    watch("legal")
    played = series(players=["random"]).play(0)
    assert asked == {
        "view": [0, 1, None] * len(played.actions),
        "legal": [seat for seat, _ in played.actions],
    }
    asked["view"].clear()
    bare = series(players=["random"], views=False).play(0)
    assert bare.actions == played.actions
    assert asked["view"] == [], "who draws lots needs no view"


def test_the_audit_files_are_verified(bot, tmp_path):
    found = report(bot, "--games 4 --seats 2 --audit-dir deep/audits")
    files = sorted((tmp_path / "deep" / "audits").iterdir())
    assert len(files) == 4
    total = 0
    for file in files:
        assert "all agree" in bot("verify", file).stdout
        read = audit.decode(file.read_bytes())
        assert file.name == f"tablepost-{read.match}.json"
        assert file.read_bytes() == audit.encode(read)
        total += len(read.actions)
    assert total == found["actions"]


def test_three_and_four_seats_play_too(bot, tmp_path):
    wide = """--options '{"squad": 2, "width": 10, "height": 10}'"""
    for seats in (3, 4):
        found = report(bot, f"--games 2 --seats {seats} --audit-dir all {wide}")
        assert len(found["wins"]) == seats
        assert found["finished"] == 2
    files = list((tmp_path / "all").iterdir())
    assert len(files) == 4, "no match is written over another, though both series have the same seed"
    assert [verdict(file.read_bytes()) for file in files] == [""] * 4


def test_an_abandoned_match_does_not_count_as_finished(bot, tmp_path):
    found = report(bot, "--games 3 --most-actions 20 --audit-dir all")
    assert (found["games"], found["finished"], found["actions"]) == (3, 0, 60)
    assert (found["wins"], found["draws"]) == ([0, 0], 0)
    assert [verdict(file.read_bytes()) for file in (tmp_path / "all").iterdir()] == [""] * 3
    done = bot(f"{QUICK} --games 3 --most-actions 20")
    assert (done.returncode, done.stdout) == (1, ""), "a sentence and no table"
    assert done.stderr == "None of 3 matches came to its end within 20 actions.\n"


def test_the_printed_table_counts_seats_from_one(bot):
    done = bot(f"{QUICK} --games 2 --players skirmisher,random")
    assert (done.returncode, done.stderr) == (0, "")
    assert "won by seat 1 (skirmisher)" in done.stdout
    assert "won by seat 2 (random)" in done.stdout


def test_a_draw_is_no_win():
    tally, played = Tally(2), series().play(0)
    for winners in ((0,), (), (1,), ()):
        tally.add(replace(played, outcome=Outcome(winners, (1, 1), "So it was.")))
    assert (tally.games, tally.finished, tally.wins, tally.draws) == (4, 4, [1, 1], 2)


def test_a_folder_that_cannot_be_made_is_refused_in_a_sentence(bot, tmp_path):
    (tmp_path / "file").touch()
    for folder in ("file", "file/below"):
        done = bot(f"{QUICK} --audit-dir {folder}")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"The folder {folder} for audit files cannot be made: ")
        assert done.stderr.count("\n") == 1


def test_rules_without_a_legal_action_or_an_awaited_seat_are_reported(monkeypatch, bot):
    monkeypatch.setattr(type(PAPYRUS), "legal", lambda rules, state, seat: ())
    stuck = r"^Match \w{12} awaits seat [12], which has no legal action after 0 actions\.$"
    with pytest.raises(Stuck, match=stuck):
        series(seed="1").play(0)
    done = bot(f"{QUICK} --games 1")
    assert done.returncode == 1
    assert "which has no legal action" in done.stderr
    monkeypatch.setattr(type(PAPYRUS), "to_act", lambda rules, state: frozenset())
    with pytest.raises(Stuck, match="has not ended and awaits nobody after 0 actions"):
        series().play(0)


def test_every_awaited_seat_may_act_first():
    wanted = series(games=20, most_actions=1)
    assert {wanted.play(number).actions[0][0] for number in range(20)} == {0, 1}


def contents(folder) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}
