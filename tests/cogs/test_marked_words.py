"""All texts to Discord come from the catalogues: played in a test language that marks its messages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from bot.engine.cards.own_words import texts as texts_of_set
from bot.games.computers import COMPUTERS
from cogs.kit import languages
from tests.cogs.arclash_table import POOL, a_bold_offer, begun
from tests.cogs.club import NARROW, SMALL, Club
from tests.cogs.composed import PROPER, texts
from tests.cogs.players import Until, an_eventful_offer, play_by_dm
from tests.languages.marked import MARKED, unmarked

OTHER_NAMES = ("The Club", "Deutsch", "English", "Chess")
"""Also of the table in the welcome, whose file has its own words in other languages."""
UNITS = ("SMG", "Shotgun", "Sniper", "Medic", "RPG")
KEYS = ("open", "standard", *[player.title for player in COMPUTERS.values()])


@pytest.fixture
def marked(club: Club, monkeypatch: pytest.MonkeyPatch) -> Club:
    """The club, with everybody in the language that marks its messages."""
    monkeypatch.setattr(languages, "language_for", lambda *_wishes: MARKED)
    return club


def shown(value: Any) -> Iterator[str]:
    """Yield every text of a request that a person sees, including autocomplete choices."""
    yield from texts(value)
    for choice in (value.get("data") or {}).get("choices", ()) if isinstance(value, dict) else ():
        yield choice["name"]


def escaped(club: Club, names: Iterable[str] = ()) -> list[str]:
    """Return each sent text with words outside of messages and `names`, with these words."""
    found: dict[str, None] = {}
    for request in club.env.http_requests:
        if request.json is None or request.path.endswith("/commands"):
            continue
        for text in shown(request.json):
            left = unmarked(without_files(text), (*PROPER, *OTHER_NAMES, *UNITS, *KEYS, *names))
            if left:
                found.setdefault(f"{left}: {text}")
    return list(found)


def without_files(text: str) -> str:
    """Return a text without file names, card numbers, and grids as they are typed."""
    return re.sub(r"\S+\.(?:json|txt|png|gif)\b|\b[A-Z]{3}-\d+\b|\b\w{3}(?:/\S{3}){2,}", "", text)


FILE_WORDS = ("A pack of cards", "points")
"""The words of a table's file, which has its translations in it."""


def after(version: int) -> Until:
    """Stop when the match has this version."""
    return lambda match_view: match_view.match.version > version


async def test_a_match_of_papyrus_with_its_computer(marked: Club) -> None:
    await marked.lobby(marked.ben, options=SMALL.replace("rounds=4", "rounds=1"), seats=3)
    await marked.ann.slash(marked.channel, "match add-computer")
    await marked.ann.slash(marked.channel, "match start")
    await play_by_dm(marked, random.Random(11))
    assert escaped(marked) == []


async def test_a_match_of_crossfire(marked: Club) -> None:
    await marked.started(marked.ben, options=NARROW, game="crossfire")
    await play_by_dm(marked, random.Random(12), choose=an_eventful_offer, until=after(20))
    assert escaped(marked) == []


async def test_a_match_of_arclash(marked: Club) -> None:
    await begun(marked, marked.ben)
    await play_by_dm(marked, random.Random(13), choose=a_bold_offer, until=after(20))
    own = [
        text.words for one in POOL.sets for text in texts_of_set(one)
    ]  # in no catalogue: they are not ours
    assert escaped(marked, own) == []


async def test_pages_outside_of_a_match(marked: Club, subtests: pytest.Subtests) -> None:
    for command in [
        "help",
        "rules",
        "me show",
        "me matches",
        "match board",
        "match status",
        "match past history",
        "leaderboard",
        "profile",
        "privacy show",
        "cards sets",
        "cards list",
        "deck list",
        "dice saved",
    ]:
        with subtests.test(command):
            known = {each.qualified_name for each in marked.bot.tree.walk_commands()}
            assert command in known, sorted(known)
            await marked.ann.slash(marked.channel, command)
            assert escaped(marked, FILE_WORDS) == []
