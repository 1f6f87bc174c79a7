"""A card set is exported as sheets and as a spreadsheet, and imported as one."""

from __future__ import annotations

import json
import tomllib
import zipfile
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader
from simcord import MemberActor

from bot.base.limits import Buckets
from bot.engine.cards.files.spreadsheet import to_csv
from bot.parts.workshop.sets.service import CardSets
from cogs.workshop.sheets import CardSheets
from tests.cogs.club import Club
from tests.cogs.players import click, labels_of, pictures_of, said, words_of
from tests.engine.cards.card_files.sound import from_csv
from tests.parts.workshop.cogs.server_sets import add, removed
from tests.parts.workshop.cogs.test_try import menu
from tests.parts.workshop.sets.uploads import BROKEN, HERONS
from tests.parts.workshop.test_card_sheets import checked

REEDS = ("01", "02", "03", "04", "11")
SHEET = to_csv(tomllib.loads(HERONS.decode()))


async def ways_of(club: Club, member: MemberActor) -> Any:
    """Open the export page of the server's set."""
    page: Any = (await member.slash(club.channel, "cards sets")).response
    await member.select(page, ["reed"])
    label = "Print or export" if "Print or export" in labels_of(page) else "Drucken oder exportieren"
    await click(member, page, label)
    return page


async def test_a_set_is_exported_in_every_format(club: Club, max_: MemberActor) -> None:
    """A member who sees a set gets its five cards as PDF, as pictures, for a simulator and as CSV.

    Too frequent requests are refused, also in German.
    """
    await add(club, max_)
    page = await ways_of(club, club.ann)
    assert labels_of(page) == [
        "On US Letter", "With backs", "Pages (PDF)", "Pages (pictures)", "For a simulator", "Spreadsheet",
        "Back to the set",
    ]  # fmt: skip

    pdf = await click(club.ann, page, "Pages (PDF)")
    assert "Cards 1 to 5 of 5." in said(pdf)
    (file,) = pdf.response.attachments
    content = await file.read()
    assert (file.filename, content[:4]) == ("reed-pdf-1-1.pdf", b"%PDF")
    assert len(PdfReader(BytesIO(content)).pages) == 1

    pictures = await click(club.ann, page, "Pages (pictures)")
    (file,) = pictures.response.attachments
    assert Image.open(BytesIO(await file.read())).size == (2480, 3508)
    assert pictures_of(pictures.response)

    deck = await click(club.ann, page, "For a simulator")
    (file,) = deck.response.attachments
    assert file.filename == "reed.zip"
    assert "5 cards." in said(deck)
    with zipfile.ZipFile(BytesIO(await file.read())) as archive:
        pile = checked(archive.read("Saves/Saved Objects/reed.json"), [f"REE-{at}" for at in REEDS])
        (sheet,) = [name for name in archive.namelist() if name.endswith(".jpg")]
        assert Image.open(archive.open(sheet)).size == (4090, 7 * 571)
    assert (pile["Nickname"], pile["Description"]) == ("The Reed Bank", "Herons that stand still.")

    sheet = await click(club.ann, page, "Spreadsheet")
    (file,) = sheet.response.attachments
    assert from_csv((await file.read()).decode()) == tomllib.loads(HERONS.decode())

    await click(club.ann, page, "Back to the set")
    assert "Print or export" in labels_of(page)

    club.bot.cog(CardSheets).jobs.asked = Buckets(club.bot.clock, 1)
    club.speaks(club.ben, "de")
    page = await ways_of(club, club.ben)
    assert "Karten 1 bis 5 von 5." in said(await click(club.ben, page, "Seiten (PDF)"))
    assert "sehr viele Bögen" in said(await click(club.ben, page, "Seiten (Bilder)"))

    await removed(club, max_)
    assert "keine eigenen Kartensets" in said(await click(club.ben, page, "Tabelle (CSV)"))


async def test_a_deck_is_printed_as_it_is_wanted(club: Club, max_: MemberActor) -> None:
    """`/cards print` for a deck of the server and one of the bot, with menus for deck and copies."""
    await add(club, max_)
    page: Any = (
        await club.ann.slash(
            club.channel, "cards print", set="reed", deck="herons", paper="letter", backs=True
        )
    ).response
    words = words_of(page)
    assert "Standing Still" in words
    assert "30 cards, 16 of them different." in words
    assert "nine cards to a page of US Letter" in words
    assert "turned over the long edge" in words
    assert {"On A4", "Without backs"} <= {*labels_of(page)}
    await club.ann.select(page, ["2"], custom_id=menu(page, "sheetmany")["custom_id"])
    assert "60 cards, 16 of them different." in words_of(page)
    pdf = await click(club.ann, page, "Pages (PDF)")
    assert "Cards 1 to 60 of 60." in said(pdf)
    (file,) = pdf.response.attachments
    assert file.filename.startswith("reed-herons-pdf")
    reader = PdfReader(BytesIO(await file.read()))
    assert len(reader.pages) == 2 * 7
    assert reader.pages[0].mediabox.width == 612
    assert reader.metadata is not None
    assert reader.metadata.title == "Standing Still"
    deck = await click(club.ann, page, "For a simulator")
    (file,) = deck.response.attachments
    with zipfile.ZipFile(BytesIO(await file.read())) as archive:
        content = archive.read("Saves/Saved Objects/reed-herons.json")
    assert len(json.loads(content)["ObjectStates"][0]["DeckIDs"]) == 30, "copies are for printing"
    assert "30 cards." in said(deck)

    await club.ann.select(page, ["-"], custom_id=menu(page, "sheetdeck")["custom_id"])
    assert "The Reed Bank" in words_of(page)
    await click(club.ann, page, "On A4")
    await click(club.ann, page, "Without backs")
    assert "10 cards, 5 of them different." in words_of(page)
    assert {"On US Letter", "With backs"} <= {*labels_of(page)}

    refused = await club.ann.slash(club.channel, "cards print", set="reed", deck="storks")
    assert 'There is no ready deck "storks" among these cards. There are: herons.' in said(refused)
    without = await club.ann.slash(club.channel, "cards print", game="neo-combat", deck="storks")
    assert "There are no ready decks among these cards." in said(without)
    club.speaks(club.ben, "de")
    shipped = await club.ben.slash(
        club.channel, "cards print", game="arclash", deck="All Four Seasons by Tuesday"
    )
    assert "30 Karten" in said(shipped)
    assert "Tabelle (CSV)" not in labels_of(shipped.response)
    pictures = await click(club.ben, shipped.response, "Seiten (Bilder)")
    assert "Karten 1 bis 30 von 30." in said(pictures)
    assert len(pictures_of(pictures.response)) == 4


async def test_sheets_continue_in_the_next_answer(
    club: Club, max_: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a set of twelve cards the first nine are sent, and with the next button the other three."""
    monkeypatch.setattr("bot.parts.workshop.card_sheets.MOST_PICTURES", 1)
    cards = tomllib.loads(HERONS.decode())
    first = cards["characters"][0]
    cards["characters"] += [
        {**first, "number": f"REE-{number}", "name": f"Heron {number}"} for number in range(20, 27)
    ]
    added = await add(club, max_, to_csv(cards).encode(), "reed.CSV")
    assert "is added" in said(added)
    page = await ways_of(club, club.ann)
    sheets = await click(club.ann, page, "Pages (pictures)")
    assert "Cards 1 to 9 of 12." in said(sheets)
    rest = await click(club.ann, sheets.response, "The next cards")
    assert "Cards 10 to 12 of 12." in said(rest)
    assert "The next cards" not in labels_of(rest.response)

    monkeypatch.setattr("cogs.workshop.sheets.MOST_BYTES", 1000)
    assert "larger than Discord takes" in said(await click(club.ann, page, "Pages (pictures)"))
    monkeypatch.setattr("bot.parts.workshop.card_sheets.MOST_PICTURES", 10)
    full = len(await sheets.response.attachments[0].read())
    monkeypatch.setattr("cogs.workshop.sheets.MOST_BYTES", full + 1000)
    assert "Cards 1 to 9 of 12." in said(await click(club.ann, page, "Pages (pictures)"))


async def test_a_spreadsheet_is_checked_and_added_like_a_card_file(club: Club, max_: MemberActor) -> None:
    """A designer's CSV: faults by row and column, then by card with a form; then it is added.

    The same file again leads to the question whether to replace the set.
    """

    async def uploaded(command: str, content: bytes) -> Any:
        return await max_.slash(club.channel, f"cards {command}", file=("reed.csv", content))

    told = said(await uploaded("check", SHEET.replace("table,number", "table,numb,numb", 1).encode()))
    assert 'reed.csv, row 1: E008: two columns are called "numb"' in told
    unclosed = await uploaded("check", b"table,traits\ncharacters,[1\n")
    assert 'reed.csv, row 2, column "traits": E008: a [ is not closed here by a ].' in said(unclosed)
    assert "Try again" not in labels_of(unclosed.response)
    assert "Save it as CSV UTF-8" in said(await uploaded("add", b"table,name\nset,\x81\n"))
    broken = await uploaded("add", to_csv(tomllib.loads(BROKEN.decode())).encode())
    assert "reed.csv, row " in said(broken)
    assert "reed.csv:" not in said(broken)
    assert "Try again" in labels_of(broken.response)
    assert "Nothing is wrong with it" in said(await uploaded("check", SHEET.encode()))
    assert "The Reed Bank** is added" in said(await uploaded("add", SHEET.encode()))
    (kept,) = await club.bot.services.of(CardSets).find(club.guild.id, "reed")
    assert tomllib.loads((await club.bot.services.of(CardSets).text(kept)).decode()) == tomllib.loads(
        HERONS.decode()
    )
    assert "take its place?" in said(await uploaded("add", SHEET.encode()))
