"""Decks in the owner's language, and public ones in the channel's."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.base.language import gettext, pgettext, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.deckbuilding import Entries
from bot.engine.cards.files.reading import read_card_set
from bot.engine.errors import Refusal
from bot.games.arclash.cardgame import FORMAT, ArclashCards
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.games.arclash.rules.deckbuilding import ArclashDecks
from bot.games.registry import GAMES
from bot.parts.decks.ports import KeptDeck
from bot.parts.decks.service import DeckService
from cogs.decks.deck import AGAINST_MATCH, AGAINST_SERVER, FILE, IMPORT, LARGEST_LIST, listed_in
from cogs.decks.posts import (
    FROM_DECK,
    Bench,
    Shelf,
    compose_card,
    compose_choice,
    compose_deck,
    compose_decks,
    compose_deletion,
    compose_faults,
    compose_group,
    compose_list,
    compose_shown,
)
from cogs.kit.controls import ComponentId
from cogs.kit.forms import Typed
from cogs.kit.layout import OutgoingMessage
from renderers.contract import Picture
from tests.cogs.club import Club
from tests.cogs.composed import PROPER, check_marked
from tests.cogs.league import keeper
from tests.cogs.players import control, said, words_of
from tests.languages.heard import Heard, written
from tests.languages.marked import MARKED, unmarked
from tests.matches.table import TestClock
from tests.parts.decks.cogs.test_decks import arclash, built
from tests.parts.workshop.cogs.test_card_languages import escaped, speak
from tests.parts.workshop.sets.uploads import HERON_TEXTS, HERONS

GERMAN = language("de")
LIBRARY = Library(ARCLASH_CARDS.standard)
REED = read_card_set(HERONS, "reed.toml", FORMAT, LIBRARY.standard).set
assert REED is not None
POOL = LIBRARY.add(LIBRARY.standard.with_sets([REED]))
BUILDING = ArclashDecks(LIBRARY)
READY = BUILDING.ready(None)
GAME = replace(GAMES["arclash"], cards=ArclashCards(LIBRARY), decks=BUILDING)
PICTURE = Picture(b"png", "", 1, 1)
NAMES = ("Tides", "Foxes", "Draft", "TWN", "TID", *POOL.cards, *HERON_TEXTS)
FOXES = READY["three-cups"].entries
HEAP: Entries = (("REE-01", 3), ("REE-11", 2), ("TID-01", 1), ("TWN-01", 2))


def bench(entries: Entries = HEAP, name: str = "Tides") -> Bench:
    """Return a deck on the screen in the selected language."""
    shelves = (
        Shelf("standard", gettext("The cards that come with the bot"), None),
        Shelf("reed", pgettext("card", "The Reed Bank"), POOL.hash, frozenset(["REE-01", "REE-11"])),
    )
    deck = KeptDeck(name.ljust(12, "0"), 101, "arclash", name, entries, TestClock().now)
    return Bench(GAME, BUILDING, deck, POOL.hash, shelves)


class InPoints(ArclashDecks):
    """Decks of thirty points."""

    unit = "points"


IN_POINTS = InPoints(LIBRARY)
PAGES = {
    "none": lambda: compose_decks([]),
    "list": lambda: compose_decks([bench(FOXES, "Foxes"), bench()]),
    "many": lambda: compose_decks(
        [replace(bench(), deck=replace(bench().deck, id=f"{n:012}")) for n in range(30)]
    ),
    "deck": lambda: compose_deck(bench()),
    "legal": lambda: compose_deck(bench(FOXES)),
    "empty": lambda: compose_deck(bench(())),
    "large": lambda: compose_deck(bench(tuple([(number, 1) for number in list(POOL.cards)[:60]]))),
    "shown": lambda: compose_shown(bench(FOXES)),
    "group": lambda: compose_group(bench(), bench().shelves[0], "tide", 0),
    "set": lambda: compose_group(bench(), bench().shelves[1], "0", 0),
    "pages": lambda: compose_group(
        bench(), replace(bench().shelves[0], numbers=frozenset(POOL.cards)), "0", 1
    ),
    "card": lambda: compose_card(bench(), POOL.hash, "standard~tide", "TID-01", PICTURE),
    "text": lambda: compose_card(bench(), POOL.hash, FROM_DECK, "REE-11", None),
    "unknown": lambda: compose_card(bench(), POOL.hash, FROM_DECK, "TWN-01", None),
    "faults": lambda: compose_faults(bench(), gettext(AGAINST_MATCH)),
    "sound": lambda: compose_faults(bench(FOXES), gettext(AGAINST_SERVER)),
    "copied": lambda: compose_list(bench(())),
    "points": lambda: compose_group(replace(bench(), building=IN_POINTS), bench().shelves[0], "tide", 0),
    "delete": lambda: compose_deletion(bench()),
    "choice": lambda: compose_choice(GAME, "m" * 12, 3, [bench(FOXES, "Foxes"), bench()]),
    "no choice": lambda: compose_choice(GAME, "m" * 12, 3, []),
}


@pytest.mark.parametrize("page", PAGES)
def test_all_words_of_a_screen_are_in_the_catalogue(page: str) -> None:
    check_marked(PAGES[page], NAMES)


def test_an_exported_deck_has_names_in_the_user_s_language() -> None:
    with speaking(MARKED):
        text = words_of_page(compose_list(bench(FOXES)))
    assert "2 FOX-05 ⟦Three-Cup Fox⟧" in text
    assert unmarked(text.replace("```", ""), NAMES) == []


def words_of_page(page: OutgoingMessage) -> str:
    return "\n".join(
        [part["content"] for part in page.view.to_components()[0]["components"] if part["type"] == 10]
    )


# ---- on Discord


async def upload_unreadable_files() -> None:
    """Upload a too large file, and one that Discord does not deliver."""

    async def never() -> bytes:
        raise OSError

    uploads = SimpleNamespace(take=lambda _user: timedelta())
    asking: Any = SimpleNamespace(client=SimpleNamespace(uploads=uploads), user=SimpleNamespace(id=1))
    for size in (LARGEST_LIST + 1, 1):
        file: Any = SimpleNamespace(size=size, filename="list.txt", read=never)
        with pytest.raises(Refusal):
            await listed_in(asking, Typed(ComponentId(IMPORT), files={FILE: file}))


async def test_every_sentence_about_decks_is_used_and_in_the_catalogue(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = Heard()
    speak(monkeypatch, heard)

    async def ask(command: str, **options: Any) -> Any:
        if command in ("build", "import"):
            options = {"game": "arclash", **options}
        return (await club.ann.slash(club.channel, f"deck {command}", **options)).response

    title = "Three Cups, No Ball"
    for game in ("nothing", "papyrus"):
        await ask("build", name="Foxes", game=game)
    await ask("build", name="Foxes", start="nothing")
    deck = await ask("build", name="Foxes", start=title)
    await ask("build", name="Foxes", start=title)
    await ask("build", name="Draft")
    for option in ("start", "game", "name"):
        assert await club.ann.autocomplete(club.channel, "deck build", option, "")
    for command in ("list", "export", "check", "show", "delete"):
        await ask(command, **({} if command == "list" else {"deck": "Foxes"}))
    await ask("show", deck="Foxes", public=True)
    await ask("rename", deck="Draft", name="Tides")
    await ask("import", name="More", list="2 TID-99 1 FOX-01")
    for game in ({"game": "arclash"}, {}):
        assert (await club.ann.slash(club.channel, "deck import", name="More", **game)).modal is not None
    await club.clicks_at_once((club.ann, deck, control(deck, "⟦Delete⟧")))
    await ask("play", deck="Foxes")
    await arclash(club)
    for name in ("Tides", "Foxes"):
        await ask("play", deck=name)
    await ask("check", deck="Foxes")
    await club.eve.slash(club.channel, "deck build", game="arclash", name="Foxes", start=title)
    await club.eve.slash(club.channel, "deck play", deck="Foxes")
    await club.ben.slash(club.channel, "arclash deck", deck="three-cups")
    await ask("play", deck="Foxes")
    names = ("More", *PROPER, *NAMES)
    assert escaped(club, names) == {}
    with speaking(heard):
        for compose in PAGES.values():
            compose()
        await upload_unreadable_files()
    assert written("decks", "cogs/workshop/deck_posts", "cogs/workshop/deck_import") - heard.said == set()


async def test_a_deck_begins_from_a_ready_made_one_by_its_german_or_english_title(club: Club) -> None:
    """Everybody can read an exported list; the answer to a pasted one is in the user's language."""
    club.speaks(club.ann, "de")
    with speaking(GERMAN):
        title = pgettext("card", READY["three-cups"].title)
    for number, start in enumerate((title, title.upper(), READY["three-cups"].title, "three-cups")):
        shown, _ = await built(club, f"Foxes {number}", start=start)
        assert "30 von 30 Karten · gültig" in said(shown)
    for typed in (title[:4], "three c"):
        offers = await club.ann.autocomplete(club.channel, "deck build", "start", typed)
        found = [offer["value"] for offer in offers if offer["name"] == title]
        assert found == [READY["three-cups"].title], "what is sent is the same in every language"
    shown, _ = await built(club, "Nichts", start="nothing")
    assert "Die fertigen Decks: " in said(shown)
    assert title in said(shown)

    for form in ("numbers", "names", "table"):
        asked = {"deck": "Foxes 0", "form": form}
        listed = said(await club.ann.slash(club.channel, "deck export", **asked)).split("```")[1].strip()
        words = {"game": "arclash", "name": form, "list": listed}
        assert "gültig" in said(await club.ann.slash(club.channel, "deck import", **words))
        assert (await club.bot.services.of(DeckService).find(club.ann.id, form)).entries == FOXES
    listed = said(await club.ann.slash(club.channel, "deck export", deck="Foxes 0")).split("```")[1].strip()
    words = {"game": "arclash", "name": "Copied", "list": listed.replace("\n", " ")}
    for member, legal in ((club.ann, "gültig"), (club.ben, "legal")):
        assert legal in said(await member.slash(club.channel, "deck import", **words))
        assert (await club.bot.services.of(DeckService).find(member.id, "Copied")).entries == FOXES
    told = said(await club.ann.slash(club.channel, "deck import", **{**words, "list": "2 TID-99"}))
    assert "Keine Karte hat hier die Setnummer TID-99." in told


async def test_a_public_deck_is_in_the_language_of_the_channel(club: Club) -> None:
    club.speaks(club.ann, "de")
    await built(club, "Foxes", start="three-cups")
    await club.ann.slash(club.channel, "deck show", deck="Foxes", public=True)
    assert "30 of 30 cards · legal" in words_of(club.channel.history()[-1])
    await keeper(club).slash(club.channel, "table language", language="de")
    await club.ben.slash(club.channel, "deck build", game="arclash", name="Foxes", start="three-cups")
    await club.ben.slash(club.channel, "deck show", deck="Foxes", public=True)
    assert "30 von 30 Karten · gültig" in words_of(club.channel.history()[-1])
