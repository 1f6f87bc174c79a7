"""Cards and card sets in the viewer's language; a card is found by its English name too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.base.language import N_, Language, pgettext, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.files.reading import read_card_set
from bot.engine.errors import Refusal
from bot.games.arclash.cardgame import FORMAT, ArclashCards
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.service import CardSets, Source
from cogs.kit import languages
from cogs.kit.layout import OutgoingMessage
from cogs.workshop.card_posts import (
    Shown,
    asked_of_file,
    asked_of_set,
    compose_card_list,
    compose_one_card,
    compose_removal,
    compose_replacement,
    compose_report,
    compose_set,
    compose_sets,
    report_of,
    typed_set,
)
from cogs.workshop.server_sets import guild_of
from cogs.workshop.uploads import file_of_message
from renderers.contract import Picture
from tests.cogs.club import Club
from tests.cogs.composed import check_marked, words
from tests.cogs.league import keeper
from tests.cogs.players import click, said
from tests.cogs.test_marked_words import shown as words_shown
from tests.cogs.test_marked_words import without_files
from tests.languages.heard import Heard, written
from tests.languages.marked import unmarked
from tests.matches.table import TestClock
from tests.parts.workshop.sets.uploads import ADVISED, BROKEN, HERON_TEXTS, HERONS, OTHER_HERONS

GERMAN = language("de")
STANDARD = ARCLASH_CARDS.standard
LIBRARY = Library(STANDARD)
CARDS = ArclashCards(LIBRARY)
GAMES = {"arclash": CARDS}
READING = read_card_set(HERONS, "reed.toml", FORMAT, STANDARD)
assert READING.set is not None
READ_BROKEN = read_card_set(BROKEN, "reed.toml", FORMAT, STANDARD)
REED = replace(
    READING.set,
    supports=tuple([replace(card, artist="Ann", lineage="") for card in READING.set.supports]),
)
POOL = LIBRARY.add(STANDARD.with_sets([REED]))
USUAL = Source(CARDS, "standard", N_("The cards that come with the bot"), STANDARD)
OWN = Source(CARDS, "reed", REED.title, POOL, REED)
KEPT = ServerSet(7, "arclash", "reed", REED.title, "ab" * 32, TestClock().now)
PICTURE = Picture(b"png", "", 1, 1)
NUMBERS = (*POOL.cards, "REE", "reed", *HERON_TEXTS)
"""Card numbers, and texts of the set's designer, which are in no catalogue."""


def german(card: str) -> str:
    """Return a card's name in German."""
    with speaking(GERMAN):
        return pgettext("card", STANDARD.cards[card].name)


@pytest.mark.parametrize("number", ["TID-01", "FOX-05", "ORC-15", "REE-01", "REE-11"])
def test_a_card(number: str) -> None:
    source = OWN if number.startswith("REE") else USUAL
    shown = partial(compose_one_card, POOL.cards[number], source, PICTURE, Shown("standard"))
    assert words(check_marked(shown, NUMBERS))


@pytest.mark.parametrize("kind", ["-", "1", "2", "3", "4", "0"])
def test_lists_of_cards(kind: str) -> None:
    for at in (Shown("standard", ("-", kind)), Shown("reed", ("-", kind)), Shown("reed", ("tide", kind))):
        check_marked(partial(compose_card_list, [USUAL, OWN], at), NUMBERS)


@pytest.mark.parametrize("content", [HERONS, ADVISED, BROKEN, HERONS + b"[[supports]]\nname = 1\n" * 9])
def test_reports_of_the_checker(content: bytes) -> None:
    in_files = ["reed.toml", "report.txt", "abilities", "power", "level", "characters", "supports", "name"]

    def report(page: int) -> OutgoingMessage:
        return compose_report(report_of(read_card_set(content, "reed.toml", FORMAT, STANDARD), CARDS), page)

    for number in range(3):
        check_marked(partial(report, number), (*NUMBERS, *in_files))


def test_the_sets_of_a_server() -> None:
    for sets in ([], [(KEPT, OWN)], [(KEPT, OWN), (replace(KEPT, key="old"), None)]):
        check_marked(partial(compose_sets, {"arclash": sets} if sets else {}, GAMES), NUMBERS)
    for source, manages in ((OWN, True), (OWN, False), (None, True)):
        shown = partial(compose_set, CARDS, KEPT, source, b"x", manages=manages)
        check_marked(shown, (*NUMBERS, "toml"))
    check_marked(partial(compose_removal, CARDS, KEPT), NUMBERS)
    check_marked(partial(compose_replacement, CARDS, KEPT, REED, b"x"), (*NUMBERS, "toml"))


# ---- on Discord


def speak(monkeypatch: pytest.MonkeyPatch, spoken: Language) -> None:
    """Let everybody use this language."""
    monkeypatch.setattr(languages, "language_for", lambda *_wishes: spoken)


def escaped(club: Club, names: Sequence[str]) -> dict[str, list[str]]:
    """Return each sent text with words outside of messages, with these words."""
    sent = [
        text
        for request in club.env.http_requests
        if request.json is not None and not request.path.endswith("/commands")
        for text in words_shown(request.json)
    ]
    return {text: left for text in sent if (left := unmarked(without_files(text), names))}


async def test_every_sentence_about_cards_is_used_and_in_the_catalogue(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, max_ = Heard(), keeper(club)
    speak(monkeypatch, heard)

    async def upload(member: Any, content: bytes, command: str = "cards add") -> Any:
        return (await member.slash(club.channel, command, file=("reed.toml", content))).response

    for word in ("TID-01", "Wick, Smalest of the School", "@@@"):
        await club.ann.slash(club.channel, "cards show", card=word)
    for content in (HERONS, BROKEN, b"#" * 70_000):
        await upload(club.ann, content, "cards check")
    await upload(club.ann, HERONS)
    await club.ann.slash(club.channel, "cards sets")
    for content in (BROKEN, ADVISED):
        await upload(max_, content)
    asked = await upload(max_, OTHER_HERONS)
    await click(max_, asked, "⟦Yes, replace it⟧")
    listed: Any = (await max_.slash(club.channel, "cards list", set="reed")).response
    for name in ("cards list", "cards remove"):
        assert await max_.autocomplete(club.channel, name, "set", "")
    sets: Any = (await max_.slash(club.channel, "cards sets")).response
    await max_.select(sets, ["reed"])
    with monkeypatch.context() as unfit:
        unfit.setattr(CardSets, "source", nothing_fits)
        await max_.slash(club.channel, "cards lab", set="reed")
    await max_.slash(club.channel, "cards try", file=("reed.toml", BROKEN), game="arclash")
    await max_.slash(club.channel, "cards try", position=("reed.toml", b"\xff\xfe"), game="arclash")
    gone: Any = (await max_.slash(club.channel, "cards remove", set="reed")).response
    await click(max_, gone, "⟦Yes, remove it⟧")
    await click(max_, listed, "REE-01")
    assert escaped(club, ("Ann", "Max", "Heron", *NUMBERS, "toml", "level", "power")) == {}
    with speaking(heard):
        for page in (
            compose_sets({"arclash": [(KEPT, None)]}, GAMES),
            compose_set(CARDS, KEPT, None, b"x", manages=False),
            compose_set(CARDS, KEPT, replace(OWN, faults=READ_BROKEN.errors), b"x", manages=True),
            compose_sets({}, GAMES, manages=True),
        ):
            assert words(page)
        assert asked_of_file().title
        typed = typed_set("check", "", BROKEN, [])
        assert typed is not None
        assert asked_of_set(typed).title
        compose_card_list([USUAL, OWN], Shown("reed", ("0", "4")))
        compose_one_card(REED.supports[0], OWN, PICTURE, Shown("reed"))
        await request_missing_files()
    # Questions for the game are in test_cards_of_several_games.py; limits are in tests/cogs/test_limits.py.
    said_there = written("decks", "cogs/workshop/card_posts")
    assert said_there - heard.said == set()


async def nothing_fits(_sets: CardSets, _kept: ServerSet) -> None:
    """A stand-in for `CardSets.source` with a set that is no longer valid."""


async def request_missing_files() -> None:
    """Request a set outside of servers, a deleted file, and one that Discord does not deliver."""

    async def never() -> bytes:
        raise discord.NotFound(SimpleNamespace(status=404, reason="gone"), "gone")  # type: ignore[arg-type]

    with pytest.raises(Refusal, match="belong to servers"):
        guild_of(SimpleNamespace(guild_id=None))  # type: ignore[arg-type]
    for files in ([], [SimpleNamespace(size=1, read=never)]):
        here: Any = SimpleNamespace(message=SimpleNamespace(attachments=files))
        with pytest.raises(Refusal, match="upload it again"):
            await file_of_message(here, 10)


async def test_a_german_player_finds_a_card_by_its_number_and_either_name(
    club: Club, subtests: pytest.Subtests
) -> None:
    """Typed, misspelled, or chosen from autocomplete."""
    club.speaks(club.ann, "de")
    name = german("FOX-05")
    for word in ["FOX-05", "fox-05", "Three-Cup Fox", name, name.upper()]:
        with subtests.test(word):
            told = said(await club.ann.slash(club.channel, "cards show", card=word))
            assert told.startswith(f"### {name}\nCharakter der Stufe ")
            assert "[Fuchs]" in told
    for word in ("Three-Cup Foxx", f"{name}z"):
        told = said(await club.ann.slash(club.channel, "cards show", card=word))
        assert told == f"Es gibt keine Karte „{word}“. Meintest du {name} (FOX-05)?"
    for typed in ("three-cup f", name[:6].lower(), "FOX-05"):
        offers = await club.ann.autocomplete(club.channel, "cards show", "card", typed)
        assert (f"{name} (FOX-05)", "FOX-05") in [(each["name"], each["value"]) for each in offers]
        assert len({offer["value"] for offer in offers}) == len(offers)
    assert len(await club.ann.autocomplete(club.channel, "cards show", "card", "")) == 25
    shown = await club.ben.slash(club.channel, "cards show", card=name)
    assert "There is no card" in said(shown), "to an English player it has its English name alone"
