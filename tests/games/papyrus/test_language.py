"""Rare sentences of Papyrus are in the catalogues too: prepared positions, refusals, unknown words."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from bot.base.language import speaking
from bot.engine.contract import Outcome
from bot.engine.errors import Refusal, UnreadableAction
from bot.games.papyrus.rules import facts, turns
from bot.games.papyrus.rules.actions import Attack, Heal, Move, Preset, Recruit
from bot.games.papyrus.rules.state import PapyrusState
from tests.games.every_game import GAMES
from tests.games.papyrus.spoken import WORDING, by_hand, crowded
from tests.games.papyrus.table import RULES, Table
from tests.games.papyrus.test_random_play import all_conceivable
from tests.games.random_play import fresh_randomness
from tests.games.screens import NAMES
from tests.languages.marked import STRICT, known, unmarked

GAME = GAMES["papyrus"]


def check_marked(words: str, *given: str) -> None:
    assert unmarked(words, (*NAMES, *GAME.proper, *given)) == [], words


def refused(state: PapyrusState, seat: int, action: object) -> str:
    """Return the sentence that refuses an action, "" if it is accepted."""
    try:
        RULES.apply(RULES.clone(state), seat, action, fresh_randomness(1))
    except Refusal as refusal:
        return refusal.sentence
    return ""


@pytest.mark.parametrize("at", range(3))
def test_every_word_and_refusal_of_prepared_positions_is_in_the_catalogues(at):
    state = by_hand()[at]
    with speaking(STRICT):
        for words in GAME.looks(state, most=40):
            check_marked(words)
        for seat in (0, 1) if at != 1 else ():
            for action in all_conceivable(state):
                check_marked(refused(state, seat, action))


@pytest.mark.parametrize("number", range(3))
def test_every_refusal_of_an_action_is_in_the_catalogues(number):
    """A sample of all conceivable actions is tried."""
    random = Random(number)
    with speaking(STRICT):
        for turning in GAME.turnings(number):
            state = turning.after
            for seat in range(-1, state.seats):
                tried = [*all_conceivable(state), Preset("balanecd"), Preset("nothing like it")]
                for action in random.sample(tried, min(len(tried), 250)):
                    check_marked(refused(state, seat, action), "balanecd", "nothing like it")


ENDINGS = (turns.LAST_STANDING, turns.OTHERS_GONE, turns.NOBODY_LEFT, *turns.ROUNDS_OVER, *turns.QUIET_OVER)
FACTS = (
    facts.SquadPlaced(0, (None,)),
    facts.SquadPlaced(0, (3,)),
    facts.SquadPlaced(0, (3, None)),
    facts.Healed(0, 1, 4),
    facts.Shot(0, 1, 0, 1, 6, 2, "nick", 0, ()),
    facts.Shot(0, 1, 0, 1, 6, 2, "hit", 8, (facts.Hurt(1, 8, 2), facts.Hurt(0, 5, 0))),
    *[facts.MatchOver(Outcome((), (3, 3), why)) for why in ENDINGS],
)


def test_rare_sentences_are_in_the_catalogues():
    view = RULES.view(Table("smg A1 | smg P1").state, None)
    with speaking(STRICT):
        for fact in FACTS:
            check_marked(WORDING.describe(fact, view, NAMES))


TYPED = ("", "SMG", "SMG-9", "Z9", "P12", "C7", "SMG-1 at C5", "SMG-1 at AZ99", "SMG-1 at B1", "bazooka")


@pytest.mark.parametrize("kind", [Move, Attack, Heal, Recruit, Preset])
def test_every_refusal_of_typed_words_is_in_the_catalogues(kind):
    table = Table("smg C7, smg C8, medic D8:5 | smg C5, smg C3, rpg H7 | smg N1")
    full, crowd = RULES.view(table.state, 0), RULES.view(crowded().state, 0)
    alone, empty = replace(full, units=full.units[:3]), replace(full, units=())
    with speaking(STRICT):
        for view, own in ((full, "C7"), (alone, "C7"), (empty, "C7"), (crowd, "T15")):
            for field in kind.__struct_fields__:
                for word in TYPED:
                    words = dict.fromkeys(kind.__struct_fields__, own) | {field: word}
                    named = unreadable(view, kind, words).replace(
                        "⟧AN⟦", "⟧⟦"
                    )  # directly after the A of the first
                    check_marked(named, "bazooka")


def unreadable(view, kind, words):
    """Return the answer to typed text, "" if it could be read."""
    try:
        WORDING.parse(view, 0, kind, words)
    except UnreadableAction as error:
        return error.sentence
    return ""


def test_the_number_of_quiet_rounds_is_written_out_in_the_reason_pap_23():
    assert f"{turns.QUIET_LIMIT} rounds went by without a change of HP: the most HP wins." in known()[None]
