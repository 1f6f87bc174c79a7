"""Cards that no match, deck or set uses any more are deleted, in memory and on disk; no others are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from bot.database.schema import card_pools
from bot.games.arclash.cardgame import ArclashCards
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.games.arclash.rules.actions import TakeDeck
from bot.games.arclash.rules.rules import ArclashRules
from bot.matches.model import MatchInfo
from bot.matches.upkeep import KEPT, Upkeep
from bot.matches.upkeep_store import SqlUpkeepStore
from bot.parts.workshop.sets.service import CardSets
from bot.parts.workshop.sets.store import SqlCardSetStore
from tests.games.arclash.cards_for_tests import POOL
from tests.matches.table import ANN, BEN, CHANNEL, Table
from tests.matches.test_card_pools import OWN
from tests.parts.workshop.sets.uploads import HERONS

WITH_OWN = POOL.with_sets([OWN])
A_DAY = timedelta(days=1)


class House(Table):
    """A bot with its own cards and those of a server, and its daily cleanup."""

    def __init__(self, like: Table, label: str) -> None:
        self.library = Library(POOL)
        super().__init__(like.url, like.clock, label, games={"arclash": ArclashRules(self.library)})
        self.upkeep = Upkeep(SqlUpkeepStore(self.store.database), self.clock)

    async def opened_with(self) -> MatchInfo:
        return await self.open(cards=self.library.add(WITH_OWN).hash)

    async def started_with(self) -> MatchInfo:
        return await self.started(BEN, cards=self.library.add(WITH_OWN).hash)

    def elsewhere(self) -> Table:
        """Return another bot that has only the usual cards in memory."""
        return self.again(games={"arclash": ArclashRules(Library(POOL))})

    async def month_goes_by(self) -> int:
        self.clock.now += KEPT + A_DAY
        return (await self.upkeep.prune()).cards

    async def pools(self) -> int:
        count = select(func.count()).select_from(card_pools)
        return await self.store.database.read(lambda connection: int(connection.execute(count).scalar_one()))


@pytest.fixture
async def house(table: Table) -> AsyncIterator[House]:
    made = House(table, "house")
    yield made
    await made.close()


async def test_cards_of_an_unstarted_lobby_are_deleted_after_a_month_and_stored_again_for_another(
    house: House,
) -> None:
    info = await house.opened_with()
    assert await house.month_goes_by() == 0, "the lobby is still open"
    await house.end(info.id)
    assert (await house.upkeep.prune()).cards == 1
    assert await house.pools() == 0
    assert (await house.info(info.id)).stage.ended
    await house.opened_with()
    assert await house.month_goes_by() == 0
    assert await house.pools() == 1


async def test_cards_of_running_and_ended_matches_are_kept(house: House) -> None:
    info = await house.started_with()
    assert await house.month_goes_by() == 0
    await house.end(info.id)
    assert await house.month_goes_by() == 0, "its past can be looked at, and its audit verified"
    assert await house.pools() == 1
    other = house.elsewhere()
    assert (await other.view(info.id, ANN)).view is not None


async def test_cards_stored_for_a_match_that_was_not_opened_are_deleted(house: House) -> None:
    await house.store.keep_cards(WITH_OWN.hash, WITH_OWN.encoded, house.clock.now)
    assert (await house.upkeep.prune()).cards == 0, "a match may be about to begin with them"
    assert await house.month_goes_by() == 1


async def test_a_match_opened_during_the_cleanup_keeps_its_cards(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.end((await house.opened_with()).id)
    house.clock.now += KEPT + A_DAY
    commit, kind = type(house.store).commit, type(house.store)

    async def late(store: object, change: object) -> object:
        assert (await house.upkeep.prune()).cards == 0, "they are wanted again since just now"
        return await commit(store, change)  # type: ignore[arg-type]

    monkeypatch.setattr(kind, "commit", late)
    info = await house.opened_with()
    other = house.elsewhere()
    assert (await other.info(info.id)).options.cards == WITH_OWN.hash


async def test_cards_that_a_host_chooses_later_are_stored_too(house: House) -> None:
    info = await house.open()
    given = {"cards": house.library.add(WITH_OWN).hash}
    await house.service.lobby.change_options(info.id, ANN.user, given, request=house.request())
    await house.month_goes_by()
    other = house.elsewhere()
    found = await other.info(info.id)
    assert (found.cards, found.options.cards) == (WITH_OWN.hash, WITH_OWN.hash)


async def test_memory_keeps_the_cards_of_cached_matches(house: House) -> None:
    info = await house.started_with()
    for _ in range(3):
        assert house.service.forget_idle_cards() == 0
    view = house.service.cached_view(CHANNEL, ANN.user)
    assert view is not None
    assert len(view.legal) > 0
    house.service.forget()  # the match is no longer in memory, and its stored record may be changed by others
    house.service._repository._at_hand.clear()
    assert house.service.forget_idle_cards() == 0, "somebody may have asked just now"
    assert house.service.forget_idle_cards() == 1
    assert not house.library.forget_idle()
    assert (await house.act(info.id, ANN, TakeDeck("ember"))).match_view.match.cards == WITH_OWN.hash


async def test_memory_drops_unused_cards_but_never_the_usual_ones(house: House) -> None:
    house.library.add(WITH_OWN)
    assert [house.service.forget_idle_cards() for _ in range(3)] == [0, 1, 0]
    assert WITH_OWN.hash not in house.library
    assert POOL.hash in house.library
    with pytest.raises(KeyError):
        house.library[WITH_OWN.hash]


async def test_a_set_of_a_server_is_loaded_again_on_request(table: Table) -> None:
    library = Library(ARCLASH_CARDS.standard)
    sets = CardSets(SqlCardSetStore(table.store.database), {"arclash": ArclashCards(library)}, table.clock)
    reading = await sets.check("arclash", HERONS, "reed.toml")
    assert reading.set is not None
    await sets.add(7, "arclash", HERONS, reading.set)
    pinned = await sets.pinned(7, "arclash", "reed")
    for _ in range(3):
        library.forget_idle()
    assert pinned not in library
    assert await sets.pinned(7, "arclash", "reed") == pinned
    assert pinned in library
    sets.forget_readings()
    library.forget_idle()
    assert library.forget_idle() == 1
    _, source = await sets.sources(7, "arclash")
    assert library[pinned] == source.pool, "a deck of these cards is looked at by them"
