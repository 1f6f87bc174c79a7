"""All that Arclash says goes through the catalogues, and nothing that is kept depends on the language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from bot import catalogue
from bot.engine.cards.printed import numbered_name
from bot.engine.contract import Outcome
from bot.engine.errors import Refusal
from bot.engine.language import gettext, speaking
from bot.engine.phrases import ECHO_LENGTH
from bot.games.arclash.cards.cards import Advancement, AnyCard, Character, Support
from bot.games.arclash.cards.cardtext import in_words, one_line, stats
from bot.games.arclash.cards.checks.guide import ADVICE, advice
from bot.games.arclash.cards.words import (
    Ability,
    Buff,
    Cards,
    CountOf,
    Debuff,
    Dice,
    DiscardCards,
    DiscardCost,
    DrawCards,
    Effect,
    Filter,
    HaveCost,
    LevelDown,
    MillCost,
    Score,
    Search,
)
from bot.games.arclash.rules import actions, facts
from bot.games.arclash.rules.options import Options, normalize
from bot.games.arclash.rules.state import ArclashState
from bot.games.arclash.rules.view import Shown
from bot.games.arclash.wording.wording import ArclashWording
from tests.games.arclash import chance
from tests.games.arclash.cards_for_tests import LIBRARY
from tests.games.arclash.screens import NAMES, POOL, RULES, WORDING, Desk, positions
from tests.games.arclash.table import RULES as TEST_RULES
from tests.games.arclash.table import Table
from tests.games.random_play import fresh_randomness
from tests.games.screens import choices
from tests.games.table import page_scene
from tests.languages.marked import MARKED, unmarked

TEST_WORDING = ArclashWording(LIBRARY)
TYPED = ("", "x", "the", "Blazes", "The Tidse", "Deep Breath", "TID-01", "no mroe", "2", "seat 2", "z" * 90)
CARD_ACTIONS = (actions.Open, actions.Advance, actions.Pay, actions.Play, actions.Renew)
DECKS = (*LIBRARY.standard.decks, *WORDING.library.standard.decks)


def different(numbers: range) -> Iterator[tuple[ArclashState, int]]:
    """Positions of random matches, as different as can be, and a seat that is asked or has chosen in each."""
    seen: Counter[Any] = Counter()
    for state in (state for number in numbers for state in positions(number, 1.0)):
        question = state.program.question
        asked = None if question is None else (question.kind, question.why, question.seat == question.of)
        for seat in RULES.may_act(state) or {0}:
            side = state.sides[seat]
            key = (
                state.phase,
                asked,
                side.ready,
                side.placed < 0,
                bool(side.paying),
                RULES.legal(state, seat) == [],
            )
            seen[key] += 1
            if seen[key] <= 3:
                yield state, seat


class OtherDesk(Desk):
    rules = TEST_RULES
    wording = TEST_WORDING


def words_of(desk: Desk) -> Iterator[str]:
    """All that a seat reads of a position: both ways to tell it, every screen, the words to type."""
    yield desk.wording.status(desk.view, NAMES)
    yield desk.wording.board_text(desk.view, NAMES)
    for screen in desk.all_screens():
        yield screen.menu.text
        yield from [group.prompt for group in screen.menu.groups]
        yield from [words for choice in choices(screen.menu) for words in (choice.label, choice.hint)]
    for action in desk.legal:
        if not isinstance(action, actions.TakeDeck):
            yield from desk.wording.format(desk.view, action).values()


def test_every_screen_and_description_is_in_the_catalogues() -> None:
    with speaking(MARKED):
        for state, seat in different(range(10)):
            for words in words_of(Desk(state, seat)):
                assert unmarked(words, NAMES) == []


def played(table: Table, *lines: str) -> Table:
    table.play(*lines)
    return table


@pytest.mark.parametrize(
    "table",
    [
        Table("Spark; hand Mire", "Drop", score=1),
        played(Table("Spark; hand Blaze", "Drop; hand Push"), "1: stand"),
        Table.in_support("Spark; hand Flame", "Drop; hand Push"),
        played(Table.in_support("Spark; hand Flame", "Drop Stream; hand Push"), "1: pass"),
        played(Table("Spark; hand Flame", "Drop; hand Push", "Drop"), "1: stand", "2: resign"),
        played(Table("", "", phase="decks"), "1: deck ember"),
        played(Table.in_support("Spark; hand Bargain Push", "Drop Stream"), "1: play Bargain"),
        played(Table.in_support("Spark; hand Dredge", "Drop Stream"), "1: play Dredge"),
        *[
            played(
                Table.in_support(f"Spark; hand {one} Push", "Drop Stream; hand Push Mire"), f"1: play {one}"
            )
            for one in ("Peek", "Sift", "Riddle", "Purge", "Scout")
        ],
    ],
)
def test_every_screen_of_rare_positions_is_in_the_catalogues(table: Table) -> None:
    with speaking(MARKED):
        for seat in range(table.state.seats):
            for words in words_of(OtherDesk(table.state, seat)):
                assert unmarked(words, NAMES) == []


CARD, OTHER = Shown(0, "TID-13"), Shown(1, "TID-12")
LASTING: tuple[Literal["turn", "next-turn", "stack"], ...] = ("turn", "next-turn", "stack")
RARE: tuple[Any, ...] = (
    *[facts.Chose(0, "deck", own=True, deck=deck) for deck in ("own", "The Long Reading Light")],
    *[facts.Chose(0, what, own=True) for what in ("advance", "renew")],
    facts.Withdrew(0, "advance"),
    facts.Withdrew(1, "advance"),
    *[facts.TieRolled(why, (0, 1), ((3, 3), (4, 2)), 0) for why in ("order", "support", "battle")],
    *[facts.Revealed(what, cards) for what in ("advance", "renew") for cards in ((None,) * 2, (CARD, None))],
    facts.Revealed("renew", (CARD, CARD)),
    *[facts.Advanced(0, CARD, paid, milled) for paid in ((), (CARD,)) for milled in ((), (CARD, CARD))],
    facts.AdvanceFailed(0, CARD),
    *[facts.Rolled(0, "TID-13", dice, 10, again) for dice in ((3,), (3, 4)) for again in (False, True)],
    *[facts.Tossed(0, "TID-13", heads) for heads in (False, True)],
    *[facts.PowerChanged(0, "TID-13", 1, by, until, 50) for by in (-5, 0, 5) for until in LASTING],
    *[facts.Prevented("TID-13", 1, against) for against in ("debuff", "level-down", "discard")],
    *[facts.Shielded(1, "TID-13", ("debuff", "level-down", "discard"), until) for until in LASTING],
    *[facts.Took(0, "TID-13", zone, (), "hand") for zone in ("deck", "discard")],
    *[facts.Took(0, "TID-13", "discard", (CARD,), to) for to in ("hand", "deck")],
    facts.Took(0, "TID-13", "deck", (CARD, CARD, CARD), "hand"),
    *[kind(0, "TID-13", (CARD,), cost) for kind in (facts.Discarded, facts.Milled) for cost in (False, True)],
    *[facts.LevelledDown(1, CARD, why, "TID-12") for why in ("card", "battle", "level-4")],
    *[facts.Decided(0, "TID-13", "option", number) for number in range(4)],
    *[facts.Decided(0, "TID-13", kind, answer) for kind in ("may", "reroll") for answer in (0, 1)],
    facts.Decided(0, "TID-13", "seat", 1),
    *[facts.Decided(seat, "TID-13", "card") for seat in (0, 1)],
    facts.Decided(0, "TID-13", "card", shown=OTHER),
    *[facts.Guessed(seat, "TID-13", 1 - seat, 0, 4, found) for seat in (0, 1) for found in (None, CARD)],
    facts.CutShort("TID-13"),
    facts.Beaten(0, (400, 300), (2, 0), 0, 5),
    facts.Beaten(0, (400, 400), (2, 1), 1, 5),
    *[facts.Recovered(count) for count in (1, 2)],
    facts.MatchOver(Outcome((), (1, 1), "All turns are played: a tie")),
    facts.MatchOver(Outcome((0,), (1, 1), "Everybody else has resigned")),
    facts.MatchOver(Outcome((0, 1), (1, 1), "The most points after the last turn")),
)


@pytest.mark.parametrize("viewer", [None, 0])
def test_every_form_of_every_fact_is_in_the_catalogues(viewer: int | None) -> None:
    view = RULES.view(next(positions(0, 1.0)), viewer)
    with speaking(MARKED):
        for fact in RARE:
            assert unmarked(WORDING.describe(fact, view, NAMES), NAMES) == [], fact


# Refusals


def forbidden(state: ArclashState, seat: int) -> Iterator[str]:
    """The sentences for what a seat cannot do."""
    keys = [actions.TakeDeck(key) for key in ("embr", "chess")]
    plain = [actions.Stand(), actions.Withdraw(), actions.Pass(), actions.Stay(), actions.Choose(99)]
    cards = (*state.sides[seat].hand, *state.sides[seat].paying, state.sides[seat].placed, 31)
    for action in (*keys, *plain, *[kind(card) for card in cards for kind in CARD_ACTIONS if card >= 0]):
        try:
            TEST_RULES.apply(TEST_RULES.clone(state), seat, action, fresh_randomness(1))
        except Refusal as refused:
            yield refused.sentence


def unreadable(state: ArclashState, seat: int) -> Iterator[str]:
    """The sentences for what a seat types and nobody can read."""
    view = TEST_RULES.view(state, seat)
    for kind in (actions.TakeDeck, *CARD_ACTIONS, actions.Choose):
        for word in TYPED:
            try:
                TEST_WORDING.parse(view, seat, kind, dict.fromkeys(kind.__struct_fields__, word))
            except Refusal as refused:
                yield refused.sentence


def test_every_refusal_is_in_the_catalogues() -> None:
    said: set[str] = set()
    with speaking(MARKED):
        for number in range(6):
            states = list(islice(chance.positions(range(number, number + 1), 0.2), 12))
            for state in states:
                said.update(*[forbidden(state, seat) for seat in range(state.seats)])
            for state in (states[0], states[-1]):
                said.update(unreadable(state, min(TEST_RULES.to_act(state), default=0)))
    known = {*DECKS, *TYPED, "z" * (ECHO_LENGTH - 1), "embr", "chess"}
    assert [words for words in said if unmarked(words, known)] == []
    assert len({words.partition("⟧")[0] for words in said}) > 25


SHORT_OF = [
    (Table("Drop Stream; hand River Push", "Spark"), "advance River"),
    (Table("Drop Stream River; hand Ocean Push Drop", "Spark"), "advance Ocean"),
    (Table("Drop Stream River; hand Ocean Push Drop; discard Push", "Spark"), "advance Ocean"),
    (Table("Drop Stream; hand River Drop Drop; deck Blank", "Spark"), "advance River"),
    (Table("Drop Stream River; hand Ocean Drop; discard Push Push Push", "Spark"), "advance Ocean"),
    (played(Table("Drop Stream; hand River Drop Push", "Spark"), "1: advance River"), "pay Push"),
    *[
        (
            played(
                Table("Spark Flame Blaze; hand Sun Push Mire Ward", "Spark"), "1: advance Sun", "1: pay Ward"
            ),
            what,
        )
        for what in (actions.Stand(), actions.Pay(3), actions.Pay(6))
    ],
    (Table("Spark; hand Turncoat", "Spark"), "advance Turncoat"),
    (Table("Spark; hand Spark", "Spark"), "advance Spark"),
    (Table("Spark; hand Push", "Spark"), "advance Push"),
    (Table("Spark; hand Blaze", "Spark"), "advance Blaze"),
]


@pytest.mark.parametrize(("table", "action"), SHORT_OF)
def test_what_is_missing_to_advance_is_told_in_words_of_the_catalogues(table: Table, action: str) -> None:
    with speaking(MARKED):
        assert unmarked(table.no(action, seat=1)) == []


def test_options_are_refused_in_words_of_the_catalogues() -> None:
    bad = [
        (7, Options()),
        (2, Options(score=999)),
        (2, Options(rounds=999)),
        (2, Options(cards="chess")),
    ]
    with speaking(MARKED):
        for seats, options in bad:
            with pytest.raises(Refusal) as refused:
                normalize(options, seats, LIBRARY)
            assert unmarked(refused.value.sentence, ["Arclash", "score", "rounds", "chess", "standard"]) == []


# The guide for designers, and the rules

GREAT: tuple[Effect, ...] = (
    Buff(900),
    Debuff(900),
    Buff(CountOf(Cards("discard"), times=80)),
    Debuff(CountOf(Cards("discard"), times=80)),
    Buff(Dice(times=80)),
    DrawCards(40),
    DrawCards(CountOf(Cards("discard"))),
    DiscardCards(count=3),
    Search("deck", 5),
    LevelDown(),
    Score(),
    Buff(Dice(times=50, at_most=50)),
)


def beyond() -> Iterator[AnyCard]:
    """Cards that go beyond the guide in every point of it."""
    for effects in ((effect, more) for effect in GREAT for more in GREAT):
        abilities = (Ability("played", effects),)
        yield Support(number="REE-11", name="Ripple", abilities=abilities)
        for level in (1, 2, 3, 4):
            ways = (Advancement(costs=(DiscardCost(5),)),)
            yield Character("REE-01", "Heron", level=level, abilities=abilities, advances=ways)


def test_all_advice_is_in_the_catalogues() -> None:
    found = set()
    with speaking(MARKED):
        for card in beyond():
            for code, _, sentence in advice(card):
                found.add(code)
                assert unmarked(sentence) == [], sentence
        assert [gettext(meaning) for meaning in ADVICE.values()]
    assert found == set(ADVICE)


WAYS = (
    Advancement(),
    Advancement(Filter(word="Ember"), costs=(HaveCost(Cards("discard"), 3),)),
    Advancement(Filter(trait="Tide"), costs=(HaveCost(Cards("discard"), 3), MillCost(2))),
    Advancement(Filter(name="Spark", kind="support"), costs=(DiscardCost(1),)),
)


def test_all_that_stands_on_a_card_is_in_the_catalogues() -> None:
    ways = Character("REE-01", "Heron", level=2, advances=WAYS)
    with speaking(MARKED):
        for card in (ways, *POOL.cards.values()):
            said = in_words(card)
            words = (said.name, said.kind, *said.traits, *said.rules, said.flavour)
            for each in (*words, one_line(card), stats(card), numbered_name(card)):
                assert unmarked(each, [card.number]) == []


def test_the_rules_and_their_examples_are_in_the_catalogues() -> None:
    with speaking(MARKED):
        for page in catalogue.rulebook("arclash"):
            scene = page_scene("arclash", page.scene)
            said = [gettext(page.title), gettext(page.text), WORDING.board_text(scene.view, scene.names)]
            said += [WORDING.describe(fact, scene.view, scene.names) for fact in scene.recent]
            assert unmarked("\n".join(said), scene.names) == []


# What is kept


def test_a_lexicon_speaks_each_language_in_its_turn() -> None:
    view = next(positions(0, 1.0))
    fact = facts.Played(0, CARD)
    for _ in range(2):
        assert WORDING.describe(fact, RULES.view(view, None), NAMES) == "● **Ann** plays ***Full Net***."
        with speaking(MARKED):
            assert "⟦Full Net⟧" in WORDING.describe(fact, RULES.view(view, None), NAMES)


def test_cards_of_the_same_name_in_one_language_are_told_apart_in_it_arc_01() -> None:
    """What stands for a card can be the same as another's in one language alone."""

    class Doubling(type(MARKED)):  # type: ignore[misc]
        code = "doubling"

        def pgettext(self, context: str, message: str) -> str:
            return "Net" if message in ("Full Net", "Deep Breath") else super().pgettext(context, message)

    view = RULES.view(next(positions(0, 1.0)), None)
    with speaking(Doubling()):
        assert "Net (TID-13)" in WORDING.describe(facts.Played(0, CARD), view, NAMES)
    assert "(TID-13)" not in WORDING.describe(facts.Played(0, CARD), view, NAMES)


def test_a_title_in_a_fact_is_said_when_it_is_told() -> None:
    state = RULES.setup(RULES.normalize(Options(), 2), 2, fresh_randomness(1))
    with speaking(MARKED):
        events = RULES.apply(state, 0, actions.TakeDeck("reading-light"), fresh_randomness(1))
    own = events[0].seen_by(0)
    assert own == replace(own, deck="The Long Reading Light")
