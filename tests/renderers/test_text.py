"""Names may have any characters; drawn text is readable or replaced, never a row of empty boxes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, features

from renderers.kit import fonts, runs, text
from renderers.kit.cache import forget
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
def test_a_name_is_drawn_up_to_missing_glyphs(name: str, drawn: str) -> None:
    assert text.legible(name, "Player 2") == drawn


@given(st.text(max_size=60))
def test_no_name_makes_empty_boxes_or_fails(name: str) -> None:
    drawn = text.legible(name, "Player 1")
    assert drawn
    assert len(drawn) <= text.NAME_LENGTH
    assert all(character == " " or has_glyph(character) for character in drawn)
    board = Image.new("RGB", (200, 60))
    text.write(board, 5, 30, text.fitted(drawn, "extrabold", 28, 180), size=28, colour=PAPER)


@pytest.mark.parametrize("words", ["Turn 12: Ann moves", "fjgQ", "ÄÖÜß", "Борис", "−…", "  ", ""])
@pytest.mark.parametrize("size", [READABLE, 41])
def test_text_is_drawn_as_pillow_draws_it(words: str, size: int) -> None:
    """`_mask` lays a text out once; `ImageDraw.text` with `getbbox` does it twice."""
    one, other = (Image.new("L", (700, 100)) for _ in range(2))
    ImageDraw.Draw(one).text((20, 60), words, fill=255, font=face("semibold", size), anchor="ls")
    mask, left, top = text._mask(words, "semibold", size)
    other.paste(255, (20 + left, 60 + top), mask)
    assert one.tobytes() == other.tobytes()


NAMES = (
    ("Arabic", "حسن البنا"),
    ("Hebrew", "עדה לאבלייס"),
    ("Devanagari", "देवनागरी हिन्दी"),
    ("Thai", "สมชาย ใจดี"),
    ("Chinese, Japanese and Korean", "王小明"),
    ("Chinese, Japanese and Korean", "さくらカナ"),
    ("Chinese, Japanese and Korean", "김민수"),
)
AT_HAND = features.check("raqm") and features.check("fribidi")


@pytest.fixture
def all_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Return the fonts of all scripts; of the large system font only the letters of the names here."""
    if not AT_HAND:
        pytest.skip("there is no FriBiDi here, which lays out what joins or turns around")
    *small, large = fonts.SCRIPTS
    found = large._replace(folders=(Path(__file__).parent / "fonts",))
    monkeypatch.setattr(fonts, "SCRIPTS", (*small, found))
    forget_names()
    yield
    forget_names()


_KEPT = (fonts.script_of, runs.is_plain, runs.runs_of, text.legible_name, text.width, text.fitted)


def forget_names() -> None:
    forget()
    for kept in _KEPT:
        kept.cache_clear()


def drawn_in(words: str, size: int = 40) -> bytes:
    """Return the pixels of a text on a board."""
    board = Image.new("RGB", (700, 100))
    text.write(board, 20, 50, words, size=size, colour=PAPER)
    return board.tobytes()


@pytest.mark.usefixtures("all_fonts")
@pytest.mark.parametrize(("script", "name"), NAMES)
def test_names_of_each_script_are_drawn_whole_by_its_font(script: str, name: str) -> None:
    kept = text.legible_name(name, "Player 2")
    assert kept.strip("\u2068\u2069") == unicodedata.normalize("NFKC", name)
    assert {run.script.name for run in runs.runs_of(kept) if run.script} == {script}
    for letter in set(name) - {" "}:
        found = fonts.script_of(letter)
        assert found is not None
        box = bytes(fonts.script_face(found, READABLE).getmask("\U0010fffd"))
        assert bytes(fonts.script_face(found, READABLE).getmask(letter)) != box
    assert drawn_in(kept) != drawn_in("Player 2")
    assert text.width(kept, "semibold", 40) > 40


@pytest.mark.usefixtures("all_fonts")
@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ("Ann حسن 42", ["Ann ", "42", "حسن "]),
        ("\u2068שלום Bob 3\u2069 wins", ["Bob 3", "שלום ", " wins"]),
        ("\u2068حسن\u2069’s turn", ["حسن", "’s turn"]),
        ("\u2068حس…", ["…", "حس"]),
        ("\u2068(א)\u2069", ["(", "א", ")"]),
    ],
)
def test_right_to_left_text_has_its_place(words: str, seen: list[str]) -> None:
    assert [run.text for run in runs.runs_of(words)] == seen
    assert all(run.rightward is False for run in runs.runs_of(words) if run.script)


@pytest.mark.usefixtures("all_fonts")
def test_arabic_letters_are_joined_and_in_order() -> None:
    joined = text.width("حسن", "semibold", 40)
    assert joined < sum(text.width(letter, "semibold", 40) for letter in "حسن")
    assert drawn_in("حسن") != drawn_in("نسح")


@pytest.mark.usefixtures("all_fonts")
@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ann 王", "Ann 王"),
        ("Ann\u202e\u2067\u2066", "Ann"),
        ("Z\u0334\u0310a\u0334lgo", "Zalgo"),
        ("ก" + "\u0e47\u0e48" * 20, "ก\u0e47\u0e48\u0e47"),
        ("e\u0947", "e"),
        ("🐱🐱", "Player 2"),
        ("\u2068\u2069", "Player 2"),
    ],
)
def test_marks_controls_and_emoji_of_names_are_limited(name: str, drawn: str) -> None:
    assert text.legible_name(name, "Player 2") == drawn


@pytest.mark.usefixtures("all_fonts")
@given(name=st.text(st.sampled_from("aB1( )’…حسنאבกี่देवी王김\u0300\u202e\u2068\u2069🐱"), max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_name_of_any_script_is_higher_or_wider_than_its_place(name: str) -> None:
    drawn = text.legible_name(name, "Player 1")
    assert len(drawn) <= text.NAME_LENGTH + 2
    fitted = text.fitted(f"{drawn}’s turn", "extrabold", 28, 180)
    assert text.width(fitted, "extrabold", 28) <= 180
    mask, _, top = text._mask(fitted, "extrabold", 28)
    assert top > -2 * 28
    assert mask.height < 2 * 28
    assert sorted("".join(run.text for run in runs.runs_of(fitted)).translate(_TURNED)) == sorted(
        fitted.translate(_TURNED)
    )


_TURNED = str.maketrans(")", "(", "\u2068\u2069")


@given(st.text(alphabet="WiM. ÅЖΩ", max_size=40))
def test_names_with_glyphs_in_inter_use_inter(name: str) -> None:
    assert text.legible_name(name, "Player 2") == text.legible(name, "Player 2")
    assert runs.is_plain(name)


def test_without_its_font_a_script_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nowhere = tuple(script._replace(folders=(tmp_path,)) for script in fonts.SCRIPTS)
    monkeypatch.setattr(fonts, "SCRIPTS", nowhere)
    forget_names()
    assert [text.legible_name(name, "?") for _, name in NAMES] == ["?"] * len(NAMES)
    forget_names()


@given(st.text(max_size=60))
def test_printable_names_have_no_invisible_characters(name: str) -> None:
    kept = text.printable(name)
    assert kept == " ".join(kept.split())
    assert not any(unicodedata.category(character) in {"Cc", "Cf", "Cs"} for character in kept)


@given(st.text(alphabet="WiM. ÅЖ", min_size=1, max_size=40), st.integers(60, 400))
def test_a_fitted_text_is_within_its_room(words: str, room: int) -> None:
    fitted = text.fitted(words, "semibold", READABLE, room)
    assert text.width(fitted, "semibold", READABLE) <= room
    assert fitted == words or fitted.endswith(text.ELLIPSIS)


def test_text_too_small_for_half_size_is_refused_and_a_character_the_font_lacks_is_known() -> None:
    with pytest.raises(ValueError, match="cannot be read at half size"):
        face("semibold", READABLE - 1)
    assert [has_glyph(one) for one in "A−王🐱"] == [True, True, False, False]


def test_every_weight_is_bundled_with_its_licence() -> None:
    own = [script.folders[0] / script.file for script in fonts.SCRIPTS if script.folders == fonts.NOTO]
    for file in (*fonts.FILES.values(), *own):
        assert file.is_file()
        assert "SIL OPEN FONT LICENSE" in (file.parent / "LICENSE.txt").read_text(encoding="utf-8")
    assert sum(file.stat().st_size for file in Path(fonts.FOLDER).rglob("*") if file.is_file()) < 1_500_000
