"""Names may be anything; what is drawn is readable or replaced, never a row of empty boxes."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderers.kit import fonts, text
from renderers.kit.fonts import READABLE, face, has_glyph
from renderers.kit.palette import PAPER


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ann", "Ann"),
        ("  Ann \n\t Bee ", "Ann Bee"),
        ("Zoë Łukasz", "Zoë Łukasz"),
        ("Борис", "Борис"),
        ("Ann 🐱🐱", "Ann"),
        ("𝕭𝖔𝖗𝖎𝖘", "Boris"),
        ("Ａｎｎ", "Ann"),
        ("Ann\u202e\u200b\u0007", "Ann"),
        ("Z\u0334\u0310a\u0334lgo", "Zalgo"),
        ("王小明", "Player 2"),
        ("🐱", "Player 2"),
        ("", "Player 2"),
        ("\u3164", "Player 2"),
        ("!!!", "Player 2"),
    ],
)
def test_a_name_is_drawn_as_far_as_the_font_goes(name: str, drawn: str) -> None:
    assert text.legible(name, "Player 2") == drawn


@given(st.text(max_size=60))
def test_no_name_makes_empty_boxes_or_fails(name: str) -> None:
    drawn = text.legible(name, "Player 1")
    assert drawn
    assert len(drawn) <= text.NAME_LENGTH
    assert all(character == " " or has_glyph(character) for character in drawn)
    board = Image.new("RGB", (200, 60))
    text.write(board, 5, 30, text.fitted(drawn, "extrabold", 28, 180), size=28, colour=PAPER)


@given(st.text(max_size=60))
def test_printable_names_hold_nothing_invisible(name: str) -> None:
    kept = text.printable(name)
    assert kept == " ".join(kept.split())
    assert not any(unicodedata.category(character) in {"Cc", "Cf", "Cs"} for character in kept)


@given(st.text(alphabet="WiM. ÅЖ", min_size=1, max_size=40), st.integers(60, 400))
def test_a_fitted_text_fits_its_room(words: str, room: int) -> None:
    fitted = text.fitted(words, "semibold", READABLE, room)
    assert text.width(fitted, "semibold", READABLE) <= room
    assert fitted == words or fitted.endswith(text.ELLIPSIS)


def test_text_too_small_for_half_size_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be read at half size"):
        face("semibold", READABLE - 1)


def test_a_character_the_font_lacks_is_known() -> None:
    assert has_glyph("A")
    assert has_glyph("−")
    assert not has_glyph("王")
    assert not has_glyph("🐱")


def test_every_weight_is_bundled_with_its_licence() -> None:
    for file in fonts.FILES.values():
        assert file.is_file()
        assert "SIL OPEN FONT LICENSE" in (file.parent / "LICENSE.txt").read_text(encoding="utf-8")
    assert sum(file.stat().st_size for file in Path(fonts.FOLDER).rglob("*") if file.is_file()) < 1_500_000
