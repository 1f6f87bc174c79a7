"""Card sets within all bounds of the files, made to be as slow as possible in a match."""

from __future__ import annotations

import tomllib
from collections import Counter

import msgspec

from bot.engine.cards.deckbuilding import deck_cards
from bot.engine.decks import Deck
from bot.games.arclash.cards.cards import DECK_SIZE, CardSet, Pool
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.state import ArclashState, Side

HEAD = """\
key = "nasty"
title = "The Slow Swamp"

[lineages.swamp]
title = "The Slow Swamp"
motif = "leaf"
hue = 100
"""
CHARACTERS = "".join(
    f"""
[[characters]]
number = "NAS-{40 + level}"
name = "Slug of {level}"
lineage = "swamp"
power = 300
level = {level}
{"" if level == 1 else "advances = [{}]"}
"""
    for level in range(1, 5)
)


def counted(number: int) -> str:
    """Return a condition that searches every discard pile for a missing word, and never holds."""
    cards = '{ zone = "discard", whose = "everyone", which = { word = "Slug of 4" } }'
    return f'{{ test = "cards", at_least = {50 + number % 40}, cards = {cards} }}'


def join(items: list[str]) -> str:
    """Return the items of a list, one a line: a line of a card file has a maximum length."""
    return ",\n".join(items)


def any_of(tests: list[str]) -> str:
    """Return all of these conditions in one, four by four."""
    while len(tests) > 1:
        groups = [tests[at : at + 4] for at in range(0, len(tests), 4)]
        tests = [
            f'{{ test = "any", of = [{join(group)}] }}' if len(group) > 1 else group[0] for group in groups
        ]
    return tests[0]


def slow_always(number: int, tests: int = 43) -> str:
    """Return a Support whose permanent abilities search everything, repeatedly."""
    conditions = [counted(number * 100 + each) for each in range(tests)]
    effects = [
        f'{{ do = "if", test = {any_of(conditions[at : at + 16])}, then = [{{ do = "buff", by = 1 }}] }}'
        for at in range(0, tests, 16)
    ]
    return support(number, f'{{ on = "always", then = [{join(effects)}] }}')


def slow_battle(number: int, on: str = "end-of-battle") -> str:
    """Return a Support that changes power and reads it, repeatedly."""
    asks = '{ test = "power", at_most = 998, whose = "everyone" }'
    effects = [
        f'{{ do = "if", test = {asks}, then = [{{ do = "buff", by = {1 + each}, until = "next-turn" }},'
        f' {{ do = "draw", count = 1 }}] }}'
        for each in range(6)
    ]
    return support(number, f'{{ on = "{on}", then = [{join(effects)}] }}')


def support(number: int, *abilities: str) -> str:
    return (
        f'\n[[supports]]\nnumber = "NAS-{number:02}"\nname = "Bog {number}"\nlineage = "swamp"\n'
        f"abilities = [{', '.join(abilities)}]\n"
    )


def nasty_text() -> str:
    """Return a set of seven slow permanent Supports and seven slow ones of the battle, and a deck of them."""
    supports = [*map(slow_always, range(1, 8)), *map(slow_battle, range(8, 15))]
    numbers = [*(f"NAS-{number:02}" for number in range(1, 15)), "NAS-41"]
    listed = "\n".join(f"{number} = 2" for number in numbers)
    deck = f'\n[decks.bog]\ntitle = "All of the Bog"\n[decks.bog.cards]\n{listed}\n'
    return HEAD + CHARACTERS + "".join(supports) + deck


def nasty_pool(base: Pool) -> Pool:
    """Return the shipped cards with those of the set, which was not checked."""
    return base.with_sets([msgspec.convert(tomllib.loads(nasty_text()), CardSet)])


def full_table(pool: Pool, seats: int) -> ArclashState:
    """Return a battle in which all have played all Supports of the set, and seat 1 is the last to pass."""
    deck = deck_cards(pool.decks["bog"])
    laid = ["NAS-41", *(f"NAS-{number:02}" for number in range(1, 15))]
    numbers = (*laid, *sorted((Counter(deck) - Counter(laid)).elements()))
    sides = []
    for seat in range(seats):
        cards = tuple(range(seat * DECK_SIZE, (seat + 1) * DECK_SIZE))
        sides.append(Side((), Deck((), cards[15:]), cards[:1], cards[1:15], done=seat != 0))
    return ArclashState(
        options=Options(score=10, cards=pool.hash),
        seats=seats,
        phase="support",
        sides=tuple(sides),
        lists=(deck,) * seats,
        numbers=(numbers,) * seats,
        turn=1,
        order=tuple(range(seats)),
        current=0,
    )
