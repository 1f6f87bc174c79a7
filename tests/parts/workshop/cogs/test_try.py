"""`/cards try`: a custom position, played by one person from all seats."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.parts.workshop.test_table.service import TestTableService
from bot.parts.workshop.test_table.store import SqlTestTables
from tests.cogs.club import Club
from tests.cogs.days import pass_by
from tests.cogs.players import click, control, controls_of, labels_of, pictures_of, said
from tests.parts.workshop.cogs.server_sets import add, removed
from tests.parts.workshop.sets.uploads import BROKEN, HERONS
from tests.storage.personal import everything_personal

POSITION = b"""phase: support, turn 3
order: 1 2
seat 1: 4 points
stack: TID-01 TID-04
hand: TID-12 TID-13
seat 2: 2 points
stack: STO-03
hand: STO-12
"""


def menu(message: Any, verb: str) -> dict[str, Any]:
    """Return the menu of a message whose control has this verb."""
    return next(part for part in controls_of(message) if part["custom_id"].startswith(f"tp:{verb}:"))


class Designer:
    """A person at a test table, with its one message."""

    def __init__(self, member: MemberActor, shown: InteractionResult) -> None:
        self.member, self.shown = member, shown

    @property
    def message(self) -> Any:
        return self.shown.response

    @property
    def sees(self) -> str:
        return said(self.shown)

    async def press(self, label: str) -> InteractionResult:
        return await click(self.member, self.message, label)

    async def choose(self, verb: str, value: str) -> InteractionResult:
        return await self.member.select(
            self.message, [value], custom_id=menu(self.message, verb)["custom_id"]
        )

    async def fill_in(self, opened: InteractionResult, **fields: str) -> None:
        await self.member.submit_modal(opened, fields)


async def designer(club: Club, member: MemberActor, **options: Any) -> Designer:
    return Designer(member, await member.slash(club.channel, "cards try", **options))


async def test_a_position_is_played_from_all_seats_undone_and_replayed(club: Club) -> None:
    """By a designer who uses German."""
    club.speaks(club.ann, "de")
    ann = await designer(club, club.ann, game="arclash", position=("hier.txt", POSITION))
    assert "Testtisch für Arclash · die Stellung" in ann.sees
    assert "order: 1 2" in ann.sees
    assert "Nur du siehst ihn, und nichts hier zählt" in ann.sees
    assert len(pictures_of(ann.message)) == 3  # the table, and both hands
    await ann.press("Spielen")
    assert "Testtisch für Arclash · Platz 1" in ann.sees
    assert len(pictures_of(ann.message)) == 3
    first = ann.sees
    await ann.press("Marke setzen")
    assert "Die Marke ist gesetzt" in ann.sees
    await ann.press("Passen")
    assert "Testtisch für Arclash · Platz 2" in ann.sees
    await ann.press("Passen")
    assert ann.sees != first
    await ann.press("Noch mal ab der Marke")
    assert ann.sees == first
    await ann.press("Passen")
    await ann.press("Zurücknehmen")
    assert ann.sees == first
    assert club.channel.history() == []
    assert await club.service.matches_of(club.ann.id) == []
    await ann.press("Stellung ändern")
    assert "Karte legen: Hand, Platz 1" in str(ann.message.components)
    await ann.fill_in(await ann.press("Schreiben"), text="phase: quatsch")
    assert "Diese Stellung ist nicht zu lesen" in ann.sees


async def test_a_card_is_tried_from_its_page_in_one_press(club: Club, max_: MemberActor) -> None:
    """Cards of each game, from the list and by name, and one of the server's set: each with its position."""
    await add(club, max_)
    for number, game in {
        "TID-12": "Arclash",
        "CST-71": "Overcross",
        "NC-01": "Neo-Combat",
        "REE-11": "Arclash",
    }.items():
        page = await club.ann.slash(club.channel, "cards show", card=number)
        table = Designer(club.ann, await click(club.ann, page.response, "Try this card"))
        assert f"Test table of {game} · seat 1" in table.sees
        assert "play on, and it does what it says" in table.sees
        assert "Let the computer act" in labels_of(table.message)
    club.speaks(club.ben, "de")
    page = await club.ben.slash(club.channel, "cards list", set="reed")
    await click(club.ben, page.response, "REE-02")
    table = Designer(club.ben, await click(club.ben, page.response, "Diese Karte ausprobieren"))
    assert "Platz 1" in table.sees
    assert "**Still Heron**" in table.sees
    await removed(club, max_)
    gone = await click(club.ben, page.response, "Diese Karte ausprobieren")
    assert "keine eigenen Kartensets" in said(gone)


async def test_a_test_table_survives_a_restart_and_is_private(club: Club) -> None:
    """An old button refreshes the table; it is deleted with other data of its owner, or after a day."""
    ann = await designer(club, club.ann, game="arclash", position=("here.txt", POSITION))
    await ann.press("Play")
    await ann.press("Pass")
    assert "Again from the beginning" in labels_of(ann.message)
    before = ann.sees
    await club.restart()
    await ann.press("Undo")
    assert "Test table of Arclash · seat 1" in ann.sees
    await ann.press("Pass")
    assert "Test table of Arclash · seat 2" in ann.sees
    again = await designer(club, club.ann)
    assert again.sees.splitlines()[0] == before.splitlines()[0]
    assert "Of which game is the test table?" in said(await club.ben.slash(club.channel, "cards try"))
    (forged,) = await club.clicks_at_once((club.ben, ann.message, control(ann.message, "Undo")))
    assert "You have no test table now" in said(forged)
    assert "Test table of Arclash · seat 2" in ann.sees
    await ann.press("Pass")
    await again.press("Pass")
    assert "Your test table has changed since" in again.sees
    assert again.sees.splitlines()[-1] == ann.sees.splitlines()[-1]
    kept = next(each for each in everything_personal(club.stores[-1].database) if each.name == "test table")
    assert await kept.counts(club.ann.id) == {"try_tables": 1, "try_cards": 0}
    await kept.delete(club.ann.id)
    assert "You have no test table now" in said(await ann.press("Undo"))
    ann = await designer(club, club.ann, game="arclash")
    await pass_by(club, hours=24)
    assert await SqlTestTables(club.stores[0].database).load(club.ann.id) is None
    assert "You have no test table now" in said(await ann.press("Play"))


async def test_a_position_is_put_together_by_buttons(club: Club) -> None:
    """Seat, place and card are chosen, points and turn set; each change can be undone."""
    ann = await designer(club, club.ann, game="arclash")
    assert "stack: CHO-01" in ann.sees
    await ann.choose("tryput", "CHO-03")
    assert "hand: CHO-03" in ann.sees
    await ann.press("Seat 2")
    await ann.choose("tryzone", "1")
    await ann.choose("tryput", "CHO-06")
    assert "stack: CHO-02 CHO-06" in ann.sees
    await ann.press("Points +1")
    await ann.press("Points +1")
    await ann.press("Points −1")
    assert "seat 2: 1 points" in ann.sees
    await ann.choose("trymoment", "1")
    assert "order: 2 1" in ann.sees
    await ann.press("Undo")
    assert "order: 2 1" not in ann.sees
    await ann.choose("trymoment", "1")
    await ann.press("Play")
    assert "Test table of Arclash · seat 2" in ann.sees
    await ann.choose("tryseat", "0")
    assert "Test table of Arclash · seat 1" in ann.sees
    assert "Pass" not in labels_of(ann.message)


async def test_a_card_is_placed_on_a_square_and_each_press_loads_the_table_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await designer(club, club.ann, game="overcross")
    store, loads = club.bot.services.of(TestTableService)._store, list[int]()
    load = store.load

    async def counted(user: int) -> bytes | None:
        loads.append(user)
        return await load(user)

    monkeypatch.setattr(store, "load", counted)
    await ann.press("Seat 2")
    await ann.press("Seat 1")
    await ann.choose("tryzone", "1")
    await ann.fill_in(await ann.choose("tryput", "CST-01"), square="d2")  # two: the form, and its content
    assert "CST-01 at D2:" in ann.sees
    await ann.choose("trymoment", "0")
    await ann.choose("tryscene", "0")
    await ann.fill_in(await ann.press("Write"), text="turn: seat 9")
    for _ in range(3):
        await ann.press("Undo")
    assert loads == [club.ann.id] * 12
    await ann.choose("tryzone", "1")
    for _ in range(2):
        await ann.fill_in(await ann.choose("tryput", "CST-01"), square="d2")
    assert "two Characters stand on D2" in ann.sees
    await ann.press("Undo")
    await ann.fill_in(await ann.choose("tryput", "CST-01"), square="Z99")
    assert "⚠" in ann.sees
    await ann.press("Play")
    assert "This position cannot be read" in ann.sees
    await ann.press("Undo")
    loads.clear()
    await ann.press("Play")
    assert "Test table of Overcross · seat 1" in ann.sees
    await ann.press("Let the computer act")
    assert loads == [club.ann.id] * 2


async def test_a_position_is_written_in_a_form(club: Club) -> None:
    """An error has its line, and the typed text is kept."""
    ann = await designer(club, club.ann, game="papyrus")
    opened = await ann.press("Write")
    await ann.fill_in(opened, text="..S..\n..n..\nturn: seat 9")
    assert "This position cannot be read: there is no seat 9 here" in ann.sees
    assert "..S..\n..n..\nturn: seat 9" in ann.sees
    opened = await ann.press("Write")
    assert "turn: seat 9" in str(opened.modal).replace("\\n", "\n")
    scene = club.bot.games["papyrus"].rulebook[3]
    await ann.choose("tryscene", "3")
    assert scene.scene.strip().splitlines()[-1] in ann.sees
    await ann.press("Undo")
    await ann.press("Undo")
    await ann.press("Play")
    assert "Test table of Papyrus" in ann.sees


async def test_a_set_of_the_server_can_be_tried_also_after_its_removal(club: Club, max_: MemberActor) -> None:
    await add(club, max_)
    ann = await designer(club, club.ann, set="reed")
    assert "With the cards of The Reed Bank" in ann.sees
    offered = [each["value"] for each in menu(ann.message, "tryput")["options"]]
    assert offered[0] == "REE-01"
    await ann.choose("tryput", "REE-02")
    await removed(club, max_)
    await club.restart()
    await ann.choose("tryput", "REE-01")
    assert "hand: REE-02 REE-01" in ann.sees
    await ann.press("Play")
    assert "Test table of Arclash · seat" in ann.sees
    told = said(await club.ann.slash(club.channel, "cards try", set="reed"))
    assert "This server has no card sets of its own" in told
    assert "Test table of Arclash · seat" in (await designer(club, club.ann)).sees


async def test_a_card_file_is_tried_without_adding_it(club: Club) -> None:
    """Also by a member who does not manage the server; an invalid file is refused in a sentence."""
    empty = b"seat 1:\nover: 1, Done\nseat 2:"
    ann = await designer(club, club.ann, file=("reed.toml", HERONS), position=("here.txt", empty))
    assert "With the cards of The Reed Bank" in ann.sees
    assert "no card sets of its own" in said(await club.ann.slash(club.channel, "cards sets"))
    cases: list[tuple[dict[str, Any], str]] = [
        ({"file": ("reed.toml", BROKEN)}, "This card file has errors"),
        ({"game": "chess"}, 'There is no game "chess"'),
        ({"game": "arclash", "set": "reed"}, "This server has no card sets of its own"),
        ({"game": "arclash", "position": ("a.txt", b"\xff\xfe\x00")}, "is no text"),
        ({"game": "arclash", "position": ("a.txt", b"#" * 20_000)}, "is the most"),
    ]
    for options, sentence in cases:
        assert sentence in said(await club.ann.slash(club.channel, "cards try", **options))
    laid = await designer(club, club.ann)
    assert "With the cards of The Reed Bank" in laid.sees
    await laid.press("Play")
    assert "no player has to act" in laid.sees
