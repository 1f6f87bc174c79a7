"""Card sets of a server in the asker's language: refusals, names, and findings in files."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.base.language import Language, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.files.reading import read_card_set
from bot.engine.errors import Refusal
from bot.games.registry import GAMES
from bot.matches.store import SqlMatchStore
from bot.parts.workshop.sets.differences import CardDifference, differences, heading, summary
from bot.parts.workshop.sets.played import PlayedSets
from bot.parts.workshop.sets.service import CardSets
from bot.parts.workshop.sets.versions import SetVersions
from bot.parts.workshop.sets.versions_store import SqlSetVersions
from tests.languages.heard import Heard, written
from tests.languages.marked import unmarked
from tests.parts.workshop.lab.own_sides import own_side
from tests.parts.workshop.sets.conftest import GUILD, add, fill, sets_over
from tests.parts.workshop.sets.uploads import BROKEN, HERON_TEXTS, HERONS, OTHER_HERONS

GERMAN = language("de")
DRIZZLE = b"""
[keywords.drizzle]
name = { en = "Drizzle", de = "Niesel" }
on = "played"
then = [{ do = "draw" }]
"""
_TEXTS = [text.encode() for text in HERON_TEXTS if "Dry" not in text]


def worded(words: bytes) -> bytes:
    """Return the herons with a word for each of their texts."""
    return (
        HERONS
        + b"[words.de]\n"
        + b"\n".join([b'"%s" = "%s %d"' % (text, words, at) for at, text in enumerate(_TEXTS)])
    )


PAIRS = [
    (
        "arclash",
        HERONS,
        HERONS.replace(b"hue = 100", b"hue = 200", 1).replace(b'motif = "leaf"', b'motif = "shell"', 1),
    ),
    (
        "arclash",
        HERONS + DRIZZLE,
        HERONS + DRIZZLE.replace(b"Drizzle", b"Rain").replace(b'"draw"', b'"score"'),
    ),
    ("arclash", worded(b"A"), worded(b"B")),
    ("arclash", HERONS, worded(b"A")),
    ("arclash", worded(b"A"), HERONS),
    ("overcross", own_side(), own_side().replace(b"points = 60", b'points = 70\nobjectives = ["flag"]')),
]
"""Games and two versions of a set, each with differences beside the cards."""
NAMES = ("The", "Reed", "Bank", "reed", "standard", "pond", "set", *[f"reed{number}" for number in range(10)])


async def refusal(wish: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as refused:
        await wish
    return refused.value.sentence


async def all_sentences(sets: CardSets, store: SqlMatchStore) -> list[str]:
    """Return every refusal about card sets, and the names of a server's cards."""
    told = [await refusal(sets.find(GUILD, "pond"))]
    await add(sets, HERONS)
    (kept,) = await sets.find(GUILD, "reed")
    told += [source.called for source in await sets.sources(GUILD, "arclash")]
    told.append(await refusal(sets.find(GUILD, "pond")))
    told.append(await refusal(sets.text(replace(kept, key="pond"))))
    told.append(await refusal(sets.pinned(GUILD, "arclash", "pond")))
    told.append(await refusal(sets_over(store, without="commons").pinned(GUILD, "arclash", "reed")))
    told.append(await refusal(sets_over(store, without="commons").playable(kept)))
    told.append(await refusal(fill(sets)))
    return told


async def test_every_sentence_about_card_sets_is_in_the_catalogue(
    sets: CardSets, store: SqlMatchStore
) -> None:
    heard = Heard()
    with speaking(heard):
        told = await all_sentences(sets, store)
    assert {text: found for text in told if (found := unmarked(text, NAMES))} == {}
    assert written("card-files", "bot/parts/workshop/sets/service") - heard.said == set()


async def test_a_file_is_checked_in_the_sender_s_language(sets: CardSets) -> None:
    async def sentence(spoken: Language) -> str:
        with speaking(spoken):
            (found,) = (await sets.check("arclash", BROKEN, "reed.toml")).findings
        return found.sentence

    assert await sentence(GERMAN) == "level: 7 ist zu groß; höchstens 4."
    assert (await sentence(Heard())).startswith("level: ⟦")


async def test_a_set_read_in_german_is_the_same_for_all(sets: CardSets, store: SqlMatchStore) -> None:
    await add(sets, HERONS)
    with speaking(GERMAN):
        (kept,) = await sets.find(GUILD, "reed")
        ours = await sets.source(kept)
    theirs = await sets_over(store).source(kept)
    assert ours is not None
    assert theirs is not None
    assert (ours.own, ours.title, ours.pool.hash) == (theirs.own, theirs.title, theirs.pool.hash)


async def test_every_sentence_about_versions_is_in_the_catalogue(
    sets: CardSets, store: SqlMatchStore
) -> None:
    played = PlayedSets(SqlSetVersions(store.database), sets.games)
    versions = SetVersions(SqlSetVersions(store.database), sets, played)
    heard = Heard()
    with speaking(heard):
        told = await all_sentences_about_versions(sets, versions, store)
    assert {text: found for text in told if (found := unmarked(text, (*NAMES, "REE")))} == {}
    places = ("bot/parts/workshop/sets/versions", "bot/parts/workshop/sets/differences")
    assert written("card-files", *places) - heard.said == set()


async def all_sentences_about_versions(
    sets: CardSets, versions: SetVersions, store: SqlMatchStore
) -> list[str]:
    """Return every refusal about versions, and every kind of difference."""
    game = sets.games["arclash"]
    old = (await sets.check("arclash", HERONS, "reed.toml")).set
    assert old is not None
    told = [summary(()), summary([CardDifference("set", "", "", ())])]
    for new in other_forms(old):
        for pair in ((old, new), (new, old)):
            changes = differences(game, *pair)
            told += [summary(changes), *[heading(each) for each in changes]]
            told += [words for each in changes for words in each.told]
    told += differences(game, *two_orders(old))[0].told
    for key, *contents in PAIRS:
        cards = GAMES[key].cards
        assert cards is not None
        pair = [read_card_set(each, "a.toml", cards.format, cards.library.standard).set for each in contents]
        differences(cards, *pair)
    for content in (HERONS, OTHER_HERONS):
        reading = await sets.check("arclash", content, "reed.toml")
        await versions.add(GUILD, "arclash", content, reading.set, replacing=True)
    (kept,) = await sets.find(GUILD, "reed")
    told += [await refusal(versions.details(kept, 9)), await refusal(versions.former(kept, 2))]
    told.append(str((await versions.details(kept, 1)).step))
    fewer = sets_over(store, without="commons")
    told.append(
        await refusal(SetVersions(SqlSetVersions(store.database), fewer, versions._played).restore(kept, 1))
    )
    told.append(await refusal(unreadable(sets, versions).read(kept, (await versions.of(kept))[1])))
    return told


def unreadable(sets: CardSets, versions: SetVersions) -> SetVersions:
    """Return the versions as a bot sees them that can no longer read their files."""
    found = SetVersions(versions._store, sets, versions._played)
    found._shape = lambda *_set: None  # type: ignore[method-assign]
    return found


def two_orders(old: Any) -> list[Any]:
    """Return a set with a card that has two abilities, and the same in the other order."""
    first, second, *others = old.characters
    both = (*first.abilities, *second.abilities)
    return [
        replace(old, characters=(replace(first, abilities=each), second, *others))
        for each in (both, both[::-1])
    ]


def other_forms(old: Any) -> list[Any]:
    """Return sets with one or a few differences each."""
    first, second = old.characters[:2]
    (ripple,) = old.supports
    deck = old.decks["herons"]
    loose = replace(first, lineage="", traits=("Patient",), power=310, name="Pond", flavour="")
    turned = replace(second, abilities=(*second.abilities, *first.abilities))
    return [
        replace(old, title="Pond", description="", decks={}),
        replace(old, decks={"herons": replace(deck, cards={**deck.cards, "REE-11": 1})}),
        replace(old, supports=(), characters=(loose, *old.characters[1:])),
        replace(old, characters=(replace(first, motif="shell"), turned, *old.characters[2:])),
        replace(old, supports=(replace(ripple, keywords=("pond",)),)),
    ]
