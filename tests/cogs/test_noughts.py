"""Noughts and crosses (tests/noughts) as its players see it: a small game works like the real ones."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from babel.messages.catalog import Catalog

from bot.base.languages import catalogues
from bot.base.languages.checking import faults
from bot.base.languages.sources import messages_in
from bot.engine.audit import decode
from bot.engine.errors import Refusal
from bot.engine.facts import MatchOver
from bot.engine.fair import Stream
from bot.engine.menus import first_line
from bot.games.registry import GAMES
from bot.parts.proofs.verify import Disagreement, check
from cogs.kit.languages import command_words
from tests import noughts
from tests.cogs import wire
from tests.cogs.club import Club
from tests.cogs.players import (
    board_post,
    click,
    controls_of,
    panel_in_dm,
    panel_under_board,
    pictures_of,
    press,
    said,
    words_of,
)
from tests.noughts.rules import Mark

FOLDER = Path(noughts.__file__).parent
GERMAN = FOLDER / "de" / "noughts.po"
STREAM = Stream("noughts", bytes(32))
GAMES_HERE = {**GAMES, "noughts": noughts.NOUGHTS}


@pytest.fixture
def catalogue(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The German catalogue of the game, read together with those of the bot."""
    own = catalogues.catalogue_paths
    monkeypatch.setattr(
        catalogues, "catalogue_paths", lambda code: [*own(code), *([GERMAN] if code == "de" else [])]
    )
    catalogues.language.cache_clear()
    catalogues.language_for.cache_clear()
    yield
    catalogues.language.cache_clear()
    catalogues.language_for.cache_clear()


@pytest.fixture
async def table(database: str, catalogue: None) -> AsyncIterator[Club]:
    """A server whose bot has one game more; Ben is German."""
    club = Club(database, GAMES_HERE)
    await club.open()
    club.speaks(club.ben, "de")
    yield club
    await club.close()
    assert wire.faults(club.env.http_requests) == []


async def mark(club: Club, member: Any, square: str) -> str:
    return said(await member.slash(club.channel, "noughts mark", square=square))


async def test_a_match_by_commands_and_buttons_in_two_languages(table: Club) -> None:
    await table.lobby(table.ben, game="noughts", options="")
    opening = words_of(table.channel.history()[-1])
    assert "Noughts and crosses" in opening
    assert "Three in a row wins." in opening
    await table.ann.slash(table.channel, "match start")

    assert await mark(table, table.ann, "b2") == "● **Ann** marks B2.\nWaiting for ■ **Ben**."
    panel = panel_in_dm(table.ben.user)
    assert "Was tust du?" in words_of(panel)
    menu = squares_offered(panel)
    assert menu["placeholder"] == "In ein leeres Feld zeichnen"
    assert [each["label"] for each in menu["options"]] == ["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"]
    await press(table.ben.user, panel, (menu["custom_id"], "mark-A1"))

    await table.restart()
    board = board_post(table)
    assert "■ **Ben** marks A1." in words_of(board)
    (picture,) = pictures_of(board)
    assert picture["description"] == "Ann’s turn. 1: X · · 2: · O · 3: · · ·"
    text = said(await click(table.cleo, board, "Board as text"))
    assert "Ann is to mark a square with O.\n\n   ABC\n 1 X··\n 2 ·O·\n 3 ···" in text
    text = said(await click(table.ben, board, "Board as text"))
    assert "Ann zeichnet ein O in ein Feld.\n\n   ABC\n 1 X··" in text
    offered = await table.ann.autocomplete(table.channel, "noughts mark", "square", "c")
    assert [each["value"] for each in offered] == ["C1", "C2", "C3"]

    panel = await panel_under_board(table, table.ann)
    assert "What do you do?" in words_of(panel)
    await press(table.ann, panel, (squares_offered(panel)["custom_id"], "mark-C1"))
    assert await mark(table, table.ben, "A2") == "■ **Ben** zeichnet in A2.\nWarten auf ● **Ann**."
    told = await mark(table, table.ann, "a3")
    assert told == "● **Ann** marks A3.\n● **Ann** wins. Three in a row."

    history = said(await table.ben.slash(table.channel, "match past history"))
    assert "■ **Ben** zeichnet in A2." in history
    assert "● **Ann** gewinnt. Drei in einer Reihe." in history
    (audit,) = [each for each in table.channel.history()[-1].attachments if each.filename.endswith(".json")]
    found = decode(await audit.read())
    check(found, {"noughts": noughts.RULES})
    assert [each.seat for each in found.actions] == [0, 1, 0, 1, 0]
    told = said(await table.eve.slash(table.channel, "match past verify"))
    assert told.startswith("**Checked:** noughts, 2 seats, 5 actions, 0 draws: all agree.")
    told = said(await table.ben.slash(table.channel, "match past verify"))
    assert "noughts, 2 Plätze, 5 Aktionen, 0 Ziehungen" in told
    with pytest.raises(Disagreement, match="has not ended"):
        check(msgspec.structs.replace(found, actions=found.actions[:-1]), {"noughts": noughts.RULES})


async def test_refusals_and_rules_are_in_the_asker_s_language_and_a_resignation_loses(table: Club) -> None:
    await table.started(table.ben, game="noughts", options="")
    await mark(table, table.ann, "A1")
    assert await mark(table, table.ann, "B1") == "It is not your turn. The match waits for Ben."
    assert await mark(table, table.ben, "A1") == "Dieses Feld ist besetzt: Zeichne in ein leeres."
    assert "Reihen 1 bis 3, wie in B2" in await mark(table, table.ben, "D1")
    told = said(await table.ann.slash(table.channel, "rules", game="noughts"))
    assert "`/noughts mark square:`: Mark an empty square." in told, "where others show their rulebook"
    told = said(await table.ben.slash(table.channel, "rules", game="noughts"))
    assert "`/noughts mark square:`: In ein leeres Feld zeichnen." in told
    asked = (await table.ben.slash(table.channel, "match resign")).response
    await click(table.ben, asked, "Ja, aufgeben")
    result = words_of(table.channel.history()[-1])
    assert result.count("The other player has resigned.") == 1


def squares_offered(panel: Any) -> dict[str, Any]:
    """Return the one menu of a panel."""
    (menu,) = [each for each in controls_of(panel) if each.get("options")]
    return menu


def test_a_full_board_is_a_draw() -> None:
    rules = noughts.RULES
    state = rules.setup(rules.Options(), 2, STREAM)
    for turn, square in enumerate((0, 1, 2, 4, 3, 5, 7, 6, 8)):
        events = rules.apply(state, turn % 2, Mark(square), STREAM)
    assert state.outcome.drawn
    assert events[-1].public == MatchOver(state.outcome)
    with pytest.raises(Refusal, match="over"):
        rules.apply(state, 1, Mark(0), STREAM)


def test_a_game_without_secrets_has_the_views_of_the_kit() -> None:
    rules = noughts.RULES
    state = rules.setup(rules.Options(), 2, STREAM)
    for viewer in (None, 0, 1):
        view = rules.view(state, viewer)
        assert view.viewer == viewer
        assert rules.resample(view, STREAM) == state


async def test_its_german_catalogue_is_complete(table: Club) -> None:
    template = Catalog(charset="utf-8")
    for path in sorted(FOLDER.glob("*.py")):
        for message, context, _ in messages_in(path):
            template.add(message, context=context)
    template.add(first_line(Mark))
    assert first_line(Mark) in await command_words(table.bot.tree)
    assert [str(fault) for fault in faults("noughts", template, catalogues.read_catalogue(GERMAN))] == []


def test_it_is_small_and_in_no_registry() -> None:
    files = [path for path in FOLDER.rglob("*") if path.is_file() and path.suffix in (".py", ".po")]
    assert len(files) <= 5
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in files if path.suffix == ".py")
    assert lines <= 150
    assert "noughts" not in GAMES
