"""Sides without a Leader, a Champion or a Legend: no unplayable match can begin (OVC-23, OVC-24)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.deckbuilding import entries_of, spread
from bot.engine.cards.files.reading import check
from bot.engine.cards.game import PoolLibrary
from bot.engine.errors import BadOptions, IllegalAction
from bot.games.overcross.cardgame import FORMAT
from bot.games.overcross.cards.cards import CardSet, Pool
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.rules import OvercrossRules
from tests.games.overcross.chance import POOL
from tests.games.random_play import check_who_acts, fresh_randomness

LEMONS = "Lemons"
OBJECTIVES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("leader", {"objective": "assassination"}),
    ("champion", {"objective": "assassination", "victims": "champion"}),
    ("leader", {"objective": "assassination", "victims": "both"}),
    ("champion", {"objective": "assassination", "victims": "both"}),
    ("legend", {"objective": "summoning"}),
)
"""The required marks of a side by objective."""


def without(mark: str) -> CardSet:
    """Return the shipped set, without cards of this mark and without the decks that have them."""
    (shipped,) = POOL.sets
    kept = [card for card in shipped.characters if card.mark != mark]
    gone = {card.number for card in shipped.characters} - {card.number for card in kept}
    decks = {key: deck for key, deck in shipped.decks.items() if not gone & set(deck.cards)}
    return replace(shipped, characters=tuple(kept), decks=decks)


def lemons(mark: str) -> CardSet:
    """Return the same, as a set of another side."""
    own = without(mark)
    cards = {
        field: tuple([replace(each, number=_lemon(each.number), side=LEMONS) for each in getattr(own, field)])
        for field in Pool.fields
    }
    decks = {
        f"lemon-{key}": replace(deck, cards={_lemon(number): many for number, many in deck.cards.items()})
        for key, deck in own.decks.items()
    }
    return replace(own, key="lemons", decks=decks, **cards)


def _lemon(number: str) -> str:
    return number.replace("CST", "LEM")


def rules_of(*sets: CardSet) -> OvercrossRules:
    return OvercrossRules(PoolLibrary(Pool(sets)))


@pytest.mark.parametrize(("mark", "agreed"), OBJECTIVES)
def test_a_match_that_no_side_can_play_is_refused(mark: str, agreed: dict[str, Any]) -> None:
    rules = rules_of(without(mark))
    with pytest.raises(BadOptions, match=r"do not fit this objective.*They fit .*the Flag, the Inv"):
        rules.normalize(Options(**agreed), 2)
    assert rules.normalize(Options(objective="invasion"), 2).objective == "invasion"


@pytest.mark.parametrize(("mark", "agreed"), OBJECTIVES)
def test_decks_of_an_incomplete_side_are_not_offered(mark: str, agreed: dict[str, Any]) -> None:
    rules, rng = rules_of(*POOL.sets, lemons(mark)), fresh_randomness(1)
    state = rules.setup(Options(**agreed), 2, rng)
    deck = next(iter(lemons(mark).decks.values()))
    words = f"each player names a {mark.title()}, and the side {LEMONS} has none"
    with pytest.raises(IllegalAction, match=words):
        rules.apply(state, 0, actions.BringDeck(spread(entries_of(deck.cards))), rng)
    offered = list(rules.legal(state, 0))
    assert offered
    for action in offered:
        after = rules.clone(state)
        rules.apply(after, 0, action, rng)
        check_who_acts(rules, after)
        assert not after.lists[0][0].startswith("LEM")
        assert len(rules.legal(after, 0)) > 1, "somebody can be named"


@pytest.mark.parametrize("mark", ["leader", "champion", "legend"])
def test_the_check_reports_the_objectives_of_a_side(mark: str) -> None:
    found = [each for each in check(without(mark), FORMAT) if each.code == "A303"]
    assert len(found) == len({card.side for card in POOL.cards.values()})
    assert all(f"has no {mark.title()}: its decks can play the" in each.sentence for each in found)
    with speaking(language("de")):
        german = [each.sentence for each in check(without(mark), FORMAT) if each.code == "A303"]
    assert not set(german) & {each.sentence for each in found}


def test_a_side_with_shipped_leaders_supports_all_objectives() -> None:
    (shipped,) = POOL.sets
    own = CardSet("own", "Own", edits=(replace(shipped.edits[0], number="OWN-01"),))
    assert not [each for each in check(own, FORMAT, POOL) if each.code == "A303"]
