"""Showing cards on Discord, and checking card files (ARC-19)."""

from __future__ import annotations

import time
from typing import Any

import pytest

from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from tests.cogs.club import Club
from tests.cogs.players import click, controls_of, labels_of, pictures_of, said
from tests.parts.workshop.sets.uploads import BROKEN, HERONS, HOSTILE

CARDS = ARCLASH_CARDS.standard.cards
FILE = "reed.toml"


def text_files(message: Any) -> dict[str, Any]:
    """Return the files of a message that are no pictures, by name."""
    return {file.filename: file for file in message.attachments if not file.filename.endswith(".png")}


# ---- showing


async def test_a_card_is_shown_with_its_picture_and_its_text(club: Club) -> None:
    """An unknown card gets a suggestion."""
    name = CARDS["TID-01"].name
    for word in ["TID-01", "tid-01", name, name.upper()]:
        shown = await club.ann.slash(club.channel, "cards show", card=word)
        assert name in said(shown)
        assert "Level 1 Character, power" in said(shown)
        (picture,) = pictures_of(shown.response)
        assert name in picture["description"]
    assert "Did you mean" in said(await club.ann.slash(club.channel, "cards show", card=name[:-2] + "xx"))
    told = said(await club.ann.slash(club.channel, "cards show", card="@everyone **[x](y)**"))
    assert "There is no card" in told
    assert "@everyone" not in told
    assert club.channel.history() == []
    offers = await club.ann.autocomplete(club.channel, "cards show", "card", "thre cup fox")
    assert "Three-Cup Fox (FOX-05)" in [offer["name"] for offer in offers]


async def test_cards_are_listed_by_lineage_and_kind_page_by_page(club: Club) -> None:
    shown = await club.ann.slash(club.channel, "cards list", game="arclash")
    message: Any = shown.response
    assert f"{len(CARDS)} cards, page 1 of" in said(shown)
    menus = {part["placeholder"]: part["custom_id"] for part in controls_of(message) if part.get("options")}
    await club.ann.select(message, ["tide"], custom_id=menus["Every lineage"])
    assert "TID-01" in said(shown)
    assert "FOX-01" not in said(shown)
    await club.restart()
    kinds = next(part for part in controls_of(message) if part.get("placeholder") == "Every kind")
    await club.ann.select(message, ["4"], custom_id=kinds["custom_id"])
    fours = [card for card in CARDS.values() if card.lineage == "tide" and card.level == 4]
    assert f"{len(fours)} card" in said(shown)
    number = fours[0].number
    await click(club.ann, message, number)
    assert fours[0].name in said(shown)
    assert len(pictures_of(message)) == 1
    await click(club.ann, message, "Back to the list")
    assert f"{len(fours)} card" in said(shown)
    kinds = next(part for part in controls_of(message) if part.get("placeholder") == "Every kind")
    await club.ann.select(message, ["-"], custom_id=kinds["custom_id"])
    seen = [label for label in labels_of(message) if "-" in label]
    await click(club.ann, message, "Next")
    later = [label for label in labels_of(message) if "-" in label]
    assert seen
    assert later
    assert not set(seen) & set(later)

    club.speaks(club.ann, "de")
    shown = await club.ann.slash(club.channel, "cards list", game="neo-combat")
    menus = [part for part in controls_of(shown.response) if part.get("options")]
    menu = next(part for part in menus if any(each["value"] == "varan" for each in part["options"]))
    await club.ann.select(shown.response, ["varan"], custom_id=menu["custom_id"])
    assert "Kämpfer · Zäh" in said(shown), "by its attributes one chooses whom to keep"


# ---- checking


async def check(club: Club, content: bytes, name: str = FILE) -> Any:
    return await club.ann.slash(club.channel, "cards check", file=(name, content))


async def test_findings_have_code_line_and_card_and_a_valid_file_has_none(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A too large file is not even downloaded."""
    told = said(await check(club, HERONS))
    assert "5 cards, no error, no advice" in told
    assert "Nothing is wrong with it" in told
    told = said(await check(club, BROKEN))
    line = BROKEN.decode().splitlines().index("level = 7") + 1
    assert f"reed.toml:{line}: E105 REE-02:" in told
    assert "1 error" in told

    async def never(*_args: object, **_more: object) -> bytes:
        raise AssertionError("it was fetched")

    monkeypatch.setattr("discord.Attachment.read", never)
    assert "Nothing was read" in said(await check(club, b"#" * (64 * 1024 + 1)))


async def test_many_findings_have_pages_and_a_file_also_after_a_restart(club: Club) -> None:
    many = HERONS + b"\n".join([b"[[supports]]\nnumber = 'X'\nname = ''" for _ in range(20)])
    shown = await check(club, many)
    message: Any = shown.response
    first = said(shown)
    assert "page 1 of" in first
    (report,) = text_files(message).values()
    whole = (await report.read()).decode()
    assert whole.count("E107") == 20
    await club.restart()
    await click(club.ann, message, "Next")
    second = said(shown)
    assert "page 2 of" in second
    assert not set(first.splitlines()[1:]) & set(second.splitlines()[1:])
    assert len(text_files(message)) == 1
    await click(club.ann, message, "Previous")
    assert said(shown) == first


async def test_any_upload_is_answered_in_a_sentence_only(club: Club, subtests: pytest.Subtests) -> None:
    for kind in HOSTILE:
        with subtests.test(kind):
            began = time.process_time()
            shown = await check(club, HOSTILE[kind], "x **bold** @everyone.toml")
            assert time.process_time() - began < 5
            told = said(shown)
            assert "error" in told or "bytes; 65,536 is the most. Nothing was read." in told
            assert "@everyone" not in told
            assert "<@123>" not in told
            assert "\x1b" not in told
            assert "\u202e" not in told
            assert "An error occurred" not in told
            assert club.channel.history() == []
