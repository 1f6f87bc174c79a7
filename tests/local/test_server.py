"""The page's server answers only its own page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from importlib.resources import files
from typing import Any

import aiohttp
import pytest

from bot.base.languages.catalogues import language
from bot.host.local.conversations import PAGES, Conversations
from bot.host.local.server import NEWER, PATCHES, WORDS, TableServer, in_script
from bot.host.local.world import Person, World
from tests.local.greeter import Greeter


class Visit:
    """A browser that knows the address."""

    def __init__(self, world: World, server: TableServer, http: aiohttp.ClientSession) -> None:
        self.world, self.server, self.http = world, server, http
        self.root, _, self.key = server.address.partition("#")
        self.asked_for: list[tuple[str, str, str]] = []

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        async with self.http.get(self.root + path, headers=named) as response:
            return response.status, await response.text()

    def sight(self, person: Person, place: str) -> str:
        return f"{self.key}.{place}.{person.id}"

    async def open_page(self, person: Person, place: str) -> dict[str, Any]:
        headers = {"X-Simcord-Capability": self.sight(person, place)}
        async with self.http.post(f"{self.root}api/pages", headers=headers, json={}) as response:
            assert response.status == 200, await response.text()
            return dict(await response.json())


@pytest.fixture
async def visit() -> AsyncIterator[Visit]:
    world = World(Greeter(), ("Ann", "Ben"))
    conversations = Conversations(world)
    asked_for: list[tuple[str, str, str]] = []

    async def survey() -> Mapping[str, Any]:
        return {"games": [], "places": [], "seats": []}

    async def new_match(place: str, person: Person, _way: str, game: str) -> str:
        asked_for.append((place, person.name, game))
        return place

    async def picture_of(game: str) -> bytes:
        return {"papyrus": b"a picture"}[game]

    server = TableServer(world, conversations, survey, new_match, picture_of)
    await world.start()
    await server.start(0)
    async with aiohttp.ClientSession() as http:
        visit = Visit(world, server, http)
        visit.asked_for = asked_for
        yield visit
    await server.close()
    await conversations.close()
    await world.close()


async def test_only_the_page_is_served_without_a_key(visit: Visit) -> None:
    ann, key = visit.world.people[0], visit.key
    here, elsewhere = f"http://localhost:{visit.server.port}", "http://evil.example"
    for path, headers, status in (
        ("", {}, 200),
        ("table/table.js", {}, 200),
        ("table/state", {"X_Table_Key": key}, 200),
        ("table/state", {"X_Table_Key": key, "Origin": here}, 200),
        ("table/state", {"X_Table_Key": key, "Origin": elsewhere}, 403),
        ("", {"Host": "evil.example"}, 403),
        ("", {"Host": f"evil.example:{visit.server.port}"}, 403),
        ("api/state", {"X_Simcord_Capability": ""}, 403),
        ("api/state", {"X_Simcord_Capability": "guessed"}, 403),
        ("api/state", {"X_Simcord_Capability": f"guessed.dm.{ann.id}"}, 403),
        ("api/state", {"X_Simcord_Capability": f".dm.{ann.id}"}, 403),
    ):
        assert (await visit.get(path, **headers))[0] == status, (path, headers)
    status, told = await visit.get("table/state", X_Table_Key="guessed")
    assert status == 403
    assert "Open the address that the program printed" in told
    for path in ("table/../server.py", "table/%2e%2e/server.py", "table/..%2fserver.py", "../__init__.py"):
        assert (await visit.get(path))[0] in (403, 404), path


async def test_each_sees_their_own_conversation(visit: Visit) -> None:
    ann, ben = visit.world.people
    table = visit.world.channels[0]
    async with visit.world.turn():
        await ann.member.slash(table, "hello")
    assert [len((await visit.open_page(who, str(table.id)))["timeline"]) for who in (ann, ben)] == [1, 1]
    assert [len((await visit.open_page(who, "dm"))["timeline"]) for who in (ann, ben)] == [1, 0]


async def test_an_unrequested_post_is_shown_and_does_not_block_a_click(
    visit: Visit,
) -> None:
    ann, ben = visit.world.people
    table = visit.world.channels[0]
    sight = visit.sight(ben, str(table.id))
    page = await visit.open_page(ben, str(table.id))
    assert page["timeline"] == []
    async with visit.world.turn():
        await ann.member.slash(table, "hello")
    asking = {"X-Simcord-Capability": sight, "X-Simcord-Context": page["context"]["id"]}
    _, state = await visit.get("api/state", **asking)
    assert "Hello, Ann!" in state
    action = {
        "protocol_version": 3,
        "sequence": 1,
        "request_id": "one",
        "generation": page["context"]["generation"],
        "bot_generation": page["botGeneration"],
        "published_revision": page["publishedRevision"],
        "kind": "send_message",
        "content": "Hi!",
        "reply_to_id": None,
    }
    async with visit.http.post(f"{visit.root}api/action", headers=asking, json=action) as response:
        receipt = await response.json()
    assert not receipt["rejected"], receipt
    assert [message.content for message in table.history()] == ["Hello, Ann!", "Hi!"]


async def test_the_page_can_be_opened_and_closed_repeatedly(visit: Visit) -> None:
    ann = visit.world.people[0]
    pages = [await visit.open_page(ann, "dm") for _ in range(3 * PAGES)]
    assert len({page["context"]["id"] for page in pages}) == 3 * PAGES


async def test_the_button_for_a_new_match_acts_for_the_selected_person(visit: Visit) -> None:
    place = str(visit.world.channels[0].id)
    key = visit.sight(visit.world.people[1], place)
    new = f"{visit.root}table/new?way=match+new&game=papyrus"
    async with visit.http.post(new, headers={"X-Table-Key": key}) as response:
        assert response.status == 200
    assert visit.asked_for == [(place, "Ben", "papyrus")]


async def test_if_its_port_is_in_use_the_next_free_one_is_used(visit: Visit) -> None:
    second = TableServer(
        visit.world,
        Conversations(visit.world),
        visit.server._survey,
        visit.server._new_match,
        visit.server._picture_of,
    )
    await second.start(visit.server.port)
    try:
        assert second.port > visit.server.port
        async with visit.http.get(second.address) as response:
            assert response.status == 200
    finally:
        await second.close()


async def test_each_script_of_simcord_that_we_correct_still_has_what_we_replace() -> None:
    for name, replaced in PATCHES.items():
        text = (files("simcord") / "preview" / "static" / name).read_text("utf-8")
        assert [text.count(theirs) for theirs, _ in replaced] == [1] * len(replaced), name


async def test_simcord_s_own_words_are_in_the_language_of_the_page(visit: Visit) -> None:
    untold = dict[str, str]()
    for code in ("en", "de"):
        visit.server._language = language(code)
        untold[code] = (await visit.get("conversation"))[1]
        for name, words in WORDS.items():
            status, script = await visit.get(name)
            assert status == 200
            assert [
                each for each in words if (in_script(each).search(script) is None) == (code == "en")
            ] == []
            untold[code] += script
    assert "Nur für dich sichtbar" in untold["de"]
    assert "`Nachricht an ${channel.glyph}${channel.name}`" in untold["de"]
    assert '" (bearbeitet)"' in untold["de"]
    assert (NEWER in untold["en"], NEWER in untold["de"]) == (True, False)


async def test_a_picture_is_given_to_who_has_the_key_only(visit: Visit) -> None:
    assert await visit.get("table/picture?game=papyrus", X_Table_Key=visit.key) == (200, "a picture")
    assert (await visit.get("table/picture?game=papyrus"))[0] == 403
    assert (await visit.get("table/picture?game=chess", X_Table_Key=visit.key))[0] == 404
