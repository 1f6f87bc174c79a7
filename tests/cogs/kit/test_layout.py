"""Discord's limits, which the bot checks itself, and text that is shown as it was written."""

from __future__ import annotations

import string
from typing import Any

import discord
import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.sentences import visible
from cogs.kit.controls import CUSTOM_ID_LIMIT, ComponentId, button, select
from cogs.kit.layout import (
    Attachment,
    LimitBroken,
    fit,
    message_of,
    page_of,
    picture_of,
    plain,
    rows,
    safe,
    text,
)
from renderers.contract import Picture

WORD = st.text(string.ascii_letters + string.digits + "-", min_size=1, max_size=8)
ID = st.text(string.ascii_lowercase + string.digits, min_size=12, max_size=12)


@given(WORD, ID, st.integers(0, 10**9 - 1), st.lists(WORD, max_size=3).map(tuple), st.just("") | WORD)
def test_a_custom_id_is_read_back(
    verb: str, match: str, version: int, path: tuple[str, ...], slot: str
) -> None:
    press = ComponentId(verb, match, version, path, slot)
    assert ComponentId.decode(press.encode()) == press
    assert len(press.encode()) <= CUSTOM_ID_LIMIT


@given(st.text(max_size=120))
def test_any_custom_id_can_be_read(custom_id: str) -> None:
    ComponentId.decode(custom_id)


def test_a_custom_id_over_100_characters_is_refused_before_it_is_sent() -> None:
    with pytest.raises(ValueError, match="shorten the keys"):
        ComponentId("pick", "a" * 12, 1, ("x" * 90,)).encode()


@given(st.text(max_size=60))
def test_safe_text_is_shown_as_written(words: str) -> None:
    seen = visible(words)
    assert plain(safe(words)).replace("\u200b", "") == " ".join(seen.split()).replace("\u200b", "")


@given(st.text(alphabet="*_~`|<>[]()#@:-1\\/ aeveryonehttp.", max_size=40))
def test_safe_text_has_no_markup_and_no_mention(words: str) -> None:
    made = safe(words)
    bare = "".join(made[i] for i in range(len(made)) if made[i] != "\\" and (i == 0 or made[i - 1] != "\\"))
    assert not set(bare) & set("*_~`|<>[]@")
    assert "@everyone" not in made
    assert "http://" not in made


@pytest.mark.parametrize("limit", [1, 5, 80])
def test_fit_keeps_to_the_limit(limit: int) -> None:
    assert len(fit("word " * 40, limit)) == limit
    assert fit("ok", 5) == "ok"


def test_words_are_cut_between_two_of_them_and_only_a_long_word_within() -> None:
    said = "Start of Battle: cards of others cannot take power from your Character this turn."
    assert fit(said, 80) == "Start of Battle: cards of others cannot take power from your Character this…"
    assert fit("Dampfschifffahrtsgesellschaft", 12) == "Dampfschiff…"


def many(count: int) -> list[Any]:
    return [button(f"b{n}", ComponentId("go", slot=str(n))) for n in range(count)]


def options(count: int) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=f"o{n}", value=f"o{n}") for n in range(count)]


def test_a_message_at_all_limits_is_accepted() -> None:
    chooser = ui.ActionRow[Any](select("p" * 150, ComponentId("go", slot="s"), options(25)))
    message_of(text("x" * 4000), chooser, *rows(many(25)))


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ([text("x" * 2001), text("y" * 2000)], "4001 characters of text"),
        ([*rows(many(1)), *rows(many(1))], "two controls have the custom_id"),
        ([ui.ActionRow(button("l" * 81, ComponentId("go")))], "81 characters of label"),
        ([ui.ActionRow(button("", ComponentId("go")))], "a button has no label"),
        ([ui.ActionRow(select("p" * 151, ComponentId("go"), options(1)))], "151 characters of placeholder"),
        ([ui.ActionRow(select("p", ComponentId("go"), []))], "no options"),
        ([ui.ActionRow(select("p", ComponentId("go"), options(1) * 2))], "one value"),
        (
            [
                ui.ActionRow(
                    select("p", ComponentId("go"), [discord.SelectOption(label="x" * 101, value="x")])
                )
            ],
            "101 characters of an option's label",
        ),
        ([ui.MediaGallery(discord.MediaGalleryItem("attachment://no.png"))], "differ"),
    ],
)
def test_invalid_messages_are_refused_before_they_are_sent(parts: list[Any], sentence: str) -> None:
    with pytest.raises(LimitBroken, match=sentence):
        message_of(*parts)


def test_more_than_40_components_and_a_too_big_file_are_refused() -> None:
    with pytest.raises((LimitBroken, ValueError), match="40"):
        message_of(*[text("x") for _ in range(40)])
    with pytest.raises(LimitBroken, match="bytes of files"):
        message_of(Attachment("board.txt", bytes(10 * 1024 * 1024 + 1)))


def test_discord_py_does_not_go_through_a_message_to_listen_for_its_controls() -> None:
    """A `Control` is found by its custom_id: tests in `tests/cogs` press them."""
    view = message_of(text("Do you?"), *rows([button("Yes", ComponentId("yes"))])).view
    assert view.is_dispatchable()
    assert view.is_finished(), "what is finished is not stored"


def test_an_alt_text_over_256_characters_is_refused() -> None:
    with pytest.raises(LimitBroken, match="257 characters of alt text"):
        message_of(picture_of(Picture(b"png", "a" * 257, 1, 1)))


def test_suits_of_cards_have_the_text_variation_selector() -> None:
    """Discord shows a bare ♠ as a dark emoji; the variation selector after it selects the text glyph."""
    shown = text("You draw 7♠ and 8♥\ufe0e.")
    assert shown.content == "You draw 7♠\ufe0e and 8♥\ufe0e."
    assert plain("Discard 9♣") == "Discard 9♣\ufe0e"


@given(st.lists(st.integers(), max_size=40), st.integers(1, 12))
def test_the_pages_together_have_everything_once_and_in_order(things: list[int], size: int) -> None:
    pages = page_of(things, 0, size)[2]
    assert [each for page in range(pages) for each in page_of(things, page, size)[0]] == things
    assert all(0 < len(page_of(things, page, size)[0]) <= size for page in range(pages) if things)


def test_a_page_that_does_not_exist_is_the_nearest_one() -> None:
    assert page_of("abcde", 9, 2) == ("e", 2, 3)
    assert page_of("abcde", -1, 2) == ("ab", 0, 3)
    assert page_of("", 3, 2) == ("", 0, 1)
