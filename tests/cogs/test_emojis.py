"""The bot's own emojis: used where a message names a sign, known after one call, and never needed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from simcord.http.router import dispatch

from cogs.kit import emojis
from cogs.kit.controls import ComponentId, fair_dice
from cogs.kit.layout import TEXT, components_of, message_of, option, rows, text
from tests.cogs.club import Club

MADE = [
    {"id": "1300000000000000077", "name": "hearts_ab12"},
    {"id": "1300000000000000078", "name": "dice_0f0f"},
    {"id": "1300000000000000079", "name": "other"},
]


@pytest.fixture
def known() -> Iterator[None]:
    emojis.learn(MADE)
    yield
    emojis.learn([])


def told(words: str) -> str:
    (container,) = components_of(message_of(text(words)).view)
    return str(container["components"][0]["content"])


@pytest.mark.usefixtures("known")
def test_a_suit_that_a_message_names_is_shown_as_our_picture() -> None:
    assert told("Ann lays 7♥ at C3") == "Ann lays 7<:hearts_ab12:1300000000000000077> at C3"
    assert told("8♠") == "8♠\ufe0e", "a sign that was not made stays a letter"
    assert told("type `lay 7♥ C3`, or ```\n7♥\n```") == "type `lay 7♥\ufe0e C3`, or ```\n7♥\ufe0e\n```"
    assert option("7♥", "7h").label == "7♥\ufe0e", "menus and alt text know no pictures"


@pytest.mark.usefixtures("known")
def test_a_message_that_would_grow_too_long_keeps_its_letters() -> None:
    long = "♥" * (TEXT // 2)
    assert told(long) == "♥\ufe0e" * (TEXT // 2)


@pytest.mark.usefixtures("known")
def test_a_button_has_the_sign_beside_its_label_and_the_same_custom_id() -> None:
    press = ComponentId("fair", "abcdefghjkmn")
    (container,) = components_of(message_of(*rows([fair_dice(press)])).view)
    (button,) = container["components"][0]["components"]
    assert (button["label"], button["custom_id"]) == ("Fair dice", press.encode())
    assert str(button["emoji"]["id"]) == "1300000000000000078"


def test_without_them_all_is_told_by_letters() -> None:
    assert told("7♥") == "7♥\ufe0e"
    (container,) = components_of(message_of(*rows([fair_dice(ComponentId("fair"))])).view)
    assert container["components"][0]["components"][0].get("emoji") is None


async def test_they_are_asked_for_once_at_the_start_and_never_by_a_move(club: Club) -> None:
    path = f"/applications/{club.env.backend.application_id}/emojis"

    def asked() -> int:
        return sum(each.path == path and each.method == "GET" for each in club.env.http_requests)

    assert asked() == 1
    made = {"name": "hearts_ab12", "image": "data:image/png;base64,AAAA"}
    dispatch(club.env.backend, "POST", path, json=made)
    try:
        await club.restart()
        assert asked() == 2
        assert told("7♥").startswith("7<:hearts_ab12:")
        await club.started(club.ben)
        await club.ann.slash(club.channel, "papyrus preset", squad="balanced")
        assert asked() == 2
    finally:
        emojis.learn([])


async def test_a_discord_that_does_not_tell_them_holds_nothing_up(club: Club) -> None:
    club.env.inject_error("GET", "/applications/*/emojis", status=500, code=0, message="Down", times=None)
    emojis.learn(MADE)
    await club.restart()
    assert told("7♥") == "7♥\ufe0e"
    assert (await club.started(club.ben)).id
