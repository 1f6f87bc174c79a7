"""Card sets of a server in the language of who asks: their refusals, their names, and what a file is told."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest
from msgspec.structs import replace

from bot.cardsets.service import MOST_SETS, CardSets
from bot.engine.errors import Refusal
from bot.engine.language import Language, speaking
from bot.games.arclash.cardgame import ArclashCards
from bot.games.arclash.cards.cards import Library, Pool
from bot.languages.catalogues import language
from bot.registry import ARCLASH_CARDS
from bot.storage.store import SqlMatchStore
from tests.cardsets.uploads import BROKEN, HERONS
from tests.languages.heard import Heard, written
from tests.languages.marked import unmarked
from tests.matches.table import TestClock

GUILD = 7
GERMAN = language("de")
NAMES = (
    "The",
    "Reed",
    "Bank",
    "reed",
    "standard",
    "pond",
    "set",
    *[f"reed{number}" for number in range(MOST_SETS)],
)


async def refusal(wish: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as refused:
        await wish
    return refused.value.sentence


async def add(sets: CardSets, content: bytes) -> None:
    reading = await sets.check("arclash", content, "reed.toml")
    assert reading.set is not None
    await sets.add(GUILD, "arclash", content, reading.set)


async def everything_said(sets: CardSets, store: SqlMatchStore) -> list[str]:
    """Every refusal about card sets, and what the cards of a server are called."""
    told = [await refusal(sets.find(GUILD, "pond"))]
    await add(sets, HERONS)
    (kept,) = await sets.find(GUILD, "reed")
    told += [source.called for source in await sets.sources(GUILD, "arclash")]
    told.append(await refusal(sets.find(GUILD, "pond")))
    told.append(await refusal(sets.text(replace(kept, key="pond"))))
    told.append(await refusal(sets.pinned(GUILD, "arclash", "pond")))
    told.append(await refusal(without_commons(store).pinned(GUILD, "arclash", "reed")))
    told.append(await refusal(fill(sets)))
    return told


def without_commons(store: SqlMatchStore) -> CardSets:
    """The sets of a bot that comes with fewer cards by now."""
    fewer = Library(Pool([one for one in ARCLASH_CARDS.standard.sets if one.key != "commons"]))
    return CardSets(store.card_sets, {"arclash": ArclashCards(fewer)}, TestClock())


async def fill(sets: CardSets) -> None:
    for number in range(MOST_SETS):
        letters = f"{chr(65 + number)}EE-".encode()
        key = b'key = "reed%d"' % number
        await add(sets, HERONS.replace(b"REE-", letters).replace(b'key = "reed"', key))


async def test_all_that_is_said_of_card_sets_goes_through_the_catalogue(
    sets: CardSets, store: SqlMatchStore
) -> None:
    heard = Heard()
    with speaking(heard):
        told = await everything_said(sets, store)
    assert {text: found for text in told if (found := unmarked(text, NAMES))} == {}
    assert written("card-files", "bot/cardsets") - heard.said == set()


async def test_a_file_is_checked_in_the_language_of_who_has_sent_it(sets: CardSets) -> None:
    async def sentence(spoken: Language) -> str:
        with speaking(spoken):
            (found,) = (await sets.check("arclash", BROKEN, "reed.toml")).findings
        return found.sentence

    assert await sentence(GERMAN) == "level: 7 ist zu groß; höchstens 4."
    assert (await sentence(Heard())).startswith("level: ⟦")


async def test_a_set_read_by_a_german_is_the_same_for_all(sets: CardSets, store: SqlMatchStore) -> None:
    await add(sets, HERONS)
    with speaking(GERMAN):
        (kept,) = await sets.find(GUILD, "reed")
        ours = await sets.source(kept)
    later = CardSets(store.card_sets, {"arclash": ArclashCards(Library(ARCLASH_CARDS.standard))}, TestClock())
    theirs = await later.source(kept)
    assert ours is not None
    assert theirs is not None
    assert (ours.own, ours.title, ours.pool.hash) == (theirs.own, theirs.title, theirs.pool.hash)
