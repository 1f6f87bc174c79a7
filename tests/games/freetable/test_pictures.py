"""Pictures of tables: boards with named spots and cards on sheets, written anew whatever comes."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping

import pytest
from PIL import Image

from bot.engine.fair import Stream
from bot.engine.wording import Focus
from bot.games.freetable.game import GAME
from bot.games.freetable.rules.options import Options
from bot.games.freetable.rules.state import FreeState
from bot.games.freetable.tablefiles import table_format, use
from bot.parts.tables.bundle import cards_in, faults_of, joined, parted
from bot.parts.tables.service import read_table
from renderers.kit.cards.uploads import (
    LARGEST_BOARD_KEPT,
    PictureRefused,
    Redrawn,
    rewritten_for_table,
)
from tests.renderers.uploaded import HOSTILE, RED_AND_BLUE, halves, of_kind, png

FORMAT = table_format()
RED, BLUE, GREEN = (220, 30, 30), (20, 40, 220), (20, 200, 60)
ISLE = """key = "isle"
title = "The isle"
start = ["put red figure on island Mill", "deal 2 from beasts to meadow"]

[[zone]]
name = "island"
kind = "board"
picture = "island.png"
spots = ["Mill 10% 50%", "Old harbour 540 200"]

[[zone]]
name = "hand"
kind = "hand"

[[zone]]
name = "beasts"
kind = "deck"

[[zone]]
name = "meadow"
kind = "row"

[[cards]]
name = "beast"
in = "beasts"
csv = "beasts.json"

[[piece]]
name = "figure"
in = "island"
kind = "figure"
colours = ["red"]
"""
SHEET = png(halves(600, 300, RED, GREEN))
"""Two cards beside each other."""


def deck(*numbers: int, address: str = "https://example.invalid/beasts.png", wide: int = 2) -> bytes:
    sheet = {"FaceURL": address, "BackURL": address, "NumWidth": wide, "NumHeight": 1}
    cards = [
        {"Name": "Card", "Nickname": f"Beast {number}", "CardID": number, "CustomDeck": {"1": sheet}}
        for number in numbers
    ]
    return json.dumps({"ObjectStates": [{"Name": "DeckCustom", "ContainedObjects": cards}]}).encode()


def whole(text: str, **pictures: bytes) -> tuple[bytes, list[str], tuple[str, ...]]:
    """Return the file of a table with its pictures, its faults and notes."""
    drawn = {f"{name}.png": rewritten_for_table(content) for name, content in pictures.items()}
    made = joined(text.encode(), {"beasts.json": deck(100, 101)}, drawn)
    reading = read_table(made.content, "isle.toml", FORMAT)
    return made.content, faults_of(made, reading, drawn), made.notes


def opened(content: bytes) -> FreeState:
    value = read_table(content, "isle.toml", FORMAT).value
    assert value is not None
    state: FreeState = GAME.rules.setup(Options("isle", use(value)), 2, Stream("isle", bytes(32)))
    return state


def pixels_of(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("RGB")


def near(seen: object, wanted: tuple[int, int, int]) -> bool:
    assert isinstance(seen, tuple)
    return all(abs(a - b) < 24 for a, b in zip(seen, wanted, strict=True))


def test_a_board_is_its_picture_with_pieces_on_named_spots_and_cards_have_their_place_of_a_sheet() -> None:
    content, faults, notes = whole(ISLE, island=RED_AND_BLUE, beasts=SHEET)
    assert (faults, notes) == ([], ("beasts.json: the pictures of the backs are not taken.",))
    state = opened(content)
    view = GAME.rules.view(state, None)
    (island, *_) = view.layout.zones
    assert [(each.name, round(each.x), round(each.y)) for each in island.spots] == [
        ("Mill", 10, 50),
        ("Old harbour", 90, 50),
    ]
    told = GAME.wording.board_text(view, ["Ann", "Ben"])
    assert "Mill" in told
    picture = GAME.renderer.board(view, names=["Ann", "Ben"])
    assert picture.alt == "The isle. Ann is to act. Mill: red figure."
    board = pixels_of(picture.png)
    top = next(y for y in range(board.height) if near(board.getpixel((300, y)), RED))
    assert near(board.getpixel((300, top + 400)), RED)
    assert near(board.getpixel((900, top + 400)), BLUE)
    cards = [kind for kind in view.layout.kinds if kind.art.file]
    assert [(kind.name, kind.art and kind.art.place) for kind in cards] == [
        ("Beast 100", 0),
        ("Beast 101", 1),
    ]
    beasts = board.crop((0, top + 820, 1280, board.height))
    assert {RED, GREEN} <= {
        wanted for wanted in (RED, GREEN) for _, each in beasts.getcolors(9999) or () if near(each, wanted)
    }
    lit = GAME.renderer.board(view, names=["Ann", "Ben"], focus=Focus(0, reach=frozenset([1])))
    assert lit.png != picture.png


def test_a_file_that_was_given_out_is_taken_again_with_its_spots_where_they_were() -> None:
    content, _, _ = whole(ISLE.replace("540 200", "600 400"), island=RED_AND_BLUE, beasts=SHEET)
    alone, kept = parted(content)
    assert list(kept) == ["island.png", "beasts.png"]
    assert (kept["island.png"].width, kept["island.png"].height) == (600, 400)
    again = {
        name: rewritten_for_table(each.content)._replace(width=each.width, height=each.height)
        for name, each in kept.items()
    }
    made = joined(alone, {}, again)
    reading = read_table(made.content, "isle.toml", FORMAT)
    assert faults_of(made, reading, again) == []
    assert opened(made.content).layout.zones[0].spots[1].x == 100


def test_no_picture_is_taken_that_was_not_written_anew() -> None:
    content, _, _ = whole(ISLE, island=RED_AND_BLUE, beasts=SHEET)
    hidden = content.replace(b"[[picture]]\n", b"[[picture]] # ours\n")
    alone, kept = parted(hidden)
    assert kept == {}
    made = joined(alone, {})
    assert any(
        "a picture is written in the file" in each
        for each in faults_of(made, read_table(made.content, "isle.toml", FORMAT), {})
    )


@pytest.mark.parametrize(
    "name", [each for each in HOSTILE if each not in ("bomb of pixels", "too many bytes")]
)
def test_hostile_pictures_are_refused_for_boards_as_for_cards(name: str) -> None:
    content, told = HOSTILE[name]
    with pytest.raises(PictureRefused) as refused:
        rewritten_for_table(content)
    if name != "JPEG in CMYK":
        assert told in refused.value.sentence
    assert refused.value.sentence.endswith((".", ". "))


def test_pictures_are_bounded_in_bytes_and_pixels_and_written_small() -> None:
    noise = Image.effect_noise((900, 900), 90).convert("RGB")
    kept = rewritten_for_table(png(noise))
    assert len(kept.content) <= LARGEST_BOARD_KEPT
    assert (kept.width, kept.height) == (900, 900)
    assert pixels_of(rewritten_for_table(of_kind("JPEG")).content).size == (100, 100)
    with pytest.raises(PictureRefused, match="a picture may have 8,388,608"):
        rewritten_for_table(RED_AND_BLUE + bytes(8 * 2**20))


CASES: Mapping[str, tuple[bytes, list[str], list[str]]] = {
    "no sheet": (deck(100), [], ["sheet 1 was not given along"]),
    "a place beyond it": (deck(105), ["any.png"], ["card 1 has place 6 of a sheet with 2"]),
    "a sheet too many": (deck(100), ["other.png", "beasts.png"], []),
    "by its address": (deck(100, address="http://x/BEASTS.png"), ["other.png", "beasts.png"], []),
}


@pytest.mark.parametrize("name", CASES)
def test_sheets_of_a_deck_are_found_and_what_is_not_taken_is_told(name: str) -> None:
    content, given, told = CASES[name]
    taken = cards_in(content, "deck.json", given)
    assert [each for each in told if not any(each in line for line in taken.left_out)] == []
    wanted = [] if told else ["beasts.png 2x1 1"]
    assert [each.picture for each in taken.cards if each.picture] == wanted


def test_cards_of_one_name_with_several_pictures_keep_them() -> None:
    content = deck(100, 101).replace(b"Beast 101", b"Beast 100")
    taken = cards_in(content, "deck.json", ["beasts.png"])
    assert [(each.name, each.picture) for each in taken.cards] == [
        ("Beast 100", "beasts.png 2x1 1"),
        ("Beast 100 (2)", "beasts.png 2x1 2"),
    ]


def test_faults_of_a_file_of_cards_hide_no_others() -> None:
    made = joined((ISLE + "colour = 1\n").encode(), {"beasts.json": b"{"}, {})
    told = faults_of(made, read_table(made.content, "isle.toml", FORMAT), {})
    assert any("this is no JSON" in each for each in told)
    assert any('has no key "colour"' in each for each in told)
    assert not any("beasts.json was not given" in each for each in told)


def test_names_that_discord_changes_are_found() -> None:
    picture = Redrawn(rewritten_for_table(RED_AND_BLUE).content, 600, 400)
    text = ISLE.replace("island.png", "my island.png").replace("beasts.json", "beasts.csv")
    made = joined(text.encode(), {"beasts.csv": b"name\nFox\nOwl\n"}, {"my_island.PNG": picture})
    assert faults_of(made, read_table(made.content, "isle.toml", FORMAT), {"": picture}) == []
    made = joined(text.encode(), {"beasts.csv": b"name\nFox\nOwl\n"}, {"image0.png": picture})
    assert faults_of(made, read_table(made.content, "isle.toml", FORMAT), {"": picture}) == []
