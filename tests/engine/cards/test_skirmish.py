"""Another game in the card language, with subjects, questions, triggers and durations of its own.

The core knows nothing of pieces and squares: what stands here is what a game with a board can say.
"""

from random import Random

import msgspec
import pytest

from bot.cardfiles import Finding, read_card_set
from bot.engine.cards import bounds, machine
from bot.engine.cards.explaining import explain
from bot.engine.cards.program import STOP
from bot.engine.cards.words.dice import Dice
from bot.engine.cards.words.logic import If, Not
from bot.engine.language import ENGLISH, Language, speaking
from bot.games.arclash.cardgame import FORMAT as ARCLASH
from bot.languages.catalogues import language
from tests.engine.cards.skirmish import (
    FORMAT,
    VOCABULARY,
    WORDS,
    Action,
    Bout,
    Cloak,
    Damage,
    Entered,
    Hidden,
    InSector,
    Move,
    PieceFilter,
    Pieces,
    Played,
    Reaction,
    Reduce,
    Skirmish,
    Strike,
    Where,
)

ROBOT = Pieces(which=PieceFilter("robot"))
IT = Pieces("it")


# Interpreted


def test_a_piece_is_chosen_by_a_question_of_its_own_kind_and_remembered() -> None:
    table = Skirmish()
    first, second, ghost = table.put(1, 0, "robot"), table.put(1, 5, "robot"), table.put(1, 9, "ghost")
    bout = Bout(table).play(Played((Damage(2, ROBOT), Damage(1, IT))))
    assert (bout.question.kind, bout.question.seat, bout.question.options) == ("piece", 0, (first, second))
    bout.answer(second)
    assert table.wounds == {second: 3}
    assert ghost not in table.wounds
    assert bout.program.idle


def test_a_square_is_chosen_by_a_question_of_its_own_kind() -> None:
    table = Skirmish()
    piece = table.put(0, 5)
    table.put(1, 6)
    bout = Bout(table).play(Played((Move(to=Where("beside")),)))
    assert (bout.question.kind, bout.question.options) == ("square", (1, 4, 9))
    bout.answer(4)
    assert table.squares[piece] == 4


def test_what_is_remembered_is_stored_while_another_question_stands() -> None:
    table = Skirmish()
    first, second = table.put(1, 0), table.put(1, 1)
    mine = table.put(0, 9)
    bout = Bout(table).play(Played((Damage(1), Move(), Cloak(IT, "match"))))
    bout.answer(second)
    assert bout.question.kind == "square"
    assert dict(bout.program.running[0].names) == {"it": (second,)}  # type: ignore[arg-type]
    bout.answer(15)
    assert table.cloaked == {mine: "match"}
    assert first not in table.wounds


def test_an_arclash_program_is_stored_without_what_it_does_not_use() -> None:
    stored = msgspec.json.encode(machine.begin(machine.IDLE, 1, 0, Played((Cloak(),))))
    assert b"names" not in stored
    assert b"secret" not in stored


def test_a_trigger_is_given_more_and_brings_what_it_is_about() -> None:
    lava = Action("LAV-01", "Lava", abilities=(Entered((Damage(1, IT),), sector="south"),))
    table = Skirmish(lava)
    piece = table.put(0, 5)
    bout = Bout(table).play(Played((Move(), Cloak(IT))))
    bout.answer(9)
    assert table.wounds == {piece: 1}
    assert table.cloaked == {piece: "round"}


def test_a_reaction_is_asked_for_blindly_and_carried_out_in_between() -> None:
    armour = Action("ARM-01", "Armour", abilities=(Reaction((Reduce(2),), to=("strike", "shot")),))
    other = Action("OTH-01", "Other", abilities=(Reaction((Reduce(9),), to=("shot",)),))
    for hand in ([armour, other], [other], []):
        table = Skirmish()
        target = table.put(1, 3)
        table.hands[1] = [table.card(face) for face in hand]
        bout = Bout(table).play(Played((Strike(3), Damage(1, IT))))
        question = bout.question
        assert (question.seat, question.kind, question.why, question.may_stop) == (1, "card", "defend", True)
        assert question.seen_by(0).options == (), "who strikes does not see whether there is anything"
        assert len(question.options) == (1 if armour in hand else 0)
        bout.answer(*question.options[:1] or (STOP,))
        assert table.wounds == {target: (3 - 2 if armour in hand else 3) + 1}


def test_conditions_and_amounts_of_the_game_stand_within_shared_words() -> None:
    table = Skirmish()
    target = table.put(1, 3)
    test = If(Not(Hidden()), (Damage(InSector("north"), IT),), (Damage(Dice(), IT),))
    bout = Bout(table, 6).play(Played((Cloak(Pieces()), test)))
    assert table.wounds == {target: 6}
    bout.play(Played((Damage(1), If(Hidden(), (), (test,)))))
    assert table.wounds == {target: 7}


# Bounded


def test_its_words_are_measured_by_the_same_bounds() -> None:
    ability = Played((Damage(Dice(3), ROBOT), If(Hidden(), (Cloak(IT),))))
    assert bounds.measure(ability) == bounds.Measure(nodes=6, depth=3, dice=3)


# Checked

SOUND = """
key = "drill"
[[actions]]
number = "DRI-01"
name = "Aimed Strike"
abilities = [
  { on = "played", then = [{ do = "strike", by = 3, to = { which = { genre = "robot" } } }] },
  { on = "reaction", to = ["strike"], then = [{ do = "reduce", by = 2 }] },
  { on = "entered", sector = "south", then = [{ do = "damage", by = 1, to = { pieces = "it" } }] },
]
"""


def found(content: str) -> list[Finding]:
    return list(read_card_set(content, "drill.toml", FORMAT).findings)


def test_a_file_of_the_game_is_read() -> None:
    reading = read_card_set(SOUND, "drill.toml", FORMAT)
    assert reading.findings == ()
    assert [each.trigger for each in reading.set.actions[0].abilities] == ["played", "reaction", "entered"]


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        (
            'do = "strike", by = 3',
            'do = "buff", by = 3',
            (
                'drill.toml:7: E104 DRI-01: abilities 1, then 1, do: there is no effect "buff": it could be'
                " damage, move, cloak, strike, reduce, if, may, choose."
            ),
        ),
        (
            'on = "reaction"',
            'on = "advance"',
            (
                'drill.toml:8: E104 DRI-01: abilities 2, on: there is no trigger "advance": it could be'
                " played, reaction, entered."
            ),
        ),
        (
            'on = "reaction", ',
            "",
            'drill.toml:8: E102 DRI-01: abilities 2: the key "on" is missing, which says when this happens.',
        ),
        (
            'sector = "south"',
            'size = "m"',
            (
                'drill.toml:9: E101 DRI-01: abilities 3: the ability with on = "entered" has no key "size":'
                " it could be then, needs, once, sector."
            ),
        ),
        (
            'on = "entered", sector = "south"',
            'on = "played"',
            (
                "drill.toml:9: E402 DRI-01: abilities 3, then 1, to, pieces: nothing is"
                ' "it" yet: name a target before, on every way that leads here.'
            ),
        ),
        (
            'genre = "robot"',
            'trait = "Tidal"',
            (
                'drill.toml:7: E101 DRI-01: abilities 1, then 1, to, which: the filter has no key "trait": it'
                " could be genre."
            ),
        ),
        (
            'genre = "robot"',
            'genre = "tree"',
            (
                'drill.toml:7: E104 DRI-01: abilities 1, then 1, to, which, genre: "tree" is no word for'
                ' "genre": it could be ghost, robot.'
            ),
        ),
        (
            "by = 1",
            "by = 0",
            "drill.toml:9: E417 DRI-01: abilities 3, then 1: this does nothing.",
        ),
    ],
)
def test_what_is_wrong_is_told_with_the_words_of_the_game(right: str, wrong: str, told: str) -> None:
    assert [str(each) for each in found(SOUND.replace(right, wrong))] == [told]


def test_a_word_of_this_game_is_none_of_arclash() -> None:
    content = """key = "mix"
title = "Mix"
[[supports]]
number = "MIX-01"
name = "Fog"
abilities = [{ on = "played", then = [{ do = "cloak" }] }]
"""
    (finding,) = read_card_set(content, "mix.toml", ARCLASH).findings
    assert (finding.code, finding.line, finding.card) == ("E104", 6, "MIX-01")
    assert finding.sentence == ('abilities 1, then 1, do: there is no effect "cloak" (did you mean "look"?).')


# Told


class Skirmishing(Language):
    """German with the words of the game in it."""

    code = "de"

    def __init__(self) -> None:
        self.rest = language("de")

    def gettext(self, message: str) -> str:
        return WORDS.get(message) or self.rest.gettext(message)

    def pgettext(self, context: str, message: str) -> str:
        return WORDS.get(message) or self.rest.pgettext(context, message)

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:
        return WORDS.get(many) or self.rest.npgettext(context, one, many, number)


@pytest.mark.parametrize(
    ("ability", "english", "german"),
    [
        (
            Played((Damage(2, ROBOT), If(Hidden(), (), (Damage(1, IT),)))),
            (
                "When played: deal 2 damage to an enemy robot. If that piece is cloaked, nothing happens. "
                "Otherwise, deal 1 damage to that piece."
            ),
            (
                "Wenn ausgespielt: Füge einem feindlichen Roboter 2 Schaden zu. Wenn diese Figur getarnt "
                "ist, passiert nichts. Sonst füge dieser Figur 1 Schaden zu."
            ),
        ),
        (Reaction((Reduce(2),)), "As a reaction: take 2 from the strike.", "Als Reaktion: Nimm dem Hieb 2."),
        (
            Played((Move(to=Where("beside")),)),
            "When played: move a friendly piece to a beside square.",
            "Wenn ausgespielt: Bewege eine eigene Figur auf ein Feld daneben.",
        ),
    ],
)
def test_it_is_told_in_both_languages(ability: Played, english: str, german: str) -> None:
    with speaking(ENGLISH):
        assert explain(ability, VOCABULARY) == english
    with speaking(Skirmishing()):
        assert explain(ability, VOCABULARY) == german


def test_random_dice_lead_to_the_same_end_however_often_it_is_stored() -> None:
    for seed in range(20):
        random = Random(seed)
        table = Skirmish()
        for square in random.sample(range(16), 4):
            table.put(random.randrange(2), square)
        bout = Bout(table).play(Played((Damage(Dice(2)), Cloak(), Strike(2))))
        while not bout.program.idle:
            bout.answer(random.choice(machine.answers(bout.program)))
        assert bout.program.question is None
