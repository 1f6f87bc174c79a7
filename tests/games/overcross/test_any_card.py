"""Random cards: any card that passes the check has texts in both languages, and can be played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec import inspect
from msgspec.structs import replace

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.files.reading import check
from bot.engine.cards.game import PoolLibrary
from bot.games.overcross.cards.cards import AnyCard, CardSet, Character, Edit, Happening, Pool, Terrain
from bot.games.overcross.cards.cardtext import rules_text
from bot.games.overcross.cards.checks import FORMAT, TRIGGERS
from bot.games.overcross.cards.printed import Attack
from bot.games.overcross.cards.words import VOCABULARY, Ability, Move
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.rules import OvercrossRules
from tests.engine.cards.trees import Trees
from tests.games.overcross.chance import POOL, an_action
from tests.games.overcross.table import SEVEN
from tests.games.random_play import fresh_randomness

NUMBER = 24
"""Cards of a set: six of each kind."""
ABILITY = inspect.type_info(VOCABULARY.of(Ability))
KINDS = ("character", "edit", "terrain", "event")


def a_card(random: Random, number: int) -> AnyCard:
    """Return a valid card with one or two abilities."""
    kind = KINDS[number % len(KINDS)]
    abilities: list[Ability] = []
    while len(abilities) < 1 + number % 2:
        made: Any = Trees(random, depth=4)._make(ABILITY, 4)
        ability = replace(made, on=random.choice(TRIGGERS[kind]))
        card = _card(random, kind, number, (ability,))
        if not any(
            finding.code.startswith("E") for finding in check(CardSet("any", "Any", **_in(card)), FORMAT)
        ):
            abilities.append(ability)
    return _card(random, kind, number, tuple(abilities))


def _card(random: Random, kind: str, number: int, abilities: tuple[Ability, ...]) -> AnyCard:
    given: dict[str, Any] = {
        "number": f"ANY-{number:02}",
        "name": f"Any {number}",
        "deck": 2,
        "play": 1,
        "abilities": abilities,
    }
    if kind == "character":
        attack = Attack("aim", random.randint(1, 4), random.randint(3, 6), random.randint(2, 6))
        return Character(**given, speed=random.randint(2, 4), defense=random.randint(2, 4), attacks=(attack,))
    if kind == "edit":
        return Edit(**given, on=random.choice(["own", "enemy"]))
    return Terrain(**given, radius=1) if kind == "terrain" else Happening(**given)


def _in(*cards: AnyCard) -> dict[str, tuple[AnyCard, ...]]:
    fields = {"character": "characters", "edit": "edits", "terrain": "terrains", "event": "events"}
    return {field: tuple([card for card in cards if card.kind == kind]) for kind, field in fields.items()}


def a_pool(seed: int) -> Pool:
    random = Random(seed)
    return Pool((CardSet("any", "Any", **_in(*[a_card(random, number) for number in range(NUMBER)])),))


def played(pool: Pool, seed: int, most: int) -> Iterator[Any]:
    """Yield the states of a match with three copies of each card."""
    both = Pool((*POOL.sets, *pool.sets))
    rules, random, rng = OvercrossRules(PoolLibrary(both)), Random(seed), fresh_randomness(seed)
    options = rules.normalize(Options(objective="deathmatch", points=300, width=7, height=7, rounds=60), 2)
    state = rules.setup(options, 2, rng)
    for seat in range(2):
        rules.apply(state, seat, actions.BringDeck(tuple(sorted([*pool.cards] * 3))), rng)
    state.round = 8
    for _ in range(most):
        if rules.outcome(state) is not None:
            return
        seat = min(rules.to_act(state))
        rules.apply(state, seat, an_action(random, state, seat, lively=True, resigning=0, rules=rules), rng)
        yield state


@pytest.mark.parametrize("kind", ["character", "edit"])
def test_a_named_character_moves_without_a_choice(kind):
    """`move` of this Character or the bearer asks only for a square (OVC-16)."""
    whom = {"character": "self", "edit": "bearer"}[kind]
    ability = Ability(on="activated", size="free", then=(Move(2, to=whom),))
    given = {"number": "ANY-01", "name": "Any", "deck": 2, "play": 1, "abilities": (ability,)}
    card = Character(**given, speed=1, defense=3) if kind == "character" else Edit(**given)
    rules = OvercrossRules(PoolLibrary(Pool((*POOL.sets, CardSet("any", "Any", **_in(card))))))
    stands = "ANY-01 at D4:" if kind == "character" else "CST-02 at D4: ANY-01"
    state = rules.position(f"{SEVEN}now: seat 1, round 4, minor\nseat 1:\n{stands}\nseat 2:\n")
    (use,) = [each for each in rules.legal(state, 0) if isinstance(each, actions.Use)]
    rules.apply(state, 0, use, fresh_randomness(1))
    assert state.program.question.kind == "square"
    square = state.program.question.options[-1]
    rules.apply(state, 0, actions.Choose(square), fresh_randomness(1))
    assert state.pieces[0].square == square


@pytest.mark.parametrize("seed", range(4))
def test_every_accepted_card_has_texts_and_can_be_played(seed):
    pool = a_pool(seed)
    english = [rules_text(card) for card in pool.cards.values()]
    with speaking(language("de")):
        german = [rules_text(card) for card in pool.cards.values()]
    for one, other in zip(english, german, strict=True):
        assert len(one) == len(other)
        assert not set(one[-1:]) & set(other[-1:]), "a sentence that is the same in German"
    in_play = count()
    for state in played(pool, seed, 250):
        next(in_play)
        assert pool.decode(pool.encoded).hash == pool.hash
        assert all(piece.counters < 6 for piece in state.pieces) or state.program.question is not None
    assert next(in_play) > 100
