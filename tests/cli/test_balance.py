"""`balance` and `maps lab`: shipped or custom decks and boards, measured by matches from a seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.arclash.rules.options import Options
from bot.games.catalogue import DATA
from bot.games.registry import GAMES
from bot.host.cli.output import print_lines
from bot.host.cli.workshop import map_lab
from bot.host.cli.workshop.balance import UNBALANCED
from bot.parts.workshop.lab import study
from bot.parts.workshop.lab.contests import Contest, bounds, outside, seating
from bot.parts.workshop.lab.findings import LabFinding
from bot.parts.workshop.lab.tallies import Count, Tally
from tests.cli.conftest import Run
from tests.parts.workshop.cogs.test_maps import RATS, SHORT, SWAMP
from tests.parts.workshop.sets.uploads import CLAWS

ARCLASH = GAMES["arclash"].rules
THREE = ("windfall", "overdue", "second-firing")
QUICK = "balance arclash --player random --jobs 1 --games"
CROSSFIRE = "balance crossfire --player random --jobs 1 --games 2"


def report(bot: Run, line: str) -> dict[str, Any]:
    done = bot(f"{line} --json")
    assert done.returncode == 0
    assert done.stderr == "", "nothing is drawn on a standard error that is no terminal"
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_deck_meets_every_other_equally_often_and_its_cards_are_counted_arc_20(bot: Run) -> None:
    found = report(bot, f"{QUICK} 4 --decks {' '.join(THREE)}")
    assert found["matches"] == 12
    assert {deck: tally["matches"] for deck, tally in found["decks"].items()} == dict.fromkeys(THREE, 8)
    against = found["against"]
    for deck in THREE:
        others = [other for other in THREE if other != deck]
        assert {other: tally["matches"] for other, tally in against[deck].items()} == dict.fromkeys(others, 4)
        for other in others:
            assert against[deck][other]["rate"] + against[other][deck]["rate"] == pytest.approx(1)
    won = sum(tally["rate"] * tally["matches"] for tally in found["decks"].values())
    assert won == pytest.approx(12), "each match is won once"
    assert found["mean_turns"] > 2
    decks, played = GAMES["arclash"].decks.ready(None), found["played"]
    assert set(played) == {number for deck in THREE for number, _ in decks[deck].entries}
    for card in played.values():
        assert card["held"] == 8
        assert 0 <= card["played"] <= card["held"]
        assert card["times"] >= card["played"]
    assert sum(card["played"] > 0 for card in played.values()) > len(played) / 2


def test_the_result_depends_on_the_seed_not_on_the_processes_also_with_custom_cards(
    bot: Run, tmp_path: Path
) -> None:
    two = f"{QUICK} 11 --decks windfall overdue --set {strong_orchard(tmp_path)}"
    alone, together = report(bot, two), report(bot, f"{two} --jobs 2")
    assert alone == together
    assert report(bot, f"{two} --seed another") != alone


def test_three_decks_meet_in_matches_of_three_and_each_has_every_seat_in_turn(bot: Run) -> None:
    found = report(bot, f"{QUICK} 3 --decks {' '.join(THREE)} --seats 3")
    assert found["matches"] == 3
    assert len(found["by_seat"]) == 3
    assert all(tally["matches"] == 3 for tally in found["decks"].values())
    first, second, third = THREE
    assert [seating(THREE, number) for number in range(3)] == [
        THREE,
        (second, third, first),
        (third, first, second),
    ]


def test_the_printed_table_has_the_cards_that_win(bot: Run) -> None:
    printed = " ".join(bot(f"{QUICK} 4 --decks {' '.join(THREE)} --cards 2").stdout.split())
    for words in (
        *THREE,
        "12 matches of 2, 4 of each line-up, random in all seats, seed 1",
        "Won by seat 1:",
        "Cards, by how much more their decks win when they are played",
        "In balance is 40.0% to 60.0% over all line-ups: outside: ",
    ):
        assert words in printed
    assert "Nothing is surely out of balance at this margin." in bot(CROSSFIRE).stdout


def test_check_fails_if_a_deck_wins_too_much(bot: Run, tmp_path: Path) -> None:
    """A deck whose Level 1 Characters have 999 power is named, and the exit code is 1."""
    own = strong_orchard(tmp_path)
    wanted = f"balance arclash --player duellist --jobs 1 --games 8 --decks windfall overdue --set {own}"
    done = bot(f"{wanted} --check --json")
    assert done.returncode == UNBALANCED
    found = json.loads(done.stdout)
    assert found["decks"]["windfall"]["rate"] > 0.8
    assert "windfall" in found["outside"]
    assert found["cards"] != ARCLASH.cards


@pytest.mark.parametrize(
    ("finding", "line", "code"),
    [
        (LabFinding("seat", "1", 0.8, 0.05), CROSSFIRE, UNBALANCED),
        (LabFinding("endless", "", 1), CROSSFIRE, 0),
        (LabFinding("card-strong", "ORC-01", 0.3, 0.05), f"{QUICK} 2 --decks windfall overdue", UNBALANCED),
        (LabFinding("card-weak", "ORC-01", 0.3, 0.05), f"{QUICK} 2 --decks windfall overdue", UNBALANCED),
    ],
)
def test_check_fails_if_a_seat_or_a_card_is_surely_out_of_balance(
    finding: LabFinding, line: str, code: int, bot: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bot(f"{CROSSFIRE} --check").returncode == 0
    monkeypatch.setattr(study, "findings", lambda *_: [finding])
    assert bot(f"{line} --json --check").returncode == code


def strong_orchard(folder: Path) -> Path:
    text = (DATA / "arclash" / "sets" / "orchard.toml").read_text("utf-8")
    for power in (225, 300, 375):
        assert f"power = {power}\n" in text
        text = text.replace(f"power = {power}\n", "power = 999\n")
    file = folder / "orchard.toml"
    file.write_text(text, "utf-8")
    return file


def test_cards_of_neo_combat_are_measured_among_the_usual_ones(bot: Run, tmp_path: Path) -> None:
    (tmp_path / "claws.toml").write_bytes(CLAWS)
    (tmp_path / "broken.toml").write_text("key = 3\n")
    wanted = "balance neo-combat --set claws.toml --games 16 --player random --jobs 1"
    told = " ".join(bot(wanted).stdout.split())
    assert "Great Volley" in told
    assert "Damage of an attack, turn by turn: these cards, and the usual ones" in told
    assert "surely" in told.rpartition("the usual ones")[2]
    for line, code, sentence in (
        (f"{wanted} --card CLW-9", 2, 'no card "CLW-9"'),
        (f"{wanted} --against claws.toml", 2, "--against compares these"),
        ("balance arclash --set broken.toml", 1, "broken.toml"),
    ):
        done = bot(line)
        assert done.returncode == code
        assert sentence in done.stderr


# ---- counting


def test_a_name_with_brackets_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    print_lines("- Clerk [red] (REE-01): no significant difference.")
    assert capsys.readouterr().out == "- Clerk [red] (REE-01): no significant difference.\n"


def test_the_margin_of_error_shrinks_with_the_square_root_of_the_matches() -> None:
    few, many = Tally(100, 50.0), Tally(10_000, 5_000.0)
    assert few.error == pytest.approx(0.096, abs=0.002)
    assert many.error == pytest.approx(0.0098, abs=0.0002)
    assert Tally(4, 4.0).error > 0.2, "four wins in a row prove little"


def test_the_balanced_range_depends_on_the_seats_and_values_outside_are_reported() -> None:
    assert bounds(2) == pytest.approx((0.4, 0.6))
    assert bounds(4) == pytest.approx((0.2, 0.3))
    count = Count(entrants={"low": Tally(100, 39.0), "even": Tally(100, 41.0), "high": Tally(100, 61.0)})
    assert outside(count, 2) == ["low", "high"]


def test_the_parts_together_play_every_line_up() -> None:
    contest = Contest(
        game="arclash", player="random", options=ARCLASH.normalize(Options(), 2), seats=2, entrants=THREE,
        games=25, seed="parts",
    )  # fmt: skip
    parts = list(contest.bouts())
    assert sum(len(part.numbers) for part in parts) == contest.matches == 75
    assert len({(part.line_up, number) for part in parts for number in part.numbers}) == 75


# ---- maps, layouts and squads


def test_a_finding_on_a_layout_fails_the_check_and_bad_files_are_refused(
    bot: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That an uneven map is found is tested in tests/parts/workshop/lab: it takes about eighty matches."""
    (tmp_path / "short.toml").write_bytes(SHORT)
    (tmp_path / "rats.toml").write_bytes(RATS)
    (tmp_path / "faulty.toml").write_bytes(RATS.replace(b"smg = 3", b"tank = 3"))
    few, measured, wrong = "--matches 1 --jobs 1 --check", map_lab.measured_board, list[LabFinding]()
    planned = map_lab.squads_plan

    def played_at_random(*each: Any) -> study.Plan:
        plan = planned(*each)
        return replace(plan, contest=replace(plan.contest, player="random"))

    monkeypatch.setattr(map_lab, "squads_plan", played_at_random)
    with monkeypatch.context() as patch:
        patch.setattr(map_lab, "measured_board", lambda *each: replace(measured(*each), findings=wrong))
        found = report(bot, f"maps lab two {few}")["layout two"]
        wrong = [LabFinding("seat", "1", 0.8, 0.05)]
        uneven = bot(f"maps lab short.toml {few}")
    assert (found["matches"], found["plain"]) == (2, None)
    assert uneven.returncode == UNBALANCED
    assert uneven.stdout.startswith("The short table (short), a layout:\n- Seat 1 wins 80%")
    told = bot(f"maps lab rats.toml {few}").stdout
    assert "Squads, in 14 matches against the ready ones and each other:" in told
    assert "- Rats wins " in told
    for file, code, sentence in (("no-such", 2, "there is no such file"), ("faulty", 1, "tank")):
        done = bot(f"maps lab {file}.toml {few}")
        assert done.returncode == code
        assert sentence in done.stdout


def test_squads_of_the_options_are_among_the_entrants(bot: Run) -> None:
    options = '{"squads": "rats:3smg+2sniper", "squad": 2}'
    found = report(bot, f"balance papyrus --decks rats storm --games 2 --jobs 1 --options '{options}'")
    assert set(found["decks"]) == {"rats", "storm"}


def test_a_map_is_drawn_with_the_deploy_zones_of_each_number_of_seats(bot: Run, tmp_path: Path) -> None:
    (tmp_path / "swamp.toml").write_bytes(SWAMP.replace(b"seats = [2]", b"seats = [2, 3]"))
    (tmp_path / "rats.toml").write_bytes(RATS)
    told = bot("maps show swamp.toml --png swamp.png")
    assert told.returncode == 0, told.stdout + told.stderr
    assert "swamp-3.png: The Swamp with 3 seats, " in told.stdout
    two, three = [(tmp_path / f"swamp-{seats}.png").read_bytes() for seats in (2, 3)]
    assert two != three
    assert "rats.png: Swamp Rats, " in bot("maps show rats.toml --png rats.png").stdout
