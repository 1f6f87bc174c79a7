"""A server's own tables on Discord: the afternoon of a designer, and two people's first turn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from simcord import MemberActor

from bot.games.freetable.rules.table import TABLES
from bot.matches.model import Stage
from bot.parts.tables.service import ServerTables
from tests.cogs.club import Club
from tests.cogs.players import click, controls_of, labels_of, panel_in_dm, pictures_of, said, words_of
from tests.games.freetable.test_pictures import ISLE, SHEET, deck
from tests.renderers.uploaded import RED_AND_BLUE

PICTURES = {"picture": ("island", RED_AND_BLUE), "picture2": ("beasts", SHEET)}
PAGE = (Path(__file__).parents[4] / "docs" / "ANY_GAME.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml( top)?\n(.*?)```", PAGE, re.DOTALL)
FIRST, *OTHERS = [block for top, block in BLOCKS if not top]
AT = FIRST.index("[[zone]]")
MARKET = "\n".join([FIRST[:AT], *[block for top, block in BLOCKS if top], FIRST[AT:], *OTHERS])
"""The file that the guide makes."""


async def uploaded(club: Club, member: MemberActor, content: str, command: str = "add", **more: Any) -> Any:
    file = ("market.toml", content.encode())
    return await member.slash(club.channel, f"free-table {command}", file=file, **more)


async def keys(club: Club) -> list[str]:
    return [kept.key for kept in await club.bot.services.of(ServerTables).kept(club.guild.id)]


async def test_a_process_that_draws_a_tables_page_is_sent_the_table(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pictures of these tests are drawn in the bot's own process, which knows each table."""
    pinned, draw_view = [], club.bot.draw_view

    async def drawn(*given: Any, cards: str | None = None, **named: Any) -> Any:
        pinned.append(cards)
        return await draw_view(*given, cards=cards, **named)

    monkeypatch.setattr(club.bot, "draw_view", drawn)
    assert "Nothing is wrong with it" in said(await uploaded(club, club.ann, MARKET, "check"))
    (hash_,) = pinned
    assert hash_ is not None
    assert TABLES[hash_].file.key == "my-market"


async def test_a_designers_afternoon_from_the_guide_to_the_first_turn(club: Club, max_: MemberActor) -> None:
    """Max checks the file with a fault, corrects it and adds it; Ann and Ben play, and agree on the end."""
    assert "Only server managers" in said(await uploaded(club, club.ann, MARKET))
    faulty = said(await uploaded(club, club.ann, MARKET.replace("shuffle goods", "shufle goods"), "check"))
    assert "E705" in faulty
    assert "shufle goods" in faulty
    checked = await uploaded(club, club.ann, MARKET, "check")
    assert "Nothing is wrong with it" in said(checked)
    assert pictures_of(checked.response)
    assert await keys(club) == []

    added = said(await uploaded(club, max_, MARKET))
    assert "/free-table new table:my-market" in added
    listed = said(await club.ann.slash(club.channel, "free-table tables"))
    assert "my-market" in listed
    assert "Every server has: cards, chess, draughts and night-market." in listed
    shown = await club.ann.slash(club.channel, "free-table show", name="my-market")
    assert "My night market" in said(shown)
    offered = await club.ann.autocomplete(club.channel, "free-table new", "table", "")
    assert {"cards", "chess", "my-market"} <= {each["value"] for each in offered}

    await club.lobby(club.ben, options="table=my-market", game="free-table")
    await club.ann.slash(club.channel, "match start")
    info = await club.here()
    assert info.options.table == "my-market"
    assert not info.match_terms.rated
    panel = panel_in_dm(club.ann.user)
    assert "What do you do?" in words_of(panel)
    assert {"Pass", "Decks and dice", "It is over", "The rules"} <= {*labels_of(panel)}
    moved = said(await club.ann.slash(club.channel, "free-table move", what="Silk in market", to="stall"))
    refused = said(await club.ben.slash(club.channel, "free-table draw", deck="goods"))
    assert "It is not your turn" in refused
    if "moves Silk" not in moved:
        assert "did you mean" in moved or "nothing that you can touch" in moved
    drew = said(await club.ann.slash(club.channel, "free-table draw", deck="goods"))
    assert "You get" in drew
    assert "You get" not in "".join([words_of(post) for post in club.channel.history()])
    await club.ann.slash(club.channel, "free-table pass")
    assert "says: hello" in said(await club.ben.slash(club.channel, "free-table say", words="hello"))
    await club.ben.slash(club.channel, "free-table end", result="2, 1")
    agreed = said(await club.ann.slash(club.channel, "free-table agree"))
    assert "Ben" in agreed
    info = await club.here()
    assert info.stage is Stage.FINISHED
    assert info.outcome.winners == (1,)


async def test_a_table_for_three_is_opened_for_three_by_the_words_of_the_answer(
    club: Club, max_: MemberActor
) -> None:
    for_three = MARKET.replace("seats = [2, 4]", "seats = [3]")
    added = said(await uploaded(club, max_, for_three))
    assert "`/free-table new table:my-market`" in added
    opened = said(await club.ann.slash(club.channel, "free-table new", table="my-market"))
    assert "for 3 players" in opened
    lobby = words_of(club.channel.history()[-1])
    assert "**Options** table: my-market\n" in lobby
    await click(club.ann, club.channel.history()[-1], "Leave")
    refused = said(await club.ben.slash(club.channel, "free-table new", table="my-market", seats=2))
    assert "My night market is for 3 seats, not 2." in refused


async def test_a_table_without_hands_has_no_hand_to_see_and_its_one_board_is_at_hand(club: Club) -> None:
    await club.lobby(club.ben, options="table=chess", game="free-table")
    await club.ann.slash(club.channel, "match start")
    assert "Hand" not in labels_of(club.channel.history()[-1])
    panel = panel_in_dm(club.ann.user)
    assert len(pictures_of(panel)) <= 1
    prompts = [part.get("placeholder", "") for part in controls_of(panel)]
    assert any("From board" in each for each in prompts)
    assert "has no hands" in said(await club.ann.slash(club.channel, "hand"))


async def test_a_match_keeps_its_table_when_it_is_replaced_or_removed_and_after_a_restart(
    club: Club, max_: MemberActor
) -> None:
    await uploaded(club, max_, MARKET)
    await club.lobby(club.ben, options="table=my-market", game="free-table")
    await club.ann.slash(club.channel, "match start")
    asked = await uploaded(club, max_, MARKET.replace("My night market", "Another one"))
    assert "Replace it by" in said(asked)
    assert "It is added" in said(await click(max_, asked.response, "Yes, replace it"))
    question = await max_.slash(club.channel, "free-table remove", name="my-market")
    assert "is removed" in said(await click(max_, question.response, "Yes, remove it"))
    assert await keys(club) == []
    club.bot.games["free-table"].rules.forget_idle_cards()
    club.bot.games["free-table"].rules.forget_idle_cards()
    await club.restart()
    assert "You get" in said(await club.ann.slash(club.channel, "free-table draw", deck="goods"))
    told = said(await club.ann.slash(club.channel, "match status"))
    assert "My night market" in told or "my-market" in told


async def test_a_board_and_a_deck_come_with_their_pictures_and_matches_keep_them(
    club: Club, max_: MemberActor
) -> None:
    """Max gives a board, a deck of Tabletop Simulator and its sheet along; they are kept with the table."""

    async def given(command: str = "add", text: str = ISLE, **files: bytes) -> Any:
        more = {key: (f"{name}.png", content) for key, (name, content) in PICTURES.items()}
        more |= {key: ("image.png", content) for key, content in files.items()}
        return await uploaded(club, max_, text, command, cards=("beasts.json", deck(100, 101)), **more)

    refused = said(await given(picture2=b"no picture"))
    assert "image.png: This is not a PNG" in refused
    block = "[[picture]] # ours\nname = 'island.png'\nwidth = 600\nheight = 400\ndata = 'iVBORw0KGgo='\n"
    hidden = ISLE + block
    alone = await uploaded(club, max_, hidden, cards=("beasts.csv", b"name\nFox\nOwl\n"))
    assert "a picture is written in the file" in said(alone)
    assert "the pictures of the backs are not taken" in said(await given())
    shown = await club.ann.slash(club.channel, "free-table show", name="isle")
    file = next(each for each in shown.response.attachments if each.filename == "isle.toml")
    content = await file.read()
    assert content.count(b"[[picture]]") == 2
    asked = await uploaded(club, max_, content.decode())
    assert "It is added" in said(await click(max_, asked.response, "Yes, replace it"))
    await club.lobby(club.ben, options="table=isle", game="free-table")
    await club.ann.slash(club.channel, "match start")
    question = await max_.slash(club.channel, "free-table remove", name="isle")
    assert "is removed" in said(await click(max_, question.response, "Yes, remove it"))
    for _ in range(2):
        club.bot.games["free-table"].rules.forget_idle_cards()
    await club.restart()
    moved = said(await club.ann.slash(club.channel, "free-table move", what="red figure", to="Old harbour"))
    assert "Old harbour" in moved
    made = await club.ann.slash(
        club.channel,
        "free-table convert",
        file=("beasts.json", deck(100, 101)),
        form="csv",
        picture=("beasts.png", SHEET),
    )
    csv = await made.response.attachments[0].read()
    assert csv.decode().splitlines()[1] == "Beast 100,,1,beasts.png 2x1 1"


async def test_cards_come_in_a_file_of_their_own_and_in_other_forms(club: Club, max_: MemberActor) -> None:
    alone = MARKET.replace(
        MARKET[MARKET.index('csv = """') : MARKET.index('"""\n', MARKET.index('csv = """') + 9) + 4],
        'csv = "goods.csv"\n',
    )
    assert "was not given together" in said(await uploaded(club, max_, alone, "check"))
    csv = ("goods (2).csv", b"name,qty\nPears,20\nSilk,9\n")
    assert "It is added" in said(await uploaded(club, max_, alone, cards=csv))
    bad = ("goods.csv", b"name,qty\nPears,many\n")
    assert "row 2" in said(await uploaded(club, max_, alone, "check", cards=bad))
    made = await club.ann.slash(club.channel, "free-table convert", file=csv, form="json")
    assert "29 cards, 2 different ones" in said(made)
    assert made.response.attachments[0].filename.endswith(".zip")
