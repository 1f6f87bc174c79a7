"""Arclash in every language: all sentences are in the catalogues, and the German forms are correct.

Refusals are checked wherever a test has one (`Table.no`), advice in test_guide.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest

from bot.base.language import gettext, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.printed import numbered_name
from bot.engine.cards.words.counting import HaveCost
from bot.engine.cards.words.hands import MillCost
from bot.engine.contract import Outcome
from bot.engine.errors import Refusal
from bot.games import catalogue
from bot.games.arclash.cards.cards import Advancement, Character
from bot.games.arclash.cards.cardtext import in_words, one_line, stats
from bot.games.arclash.cards.words.abilities import DiscardCost
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.rules import actions, facts
from bot.games.arclash.rules.options import Options, normalize
from bot.games.arclash.rules.view import Shown
from bot.games.arclash.wording.wording import ArclashWording
from tests.games.arclash.cards_for_tests import LIBRARY
from tests.games.arclash.screens import NAMES, POOL, SUPPORT, WORDING, Desk, SceneDesk, own_view
from tests.games.arclash.table import RULES, Table
from tests.games.screens import choices
from tests.games.table import page_scene
from tests.languages.marked import MARKED, unmarked

GERMAN = language("de")
VIEW, PUBLIC = own_view(SUPPORT), page_scene("arclash", SUPPORT).view


# ---- screens


class TestDesk(Desk):
    """The menus of a seat in a match with the test cards."""

    __test__ = False
    rules = RULES
    wording = ArclashWording(LIBRARY)


def words_of(desk: Desk) -> Iterator[str]:
    """Return all texts of a position for a seat: both descriptions, every screen, the words to type."""
    yield desk.wording.status(desk.view, NAMES)
    yield desk.wording.board_text(desk.view, NAMES)
    for screen in desk.all_screens():
        yield screen.menu.text
        yield from [group.prompt for group in screen.menu.groups]
        yield from [words for choice in choices(screen.menu) for words in (choice.label, choice.hint)]
    for action in desk.legal:
        if not isinstance(action, actions.TakeDeck):
            yield from desk.wording.format(desk.view, action).values()


def played(table: Table, *lines: str) -> Table:
    table.play(*lines)
    return table


RARE_POSITIONS = [
    Table("Spark; hand Mire", "Drop", score=1),
    played(Table("Spark; hand Blaze", "Drop; hand Push"), "1: stand"),
    played(Table("Spark Flame; hand Blaze Push Mire", "Drop"), "1: advance Blaze", "1: pay Push"),
    played(Table("Spark; hand Flame Blaze Push", "Drop"), "1: advance Flame", "2: stand"),
    played(Table("Spark Flame Blaze; hand Sun Push Mire Ward", "Drop"), "1: advance Sun", "1: pay Ward"),
    played(Table("Spark; hand Turncoat Push Mire", "Drop"), "1: advance Turncoat"),
    played(Table("Spark; hand Turncoat Push Push Mire", "Drop"), "1: advance Turncoat", "1: way 1"),
    Table.in_support("Spark; hand Flame", "Drop; hand Push"),
    played(Table.in_support("Spark; hand Flame", "Drop Stream; hand Push"), "1: pass"),
    played(Table("Spark; hand Flame", "Drop; hand Push", "Drop"), "1: stand", "2: resign"),
    Table.after_battle("Dawn Oath; hand Spark", "Drop"),
    played(Table.after_battle("Dawn Oath; hand Spark", "Drop"), "1: renew Spark"),
    played(Table.after_battle("Dawn Oath; hand Spark", "Drop"), "1: stay"),
    played(Table("", "", phase="decks"), "1: deck ember"),
    played(Table("", "", phase="decks"), "1: deck ember", "2: deck tide", "1: open Spark"),
    played(Table.in_support("Lucky; hand Dice", "Drop Stream", dice=(1,)), "1: play Dice"),
    played(Table.in_support("Spark; hand Ballot", "Drop Stream; hand Push"), "1: play Ballot"),
    played(Table.in_support("Spark; hand Ward", "Drop Stream"), "1: play Ward"),
    played(Table.in_support("Spark; hand Mire", "Drop Stream", "Drop Stream"), "1: play Mire"),
    played(
        Table.in_support("Spark; hand Riddle Push Ward", "Drop Stream"), "1: play Riddle", "1: choose Push"
    ),
    *[
        played(Table.in_support(f"Spark; hand {one} Push", "Drop Stream; hand Push Mire"), f"1: play {one}")
        for one in ("Bargain", "Dredge", "Peek", "Sift", "Riddle", "Purge", "Scout", "Spy", "Gaze", "Climb")
    ],
]


FIRST_DECK = "phase: decks\nseat 1:\nplays: reading-light\nseat 2:"
LONG_HAND = SUPPORT.replace("plays: reading-light\nhand: 2xTID-12", "hand: ORC-15 LIB-15 COM-08 MOT-15")
BACK_INTO_THE_DECK = """
phase: support, turn 2
order: 1 2
seat 1:
stack: TID-01
hand: COM-08
discard: TID-04 TID-05
seat 2:
stack: STO-01
1: play COM-08
1: choose option 1
"""


@pytest.mark.parametrize("scene", [FIRST_DECK, LONG_HAND, BACK_INTO_THE_DECK])
def test_every_screen_of_scenes_is_in_the_catalogues(scene: str) -> None:
    with speaking(MARKED):
        for words in words_of(SceneDesk(scene)):
            assert unmarked(words, NAMES) == []


@pytest.mark.parametrize("table", RARE_POSITIONS)
def test_every_screen_of_rare_positions_is_in_the_catalogues(table: Table) -> None:
    with speaking(MARKED):
        for seat in range(table.state.seats):
            for words in words_of(TestDesk(table.state, seat)):
                assert unmarked(words, NAMES) == []


# ---- facts

CARD, OTHER = Shown(0, "TID-13"), Shown(1, "TID-12")
LASTING: tuple[Literal["turn", "next-turn", "stack"], ...] = ("turn", "next-turn", "stack")
RARE: tuple[Any, ...] = (
    facts.WayAsked(0, CARD),
    facts.Withdrew(1, "advance"),
    *[facts.TieRolled(why, (0, 1), ((3, 3), (4, 2)), 0) for why in ("order", "support", "battle")],
    *[facts.Revealed(what, cards) for what in ("advance", "renew") for cards in ((None,) * 2, (CARD, None))],
    facts.Revealed("renew", (CARD, CARD)),
    *[facts.Advanced(0, CARD, paid, milled) for paid in ((), (CARD,)) for milled in ((), (CARD, CARD))],
    *[facts.Rolled(0, "TID-13", dice, 10, again) for dice in ((3,), (3, 4)) for again in (False, True)],
    *[facts.Tossed(0, "TID-13", heads) for heads in (False, True)],
    *[facts.PowerChanged(0, "TID-13", 1, by, until, 50) for by in (-5, 0, 5) for until in LASTING],
    *[facts.Prevented("TID-13", 1, against) for against in ("debuff", "level-down", "discard")],
    *[facts.Shielded(1, "TID-13", ("debuff", "level-down", "discard"), until) for until in LASTING],
    *[facts.Drew(0, count, (CARD,) * count, card) for count in (1, 6) for card in ("", "TID-13")],
    facts.Drew(1, 2, card="TID-13"),
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
    facts.Beaten(0, (400, 300, 0), (2, 0, 0), 0, 5),
    facts.Beaten(0, (400, 400, 0), (2, 1, 0), 1, 5),
    facts.MatchOver(Outcome((), (1, 1, 0), "All turns are played: a tie")),
    facts.MatchOver(Outcome((0,), (1, 1, 0), "Everybody else has resigned")),
    facts.MatchOver(Outcome((0, 1), (1, 1, 0), "The most points after the last turn")),
)


@pytest.mark.parametrize("view", [PUBLIC, VIEW], ids=["public", "own"])
def test_every_form_of_every_fact_is_in_the_catalogues(view: Any) -> None:
    with speaking(MARKED):
        for fact in RARE:
            assert unmarked(WORDING.describe(fact, view, NAMES), NAMES) == [], fact


def test_refusals_of_options_are_in_the_catalogues() -> None:
    bad = [(7, Options()), (2, Options(score=999)), (2, Options(rounds=999)), (2, Options(cards="chess"))]
    with speaking(MARKED):
        for seats, options in bad:
            with pytest.raises(Refusal) as refused:
                normalize(options, seats, LIBRARY)
            assert unmarked(refused.value.sentence, ["Arclash", "score", "rounds", "chess", "standard"]) == []


# ---- cards and rules

WAYS = (
    Advancement(),
    Advancement(Filter(word="Ember"), costs=(HaveCost(Cards("discard"), 3),)),
    Advancement(Filter(trait="Tide"), costs=(HaveCost(Cards("discard"), 3), MillCost(2))),
    Advancement(Filter(name="Spark", kind="support"), costs=(DiscardCost(1),)),
)


def test_all_text_of_a_card_is_in_the_catalogues() -> None:
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


def test_cards_with_the_same_name_in_one_language_are_distinguished_arc_01() -> None:
    """Cards may have the same label in one language only."""

    class Doubling(type(MARKED)):  # type: ignore[misc]
        code = "doubling"

        def pgettext(self, context: str, message: str) -> str:
            return "Net" if message in ("Full Net", "Deep Breath") else super().pgettext(context, message)

    with speaking(Doubling()):
        assert "Net (TID-13)" in WORDING.describe(facts.Played(0, CARD), PUBLIC, NAMES)
    assert "(TID-13)" not in WORDING.describe(facts.Played(0, CARD), PUBLIC, NAMES)


# ---- German: numbers, verbs, lists and cards within sentences


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (
            facts.Revealed("advance", (Shown(0, "TID-08"), None, Shown(0, "FOX-05"))),
            "Alle haben gewählt: ■ **Ben** bleibt stehen.",
        ),
        (
            facts.Revealed("advance", (Shown(0, "TID-08"), None, None)),
            "Alle haben gewählt: ■ **Ben** und ▲ **Cleo** bleiben stehen.",
        ),
        (
            facts.Advanced(1, Shown(0, "TID-10"), (CARD, CARD)),
            (
                "■ **Ben** **steigt auf** zu *Wal, der Termine einhält* (Stufe 3, Stärke 800). "
                "Dafür abgelegt: zweimal *Volles Netz*."
            ),
        ),
        (
            facts.Beaten(0, (650, 450, 300), (3, 2, 1), 3, 5),
            (
                "**Kampf!** ● **Ann** (Stärke 650) holt **3 Punkte**: 5 von 15. "
                "Geschlagene Stufen: 2 von ■ **Ben** (Stärke 450) und 1 von ▲ **Cleo** (Stärke 300)."
            ),
        ),
    ],
)
def test_facts_in_german(fact: Any, sentence: str) -> None:
    with speaking(GERMAN):
        assert WORDING.describe(fact, VIEW, NAMES) == sentence


def test_status_and_refusals_in_german_arc_07() -> None:
    with speaking(GERMAN):
        status, whole = WORDING.status(VIEW, NAMES), " ".join(WORDING.board_text(VIEW, NAMES).split())
        refused = Table("Spark; hand Blaze Push", "Drop").no("1: advance Blaze")
    assert status == (
        "**Zug 4 · Kampf, Unterstützungen**: ● **Ann** spielt jetzt eine Unterstützung oder passt. "
        "Gepasst: ■.\n"
        "Punkte von 15: ● 2, ■ 4, ▲ 1 · Stärke: ● 425, ■ 450, ▲ 450"
    )
    assert "▲ Cleo (Platz 3): 1 Punkt, letzten Kampf verloren." in whole
    assert "Stufe 2: Hütchenspieler [Fuchs, Maske], auf: Welpe mit Papiermaske." in whole
    assert refused == (
        "Blaze braucht zum Aufsteigen einen [Glut]-Charakter der Stufe 2, "
        "und dein jetziger Charakter ist Spark, Stufe 1."
    )
