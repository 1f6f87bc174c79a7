"""`verify` checks a tournament from its file and finds changes."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.matches.model import Person
from bot.parts.proofs.verify import Disagreement
from bot.parts.tournaments.export import as_csv, as_json
from bot.parts.tournaments.model import Plans
from bot.parts.tournaments.verifying import check_tournament, read
from tests.parts.tournaments.office import CLOCK, GUILD, Office

DORA = Person(1, "Dora")


async def over(office: Office, kind: Any, people: int) -> bytes:
    tournament = await office.opened(kind, people, size=people if kind == "cup" else 0)
    if kind != "cup":
        await office.start(tournament)
    return as_json(await office.played(tournament))


async def test_a_change_is_found(office: Office, subtests: pytest.Subtests) -> None:
    content = await over(office, "swiss", 8)
    for part in ("seed", "word", "draws", "places", "place", "seats", "rating"):
        found = json.loads(content)
        first, games = found["entrants"][0], [each for each in found["games"] if each["round"] == 1]
        if part == "seed":
            found["seed"] = "00" * 32
        elif part == "draws":
            found["draws"][0]["result"].reverse()
        elif part == "places":
            for game in games:
                game["places"].reverse()
        elif part == "seats":
            one, other = games[:2]
            one["seats"][0], other["seats"][0] = other["seats"][0], one["seats"][0]
        else:
            first[part] = {"word": "another", "place": first["place"] % 8 + 1, "rating": 1999}[part]
            if part == "rating":
                found["entrants"][7]["rating"] = 2999
        with subtests.test(part), pytest.raises(Disagreement):
            check_tournament(read(json.dumps(found).encode()))


async def test_who_met_whom_is_not_repeated_where_people_may_be_kept_apart(office: Office) -> None:
    """The answer would tell whether somebody has blocked somebody. Older files say that nobody was apart."""
    found = json.loads(await over(office, "swiss", 8))
    assert found["apart"]
    first, _, second, _ = [each for each in found["games"] if each["round"] == 1]
    first["seats"][0], second["seats"][0] = second["seats"][0], first["seats"][0]
    for each in (first, second):
        each["places"] = [1, 1]
    found["entrants"] = [{**each, "place": 0} for each in found["entrants"]]
    found["stage"] = "playing"
    check_tournament(read(json.dumps(found).encode()))
    with pytest.raises(Disagreement, match="round 1 is not paired as"):
        check_tournament(read(json.dumps({**found, "apart": False}).encode()))
    first["seats"].reverse()
    with pytest.raises(Disagreement, match="round 1 is not paired as"):  # the seats follow from the seeds
        check_tournament(read(json.dumps(found).encode()))
    first["seats"][0] = second["seats"][0]
    with pytest.raises(Disagreement, match="round 1 does not have everybody once"):
        check_tournament(read(json.dumps(found).encode()))


async def test_the_seed_is_published_only_at_the_end(office: Office) -> None:
    tournament = await office.opened("swiss", 5)
    assert json.loads(as_json(await office.service.get(tournament)))["entrants"][0]["word"] == ""
    await office.start(tournament)
    content = as_json(await office.service.get(tournament))
    assert json.loads(content)["seed"] == ""
    with pytest.raises(Disagreement, match="not over"):
        check_tournament(read(content))


async def test_the_command_line_reports_the_result(
    office: Office, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = await over(office, "cup", 4)
    file = tmp_path / "cup.json"
    file.write_bytes(content)
    assert main(["verify", str(file)]) == 0
    assert "all agree" in capsys.readouterr().out
    file.write_bytes(content.replace(b'"place": 1', b'"place": 2'))
    assert main(["verify", str(file)]) == 1


async def test_the_table_is_a_spreadsheet_without_formulas(office: Office) -> None:
    found = await office.service.open(GUILD, 1, DORA, Plans("noughts", "cup", clock=CLOCK, size=4))
    for number in range(4):
        await office.service.join(found.id, Person(200 + number, f"=SUM({number})"))
    await office.runner.step(found.id)
    rows = list(csv.DictReader(io.StringIO(as_csv(await office.service.get(found.id)).decode("utf-8-sig"))))
    assert [row["place"] for row in rows] == ["1", "2", "3", "4"]
    assert all(row["name"].startswith("'=") for row in rows)
