"""Swiss results in TRF-16: what is written is read back, and other programs read it."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot.engine.errors import Refusal
from bot.parts.tournaments import acts, starting
from bot.parts.tournaments.formats.schedule import final_table
from bot.parts.tournaments.model import Entrant, Tournament
from bot.parts.tournaments.progress import planned
from bot.parts.tournaments.schedule import entrants_of, pairings_of, plan_of, table_of
from bot.parts.tournaments.trf import MOST_PLAYERS, as_trf, from_trf
from tests.cli.conftest import Run, bot
from tests.parts.tournaments.test_schedule import NOW, begun, played

__all__ = ["bot"]


def varied(people: int, seed: int, most: int = 10**6) -> Tournament:
    """Return a Swiss tournament with a late entry, a withdrawal and byes."""
    rng = Random(seed)
    found = starting.placed(begun("swiss", people), Entrant(people + 1, 300, "Änne =Ω|\n" * 9))
    found = played(found, rng, most=people // 2 + 1)
    found = planned(acts.withdrawn(found, 1 + seed % people, "left", NOW), NOW)
    return played(found, rng, most=most)


def written(found: Tournament) -> bytes:
    content = as_trf(found, "Swiss 3")
    assert content is not None
    return content


@pytest.mark.parametrize(("people", "seed"), [(5, 1), (6, 2), (8, 3), (11, 4)])
def test_what_is_written_is_read_back_with_the_same_table(people: int, seed: int) -> None:
    found = varied(people, seed)
    report = from_trf(written(found))
    assert (report.title, report.rounds) == ("Swiss 3", found.rounds_planned)
    order = sorted(entrants_of(found, 1), key=lambda each: each.seed)
    number = {each.id: place for place, each in enumerate(order, 1)}
    expected = {
        (each.round, tuple(number[one] for one in each.seats), each.places, each.unplayed and not each.bye)
        for each in pairings_of(found, 1)
    }
    told = [(each.round, each.seats, each.places, each.unplayed) for each in report.pairings]
    assert set(told) == expected
    assert len(told) == len(expected)
    table = final_table(replace(plan_of(found), tournament="x"), report.entrants, report.pairings)
    mine = [(number[row.entrant], row.points, row.tie_break) for row in table_of(found, 1)]
    assert [(row.entrant, row.points, row.tie_break) for row in table] == mine


def test_a_report_of_arbiters_with_titles_and_the_days_of_its_rounds_is_read() -> None:
    """A title of three letters is refused by trf 1.1.1 (findings/dates-leave-their-rounds.sh)."""
    who = "001 {:>4} w{:>3} {:<33} {:>4} GER {:>11} {:>10}  1.0 {:>4}  {}"
    games = ((1, "WGM", "   2 w 1     2 b 0"), (2, "", "   1 b 0     1 w 1"))
    players = [
        who.format(number, title, f"Player {number}", 2000, "", "", number, of) for number, title, of in games
    ]
    report = from_trf("\n".join(["012 Club", f"{'132':<91}26/11/01  26/11/08", *players]).encode())
    assert report.names == {1: "Player 1", 2: "Player 2"}
    assert [(each.round, each.seats, each.places) for each in report.pairings] == [
        (1, (1, 2), (1, 2)),
        (2, (2, 1), (1, 2)),
    ]


def test_only_complete_rounds_are_written_and_never_who_is_kept_apart() -> None:
    found = played(begun("swiss", 6), Random(1), most=4)
    apart = acts.kept_apart(found, [frozenset((101, 102))])
    assert written(apart) == written(found), "a block stays secret"
    assert {each.round for each in from_trf(written(found)).pairings} == {1}
    forbidden = written(acts.forbidden(found, 1, 2))
    assert b"\nXXP " in forbidden
    assert as_trf(begun("cup", 4), "Cup 1") is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ((b"001    2", b"001    9"), "1, 2, 3"),
        ((b"001    2", b"001    x"), "Line 8 of the file"),
        ((b" w 1", b" w ?"), "of the file is not as TRF-16"),
        ((b" w 1", b" w 0"), "do not fit together"),
        ((b" w 1", b" b 1"), "do not fit together"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(change: tuple[bytes, bytes], sentence: str) -> None:
    content = written(played(begun("swiss", 6), Random(1)))
    with pytest.raises(Refusal, match=sentence):
        from_trf(content.replace(*change, 1))


def test_a_file_without_players_is_refused() -> None:
    with pytest.raises(Refusal, match="has no players"):
        from_trf(b"hello\n012 A title\n")


def test_a_file_of_more_players_than_any_tournament_has_is_refused() -> None:
    lines = [f"001 {each:4d}{'':72} {0.0:4.1f} {each:4d}" for each in range(1, MOST_PLAYERS + 2)]
    with pytest.raises(Refusal, match="more than 1000 players"):
        from_trf("\n".join(lines).encode())


def test_the_command_shows_the_table_and_the_next_round(bot: Run, tmp_path: Path) -> None:
    file = tmp_path / "swiss.trf"
    file.write_bytes(written(played(begun("swiss", 7), Random(1), most=4)))
    done = bot(f"tournament table {file}")
    assert done.returncode == 0
    assert "Swiss 3" in done.stdout
    assert "Round 2: " in done.stdout
    assert "has a bye" in done.stdout
    file.write_bytes(written(played(begun("swiss", 4), Random(1))).replace(b"XXR 3", b"XXR 5"))
    assert "Round 4 cannot be paired: all who are left have met." in bot(f"tournament table {file}").stdout
    file.write_bytes(b"001 nothing")
    assert bot(f"tournament table {file}").returncode == 2


@pytest.mark.skipif(find_spec("py4swiss") is None, reason="py4swiss is not installed")
@pytest.mark.parametrize(("people", "seed"), [(7, 1), (8, 3), (12, 4)])
def test_py4swiss_reads_it_and_pairs_the_next_round(tmp_path: Path, people: int, seed: int) -> None:
    file, out = tmp_path / "swiss.trf", tmp_path / "pairs.txt"
    file.write_bytes(written(varied(people, seed, most=people // 2)))
    command = [sys.executable, "-c", "from py4swiss.main import main; main()"]
    subprocess.run([*command, "-t", str(file), "-s", "-p", str(out)], check=True)
    assert int(out.read_text().split()[0]) >= people // 2 - 1
