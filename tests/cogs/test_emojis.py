"""The bot's own emojis: used where a message has a sign, loaded by one call, and optional."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simcord.http.router import dispatch

from bot.base.language import speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.sentences import SEAT_MARKS
from bot.games.registry import GAMES
from cogs.kit import controls
from cogs.kit.controls import ComponentId, fair_dice
from cogs.kit.layout import TEXT, components_of, message_of, option, rows, safe, text, under
from renderers.operator.emojis import emojis as pictures
from renderers.operator.emojis import named_by_content
from tests.cogs.club import Club
from tests.cogs.players import controls_of, said, words_of

MADE = [
    {"id": "1300000000000000077", "name": "hearts_ab12"},
    {"id": "1300000000000000078", "name": "dice_0f0f"},
    {"id": "1300000000000000079", "name": "other"},
]


ALL = [
    {"id": str(1_300_000_000_000_000_100 + number), "name": named_by_content(name, picture)}
    for number, (name, picture) in enumerate(
        pictures({key: game.renderer for key, game in GAMES.items()}).items()
    )
]
"""The emojis that `check --dress` makes."""
TITLES = {key: game.name for key, game in GAMES.items()}
SHOWN = re.compile(r"<:([a-z]+[1-6]?)_[0-9a-f]{4}:\d+>")


@pytest.fixture
def known() -> Iterator[None]:
    controls.learn(MADE)
    yield
    controls.learn([])


@pytest.fixture
def all_known() -> Iterator[None]:
    controls.learn(ALL, TITLES)
    yield
    controls.learn([])


def signs_in(words: str) -> list[str]:
    return SHOWN.findall(words)


def told(words: str) -> str:
    (container,) = components_of(message_of(text(words)).view)
    return str(container["components"][0]["content"])


@pytest.mark.usefixtures("known")
def test_a_suit_in_a_message_is_shown_as_an_emoji() -> None:
    assert told("Ann lays 7♥ at C3") == "Ann lays 7<:hearts_ab12:1300000000000000077> at C3"
    assert told("8♠") == "8♠\ufe0e", "a sign that was not made stays a letter"
    assert told("type `lay 7♥ C3`, or ```\n7♥\n```") == "type `lay 7♥\ufe0e C3`, or ```\n7♥\ufe0e\n```"
    assert option("7♥", "7h").label == "7♥\ufe0e", "menus and alt text know no pictures"


@pytest.mark.usefixtures("known")
def test_a_message_that_would_be_too_long_keeps_its_letters() -> None:
    long = "♥" * (TEXT // 2)
    assert told(long) == "♥\ufe0e" * (TEXT // 2)


@pytest.mark.usefixtures("known")
def test_a_button_has_the_sign_beside_its_label_and_the_same_custom_id() -> None:
    press = ComponentId("fair", "abcdefghjkmn")
    (container,) = components_of(message_of(*rows([fair_dice(press)])).view)
    (button,) = container["components"][0]["components"]
    assert (button["label"], button["custom_id"]) == ("Fair dice", press.encode())
    assert str(button["emoji"]["id"]) == "1300000000000000078"


@pytest.mark.usefixtures("all_known")
def test_seats_dice_and_games_are_shown_by_their_signs() -> None:
    seats = ["bluecircle", "orangesquare", "minttriangle", "yellowdiamond", "orchidstar", "redhexagon"]
    assert signs_in(told(" ".join(SEAT_MARKS))) == seats
    assert signs_in(told(f"2d6 ({controls.signed('3')}, {controls.signed('6')})")) == ["die3", "die6"]
    for code, key in product(codes(), TITLES):
        with speaking(language(code)):
            title = GAMES[key].title
            (sign,) = signs_in(told(f"### {title}: what happened in {title}"))
            assert sign == key.replace("-", "")
            assert signs_in(told(f"**{title}**: a game")) == [sign]
            assert signs_in(told(f"- #table · {controls.signed(title)} with Ben")) == [sign]
            assert signs_in(told(f"Ann plays {title}, and **{title}s**")) == []
    assert told("`● SMG-1`") == "`● SMG-1`"
    assert option(f"● {controls.signed('4')}", "4").label == "● 4", "menus stay text"
    page = under(message_of(text("### Papyrus")), f"**Next**: {controls.signed('Arclash')}")
    (container,) = components_of(page.view)
    assert [signs_in(each["content"]) for each in container["components"]] == [["papyrus"], ["arclash"]]


@pytest.mark.usefixtures("all_known")
def test_signs_typed_by_users_are_not_replaced() -> None:
    """Nobody can write the sign of a seat or a game, or a die that was not rolled."""
    typed = safe(f"★ Luna ■ 4{controls.SIGNED} Arclash{controls.SIGNED}")
    assert told(typed) == "★ Luna ■ 4 Arclash"
    assert told(f"● **{typed}**").startswith("<:bluecircle_")
    assert option(typed, "luna").label == "★ Luna ■ 4 Arclash"


_PIECES = st.sampled_from(
    [
        *(*SEAT_MARKS, *"♣♦♥♠", *[controls.signed(str(face)) for face in range(1, 7)], safe("★")),
        *("7", "`", " ", "\n", "### ", "**", "Ann", "Papyrus", controls.signed("Overcross")),
    ]
)


@given(st.lists(_PIECES, min_size=1, max_size=40).map("".join).filter(str.strip))
def test_an_emoji_has_the_meaning_of_its_letter_only(words: str) -> None:
    """The emojis follow from the words alone; with signs read as letters it is the same text."""
    letters = told(words)
    controls.learn(ALL, TITLES)
    try:
        shown = told(words)
    finally:
        controls.learn([])
    named = {name: letter for letter, name in controls.LETTERS.items()}
    read_back = re.sub(f"{SHOWN.pattern} (?=(?:\\*\\*)?(?:{'|'.join(TITLES.values())}))", _of_game, shown)
    read_back = SHOWN.sub(lambda found: controls.unsigned(named[found[1]]), read_back)
    assert read_back.replace("\ufe0e", "") == letters.replace("\ufe0e", "")


def _of_game(found: re.Match[str]) -> str:
    return "" if found[1] in {key.replace("-", "") for key in TITLES} else found[0]


def test_without_emojis_all_signs_are_letters() -> None:
    assert told("7♥") == "7♥\ufe0e"
    (container,) = components_of(message_of(*rows([fair_dice(ComponentId("fair"))])).view)
    assert container["components"][0]["components"][0].get("emoji") is None


async def test_emojis_are_loaded_once_at_the_start_and_never_by_a_move(club: Club) -> None:
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
        uploaded = {"name": "spades_beef", "image": "data:image/png;base64,AAAA"}
        dispatch(club.env.backend, "POST", path, json=uploaded)
        real = club.bot.http.get_application_emojis

        async def of_a_person(application: int) -> Any:
            found = await real(application)
            for each in found["items"]:
                if each["name"] == "spades_beef":
                    each["user"] = {"id": str(club.ann.id)}
            return found

        club.bot.http.get_application_emojis = of_a_person
        await club.bot._learn_emojis()
        assert told("8♠ 7♥").startswith("8♠\ufe0e 7<:hearts_ab12:"), "what a person has uploaded is no sign"
        club.bot.http.get_application_emojis = real
        await club.started(club.ben)
        await club.ann.slash(club.channel, "papyrus preset", squad="balanced")
        assert asked() == 3
        club.env.inject_error("GET", "/applications/*/emojis", status=500, code=0, message="Down", times=None)
        await club.restart()
        assert told("7♥") == "7♥\ufe0e", "a Discord that does not tell them holds nothing up"
        assert "SMG" in said(await club.ann.slash(club.channel, "match board", text=True))
    finally:
        controls.learn([])


async def test_a_match_with_all_emojis(club: Club) -> None:
    """Made as by `check --dress`: boards, lists and rolls show them, in German too."""
    path = f"/applications/{club.env.backend.application_id}/emojis"
    for each in ALL:
        made = {"name": each["name"], "image": "data:image/png;base64,AAAA"}
        dispatch(club.env.backend, "POST", path, json=made)
    try:
        await club.restart()
        club.speaks(club.ann, "de")
        club.env.backend.guilds[club.guild.id].owner_id = club.ann.id
        await club.ann.slash(club.channel, "table language", language="de")
        await club.started(club.ben)
        posts = "\n".join(words_of(post) for post in club.channel.history())
        assert {"papyrus", "bluecircle", "orangesquare"} <= set(signs_in(posts))
        listed = said(await club.ann.slash(club.channel, "me matches"))
        assert "papyrus" in signs_in(listed)
        await club.ann.slash(club.other, "roll", expression="2d6+1d20")
        rolled = words_of(club.other.history()[-1])
        assert [name[:3] for name in signs_in(rolled)] == ["die", "die"]
        await club.ann.slash(club.other, "roll", expression="4d6kh3")
        assert signs_in(words_of(club.other.history()[-1])) == [], "what is struck out stays a figure"
    finally:
        controls.learn([])


REFUSED = "Invalid Form Body\nIn components.0.components.1.components.0.emoji.id: Invalid emoji"


@pytest.mark.parametrize(
    ("method", "path"), [("PATCH", "/webhooks/*/@original"), ("POST", "/channels/*/messages")]
)
async def test_a_refused_emoji_costs_one_more_try_and_the_emojis_are_read_again(
    club: Club, method: str, path: str
) -> None:
    """They were deleted, or made anew under other ids: a roll or a lobby is posted with letters."""
    known = f"/applications/{club.env.backend.application_id}/emojis"
    for each in ALL:
        made = {"name": each["name"], "image": "data:image/png;base64,AAAA"}
        dispatch(club.env.backend, "POST", known, json=made)
    try:
        await club.restart()
        club.env.backend.application_emojis.clear()
        club.env.inject_error(method, path, status=400, code=50035, message=REFUSED)
        if method == "PATCH":
            await club.ann.slash(club.channel, "roll", expression="2d6+1d20")
        else:
            await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options="squad=2")
        (post,) = club.channel.history()
        assert signs_in(words_of(post)) == []
        assert not any(part.get("emoji") for part in controls_of(post))
        assert ("2d6 (" if method == "PATCH" else "### Papyrus") in words_of(post)
        read = [each for each in club.env.http_requests if each.path == known and each.method == "GET"]
        assert len(read) == 3, "at the first start, at the restart, and after the refusal"
        assert told("7♥") == "7♥\ufe0e", "from now on there are none"
    finally:
        controls.learn([])


@given(st.lists(_PIECES, min_size=1, max_size=40).map("".join).filter(str.strip))
def test_without_its_emojis_a_message_has_the_letters_that_it_would_have_had(words: str) -> None:
    letters = told(words)
    controls.learn(ALL, TITLES)
    try:
        page = message_of(text(words), *rows([fair_dice(ComponentId("fair"))]))
        controls.undress(page.view)
    finally:
        controls.learn([])
    (container,) = components_of(page.view)
    assert container["components"][0]["content"].replace("\ufe0e", "") == letters.replace("\ufe0e", "")
    assert container["components"][1]["components"][0].get("emoji") is None
