"""Pictures on a server's cards: their list is cached, and read again after every change."""

from __future__ import annotations

import pytest

from bot.matches.store import SqlMatchStore
from bot.parts.workshop.sets import store as card_pictures
from bot.parts.workshop.sets.ports import CardPicture, Keeping
from bot.parts.workshop.sets.store import SqlCardPictureStore
from bot.processes.pictures import Pictured, with_pictures
from renderers.kit.cards.pictures import fitted_picture, picture_of
from tests.matches.table import TestClock
from tests.parts.workshop.sets.uploads import HERONS
from tests.storage.test_set_versions import GUILD, Sets


def picture(number: str, digest: str, clock: TestClock) -> CardPicture:
    return CardPicture(GUILD, "arclash", "reed", number, digest * 64, clock.now)


async def test_the_list_is_cached_until_a_picture_is_added_replaced_or_removed(
    store: SqlMatchStore, clock: TestClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    sets, pictures, reads = Sets(store, clock), SqlCardPictureStore(store.database), list[str]()
    read = pictures._all

    async def counted(query: object, **bounds: object) -> object:
        reads.append(str(bounds))
        return await read(query, **bounds)  # type: ignore[arg-type]

    monkeypatch.setattr(pictures, "_all", counted)
    await sets.add(HERONS)
    pictures._database.pictures.trust()  # as a PostgreSQL process does when notified by others
    first, other = picture("REE-01", "a", clock), picture("REE-02", "b", clock)
    for number in (1, 2):
        assert await pictures.pictures(GUILD) == ()
        assert len(reads) == 1, number
    assert await pictures.keep(first, b"png", 2) is Keeping.KEPT
    assert await pictures.keep(other, b"png", 2) is Keeping.KEPT
    assert await pictures.keep(picture("REE-03", "c", clock), b"png", 2) is Keeping.FULL
    assert await pictures.pictures(GUILD) == (first, other)
    replaced = picture("REE-01", "d", clock)
    assert await pictures.keep(replaced, b"other", 2) is Keeping.KEPT
    assert await pictures.pictures(GUILD) == (replaced, other)
    assert await pictures.drop(GUILD, "arclash", "reed", ["REE-02", "REE-04"]) == 1
    assert await pictures.pictures(GUILD) == (replaced,)
    assert await pictures.pictures(GUILD + 1) == ()
    await sets.sets.remove(await sets.reed())
    assert await pictures.pictures(GUILD) == ()
    before = len(reads)
    assert await pictures.pictures(GUILD) == ()
    assert len(reads) == before
    monkeypatch.setattr(card_pictures, "FRESH_SECONDS", 0.0)
    await pictures.pictures(GUILD)
    assert len(reads) == before + 1, "a process that does not tell of its changes is seen, too"


async def test_a_picture_deleted_meanwhile_is_not_drawn() -> None:
    async def run(work, *given):  # type: ignore[no-untyped-def]
        return work(*given)

    async def read() -> dict[str, bytes]:
        return {}

    def draw() -> str:
        digest = picture_of("REE-01")
        return str(fitted_picture(digest, 9, 9)) if digest else "our emblem"

    assert await with_pictures(Pictured({"REE-01": "gone"}, read), run, draw) == "our emblem"
