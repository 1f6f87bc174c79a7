"""Every abbreviation and every sign on a panel or a picture is explained in its game's glossary."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.fair import SEED_BYTES, Stream
from bot.engine.positions import read_scene
from bot.games.crossfire.rules.cards import RANKS
from bot.games.overcross.cards.printed import REACHES
from bot.games.papyrus.rules.view import KIND_TITLES
from bot.games.registry import GAMES
from cogs.help.glossary import compose_words, legend_of
from cogs.kit.controls import words_button
from measures.taps.turns import easy_player
from renderers.kit.cache import forget
from renderers.papyrus.units import SHORT_TITLES
from tests.cogs.composed import contents
from tests.games.every_game import NAMES, on_screen
from tests.games.screens import Screen
from tests.renderers.written import all_written

SHORT = re.compile(r"(?<![\w’'.\[])(?:[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]{2,4}|[A-Z]{2,4})(?![\w’'…])")
"""Words of two to four letters without a vowel, or in capitals, which look like abbreviations."""
NAMES_OF_CARDS = {"XI", "AM"}
"""Words of this form in the names of cards: "I AM OUTRAGED!"."""


@cache
def explained(key: str) -> frozenset[str]:
    """Return the words that the glossary of a game explains, in lower case."""
    titles = [entry.title.casefold() for entry in GAMES[key].glossary]
    parts = [part for title in titles for part in re.split(r",\s*", title)]
    return frozenset([*titles, *parts, *[word for part in parts for word in re.split(r"[\s·]+", part)]])


def on_panels(key: str) -> Iterator[str]:
    """Yield the texts of panels while an easy computer plays all seats."""
    game, mood = GAMES[key], random.Random(3)
    rules, seats = game.rules, game.rules.seats[0]
    rng = Stream("glossary", bytes(SEED_BYTES))
    state: Any = rules.setup(rules.normalize(rules.Options(), seats), seats, rng)
    for _ in range(40):
        if rules.outcome(state) is not None:
            return
        seat = min(rules.to_act(state))
        view, legal = rules.view(state, seat), rules.legal(state, seat)
        first = game.wording.menu(view, legal, (), NAMES)
        yield from on_screen(Screen((), first))
        for choice in [each for group in first.groups for each in group.choices if not each.actions][:4]:
            yield from on_screen(Screen((choice.key,), game.wording.menu(view, legal, (choice.key,), NAMES)))
        yield game.wording.status(view, NAMES)
        rules.apply(state, seat, easy_player(key).choose(rules, view, legal, mood), rng)


def on_pictures(key: str) -> list[str]:
    """Return the texts on the pictures of the rules and on the hands beside them."""
    game = GAMES[key]
    with all_written() as words:
        forget()
        for page in game.rulebook:
            scene = read_scene(page.scene, game.rules, game.wording)
            game.renderer.board(scene.view, names=NAMES, recent=scene.recent, focus=scene.focus)
            game.renderer.hand(scene.view, names=NAMES)
        return list(words)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.computers])
def test_every_abbreviation_is_explained(key: str) -> None:
    said = " \n ".join([*on_panels(key), *on_pictures(key)])
    found = {word for word in SHORT.findall(said) if word not in NAMES_OF_CARDS}
    assert {word for word in found if word.casefold() not in explained(key)} == set()


def test_the_numbers_of_an_attack_in_overcross_are_explained() -> None:
    said = " ".join([*on_panels("overcross")])
    attack = ("acc", "dmg", "rng", "hits", "damage", "range", *REACHES, "minor", "major", "full")
    assert {*attack, "play cost", "deck cost", "speed", "defense"} <= explained("overcross")
    assert all(word in said for word in ("hits under", "damage", "range", "major action"))


def test_words_that_decide_a_match_are_explained() -> None:
    kinds = [title for title in KIND_TITLES.values() if len(title) < 4]
    of_papyrus = ["quiet round", "the hill", *SHORT_TITLES.values(), *kinds]
    of_crossfire = ["power", "powered", "dead", *[rank[0] for rank in RANKS[10:]]]
    assert {word.casefold() for word in of_papyrus} <= explained("papyrus")
    assert {word.casefold() for word in of_crossfire} <= explained("crossfire")


@pytest.mark.parametrize("key", GAMES)
def test_each_sign_is_explained_once_and_drawn_with_its_word(key: str) -> None:
    game = GAMES[key]
    assert sorted(entry.sign for entry in game.glossary if entry.sign) == sorted(game.renderer.signs)
    legend = legend_of(game)
    assert (legend is None) is (not game.renderer.signs)
    if legend is not None:
        assert 0 < legend.height < 1000


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("key", GAMES)
def test_a_glossary_fits_on_one_page_and_has_a_button(key: str, code: str) -> None:
    with speaking(language(code)):
        page = compose_words(GAMES[key], legend_of(GAMES[key]))
        head, said = contents(page)
        assert GAMES[key].title in head
    assert len(said.splitlines()) == len(GAMES[key].glossary)
    assert len(words_button(GAMES[key])) == 1


def test_the_german_words_are_those_of_german_panels() -> None:
    with speaking(language("de")):
        said, told = " ".join(on_panels("overcross")), contents(compose_words(GAMES["overcross"], None))[-1]
    for word in ("trifft unter", "Schaden", "Reichweite"):
        assert f"{word} " in said
        assert f"**{word}" in told
