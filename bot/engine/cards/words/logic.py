"""Logic: not, all, any; if, may, choose. The texts always show which parts belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, ClassVar, Generic, Literal, TypeAlias

from msgspec import Meta

from bot.base.language import gettext, pgettext
from bot.engine.cards import costs
from bot.engine.cards.effect_context import EffectContext, EvaluationContext
from bot.engine.cards.flow import Flow, Known, joined
from bot.engine.cards.nodes import (
    ConditionNode,
    ConditionT,
    Costs,
    CostT,
    EffectNode,
    Effects,
    EffectT,
    NodePath,
)
from bot.engine.cards.text.amounts import payments, requirements
from bot.engine.cards.text.clauses import (
    Cases,
    Clause,
    Said,
    VerbForms,
    branch,
    clause,
    does,
    only,
    other_result,
    parted,
    said,
    under,
)
from bot.engine.cards.text.grammar import Words
from bot.engine.cards.text.people import target, you
from bot.engine.cards.text.terms import Voice
from bot.engine.decks import Card
from bot.engine.sentences import either, listed

# Conditions of conditions


class Not(ConditionNode, Generic[ConditionT], frozen=True, tag="not"):
    """The condition does not hold."""

    of: ConditionT

    def holds(self, context: EvaluationContext) -> bool:
        """Whether the condition is false."""
        return not self.of.met(context)

    def part(self, flow: Flow, place: NodePath, known: Known) -> tuple[Known, Known]:
        """Return the knowledge if it is true, and if it is false, swapped."""
        true, false = self.of.part(flow, (*place, "of"), known)
        return false, true

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return the negated clause."""
        return describe_condition(self.of, voice) if no else self.of.describe(voice, no=True)

    def cases(self, voice: Voice) -> Cases | None:
        """Return the cases of a coin, swapped."""
        found = self.of.cases(voice) if self.of.two_sided else None
        return (found[0], found[2], found[1]) if found else None


class _Several(ConditionNode, Generic[ConditionT], frozen=True):
    """Several conditions, evaluated in order until the result is certain."""

    of: Annotated[tuple[ConditionT, ...], Meta(min_length=2, max_length=4)]

    def part(self, flow: Flow, place: NodePath, known: Known) -> tuple[Known, Known]:
        """Return the knowledge: all parts are evaluated if an `all` is true or an `any` is false."""
        on, settled = known, []
        for number, condition in enumerate(self.of):
            true, false = condition.part(flow, (*place, "of", number), on)
            on, out = (true, false) if isinstance(self, AllOf) else (false, true)
            settled.append(out)
        early = joined(settled)
        return (on, early) if isinstance(self, AllOf) else (early, on)

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return the clauses with "and" or "or"."""
        parts = _parts(self.of, AllOf if isinstance(self, AllOf) else AnyOf, voice)
        words = listed(parts) if isinstance(self, AllOf) else either(parts)
        return gettext("it is not so that ({condition})", condition=words) if no else words


class AllOf(_Several[ConditionT], Generic[ConditionT], frozen=True, tag="all"):
    """All conditions are true; evaluation stops at the first false one."""

    def holds(self, context: EvaluationContext) -> bool:
        """Whether all are true."""
        return all(part.met(context) for part in self.of)


class AnyOf(_Several[ConditionT], Generic[ConditionT], frozen=True, tag="any"):
    """At least one condition is true; evaluation stops at the first true one."""

    def holds(self, context: EvaluationContext) -> bool:
        """Whether one of them is true."""
        return any(part.met(context) for part in self.of)


def _parts(of: Sequence[ConditionNode], kind: type[AllOf | AnyOf], voice: Voice) -> list[str]:
    """Return the parts of a list; a nested list of the same kind is merged into it."""
    parts: list[str] = []
    for one in map(_straight, of):
        if isinstance(one, kind):
            parts += _parts(one.of, kind, voice)
        else:
            words = describe_condition(one, voice)
            parts.append(f"({words})" if isinstance(one, _Several) else words)
    return parts


def _straight(condition: ConditionNode) -> ConditionNode:
    """Return a condition without double negation."""
    while isinstance(condition, Not) and isinstance(condition.of, Not):
        condition = condition.of.of
    return condition


def describe_condition(condition: ConditionNode, voice: Voice) -> str:
    """Return a condition as a clause: "you have a [Tidal] Character in your stack"."""
    return _straight(condition).describe(voice)


def conditional(condition: ConditionNode, voice: Voice, *, moment: bool = False) -> str:
    """Return a condition with its conjunction: "if ...", "unless ...", "as long as ...".

    After a `moment`, which may be a clause with the same conjunction, it may need another conjunction.
    """
    condition = _straight(condition)
    if isinstance(condition, Not):
        return gettext("unless {condition}", condition=describe_condition(condition.of, voice))
    told = describe_condition(condition, voice)
    if voice.static:
        return gettext("as long as {condition}", condition=told)
    if moment:
        return pgettext("behind a moment", "if {condition}", condition=told)
    return gettext("if {condition}", condition=told)


# If


class If(EffectNode, Generic[ConditionT, EffectT], frozen=True, tag="if"):
    """Do one thing or another."""

    lasting: ClassVar[bool] = True
    essential: ClassVar[tuple[str, ...]] = ("then", "otherwise")
    test: ConditionT
    then: Effects[EffectT]
    otherwise: Effects[EffectT] = ()

    def do(self, context: EffectContext) -> Sequence[EffectT]:
        """Continue with one branch."""
        return self.branch(context)

    def branch(self, context: EvaluationContext) -> Sequence[EffectT]:
        """Return the branch that applies."""
        return self.then if self.test.met(context) else self.otherwise

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Return the knowledge after both branches."""
        true, false = self.test.part(flow, (*place, "test"), known)
        then = flow.effects(self.then, (*place, "then"), true)
        return joined((then, flow.effects(self.otherwise, (*place, "otherwise"), false)))

    def describe(self, voice: Voice) -> Clause:
        """Return both branches."""
        # The roll or toss that comes first, and the introduction of each branch.
        cases = self.test.cases(voice) or (None, partial(_if_so, conditional(self.test, voice)), _otherwise)
        first, then, otherwise = cases
        within = self._branches(then, otherwise, voice, outermost=False)
        alone = self._branches(then, otherwise, voice, outermost=True)
        if first is None:
            first, *within = within
            sentences = alone
        else:
            sentences = [first, *alone]
        return Clause(
            parted(first, *[one.main for one in within]),
            tuple(sentences),
            closed=False,
            branching=len(sentences) > 1,
        )

    def _branches(self, then: Branch, otherwise: Branch, voice: Voice, *, outermost: bool) -> list[Said]:
        """Return both branches with their introductory words."""
        cases = [(then, self.then), *([(otherwise, self.otherwise)] if self.otherwise else [])]
        return [case(branch(of, voice, outermost=outermost)) for case, of in cases]


Branch: TypeAlias = Callable[[Said], Said]
"""Puts the words for a case before its effect."""


def _otherwise(what: Said) -> Said:
    """Return the introductions for a condition: a condition directly after another one is followed by a
    colon.
    """
    if what.conditional:
        return other_result(what)
    return only(gettext("otherwise, {what}", what=what.behind))


def _if_so(condition: str, what: Said) -> Said:
    if what.conditional:
        told = gettext("{condition}: {what}", condition=condition, what=Words(what.main))
        return Said(told, told, conditional=True)
    return under(condition, what)


# May and choose


class May(EffectNode, Generic[EffectT, CostT], frozen=True, tag="may"):
    """An optional effect, with or without a price."""

    essential: ClassVar[tuple[str, ...]] = ("then",)
    then: Effects[EffectT]
    pay: Costs[CostT] = ()

    def do(self, context: EffectContext) -> Sequence[EffectT]:
        """Let the card's controller pay and carry out the effect, or decline.

        If everybody can see that it cannot be paid, nothing is asked. If that depends on the content of a
        hand or deck, the controller is asked and can only decline.
        """
        if not costs.openly_payable(context.queries, context.seat, self.pay):
            return ()
        options = (0, 1) if costs.payable(context.queries, context.seat, self.pay) else (0,)
        if not context.ask(context.seat, "may", options):
            return ()
        cards, milled = price(context, self.pay), costs.milled(self.pay)
        if cards or milled:
            context.table.paid(context.card, context.seat, cards, milled)
        for cost in self.pay:
            cost.pay(context.table, context.card, context.seat)
        return self.then

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Return the knowledge whether it is done or not."""
        paid = known
        for number, cost in enumerate(self.pay):
            paid = cost.follow(flow, (*place, "pay", number), paid)
        return joined((known, flow.effects(self.then, (*place, "then"), paid)))

    def not_always(self) -> tuple[str, str]:
        """Return that a choice is not possible here."""
        return no_choice()

    def describe(self, voice: Voice) -> Clause:
        """Return the optional effect; with a price, the price and its effect."""
        needs, price = requirements(self.pay, voice), payments(self.pay, voice)
        condition = gettext("if {condition}", condition=needs) if needs else ""
        if not price:
            words, alone = (self._free(voice, outermost=outermost) for outermost in (False, True))
            if condition:
                words, alone = under(condition, words), under(condition, alone)
            return Clause(words, (alone,), closed=False, branching=True)
        pay = _may_do(price, voice)
        if condition:
            pay = under(condition, pay)
        reader = you(voice)
        paid = gettext("if you do") if reader.second else gettext("if {player} does", player=reader.subject)
        within, alone = (
            under(paid, branch(self.then, voice, outermost=outermost)) for outermost in (False, True)
        )
        return Clause(parted(pay, within.main), (pay, alone), closed=False, branching=True)

    def _free(self, voice: Voice, *, outermost: bool) -> Said:
        reader = you(voice)
        if len(self.then) == 1 and reader.second:
            only_one = self.then[0].describe(voice._replace(explicit=False))
            if only_one.bare and only_one.closed:
                return _may_do(only_one.bare, voice)
            if only_one.optional and only_one.closed:
                return only_one.words
        if reader.second:
            condition = gettext("if you wish")
        else:
            condition = gettext("if {player} wishes", player=reader.subject)
        return under(condition, branch(self.then, voice, outermost=outermost))


def no_choice() -> tuple[str, str]:
    """Return why an `always` ability cannot contain a choice."""
    return "E407", gettext('a choice is not possible in an "always" ability.')


def price(context: EffectContext, pay: Sequence[CostT]) -> tuple[Card, ...]:
    """Return the cards of the hand that are paid, chosen one after another so that all costs can be met.

    A whole hand of arbitrary cards is paid without asking.
    """
    wanted = costs.discards(pay)
    left = context.queries.cards("hand", context.seat) if wanted else ()
    if len(wanted) == len(left) and all(which.is_any for which in wanted):
        return tuple(left)
    paid: list[Card] = []
    while len(paid) < len(wanted):
        fits = sorted(costs.fitting(context.queries, left, wanted[len(paid) :]))
        card = context.ask(context.seat, "card", fits, "cost", left=len(wanted) - len(paid))
        paid.append(card)
        left = tuple([other for other in left if other != card])
    return tuple(paid)


def _may_do(verb: str, voice: Voice) -> Said:
    """Return the optional action, in the infinitive: "you may discard a card"."""
    reader = you(voice)
    return said(_MAY[reader.second], player=reader.subject, deed=verb)


_MAY = {
    True: clause("you may {deed}"),
    False: clause("{player} may {deed}"),
}


class Choose(EffectNode, Generic[EffectT], frozen=True, tag="choose"):
    """One of several effects, chosen by a player; or one for each opponent, chosen by that opponent."""

    essential: ClassVar[tuple[str, ...]] = ("options",)
    options: Annotated[tuple[Effects[EffectT], ...], Meta(min_length=2, max_length=4)]
    who: Literal["you", "opponent", "chosen", "opponents"] = "you"
    """The player who chooses. `opponents`: each of them, clockwise from you; in their effect that opponent is
    `chosen`.
    """

    def do(self, context: EffectContext) -> Sequence[EffectT]:
        """Let the player choose; of several all choose, in turn, before any effect is carried out."""
        chosen = [
            (seat, self.options[context.ask(seat, "option", range(len(self.options)))])
            for seat in context.players(self.who)
        ]
        if self.who != "opponents":
            return chosen[0][1] if chosen else ()
        for seat, option in chosen:
            context.set_apart(option, seat)
        return ()

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Return the knowledge after all options; choices of several opponents leave no knowledge."""
        known = flow.whose(self, place, known, key="who")
        opponents = self.who == "opponents"
        inside = known.having("chosen") if opponents else known
        ends = [
            flow.effects(option, (*place, "options", number), inside)
            for number, option in enumerate(self.options)
        ]
        return known if opponents else joined(ends)

    def not_always(self) -> tuple[str, str]:
        """Return that a choice is not possible here."""
        return no_choice()

    def describe(self, voice: Voice) -> Clause:
        """Return the options; an opponent's options say "you draw", so that the opponent does not take them
        for their own actions.
        """
        person = target(self.who, voice)
        inside = voice if self.who == "you" else voice._replace(explicit=True)
        options, *more = [branch(option, inside, outermost=False).main for option in self.options]
        for option in more:
            options = gettext("{options}; or {option}", options=options, option=option)
        words = does(_CHOOSE, person, voice, options=options).words
        return Clause(words, closed=False, branching=True)


_CHOOSE = VerbForms("choose one: {options}", "you choose one: {options}", "{player} chooses one: {options}")
