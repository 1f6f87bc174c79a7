"""A designer's afternoon: from an empty file to a set that others play, in the words they read."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import discord
import pytest

from bot.cardfiles.spreadsheet import from_csv
from cogs.cards.lab import LabBench
from tests.cardsets.uploads import BROKEN
from tests.cogs.cards.test_card_pictures import GERMAN_HERONS
from tests.cogs.cards.test_try import Designer
from tests.cogs.club import Club
from tests.cogs.league import keeper
from tests.cogs.players import control, pictures_of, said, words_of
from tests.renderers.uploaded import GREEN

CHANGED = GERMAN_HERONS.replace(b"The Reed Bank", b"The Dry Reed Bank").replace(
    b"power = 300", b"power = 325"
)
POSITION = (
    b"phase: support, turn 3\norder: 1 2\nseat 1: 4 points\nstack: REE-01\nseat 2: 2 points\nstack: STO-03\n"
)

GERMAN = {
    "E014: the file is empty": "E014: die Datei ist leer",
    "The Reed Bank** is added. Play with it": "Das Schilfufer** ist hinzugefügt. Damit spielen",
    "Heron Chick": "Reiherküken",
    "So the card looks now": "So sieht die Karte jetzt aus",
    "With the cards of The Reed Bank": "Mit den Karten von Das Schilfufer",
    "Play": "Spielen",
    "Test table of Arclash · seat 1": "Testtisch für Arclash · Platz 1",
    "The Reed Bank in the lab": "Das Schilfufer im Labor",
    "drawn": "gezogen",
    "Power in battle, turn by turn": "Stärke im Kampf, Zug um Zug",
    "Turn": "Zug",
    "matches against itself: the decks win": "Partien gegen sich selbst gespielt: Die Decks gewinnen",
    "Print or export": "Drucken oder exportieren",
    "Spreadsheet": "Tabelle (CSV)",
    "Nothing is wrong with it": "Daran ist nichts auszusetzen",
    "Yes, replace it": "Ja, ersetzen",
    "is replaced": "ist ersetzt",
    "Versions": "Versionen",
    "Compared with version 1: 1 card changed": "Verglichen mit Version 1: 1 Karte geändert",
    "power 325 instead of 300": "Stärke 325 statt 300",
    "Yes, remove it": "Ja, entfernen",
    "no card sets of its own": "keine eigenen Kartensets",
    "Standing Still": "Stillstehen",
    "nothing was changed": "es wurde nichts geändert",
    "is too much; 4 at most": "ist zu groß; höchstens 4",
    "There is no card": "Es gibt keine Karte",
    "You play the deck": "Du spielst das Deck",
    "Choosing who begins": "Wahl der Ersten",
}


@pytest.mark.parametrize("language", ["en-US", "de"])
async def test_from_an_empty_file_to_a_set_that_is_played(club: Club, language: str) -> None:
    """Max makes a set and changes it; Ann and Ben play it on though it is gone; elsewhere nobody sees it."""
    max_ = keeper(club)
    for member in (max_, club.ann, club.ben):
        club.speaks(member, language)

    def word(english: str) -> str:
        return GERMAN[english] if language == "de" else english

    async def sends(command: str, content: bytes, name: str = "reed.toml") -> Any:
        return await max_.slash(club.channel, f"cards {command}", file=(name, content))

    async def presses(message: Any, label: str) -> Any:
        return await max_.click(message, custom_id=control(message, word(label)))

    async def opens_the_set() -> Any:
        page: Any = (await max_.slash(club.channel, "cards sets")).response
        await max_.select(page, ["reed"])
        return page

    assert word("E014: the file is empty") in said(await sends("check", b""))
    told = said(await sends("add", BROKEN))
    line = BROKEN[: BROKEN.index(b"level = 7")].count(b"\n") + 1
    assert f"reed.toml:{line}: E105 REE-02: level: 7 {word('is too much; 4 at most')}" in told
    assert word("nothing was changed") in told
    assert word("The Reed Bank** is added. Play with it") in said(await sends("add", GERMAN_HERONS))

    card = await max_.slash(club.channel, "cards show", card=word("Heron Chick"))
    assert f"### {word('Heron Chick')}" in said(card)
    assert pictures_of(card.response)
    pictured = await max_.slash(club.channel, "cards picture", card="REE-01", file=("a.png", GREEN))
    assert word("So the card looks now") in said(pictured)

    table = Designer(
        max_, await max_.slash(club.channel, "cards try", set="reed", position=("here.txt", POSITION))
    )
    assert word("With the cards of The Reed Bank") in table.sees
    assert "stack: REE-01" in table.sees
    await table.press(word("Play"))
    assert word("Test table of Arclash · seat 1") in table.sees

    club.bot.cog(LabBench).lab.most = 2
    measured = await max_.slash(club.channel, "cards lab", set="reed")
    told = said(measured)
    assert word("The Reed Bank in the lab") in told
    assert f"{word('Heron Chick')} (REE-01): {word('drawn')} " in told
    assert word("Power in battle, turn by turn") in told
    assert f"```\n{word('Turn')} " in told
    assert word("matches against itself: the decks win") in told
    (figures,) = measured.response.attachments[-1:]
    assert figures.filename == "lab-reed.json"
    assert "REE-01" in json.loads(await figures.read())["played"]

    page = await opens_the_set()
    await presses(page, "Print or export")
    (file,) = (await presses(page, "Spreadsheet")).response.attachments
    sheet = await file.read()
    assert from_csv(sheet.decode()) == tomllib.loads(GERMAN_HERONS.decode())
    assert word("Nothing is wrong with it") in said(await sends("check", sheet, "reed.csv"))

    await club.ann.slash(club.channel, "arclash new", seats=2, cards="reed")
    await club.ben.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")
    await club.ann.slash(club.channel, "arclash deck", deck=word("Standing Still"))

    asked = await sends("add", CHANGED)
    await presses(asked.response, "Yes, replace it")
    assert word("is replaced") in said(asked)
    page = await opens_the_set()
    await presses(page, "Versions")
    await max_.select(page, ["2"])
    assert word("Compared with version 1: 1 card changed") in words_of(page)
    assert word("power 325 instead of 300") in words_of(page)

    elsewhere = club.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    role = elsewhere.create_role("Keeper", permissions=discord.Permissions(manage_guild=True))
    stranger = elsewhere.add_member(club.env.create_user("Fay"), roles=[role])
    club.speaks(stranger, language)
    assert word("no card sets of its own") in said(await stranger.slash(room, "cards sets"))
    for typed in ("REE-01", word("Heron Chick")):
        shown = said(await stranger.slash(room, "cards show", card=typed))
        assert word("There is no card") in shown
    assert await stranger.autocomplete(room, "cards list", "set", "reed") == []

    question = (await max_.slash(club.channel, "cards remove", set="reed")).response
    await presses(question, "Yes, remove it")
    assert word("no card sets of its own") in said(await max_.slash(club.channel, "cards sets"))
    played = said(await club.ben.slash(club.channel, "arclash deck", deck=word("Standing Still")))
    assert word("You play the deck") in played
    assert word("Standing Still") in played
    assert word("Choosing who begins") in played, "the match goes on"
