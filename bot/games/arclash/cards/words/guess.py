"""Guessing: an opponent guesses the position of a marked card in a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, Literal

from bot.base.language import gettext, pgettext
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.flow import Flow, Known, joined
from bot.engine.cards.matching import fitting
from bot.engine.cards.nodes import EffectNode, Effects, EffectT, NodePath
from bot.engine.cards.text.amounts import describe_filter
from bot.engine.cards.text.clauses import Clause, Said, VerbForms, branch, does, only, parted
from bot.engine.cards.text.grammar import Words
from bot.engine.cards.text.people import target, you
from bot.engine.cards.text.terms import Voice
from bot.games.arclash.cards.words.field import BattleTable
from bot.games.arclash.cards.words.places import Filter


class Guess(EffectNode, Generic[EffectT], frozen=True, tag="guess"):
    """You mark a matching card of your hand, the hand is laid out in random order, and the opponent guesses
    its position; there are effects for a right and a wrong guess. A right guess shows the card. Without a
    matching card nothing happens.
    """

    essential: ClassVar[tuple[str, ...]] = ("right", "wrong")
    which: Filter = Filter()
    whose: Literal["opponent", "chosen"] = "opponent"
    right: Effects[EffectT] = ()
    wrong: Effects[EffectT] = ()

    def do(self, context: EffectContext[BattleTable]) -> Sequence[EffectT]:
        """Let the opponent guess the position of the marked card.

        The hand's owner marks the card. The owner is asked even with only one matching card, because others
        must not learn the number of matching cards. With a hand of one card there is nothing to mark or to
        guess.
        """
        hand = context.queries.cards("hand", context.seat)
        marks = fitting(context.queries, hand, self.which)
        guessers = context.players(self.whose) if hand else ()
        if not guessers or not marks:
            return ()
        if len(hand) == 1:
            marked, place, position = marks[0], 0, 0
        else:
            (marked,) = context.choose_cards(context.seat, marks, 1, "guess")
            place = context.place(marked, hand, "guess")
            position = context.ask(guessers[0], "guess", range(len(hand)), of=context.seat)
        right = position == place
        context.table.guessed(context.card, guessers[0], position, marked if right else None)
        return self.right if right else self.wrong

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Return the knowledge after a right or a wrong guess."""
        known = flow.whose(self, place, known)
        right = flow.effects(self.right, (*place, "right"), known)
        return joined((right, flow.effects(self.wrong, (*place, "wrong"), known)))

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: the marked card, the guesser, and the consequences."""
        inside = voice._replace(explicit=True)
        card = describe_filter(self.which, 1, voice, "accusative")
        marked = does(_MARK, you(voice), voice, card=card).words
        guesser = target(self.whose, voice).subject
        first = parted(marked, pgettext("main", "{player} guesses where it is", player=guesser))
        cases = [(case, of) for case, of in ((_right, self.right), (_wrong, self.wrong)) if of]
        within = [case(branch(of, inside, outermost=False)) for case, of in cases]
        alone = [case(branch(of, inside, outermost=True)) for case, of in cases]
        words = parted(first, *[one.main for one in within])
        return Clause(words, (first, *alone), closed=False, branching=bool(alone))


_MARK = VerbForms(
    "mark {card} in your hand", "you mark {card} in your hand", "{player} marks {card} in their hand"
)


def _right(what: Said) -> Said:
    return only(gettext("right: {what}", what=Words(what.main)))


def _wrong(what: Said) -> Said:
    return only(gettext("wrong: {what}", what=Words(what.main)))
