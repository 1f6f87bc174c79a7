"""Rules of Swiss tournaments: each tournament keeps the one by which it began, and every file says it."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.database.engine import database_url
from bot.database.migrate import migrate
from bot.matches.model import Person
from bot.parts.proofs.verify import Disagreement
from bot.parts.tournaments.export import as_json
from bot.parts.tournaments.model import Tournament
from bot.parts.tournaments.verifying import check_tournament, read
from tests.parts.tournaments import test_pairs as pairs
from tests.parts.tournaments.office import GUILD, Office

FORMER = sorted((Path(__file__).parent / "files").glob("swiss-rule-1-*.json"))
"""Files of version 1.5.0: 6, 10 and 14 entrants, with late entries, a withdrawal and byes."""
PROGRAM = Path(__file__).parents[3] / "docs" / "verify_swiss.py"
CODE = compile(PROGRAM.read_text(encoding="utf-8"), str(PROGRAM), "exec")


def said_by_the_page(file: Path) -> str:
    """Return the verdict of docs/verify_swiss.py."""
    out, before = io.StringIO(), sys.argv
    sys.argv = [str(PROGRAM), str(file)]
    try:
        with contextlib.redirect_stdout(out):
            exec(CODE, {"__name__": "__main__"})
    except (AssertionError, KeyError, ValueError, TypeError, IndexError) as fault:
        return f"refused: {fault}"
    finally:
        sys.argv = before
    return out.getvalue()


def is_refused(content: bytes) -> bool:
    try:
        check_tournament(read(content))
    except Disagreement:
        return True
    return False


async def varied(office: Office, people: int, seed: int) -> Tournament:
    """Play a Swiss tournament with late entries and withdrawals."""
    office.rng.seed(seed)
    tournament = await office.opened("swiss", people)
    await office.start(tournament)
    if seed % 2:
        await office.service.join(tournament, Person(300, "Late"), word="late")
    if seed % 3 == 1:
        await office.service.leave(tournament, Person(101, "P1"))
    return await office.played(tournament)


@pytest.mark.parametrize("file", FORMER, ids=[each.stem for each in FORMER])
def test_files_of_former_versions_are_verified_by_their_rule(file: Path) -> None:
    content = file.read_bytes()
    assert "rule" not in json.loads(content)
    assert "entrants" in check_tournament(read(content))
    found = json.loads(content)
    last = max(each["round"] for each in found["games"])
    one, other = [each for each in found["games"] if each["round"] == last and len(each["seats"]) == 2][:2]
    one["seats"][1], other["seats"][1] = other["seats"][1], one["seats"][1]
    with pytest.raises(Disagreement, match=f"round {last} is not paired"):
        check_tournament(read(json.dumps(found).encode()))


@pytest.mark.parametrize(("people", "seed"), [(5, 1), (8, 2), (11, 7)])
async def test_two_programs_agree_on_a_tournament(
    office: Office, tmp_path: Path, people: int, seed: int
) -> None:
    found = await varied(office, people, seed)
    assert (found.rule, found.rounds_planned) == (2, len(found.rounds))
    content = as_json(found)
    file = tmp_path / "swiss.json"
    file.write_bytes(content)
    assert "(who met whom is not checked): all agree" in said_by_the_page(file)
    assert check_tournament(read(content)).endswith(" (who met whom is not checked)")
    content = nobody_apart(content)
    file.write_bytes(content)
    assert "all agree" in said_by_the_page(file)
    assert not is_refused(content)
    plain = json.loads(content)
    others, *rest = changes(plain)
    for change in (others, *rest, *[{**each, "apart": True} for each in rest]):
        changed = json.dumps(change).encode()
        file.write_bytes(changed)
        assert is_refused(changed)
        assert "refused" in said_by_the_page(file)


def nobody_apart(content: bytes) -> bytes:
    """Return a file that says that nobody was kept apart: then both programs repeat who met whom.

    The bot says so of no Swiss tournament, because the answer would show a block. Here there is none.
    """
    assert content.count(b'"apart": true') == 1
    return content.replace(b'"apart": true', b'"apart": false')


async def test_two_programs_agree_where_somebody_is_kept_apart(office: Office, tmp_path: Path) -> None:
    """Neither tells by its answer whether somebody has blocked somebody."""
    tournament = await office.opened("swiss", 6)
    for number in range(1, 6):
        await office.blocks.block(100, 100 + number)
    await office.start(tournament)
    content = as_json(await office.played(tournament))
    file = tmp_path / "apart.json"
    file.write_bytes(content)
    assert "(who met whom is not checked): all agree" in said_by_the_page(file)
    assert "(who met whom is not checked)" in check_tournament(read(content))
    file.write_bytes(other := nobody_apart(content))
    assert "refused: round 1 is another one" in said_by_the_page(file), "P0 had byes"
    assert is_refused(other)


async def test_two_programs_agree_on_a_tournament_of_pairs(office: Office, tmp_path: Path) -> None:
    begun = await pairs.begun(office, "swiss")
    content = nobody_apart(as_json(await office.played(begun.id)))
    file = tmp_path / "pairs.json"
    file.write_bytes(content)
    assert "4 entrants, 3 rounds: all agree" in said_by_the_page(file)
    assert not is_refused(content)


def changes(plain: dict[str, Any]) -> list[dict[str, Any]]:
    """Return files with one change each: pairs, seats, a result, two places, the seed."""
    found = [json.loads(json.dumps(plain)) for _ in range(5)]
    for number, each in enumerate(found):
        matches = [game for game in each["games"] if len(game["seats"]) == 2 and game["how"] == "played"]
        one, other = matches[-2:]
        if number == 0:
            one["seats"][1], other["seats"][1] = other["seats"][1], one["seats"][1]
        elif number == 1:
            one["seats"].reverse()
            one["places"].reverse()
        elif number == 2:
            one["places"] = [3 - place for place in one["places"]]
        elif number == 3:
            first, second = sorted(each["entrants"], key=lambda entrant: entrant["place"])[:2]
            first["place"], second["place"] = second["place"], first["place"]
        else:
            each["seed"] = "00" * 32
    return found


@pytest.mark.soak
async def test_two_programs_agree_on_sixty_tournaments(office: Office, tmp_path: Path) -> None:
    file = tmp_path / "swiss.json"
    for seed, people in zip(range(60), itertools.cycle(range(4, 24)), strict=False):
        content = nobody_apart(as_json(await varied(office, people, seed)))
        file.write_bytes(content)
        assert "all agree" in said_by_the_page(file)
        assert not is_refused(content)


@pytest.mark.parametrize("file", FORMER[:1])
def test_a_key_twice_is_refused_as_in_audits(file: Path, tmp_path: Path) -> None:
    content = file.read_bytes()
    twice = content.replace(b'"stage":"ended"', b'"stage":"cancelled","stage":"ended"')
    with pytest.raises(Disagreement, match='the key "stage" is twice in one object'):
        read(twice)
    copy = tmp_path / "twice.json"
    copy.write_bytes(twice)
    assert "a key is twice" in said_by_the_page(copy)


def test_a_rule_of_a_later_version_is_refused() -> None:
    found = json.loads(FORMER[0].read_bytes()) | {"rule": 3}
    with pytest.raises(Disagreement, match="drawn by rule 3"):
        read(json.dumps(found).encode())


async def test_a_running_tournament_keeps_rule_1_through_the_update(office: Office) -> None:
    """Step 0009: what was stored before has rule 1 and no fixed number of rounds."""
    tournament = await office.opened("swiss", 7)
    await office.start(tournament)
    await office.store.close()
    with contextlib.closing(sqlite3.connect(str(database_url(office.url).database))) as database:
        for column in ("rule", "rounds_planned"):
            database.execute(f"ALTER TABLE tournaments DROP COLUMN {column}")
        database.execute("DROP INDEX ix_matches_not_packed")
        database.execute("ALTER TABLE matches DROP COLUMN packed")
        database.execute("DROP TABLE packed")
        database.execute("UPDATE alembic_version SET version_num = '0008'")
        database.commit()
    await migrate(office.url)
    office.begin("updated")
    found = await office.service.get(tournament)
    assert (found.guild, found.stage, found.rule, found.rounds_planned) == (GUILD, "playing", 1, 0)
    over = await office.played(tournament)
    assert over.rule == 1
    assert not is_refused(as_json(over))
