"""Data about a person, on SQLite and PostgreSQL: counted, exported, deleted."""

from __future__ import annotations

from bot.database.schema import once_seated, outbox, posts, seated, stale_posts
from bot.matches.model import FORMER, Person
from bot.parts.dice.notation import read
from bot.parts.dice.ports import RollPlace, Visibility
from bot.parts.dice.service import Asked, RollService
from bot.parts.dice.store import SqlRollStore
from bot.people.ports import Follower
from bot.people.preferences import Preferences
from bot.people.privacy.match_store import SqlMatchPersonalData
from bot.people.privacy.service import PersonalMatches
from bot.people.store import SqlPeopleStore
from tests.matches.table import ANN, BEN, CLEO, Table, fixed_entropy
from tests.storage.personal import everything_personal
from tests.storage.tables import every_table

ZOE = Person(2**62 + 1, "Zoe")


def dice_of(table: Table) -> RollService:
    return RollService(SqlRollStore(table.store.database), table.clock, fixed_entropy(table.request()))


async def rolled(table: Table, who: Person, visibility: Visibility, place: RollPlace, label: str = "") -> str:
    asked = Asked(read("2d6"), who, place, table.request(), visibility, label)
    return (await dice_of(table).roll(asked))[0].id


def test_every_table_with_user_columns_has_an_entry(table: Table) -> None:
    """A new table with a column for a user needs an entry for export and deletion."""
    with_people = {table.name for table in every_table().tables.values() if "user" in table.c}
    shown = {table.name for kept in everything_personal(table.store.database) for table in kept.tables}
    beside_seats = {table.name for table in (seated, once_seated, posts, stale_posts, outbox)}
    assert with_people == shown | beside_seats


async def test_deleting_removes_only_the_rows_of_one_person(table: Table) -> None:
    match = (await table.started(BEN)).id
    for who in (ANN, ZOE):
        await SqlPeopleStore(table.store.database).keep(who.user, Preferences(reminder=3), None)
        await SqlPeopleStore(table.store.database).follow(Follower(who.user, match, "watch"), most=5)
    settings = next(kept for kept in everything_personal(table.store.database) if kept.name == "settings")
    assert await settings.counts(ZOE.user) == {"people": 1, "notices_due": 0, "followers": 1}
    await settings.delete(ZOE.user)
    await settings.delete(ZOE.user)
    assert not any((await settings.counts(ZOE.user)).values())
    assert await settings.counts(ANN.user) == {"people": 1, "notices_due": 0, "followers": 1}


async def test_rolls_that_others_saw_are_anonymized_and_all_others_are_deleted(table: Table) -> None:
    here, away = RollPlace(7, shared=True), RollPlace(None, shared=False)
    seen = await rolled(table, ZOE, Visibility.PUBLIC, here, "sneak")
    private = await rolled(table, ZOE, Visibility.PRIVATE, here)
    unseen = await rolled(table, ZOE, Visibility.LATER, here)
    shown = await rolled(table, ZOE, Visibility.LATER, here)
    await SqlRollStore(table.store.database).reveal(shown, table.clock.now)
    elsewhere = await rolled(table, ZOE, Visibility.PUBLIC, away)
    others = await rolled(table, BEN, Visibility.PUBLIC, here, "mine")
    kept = next(kept for kept in everything_personal(table.store.database) if kept.name == "rolls")
    await kept.delete(ZOE.user)
    left = [await SqlRollStore(table.store.database).roll(each) for each in (seen, shown, others)]
    assert [(each.user, each.name, each.label) for each in left if each] == [
        (0, FORMER, ""),
        (0, FORMER, ""),
        (BEN.user, "Ben", "mine"),
    ]
    assert [await SqlRollStore(table.store.database).roll(each) for each in (private, unseen, elsewhere)] == [
        None
    ] * 3
    day = table.clock.now.date().isoformat()
    for stream in (f"roll-p{ZOE.user}-{day}", f"roll-u{ZOE.user}-{day}", f"roll-{unseen}"):
        assert await SqlRollStore(table.store.database).seed(stream) is None
    assert await SqlRollStore(table.store.database).seed(f"roll-c7-{day}") is not None


async def test_former_holders_of_a_seat_are_stored_until_deleted(table: Table) -> None:
    info = await table.started(ZOE, CLEO)
    await table.hand_over(info.id, 1, BEN)
    assert await SqlMatchPersonalData(table.store.database).matches(ZOE.user) == [info.id]
    matches = PersonalMatches(table.service, SqlMatchPersonalData(table.store.database))
    assert await matches.counts(ZOE.user) == {"handed_over": 1}
    assert await matches.counts(BEN.user) == {"playing": 1}
    await matches.delete(ZOE.user)
    assert await SqlMatchPersonalData(table.store.database).matches(ZOE.user) == []
    (told,) = [fact for fact in await table.facts(info.id) if "name" in dir(fact)]
    assert (told.before, told.name) == (FORMER, "Ben")
    await matches.delete(BEN.user)
    (told,) = [fact for fact in await table.facts(info.id) if "name" in dir(fact)]
    assert (told.before, told.name) == (FORMER, FORMER)


async def test_a_lobby_has_no_trace_of_a_player_who_left(table: Table) -> None:
    info = await table.open(seats=2)
    await table.join(info.id, ZOE)
    await table.leave(info.id, ZOE)
    assert await SqlMatchPersonalData(table.store.database).matches(ZOE.user) == []


async def test_the_next_person_becomes_host_when_the_host_is_deleted(table: Table) -> None:
    info = await table.started(BEN)
    after = await table.service.departures.forget(info.id, ANN.user)
    assert (after.host, after.names, after.version) == (BEN.user, (FORMER, "Ben"), info.version)
    alone = await table.service.departures.forget(info.id, BEN.user)
    assert (alone.host, alone.persons) == (0, ())
