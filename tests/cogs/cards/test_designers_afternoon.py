"""A designer's afternoon in German: from an empty file to a set that others play."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from simcord import MemberActor

from bot.cardfiles.spreadsheet import from_csv
from cogs.cards.lab import LabBench
from tests.cardsets.uploads import BROKEN
from tests.cogs.cards.server_sets import begun_with_reed, stranger_of
from tests.cogs.cards.test_card_pictures import GERMAN_HERONS
from tests.cogs.cards.test_try import Designer
from tests.cogs.club import Club
from tests.cogs.players import control, pictures_of, said, words_of
from tests.renderers.uploaded import GREEN

CHANGED = GERMAN_HERONS.replace(b"The Reed Bank", b"The Dry Reed Bank").replace(
    b"power = 300", b"power = 325"
)
POSITION = (
    b"phase: support, turn 3\norder: 1 2\nseat 1: 4 points\nstack: REE-01\nseat 2: 2 points\nstack: STO-03\n"
)


async def test_from_an_empty_file_to_a_set_that_is_played(club: Club, max_: MemberActor) -> None:
    """Max makes a set and changes it; Ann and Ben play it on though it is gone; elsewhere nobody sees it."""
    for member in (max_, club.ann, club.ben):
        club.speaks(member, "de")

    async def sends(command: str, content: bytes, name: str = "reed.toml") -> Any:
        return await max_.slash(club.channel, f"cards {command}", file=(name, content))

    async def presses(message: Any, label: str) -> Any:
        return await max_.click(message, custom_id=control(message, label))

    async def opens_the_set() -> Any:
        page: Any = (await max_.slash(club.channel, "cards sets")).response
        await max_.select(page, ["reed"])
        return page

    assert "E014: die Datei ist leer" in said(await sends("check", b""))
    told = said(await sends("add", BROKEN))
    line = BROKEN[: BROKEN.index(b"level = 7")].count(b"\n") + 1
    assert f"reed.toml:{line}: E105 REE-02: level: 7 ist zu groß; höchstens 4" in told
    assert "es wurde nichts geändert" in told
    assert "Das Schilfufer** ist hinzugefügt. Damit spielen" in said(await sends("add", GERMAN_HERONS))

    card = await max_.slash(club.channel, "cards show", card="Reiherküken")
    assert "### Reiherküken" in said(card)
    assert pictures_of(card.response)
    pictured = await max_.slash(club.channel, "cards picture", card="REE-01", file=("a.png", GREEN))
    assert "So sieht die Karte jetzt aus" in said(pictured)

    table = Designer(
        max_, await max_.slash(club.channel, "cards try", set="reed", position=("here.txt", POSITION))
    )
    assert "Mit den Karten von Das Schilfufer" in table.sees
    assert "stack: REE-01" in table.sees
    await table.press("Spielen")
    assert "Testtisch für Arclash · Platz 1" in table.sees

    club.bot.cog(LabBench).lab.most = 2
    measured = await max_.slash(club.channel, "cards lab", set="reed")
    told = said(measured)
    assert "Das Schilfufer im Labor" in told
    assert "Reiherküken (REE-01): gezogen " in told
    assert "Stärke im Kampf, Zug um Zug" in told
    assert "```\nZug " in told
    assert "Partien gegen sich selbst gespielt: Die Decks gewinnen" in told
    (figures,) = measured.response.attachments[-1:]
    assert figures.filename == "lab-reed.json"
    assert "REE-01" in json.loads(await figures.read())["played"]

    page = await opens_the_set()
    await presses(page, "Drucken oder exportieren")
    (file,) = (await presses(page, "Tabelle (CSV)")).response.attachments
    sheet = await file.read()
    assert from_csv(sheet.decode()) == tomllib.loads(GERMAN_HERONS.decode())
    assert "Daran ist nichts auszusetzen" in said(await sends("check", sheet, "reed.csv"))

    await begun_with_reed(club)
    await club.ann.slash(club.channel, "arclash deck", deck="Stillstehen")

    asked = await sends("add", CHANGED)
    await presses(asked.response, "Ja, ersetzen")
    assert "ist ersetzt" in said(asked)
    page = await opens_the_set()
    await presses(page, "Versionen")
    await max_.select(page, ["2"])
    assert "Verglichen mit Version 1: 1 Karte geändert" in words_of(page)
    assert "Stärke 325 statt 300" in words_of(page)

    stranger, room = stranger_of(club)
    club.speaks(stranger, "de")
    assert "keine eigenen Kartensets" in said(await stranger.slash(room, "cards sets"))
    for typed in ("REE-01", "Reiherküken"):
        shown = said(await stranger.slash(room, "cards show", card=typed))
        assert "Es gibt keine Karte" in shown
    assert await stranger.autocomplete(room, "cards list", "set", "reed") == []

    question = (await max_.slash(club.channel, "cards remove", set="reed")).response
    await presses(question, "Ja, entfernen")
    assert "keine eigenen Kartensets" in said(await max_.slash(club.channel, "cards sets"))
    played = said(await club.ben.slash(club.channel, "arclash deck", deck="Stillstehen"))
    assert "Du spielst das Deck" in played
    assert "Stillstehen" in played
    assert "Wahl der Ersten" in played, "the match goes on"
