"""Pages of cards lose nothing and can be searched; a deck fits the published format of Tabletop Simulator."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import zipfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from PIL import Image
from pypdf import PdfReader

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.games.registry import GAMES
from bot.parts.workshop.card_sheets import (
    PDF,
    PNG,
    TABLETOP,
    Printing,
    all_sheets,
    printed_numbers,
    saved_object,
    simulated,
    simulator_folder,
)
from renderers.workshop.card_sheets import (
    BLEED,
    DPI,
    PAPERS,
    TABLETOP_COLUMNS,
    TABLETOP_HEIGHT,
    TABLETOP_WIDTH,
    back_of,
    face_of,
    pdf_of,
)

ARCLASH = GAMES["arclash"]
assert ARCLASH.cards is not None
CARDS: Any = ARCLASH.cards
POOL = CARDS.library.standard
FOUR = list(POOL.cards)[:4]
MILLIMETRES = {"a4": (210, 297), "letter": (215.9, 279.4)}
DRAWN = re.compile(rb"(\d+) 0 0 (\d+) (-?\d+) (-?\d+) cm /(C\d+) Do")


def pdf(numbers: list[str], paper: str = "a4", *, backs: bool = False, game: str = "arclash") -> bytes:
    cards: Any = GAMES[game].cards
    (file,) = all_sheets(
        GAMES[game], cards.library.standard.hash, numbers, PDF, "A deck", Printing(paper, backs)
    )
    return file


def drawn(page: Any) -> list[tuple[int, int, str]]:
    """Return where the cards of a page lie, in pixels from the lower left corner, and their pictures."""
    content = page.get_contents().get_data()
    return [(int(x), int(y), name.decode()) for _, _, x, y, name in DRAWN.findall(content)]


def test_a_pdf_has_each_card_once_with_all_its_pixels_and_words() -> None:
    """A deck of 30 cards is nine to a page; copies take no room, and each pixel is that of the card."""
    numbers = printed_numbers([POOL.cards[each] for each in FOUR], copies=7)
    file = pdf(numbers)
    reader = PdfReader(io.BytesIO(file))
    assert [len(drawn(page)) for page in reader.pages] == [9, 9, 9, 1]
    # programs that lay pages on sheets cut turned ones (findings/a-turned-card-is-cut.sh)
    assert not any(page.rotation or page.cropbox != page.mediabox for page in reader.pages)
    pictures = reader.pages[0].images
    assert {each.indirect_reference.idnum for page in reader.pages for each in page.images} == {
        each.indirect_reference.idnum for each in pictures
    }
    assert len(pictures) == len(FOUR)
    for number, picture in zip(FOUR, pictures, strict=True):
        card = ARCLASH.renderer.single_card(number)
        assert card is not None
        shown = picture.image.convert("RGB")
        inside = shown.crop((BLEED, BLEED, shown.width - BLEED, shown.height - BLEED))
        assert inside.tobytes() == Image.open(io.BytesIO(card.png)).convert("RGB").tobytes()
    filters = {str(each.indirect_reference.get_object()["/Filter"]) for each in pictures}
    assert filters == {"/FlateDecode"}
    assert len(file) < len(FOUR) * 60_000, "where a page was a JPEG of 977 kB"

    words = " ".join(reader.pages[0].extract_text().split())
    for number in FOUR:
        said = CARDS.in_words(POOL.cards[number])
        for sentence in (f"{said.name} ({number})", said.kind, *said.rules, said.flavour):
            assert sentence in words
    assert reader.metadata is not None
    assert reader.metadata.title == "A deck"
    with speaking(language("de")):
        german = PdfReader(io.BytesIO(pdf(FOUR[:1]))).pages[0].extract_text()
    assert "Charakter" in german


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("cards", [1, 5, 9])
def test_backs_lie_behind_their_cards_when_the_paper_is_turned_over_its_long_edge(
    paper: str, cards: int
) -> None:
    numbers = (FOUR * 3)[:cards]
    reader = PdfReader(io.BytesIO(pdf(numbers, paper, backs=True)))
    front, behind = reader.pages
    wide, high = [float(each) * DPI / 72 for each in front.mediabox[2:]]
    for side, millimetres in zip((wide, high), MILLIMETRES[paper], strict=True):
        assert side * 25.4 / DPI == pytest.approx(millimetres, abs=0.1)
    there = {(x, y) for x, y, _ in drawn(front)}
    turned = {(round(wide) - x - 744 - 2 * BLEED, y) for x, y, _ in drawn(behind)}
    assert turned == there
    assert len(there) == cards
    assert len({name for *_, name in drawn(behind)}) == 1
    for x, y in there:
        assert 0 < x + BLEED < wide - 744
        assert 0 < y + BLEED < high - 1039
    wishes: Any = reader.trailer["/Root"]["/ViewerPreferences"]  # type: ignore[index]
    assert dict(wishes) == {"/PrintScaling": "/None", "/Duplex": "/DuplexFlipLongEdge"}


def test_every_cut_has_marks_on_both_sides_of_the_page_and_none_is_on_a_card() -> None:
    for paper in PAPERS:
        (page,) = PdfReader(io.BytesIO(pdf(FOUR[:1] * 9, paper))).pages
        content = page.get_contents()
        assert content is not None
        lines = [
            tuple(map(int, found))
            for found in re.findall(rb"(-?\d+) (-?\d+) m (-?\d+) (-?\d+) l S", content.get_data())
        ]
        cards = [(x + BLEED, y + BLEED) for x, y, _ in drawn(page)]
        upright = Counter(x for x, _, to, _ in lines if x == to)
        flat = Counter(y for _, y, _, to in lines if y == to)
        assert upright == {cut: 2 for x, _ in cards for cut in (x, x + 744)}
        assert flat == {cut: 2 for _, y in cards for cut in (y, y + 1039)}
        left, right = min(x for x, _ in cards), max(x for x, _ in cards) + 744
        low, high = min(y for _, y in cards), max(y for _, y in cards) + 1039
        for x, y, to_x, to_y in lines:
            outside = max(x, to_x) < left or min(x, to_x) > right or max(y, to_y) < low or min(y, to_y) > high
            assert outside


def test_pages_as_pictures_have_the_same_places() -> None:
    for paper, kind in PAPERS.items():
        front, behind = [
            Image.open(io.BytesIO(each)).convert("RGB")
            for each in all_sheets(ARCLASH, POOL.hash, FOUR[:2], PNG, "", Printing(paper, backs=True))
        ]
        assert front.size == behind.size == (kind.width, kind.height)
        (x, y, _), *_ = drawn(PdfReader(io.BytesIO(pdf(FOUR[:1], paper))).pages[0])
        corner = (x + BLEED, kind.height - y - BLEED - 1039)
        card = ARCLASH.renderer.single_card(FOUR[0])
        assert card is not None
        shown = front.crop((*corner, corner[0] + 744, corner[1] + 1039))
        assert shown.tobytes() == Image.open(io.BytesIO(card.png)).convert("RGB").tobytes()
        mirrored = behind.crop(
            (kind.width - corner[0] - 744, corner[1], kind.width - corner[0], corner[1] + 1039)
        )
        assert mirrored.tobytes() == Image.open(io.BytesIO(back_of("arclash"))).convert("RGB").tobytes()


WORDS = {
    "čtvrtek": "Latin beyond Latin-1",
    "鷺の書": "Japanese",
    "قلم": "Arabic",
    "אבג": "Hebrew",
    "ไทย": "Thai",
    "😀": "beyond the first 65,536",
    "a (b) \\ <c>": "signs that a PDF has itself",
}


def test_words_of_every_script_are_found_in_their_order() -> None:
    """Also in a set with more than 255 different letters, which is the most of one font."""
    many = "".join(map(chr, range(0x4E00, 0x4E00 + 400)))
    words = ("The name", *WORDS, many)
    file = pdf_of("鷺 (č) \\", {"X-01": face_of(back_of("arclash"), words)}, ["X-01"], "a4", None)
    reader = PdfReader(io.BytesIO(file))
    found = reader.pages[0].extract_text()
    assert [word for word in WORDS if word not in found] == []
    assert set(many) <= set(found)
    assert reader.metadata is not None
    assert reader.metadata.title == "鷺 (č) \\"


@pytest.mark.skipif(not shutil.which("pdfimages"), reason="there is no Poppler here")
def test_poppler_finds_no_lossy_picture_and_all_words(tmp_path: Path) -> None:
    def said(*command: str) -> str:
        return subprocess.run([*command], cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    words = ("The name", *WORDS)
    for name, file in {
        "deck": pdf(FOUR, backs=True),
        "words": pdf_of("", {"X": face_of(back_of("arclash"), words)}, ["X"], "letter", None),
    }.items():
        (tmp_path / f"{name}.pdf").write_bytes(file)
        listed = [line.split() for line in said("pdfimages", "-list", f"{name}.pdf").splitlines()[2:]]
        assert {(each[2], each[5], each[8]) for each in listed} == {("image", "index", "image")}
        fonts = [line.split() for line in said("pdffonts", f"{name}.pdf").splitlines()[2:]]
        assert {(each[-5], each[-3]) for each in fonts} == {("yes", "yes")}, "embedded, with Unicode"
    text = said("pdftotext", "words.pdf", "-")
    assert [word for word in WORDS if word not in text] == []
    assert CARDS.in_words(POOL.cards[FOUR[0]]).name in said("pdftotext", "deck.pdf", "-")


def test_cards_of_every_game_are_printed_and_low_ones_lie_in_the_middle_of_a_card() -> None:
    for key, game in GAMES.items():
        if game.cards is None:
            continue
        every = list(game.cards.library.standard.cards)
        file = pdf([every[0], every[-1]], game=key)
        pictures = PdfReader(io.BytesIO(file)).pages[0].images
        assert {each.image.size for each in pictures} == {(744 + 2 * BLEED, 1039 + 2 * BLEED)}


# Tabletop Simulator

COLOUR = {"type": "object", "required": ["r", "g", "b"], "additionalProperties": {"type": "number"}}
TRANSFORM = {
    "type": "object",
    "required": [f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"],
    "additionalProperties": {"type": "number"},
}
SHEETS = {
    "type": "object",
    "minProperties": 1,
    "patternProperties": {
        "^[1-9][0-9]*$": {
            "type": "object",
            "required": ["FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack"],
            "properties": {
                "FaceURL": {"type": "string", "pattern": "^(https?|file):///?[^ ]"},
                "BackURL": {"type": "string", "pattern": "^(https?|file):///?[^ ]"},
                "NumWidth": {"type": "integer", "minimum": 2, "maximum": 10},
                "NumHeight": {"type": "integer", "minimum": 2, "maximum": 7},
                "BackIsHidden": {"type": "boolean"},
                "UniqueBack": {"type": "boolean"},
                "Type": {"type": "integer", "minimum": 0, "maximum": 4},
            },
        }
    },
    "additionalProperties": False,
}
NO_SCRIPTS = {key: {"const": ""} for key in ("LuaScript", "LuaScriptState", "XmlUI")}
SWITCHES = ("Locked", "Grid", "Snap", "Autoraise", "Sticky", "Tooltip", "Hands", "HideWhenFaceDown")
ALL_HAVE = ("GUID", "Name", "Transform", "Nickname", "Description", "ColorDiffuse", "Locked", "CustomDeck")
OBJECT: dict[str, Any] = {
    "type": "object",
    "required": [*ALL_HAVE],
    "properties": {
        "GUID": {"type": "string", "pattern": "^[0-9a-f]{6}$"},
        "Transform": TRANSFORM,
        "Nickname": {"type": "string", "minLength": 1},
        "Description": {"type": "string"},
        "ColorDiffuse": COLOUR,
        **{key: {"type": "boolean"} for key in SWITCHES},
        **NO_SCRIPTS,
        "CustomDeck": SHEETS,
    },
}
CARD = {
    **OBJECT,
    "required": [*OBJECT["required"], "CardID"],
    "properties": {
        **OBJECT["properties"],
        "Name": {"enum": ["Card", "CardCustom"]},
        "CardID": {"type": "integer", "minimum": 100},
        "SidewaysCard": {"type": "boolean"},
    },
}
DECK = {
    **OBJECT,
    "required": [*OBJECT["required"], "DeckIDs", "ContainedObjects"],
    "properties": {
        **OBJECT["properties"],
        "Name": {"const": "DeckCustom"},
        "DeckIDs": {"type": "array", "minItems": 2, "items": {"type": "integer", "minimum": 100}},
        "ContainedObjects": {"type": "array", "minItems": 2, "items": CARD},
    },
}
OF_A_SAVE = ("SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules")
SAVED_OBJECT = Draft202012Validator(
    {
        "type": "object",
        "required": [*OF_A_SAVE, "ObjectStates"],
        "properties": {
            **{key: {"type": "string"} for key in OF_A_SAVE},
            **NO_SCRIPTS,
            "ObjectStates": {"type": "array", "minItems": 1, "items": {"anyOf": [DECK, CARD]}},
        },
    }
)
"""Made of https://kb.tabletopsimulator.com/custom-content/save-file-format/ and .../custom-deck/."""


def checked(content: bytes, numbers: list[str]) -> Mapping[str, Any]:
    """Return the object of a saved deck that has just these cards, each with its own place and words."""
    save = json.loads(content)
    SAVED_OBJECT.validate(save)
    (pile,) = save["ObjectStates"]
    cards = pile.get("ContainedObjects", [pile])
    assert pile.get("DeckIDs", [pile.get("CardID")]) == [card["CardID"] for card in cards]
    assert len({card["GUID"] for card in cards}) == len(cards)
    named = Counter(card["Nickname"].rpartition("(")[2].removesuffix(")") for card in cards)
    assert named == Counter(numbers)
    places = list(dict.fromkeys(numbers))
    for card in cards:
        number = card["Nickname"].rpartition("(")[2].removesuffix(")")
        sheet, place = divmod(card["CardID"], 100)
        assert (sheet - 1) * 69 + place == places.index(number)
        assert list(card["CustomDeck"]) == [str(sheet)]
        for rule in CARDS.in_words(POOL.cards[number]).rules if number in POOL.cards else ():
            assert rule in card["Description"]
    return pile  # type: ignore[no-any-return]


def test_a_deck_is_a_saved_object_of_tabletop_simulator() -> None:
    key, deck = next(iter(POOL.decks.items()))
    numbers = printed_numbers((), deck)
    assert len(numbers) > len(set(numbers)), "it has copies"
    made = simulated(deck.title, deck.description, CARDS, POOL, numbers)
    pile = checked(saved_object(made, ["https://example.org/1.png"], "https://example.org/back.png"), numbers)
    assert (pile["Nickname"], pile["Description"]) == (deck.title, deck.description)
    sheets = all_sheets(ARCLASH, POOL.hash, list(dict.fromkeys(numbers)), TABLETOP, "")
    archive = zipfile.ZipFile(io.BytesIO(simulator_folder(made, key, sheets)))
    pile = checked(archive.read(f"Saves/Saved Objects/{key}.json"), numbers)
    for address, content in zip(
        (pile["CustomDeck"]["1"]["FaceURL"], pile["CustomDeck"]["1"]["BackURL"]), sheets, strict=True
    ):
        assert archive.read(f"Mods/Images/{re.sub('[^a-zA-Z0-9]', '', address)}.png") == content
    sheet = Image.open(io.BytesIO(sheets[0])).convert("RGB")
    assert sheet.size == (TABLETOP_COLUMNS * TABLETOP_WIDTH, 7 * TABLETOP_HEIGHT)
    back = Image.open(io.BytesIO(sheets[1])).convert("RGB").resize((TABLETOP_WIDTH, TABLETOP_HEIGHT), 1)
    assert (
        sheet.crop((sheet.width - TABLETOP_WIDTH, 6 * TABLETOP_HEIGHT, *sheet.size)).tobytes()
        == back.tobytes()
    )
    for name in archive.namelist():
        assert archive.getinfo(name).external_attr >> 16 == 0o644, "all may read it where it is unpacked"


def test_more_cards_than_a_picture_has_are_on_the_next_one_and_one_card_is_no_deck() -> None:
    every = list(POOL.cards)[:100]
    numbers = [*every, every[0], every[80]]
    made = simulated("Many", "", CARDS, POOL, numbers)
    addresses = ["file:///C:/My Games/1.png", "file:///C:/My Games/2.png"]
    pile = checked(saved_object(made, addresses, "file:///C:/My Games/back.png"), numbers)
    assert Counter(pile["DeckIDs"]) == Counter([*range(100, 169), *range(200, 231), 100, 211])
    alone = simulated("One", "", CARDS, POOL, every[:1])
    pile = checked(saved_object(alone, addresses[:1], addresses[0]), every[:1])
    assert pile["Name"] == "CardCustom"
