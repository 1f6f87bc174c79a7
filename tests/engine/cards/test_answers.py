"""Valid and invalid answers; and a program is a value that can be stored (ARC-18)."""

import msgspec
import pytest

from bot.engine.cards import machine
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.program import STOP, Running
from bot.engine.cards.words.dice import CoinShows, Dice, DieShows, Reroll
from bot.engine.cards.words.logic import AllOf, Choose, If, May
from bot.games.arclash.cards.words import Program
from bot.games.arclash.cards.words.abilities import Ability, DiscardCards, DiscardCost, Search
from bot.games.arclash.cards.words.hands import Guess
from bot.games.arclash.cards.words.levels import LevelIs
from bot.games.arclash.cards.words.power import Buff, Debuff
from tests.engine.cards.toy import LoadedDice, Story, Toy, ToyFace


def test_an_answer_without_a_question_is_refused():
    story = Story().play(Buff(1))
    assert story.answers == ()
    for value in (0, 1, STOP):
        with pytest.raises(ValueError, match=f"{value} is not an answer to what is asked"):
            story.answer(value)


def test_an_invalid_answer_changes_nothing():
    table = Toy()
    table.put("hand", 1, "Card", "Card")
    story = Story(table).play(DiscardCards())
    before = story.program
    for value in (STOP, 0, 1, 4, 99):
        with pytest.raises(ValueError, match="is not an answer"):
            story.answer(value)
    assert story.program == before
    assert story.told() == []
    assert story.rng.draws == []


def test_a_question_stops_the_program_and_its_queue():
    story = Story(Toy(3)).play(Debuff(1))
    assert machine.run(story.program, story.table, story.rng) is story.program
    assert story.told() == []
    story.program = machine.begin(story.program, 0, 1, Ability("played", (Buff(5),)))
    assert story.question.seat == 0
    assert [fact[1] for fact in story.answer(2).told("power")] == [2, 1]


def test_one_effect_rolls_and_asks_once():
    """Two dice, two coins and two choices; each choice starts the effect again."""
    throws = (DieShows(), CoinShows(), DieShows(20))
    parts = AllOf((AllOf(throws), LevelIs("opponent"), CoinShows(), LevelIs("opponent")))
    story = Story(Toy(3), 4, 1, 13, 1).play(If(parts, (Buff(1),)), Buff(9, "chosen")).answer(1, 2)
    assert story.over
    assert story.told() == [
        ("rolled", 0, (4,), 6),
        ("tossed", 0, True),
        ("rolled", 0, (13,), 20),
        ("tossed", 0, True),
        ("power", 0, 1, "turn"),
        ("power", 2, 9, "turn"),
    ]
    assert len(story.rng.draws) == 4


def asking_table():
    table = Toy(3)
    table.put("stack", 0, ToyFace("Charm", abilities=(Ability("roll", (Reroll(),)),)))
    for seat in range(3):
        table.put("hand", seat, "Card", "Card", "Card")
        table.put("deck", seat, "Card", "Card", "Card")
    return table


# the effect, and the answers to take until its question
ASKING: dict[str, tuple[Effect, tuple[int, ...]]] = {
    "seat": (Debuff(5), ()),
    "card of a hand": (DiscardCards("opponents"), (0,)),
    "card of another's hand": (DiscardCards(how="you", count=2), (0,)),
    "card of a deck": (Search("deck", 2), ()),
    "card as a price": (May((Buff(1),), (DiscardCost(2),)), (1,)),
    "card to be guessed": (Guess(right=(Buff(1),), wrong=(Buff(2),)), (0,)),
    "option": (Choose(((Buff(1),), (Buff(2),))), ()),
    "may": (May((Buff(1),)), ()),
    "guess": (Guess(right=(Buff(1),), wrong=(Buff(2),)), (0, 2)),
    "reroll": (Buff(Dice(dice=2)), ()),
}


@pytest.mark.parametrize("what", ASKING)
def test_a_program_is_stored_at_a_question_and_continues_from_it(what):
    effect, before = ASKING[what]
    story = Story(asking_table()).play(effect, Buff(9))
    for place in before:
        story.answer(story.answers[place])
    assert story.question.kind == what.partition(" ")[0]
    stored = msgspec.json.encode(story.program)
    for value in story.answers:
        ends = []
        for program in (story.program, msgspec.json.decode(stored, type=Program)):
            twin = Story(story.table.clone())
            twin.rng.counter = story.rng.counter
            twin.program = program
            twin.answer(value)
            ends.append((twin.program, twin.told(), twin.rng.draws))
        assert ends[0] == ends[1]


def test_named_values_are_stored_beside_the_others():
    """Pieces and places, which Arclash does not have: the piece that entered, the one that was chosen."""
    context = EffectContext(Toy(), LoadedDice(), Running(0, 0, (), names=(("self", (1,)),)))
    context.remember("it", [2, 3])
    context.done()
    assert dict(context.stopped(()).names) == {"self": (1,), "it": (2, 3)}


def test_an_invalid_stored_program_is_refused():
    stored = msgspec.to_builtins(Story(Toy(3)).play(Debuff(1)).program)
    assert msgspec.convert(stored, Program)
    assert not {"names", "secret"} & {*stored, *stored["running"][0]}, "what is not used is not stored"
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert(stored | {"seed": 1}, Program)
    stored["running"][0]["effects"] = [{"do": "exec"}]
    with pytest.raises(msgspec.ValidationError, match="exec"):
        msgspec.convert(stored, Program)
