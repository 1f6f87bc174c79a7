"""Stored matches are replayed, and the result must be equal to the file, byte for byte.

After an intended change: `python -m tests.golden.regenerate`, then read `git diff`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.golden.difference import first_difference
from tests.golden.recording import BadFile, Recording, read, write
from tests.golden.regenerate import main, regenerate
from tests.golden.table import FILES, FORMER, FORMER_GAMES, GAMES_BY_KEY, PLAYTHROUGHS, path_of

LARGEST = 150_000
"""The maximum size of a file in bytes, so that people can read it."""


def kept(name: str) -> str:
    return path_of(name).read_text("utf-8")


def split(name: str) -> tuple[str, str]:
    """Return the notes of a file, and the rest of it."""
    notes, _ = read(kept(name))
    return notes, kept(name).removeprefix(notes)


def numbers_told(notes: str) -> list[int]:
    """Return the numbers of actions in the notes: "# 37-42: a contest", "# 51: an answer"."""
    told = re.findall(r"^# (\d+)(?:-(\d+))?: ", notes, re.MULTILINE)
    return [int(number) for pair in told for number in pair if number]


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_replay_is_equal_to_the_file(name: str) -> None:
    notes, rest = split(name)
    try:
        again = write(read(notes + rest)[1], GAMES_BY_KEY)
    except BadFile as fault:
        pytest.fail(f"{name}: {fault}", pytrace=False)
    difference = first_difference(rest, again)
    if difference:
        pytest.fail(
            f"{name}: {difference}\nIs it meant? python -m tests.golden.regenerate {name}", pytrace=False
        )


@pytest.mark.parametrize("name", sorted(path.stem for path in FORMER.iterdir()))
def test_a_match_of_former_rules_is_replayed_by_them(name: str) -> None:
    kept = (FORMER / f"{name}.txt").read_text("utf-8")
    notes, recording = read(kept)
    assert first_difference(kept.removeprefix(notes), write(recording, FORMER_GAMES)) == ""


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_file_meets_the_requirements_of_the_table_and_its_size_limit(name: str) -> None:
    """Its notes refer to existing actions."""
    notes, rest = split(name)
    _, recording = read(rest)
    assert recording.name == name
    happened = set(re.findall(r"^   ([a-z-]+): ", rest, re.MULTILINE))
    happened |= set(re.findall(r'^   to seat \d alone: \{"fact":"([a-z-]+)"', rest, re.MULTILINE))
    assert set(PLAYTHROUGHS[name].shows.split()) - happened == set()
    numbers = numbers_told(notes)
    assert len(numbers) >= 5
    assert set(numbers) <= set(range(1, len(recording.actions) + 1))
    assert path_of(name).stat().st_size < LARGEST


def test_every_file_is_in_the_table() -> None:
    assert {path.stem for path in FILES.iterdir()} == set(PLAYTHROUGHS)


def short_match() -> Recording:
    """Return the first actions of the duel."""
    _, recording = read(kept("papyrus-duel"))
    return recording.with_actions(recording.actions[:26])


def test_the_first_different_action_is_named() -> None:
    text = write(short_match(), GAMES_BY_KEY)
    other = text.replace("rolled 1.", "rolled 2.").replace("moves from I5 to H3", "moves from I5 to H4")
    shown = first_difference(other, text)
    assert shown.splitlines()[0].startswith("The first difference is in == 23. seat 1, Ann:")
    assert "+   shot: ●Shotgun-1 (H2) misses ■Shotgun-1 (I2): 5 in 6, rolled 1." in shown.splitlines()
    assert "H4" not in shown


def test_a_difference_in_the_head_and_a_truncated_match_are_reported_too() -> None:
    text = write(short_match(), GAMES_BY_KEY)
    assert "the head of the file" in first_difference(text.replace("rules 1", "rules 2"), text)
    cut = text[: text.index("\n== 26.")]
    assert "the match played again goes on:\n== 26. seat 2, Ben:" in first_difference(cut, text)
    assert first_difference(text, text) == ""


def test_another_seed_has_other_dice_and_another_first_player() -> None:
    text = write(short_match(), GAMES_BY_KEY)
    _, changed = read(re.sub(r"seed: \w+", f"seed: {'07' * 32}", text))
    with pytest.raises(BadFile, match=r"action 21 of seat 1, .* is refused: It is not your turn"):
        write(changed, GAMES_BY_KEY)


@pytest.mark.parametrize("text", ["", "# only notes\n", "playthrough: x\ngame: papyrus\nseats: two\n"])
def test_a_file_without_a_head_is_no_playthrough(text: str) -> None:
    with pytest.raises(BadFile, match="no playthrough"):
        read(text)


def test_regenerating_keeps_notes_and_actions_and_corrects_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "papyrus-duel.txt"
    path.write_text(kept("papyrus-duel").replace("misses", "hits"), "utf-8")
    assert regenerate("papyrus-duel", path) == "written anew, with the same actions."
    assert path.read_text("utf-8") == kept("papyrus-duel")
    assert regenerate("papyrus-duel", path) == "unchanged."


def test_an_unplayable_match_is_replaced_by_a_new_one_with_the_same_notes(tmp_path: Path) -> None:
    path = tmp_path / "papyrus-duel.txt"
    notes, rest = split("papyrus-duel")
    path.write_text(notes + rest.replace('"unit":3,"to":17', '"unit":3,"to":13'), "utf-8")
    said = regenerate("papyrus-duel", path)
    assert re.match(r"played afresh \(action 21 of seat 1, .* is refused: .*barrier", said)
    assert path.read_text("utf-8").startswith(notes)
    _, afresh = read(path.read_text("utf-8"))
    opening = PLAYTHROUGHS["papyrus-duel"].opening
    assert (afresh.actions[:opening], afresh.seed) == (read(rest)[1].actions[:opening], read(rest)[1].seed)
    assert write(read(path.read_text("utf-8"))[1], GAMES_BY_KEY) == path.read_text("utf-8").removeprefix(
        notes
    )


def test_an_unknown_name_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["papyrus-dual"])
    assert "papyrus-duel" in capsys.readouterr().err
