"""Sheets of cards: pages to print, and decks for Tabletop Simulator, drawn piece by piece.

A piece, such as the cards of a page, takes about a second, so that in a worker others do not wait long.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from bot.engine.cards.deckbuilding import deck_cards
from bot.engine.cards.game import AnyCard, AnyCardGame, AnyPool
from bot.engine.errors import Refusal
from bot.games.game import Game
from bot.games.registry import GAMES
from renderers.workshop import card_sheets
from renderers.workshop.card_sheets import TABLETOP_COLUMNS, TABLETOP_ROWS, Face

PNG, PDF, TABLETOP = "png", "pdf", "tabletop"
WAYS: Final = (PNG, PDF, TABLETOP)
"""The formats of card sheets."""


MOST_PICTURES: Final = 10
"""The most pages of one answer as pictures."""
MOST_COPIES: Final = 20
"""The most copies of all cards that are printed at once."""
_PAGE: Final = 4000
"""Bytes of a page of a PDF beside the pictures on it, at most."""
Draws: TypeAlias = Callable[..., Awaitable[Any]]
"""Runs a job with its arguments, for example in a worker, and returns its result."""
Report: TypeAlias = Callable[[int], Awaitable[None]]


class Printing(NamedTuple):
    """How cards are printed."""

    paper: str = "a4"
    """One of `renderers.workshop.card_sheets.PAPERS`."""
    backs: bool = False
    """Whether each page is followed by the one behind it."""


USUAL: Final = Printing()


class Sheets(NamedTuple):
    """The drawn sheets."""

    files: tuple[bytes, ...]
    """A PDF, pages as PNG, or pictures for a simulator as JPEG, the last of which is the back."""
    cards: int
    """The number of requested cards that are on them."""


def printed_numbers(cards: Sequence[AnyCard], deck: Any = None, copies: int = 1) -> list[str]:
    """Return the set numbers of cards, each as often as a match has copies of it; of a ready deck its cards.

    All of them come `copies` times, one whole set or deck after another.
    """
    if deck is not None:
        return [*deck_cards(deck)] * copies
    return [card.number for card in cards for _ in range(getattr(card, "copies", 1))] * copies


async def draw_sheets(
    draws: Draws,
    game: Game,
    pool: str,
    numbers: Sequence[str],
    way: str,
    *,
    title: str,
    most: int,
    report: Report,
    printing: Printing = USUAL,
) -> Sheets:
    """Draw cards of a pool, given by its hash, on sheets, as many as fit into `most` bytes.

    `report` is called with the number of cards drawn. Raises
    `Refusal` if the game does not draw single cards, or if one sheet exceeds `most`.
    """
    drawing = _Drawing(draws, game.key, pool, numbers, title, printing, report, most, MOST_PICTURES, "JPEG")
    sheets = await drawing.sheets(way)
    if not sheets.cards:
        raise Refusal.translated("A page of these cards is larger than Discord takes. Ask for a PDF instead.")
    return sheets


def all_sheets(
    game: Game, pool: str, numbers: Sequence[str], way: str, title: str, printing: Printing = USUAL
) -> list[bytes]:
    """Return all sheets of cards, of any size: one PDF, or pictures as PNG.

    The last of the pictures for a simulator is the back. Raises `Refusal` like `draw_sheets`.
    """

    async def here(work: Callable[..., Any], *given: Any) -> Any:
        return work(*given)

    async def untold(_done: int) -> None:
        pass

    any_size = sys.maxsize
    drawing = _Drawing(here, game.key, pool, numbers, title, printing, untold, any_size, any_size, "PNG")
    return [*asyncio.run(drawing.sheets(way)).files]


class _Drawing(NamedTuple):
    """What is drawn on sheets, and within which bounds."""

    draws: Draws
    key: str
    """The key of the game."""
    pool: str
    numbers: Sequence[str]
    title: str
    printing: Printing
    report: Report
    most: int
    """The most bytes of all files."""
    pages: int
    """The most pages as pictures."""
    kind: str
    """The kind of the pictures for a simulator, "PNG" or "JPEG"."""

    async def sheets(self, way: str) -> Sheets:
        """Return the sheets in one of `WAYS`."""
        return await {PDF: self._pdf, PNG: self._pages, TABLETOP: self._tabletop}[way]()

    async def _pdf(self) -> Sheets:
        faces: dict[str, Face] = {}
        back = await self.draws(draw_back, self.key) if self.printing.backs else None
        done, size = 0, _PAGE + (_size(back) if back is not None else 0)
        for nine in card_sheets.batches(self.numbers, card_sheets.PAGE_CARDS):
            await self.report(done)
            new = [number for number in dict.fromkeys(nine) if number not in faces]
            drawn = await self.draws(draw_faces, self.key, self.pool, new) if new else []
            size += sum(map(_size, drawn)) + _PAGE
            if size > self.most:
                break
            faces.update(zip(new, drawn, strict=True))
            done += len(nine)
        if not done:
            return Sheets((), 0)
        shown, paper = self.numbers[:done], self.printing.paper
        return Sheets((await self.draws(card_sheets.pdf_of, self.title, faces, shown, paper, back),), done)

    async def _pages(self) -> Sheets:
        files: list[bytes] = []
        done, paper = 0, self.printing.paper
        for nine in card_sheets.batches(self.numbers, card_sheets.PAGE_CARDS):
            await self.report(done)
            page = [await self.draws(draw_page, self.key, self.pool, nine, paper)]
            if self.printing.backs:
                page.append(await self.draws(draw_backs, self.key, len(nine), paper))
            if sum(map(len, [*files, *page])) > self.most or len(files) + len(page) > self.pages:
                break
            files, done = [*files, *page], done + len(nine)
        return Sheets(tuple(files), done)

    async def _tabletop(self) -> Sheets:
        files: list[bytes] = []
        done = 0
        for deck in card_sheets.batches(self.numbers, card_sheets.TABLETOP_CARDS):
            rows: list[bytes] = []
            for at, ten in enumerate(card_sheets.batches(deck, TABLETOP_COLUMNS)):
                await self.report(done + at * TABLETOP_COLUMNS)
                rows.append(await self.draws(draw_row, self.key, self.pool, ten))
            sheet = await self.draws(put_together, rows, self.key, self.kind)
            if sum(map(len, [*files, sheet])) > self.most:
                break
            files, done = [*files, sheet], done + len(deck)
        return Sheets((*files, await self.draws(card_sheets.back_of, self.key)), done)


def _size(face: Face) -> int:
    """Return the bytes that a side of a card takes in a PDF, with its words."""
    return len(face.pixels) + 2 * len(face.colours) + 500


def draw_page(key: str, pool: str, numbers: Sequence[str], paper: str) -> bytes:
    """Return a page of cards as PNG."""
    drawn = _pictures(key, pool, numbers)
    return card_sheets.page_of([drawn[number] for number in numbers], paper)


def draw_backs(key: str, number: int, paper: str) -> bytes:
    """Return the page behind a page with this number of cards as PNG."""
    return card_sheets.page_of([card_sheets.back_of(key)] * number, paper, backs=True)


def draw_faces(key: str, pool: str, numbers: Sequence[str]) -> list[Face]:
    """Return cards with their words, for a PDF."""
    cards = GAMES[key].card_game
    known = cards.library.at(pool)
    drawn = _pictures(key, pool, numbers)
    return [card_sheets.face_of(drawn[number], words_on(cards, known.cards[number])) for number in numbers]


def draw_back(key: str) -> Face:
    """Return the back of a game's cards, for a PDF."""
    return card_sheets.face_of(card_sheets.back_of(key))


def draw_row(key: str, pool: str, numbers: Sequence[str]) -> bytes:
    """Return a row of the picture for a simulator as PNG."""
    drawn = _pictures(key, pool, numbers)
    return card_sheets.tabletop_row([drawn[number] for number in numbers])


def put_together(rows: Sequence[bytes], key: str, kind: str) -> bytes:
    """Return a picture for a simulator, "PNG" or "JPEG"."""
    return card_sheets.tabletop_of(rows, card_sheets.back_of(key), kind)


def _pictures(key: str, pool: str, numbers: Sequence[str]) -> dict[str, bytes]:
    """Draw each different card once. Raises `Refusal` if the game does not draw single cards."""
    game = GAMES[key]
    drawn = {each: game.renderer.single_card(each, pool) for each in dict.fromkeys(numbers)}
    pictures = {number: picture.png for number, picture in drawn.items() if picture is not None}
    if len(pictures) < len(drawn):
        raise Refusal.translated("Cards of {game} are not drawn one by one.", game=game.title)
    return pictures


def words_on(game: AnyCardGame, card: AnyCard) -> tuple[str, ...]:
    """Return the words of a card in the current language: its name and number, then all else on it."""
    said = game.in_words(card)
    rest = (said.kind, ", ".join(said.traits), *said.rules, said.flavour)
    return (f"{said.name} ({card.number})", *[each for each in rest if each])


# Tabletop Simulator reads a deck from a "saved object": a file in its folder `Saves/Saved Objects`, in the
# format of its saves, https://kb.tabletopsimulator.com/custom-content/save-file-format/.


class SimulatedCard(NamedTuple):
    """A card of a deck for Tabletop Simulator."""

    name: str
    description: str = ""
    copies: int = 1


class Simulated(NamedTuple):
    """A deck for Tabletop Simulator."""

    title: str
    description: str
    cards: Sequence[SimulatedCard]
    """Each card once, in the order of its pictures."""


def simulated(
    title: str, description: str, game: AnyCardGame, pool: AnyPool, numbers: Sequence[str]
) -> Simulated:
    """Return a deck of a card game; `numbers` are the set numbers of its cards, one for each copy."""
    cards = []
    for number, copies in Counter(numbers).items():
        name, *rest = words_on(game, pool.cards[number])
        cards.append(SimulatedCard(name, "\n".join(rest), copies))
    return Simulated(title, description, cards)


def saved_object(deck: Simulated, faces: Sequence[str], back: str) -> bytes:
    """Return the saved object of a deck, as JSON, with the addresses of its pictures.

    The pictures have each of its cards once, in this order; the card in place 5, from 0, of the second one
    has the number 205.
    """
    sheets = {
        str(at): {
            "FaceURL": face,
            "BackURL": back,
            "NumWidth": TABLETOP_COLUMNS,
            "NumHeight": TABLETOP_ROWS,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
        for at, face in enumerate(faces, start=1)
    }
    cards: list[dict[str, Any]] = []
    for at, printed in enumerate(deck.cards):
        sheet, place = divmod(at, card_sheets.TABLETOP_CARDS)
        for _ in range(printed.copies):
            card = _object("Card", f"{deck.title} {at} {len(cards)}", printed.name, printed.description)
            shown = {str(sheet + 1): sheets[str(sheet + 1)]}
            cards.append({**card, "CardID": (sheet + 1) * 100 + place, "CustomDeck": shown})
    pile: dict[str, Any]
    if len(cards) == 1:  # a deck has at least two cards
        pile = {**cards[0], "Name": "CardCustom"}
    else:
        pile = {
            **_object("DeckCustom", deck.title, deck.title, deck.description),
            "DeckIDs": [card["CardID"] for card in cards],
            "CustomDeck": sheets,
            "ContainedObjects": cards,
        }
    words = (
        "SaveName",
        "GameMode",
        "Date",
        "Table",
        "Sky",
        "Note",
        "Rules",
        "LuaScript",
        "LuaScriptState",
        "XmlUI",
    )
    save = {**dict.fromkeys(words, ""), "Gravity": 0.5, "PlayArea": 0.5, "ObjectStates": [pile]}
    return msgspec.json.format(msgspec.json.encode(save), indent=2)


def _object(kind: str, seed: str, name: str, description: str) -> dict[str, Any]:
    """Return what all objects of a save have; their ids are made of `seed`."""
    places = dict.fromkeys(("posX", "posY", "posZ", "rotX"), 0.0)
    return {
        "GUID": hashlib.sha256(seed.encode()).hexdigest()[:6],
        "Name": kind,
        "Transform": {**places, "rotY": 180.0, "rotZ": 180.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0},
        "Nickname": name,
        "Description": description,
        "ColorDiffuse": {"r": 0.713, "g": 0.713, "b": 0.713},
        **dict.fromkeys(
            ("Grid", "Snap", "Autoraise", "Sticky", "Tooltip", "Hands", "HideWhenFaceDown"), True
        ),
        **dict.fromkeys(("Locked", "SidewaysCard"), False),
        **dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), ""),
    }


def simulator_folder(deck: Simulated, name: str, files: Sequence[bytes]) -> bytes:
    """Return a ZIP to unpack in the folder `Tabletop Simulator`: a saved object with its pictures.

    The last of these is the back. They are where the simulator keeps those that it has loaded: in files named
    by their address without its signs. So it finds them there, and the address need not exist.
    """
    kinds = {b"\xff\xd8": "jpg", b"\x89P": "png"}
    addresses = [
        f"http://tablepost.invalid/{name}/{hashlib.sha256(file).hexdigest()[:16]}.{kinds[file[:2]]}"
        for file in files
    ]
    folder = io.BytesIO()
    with zipfile.ZipFile(folder, "w") as archive:  # pictures are compressed already
        content = saved_object(deck, addresses[:-1], addresses[-1])
        archive.writestr(_entry(f"Saves/Saved Objects/{name}.json"), content, zipfile.ZIP_DEFLATED)
        archive.writestr(_entry(f"Saves/Saved Objects/{name}.png"), files[-1])
        for address, file in zip(addresses, files, strict=True):
            kept = re.sub("[^a-zA-Z0-9]", "", address)
            archive.writestr(_entry(f"Mods/Images/{kept}.{address[-3:]}"), file)
    return folder.getvalue()


def _entry(path: str) -> zipfile.ZipInfo:
    """Return the entry of a file that all may read, with no date: the same deck gives the same ZIP."""
    entry = zipfile.ZipInfo(path)
    entry.external_attr = 0o644 << 16
    return entry


def decks_of(one: Any) -> Mapping[str, Any]:
    """Return the ready decks of a card set by their keys; none in games without them."""
    found: Mapping[str, Any] = getattr(one, "decks", {})
    return found
