"""The card sets of a server: checked, stored, played with, and never trusted (ARC-19)."""

from __future__ import annotations

import pytest

from bot.base.language import OwnText
from bot.engine.errors import BadOptions
from bot.matches.store import SqlMatchStore
from bot.parts.workshop.sets.ports import Keeping, ServerSet
from bot.parts.workshop.sets.service import CardSets, SetRefused
from tests.parts.workshop.sets.conftest import GUILD, add, fill, sets_over
from tests.parts.workshop.sets.uploads import ADVISED, BROKEN, HERONS, HOSTILE, OTHER_HERONS

ELSEWHERE = 8


async def the_set(sets: CardSets, word: str, guild: int = GUILD) -> ServerSet:
    (found,) = await sets.find(guild, word)
    return found


async def test_a_valid_file_becomes_a_playable_set_beside_the_usual_cards(sets: CardSets) -> None:
    assert await add(sets, HERONS) is Keeping.KEPT
    assert await sets.words(GUILD, "arclash") == ["reed"]
    usual, source = await sets.sources(GUILD, "arclash")
    assert usual.own is None
    assert [card.number for card in source.cards] == ["REE-01", "REE-02", "REE-03", "REE-04", "REE-11"]
    assert source.pool.cards.keys() > sets.games["arclash"].library.standard.cards.keys()
    pinned = await sets.pinned(GUILD, "arclash", "reed")
    assert pinned == source.pool.hash
    assert pinned in sets.games["arclash"].library


async def test_the_texts_of_a_set_are_marked_as_its_own_once(sets: CardSets) -> None:
    own = (await sets.check("arclash", HERONS, "reed.toml")).set
    assert isinstance(own.title, OwnText)
    assert any(one is own for one in sets.made("arclash", own).pool.sets)


async def test_a_set_is_unknown_to_other_servers(sets: CardSets) -> None:
    await add(sets, HERONS)
    assert await sets.words(ELSEWHERE, "arclash") == []
    assert len(await sets.sources(ELSEWHERE, "arclash")) == 1
    with pytest.raises(BadOptions, match=r'no cards "reed" here\. Choose standard'):
        await sets.pinned(ELSEWHERE, "arclash", "reed")
    with pytest.raises(BadOptions, match="no cards"):
        await sets.pinned(ELSEWHERE, "arclash", await sets.pinned(GUILD, "arclash", "reed"))
    with pytest.raises(SetRefused, match="no card sets of its own"):
        await the_set(sets, "reed", ELSEWHERE)


async def test_a_set_is_replaced_only_on_request(sets: CardSets) -> None:
    await add(sets, HERONS)
    before = await sets.pinned(GUILD, "arclash", "reed")
    assert await add(sets, OTHER_HERONS) is Keeping.TAKEN
    assert await sets.text(await the_set(sets, "reed")) == HERONS
    assert await add(sets, OTHER_HERONS, replacing=True) is Keeping.KEPT
    assert await sets.pinned(GUILD, "arclash", "reed") != before
    assert before in sets.games["arclash"].library, "running matches go on with the cards they pin"


async def test_a_server_has_ten_sets_at_most(sets: CardSets) -> None:
    await fill(sets)
    with pytest.raises(SetRefused, match="10 card sets of Arclash, which is the most"):
        await add(sets, HERONS)
    await sets.remove(await the_set(sets, "reed3"))
    await add(sets, HERONS)


async def test_a_set_cannot_have_the_name_of_a_usual_one_and_may_get_advice(sets: CardSets) -> None:
    reading = await sets.check("arclash", HERONS.replace(b'key = "reed"', b'key = "standard"'), "reed.toml")
    assert [found.code for found in reading.errors] == ["E302"]
    advised = await sets.check("arclash", ADVISED, "reed.toml")
    assert {found.severity for found in advised.findings} == {"advice"}
    assert await add(sets, ADVISED) is Keeping.KEPT, "advice does not keep a set out"


@pytest.mark.parametrize("kind", [*HOSTILE, "broken"])
async def test_no_hostile_file_ever_becomes_a_set(sets: CardSets, kind: str) -> None:
    reading = await sets.check("arclash", {**HOSTILE, "broken": BROKEN}[kind], "file **@everyone**.toml")
    assert reading.set is None
    assert reading.errors
    for found in reading.findings:
        assert found.sentence.endswith((".", "?", ")")), found
        assert str(found).isprintable()
        assert "@everyone" not in str(found)


async def test_a_set_that_became_invalid_is_left_out_with_a_sentence(
    sets: CardSets, store: SqlMatchStore
) -> None:
    await add(sets, HERONS)
    later = sets_over(store, without="commons")
    assert [source.key for source in await later.sources(GUILD, "arclash")] == ["standard"]
    assert await later.source(await the_set(later, "reed")) is None
    with pytest.raises(BadOptions, match="no longer fits the cards that come with the bot"):
        await later.pinned(GUILD, "arclash", "reed")


async def test_a_deck_is_checked_against_the_set_of_its_cards(sets: CardSets) -> None:
    await add(sets, HERONS)
    assert (await sets.pool_for(GUILD, "arclash", ["TID-01"])) is sets.games["arclash"].library.standard
    assert "REE-01" in (await sets.pool_for(GUILD, "arclash", ["TID-01", "REE-01"])).cards
    assert (await sets.pool_for(ELSEWHERE, "arclash", ["REE-01"])) is sets.games["arclash"].library.standard


async def test_the_key_of_a_set_takes_precedence_over_titles(sets: CardSets) -> None:
    await add(sets, HERONS)
    poser = HERONS.replace(b"REE-", b"AAA-").replace(b'key = "reed"', b'key = "aaa"')
    await add(sets, poser.replace(b'title = "The Reed Bank"', b'title = "reed"', 1))
    assert (await the_set(sets, "REED")).title == "The Reed Bank"
    assert (await the_set(sets, "The reed  bank")).key == "reed"
