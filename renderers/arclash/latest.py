"""The latest events, a line each of words, marks, cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.engine.facts import Resigned
from bot.engine.language import N_, gettext, ngettext, pgettext
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.view import Shown
from renderers.arclash.cards import dangers, drawn_name, emblem_of
from renderers.kit.cards.news import CardSign
from renderers.kit.lines import (
    Arrow,
    Change,
    Coin,
    Die,
    Line,
    Mark,
    Quiet,
    Word,
    line,
    quiet_line,
)

_MANY = 3
"""Cards from this number on are shown by their sigils alone."""
_PLAYER = "{player}"
"""Keeps the player's place in a message with numbers, for the mark to be put there."""
_TOOK = {
    ("deck", "hand"): N_("{player} takes from the deck {cards}"),
    ("deck", "deck"): N_("{player} takes from the deck into the deck {cards}"),
    ("discard", "hand"): N_("{player} takes from the discard pile {cards}"),
    ("discard", "deck"): N_("{player} takes from the discard pile into the deck {cards}"),
}
_TOOK_NOTHING = {
    "deck": N_("{player} takes nothing from the deck"),
    "discard": N_("{player} takes nothing from the discard pile"),
}
_PREVENTED = {
    "debuff": N_("{player} is guarded from a debuff"),
    "level-down": N_("{player} is guarded from a level-down"),
    "discard": N_("{player} is guarded from a discard"),
}


def card_sign(number: str, pool: Pool, *, named: bool = True) -> Word:
    """Return the card of a set number, with its name or alone; "" for a card that is not in the pool."""
    card = pool.cards.get(number)
    return "" if card is None else CardSign(emblem_of(card, pool), drawn_name(card) if named else "")


def latest_lines(recent: Sequence[Any], pool: Pool) -> list[Line]:
    """Return a line for each fact worth one, the oldest first."""
    describer, lines = _Describer(pool), []
    for fact in recent:
        method = _DESCRIBE.get(type(fact))
        if method is not None:
            lines += method(describer, fact)
    return lines


class _Describer:
    """Describes facts in lines, with the cards of a pool."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def _named(self, number: str) -> Word:
        return card_sign(number, self._pool)

    def _alone(self, number: str) -> Word:
        return card_sign(number, self._pool, named=False)

    def _cards(self, cards: Sequence[Shown]) -> list[Word]:
        if len(cards) < _MANY:
            return [self._named(shown.number) for shown in cards]
        return [self._alone(shown.number) for shown in cards]

    def _by(self, card: str) -> Line:
        return quiet_line(gettext("by {card}"), card=self._named(card)) if card else ()

    def _for(self, card: str) -> Line:
        return quiet_line(gettext("for {card}"), card=self._named(card)) if card else ()

    def _opened(self, fact: facts.Opened) -> list[Line]:
        words: list[Word] = []
        few = len(fact.characters) < _MANY
        for seat, card in enumerate(fact.characters):
            if card is not None:
                words += (Mark(seat), self._named(card.number) if few else self._alone(card.number))
        return [quiet_line(gettext("All open with {characters}"), characters=words)]

    def _tie(self, fact: facts.TieRolled) -> list[Line]:
        dice: list[Word] = []
        for at, seat in enumerate(fact.seats):
            dice += [Mark(seat), *[Die(roll[at]) for roll in fact.rolls if roll[at]]]
        end = gettext("{player} wins") if fact.why == "battle" else gettext("{player} goes first")
        return [(*quiet_line(gettext("Tie {dice}"), dice=dice), Arrow(), *line(end, player=Mark(fact.seat)))]

    def _revealed(self, fact: facts.Revealed) -> list[Line]:
        words: list[Word] = []
        for seat, card in enumerate(fact.cards):
            none = Quiet(pgettext("turned over", "none"))
            words += (Mark(seat), none if card is None else self._alone(card.number))
        return [quiet_line(gettext("Turned over {cards}"), cards=words)]

    def _advanced(self, fact: facts.Advanced) -> list[Line]:
        who, card = Mark(fact.seat), self._named(fact.shown.number)
        price: list[Word] = [self._alone(shown.number) for shown in (*fact.paid, *fact.milled)]
        paid = quiet_line(gettext("for {cards}"), cards=price) if price else ()
        return [(*line(gettext("{player} advances to {card}"), player=who, card=card), *paid)]

    def _stage(self, fact: facts.SupportStage) -> list[Line]:
        words: list[Word] = []
        for at, seat in enumerate(fact.order):
            words += ([Arrow()] if at else []) + [Mark(seat)]
        return [quiet_line(gettext("Supports, in this order {players}"), players=words)]

    def _rolled(self, fact: facts.Rolled) -> list[Line]:
        said = gettext("{player} rolls again {dice}") if fact.again else gettext("{player} rolls {dice}")
        dice: list[Word] = [Die(one, fact.sides) for one in fact.dice]
        return [(*line(said, player=Mark(fact.seat), dice=dice), *self._for(fact.card))]

    def _tossed(self, fact: facts.Tossed) -> list[Line]:
        said = line(gettext("{player} tosses {coin}"), player=Mark(fact.seat), coin=Coin(fact.heads))
        return [(*said, *self._for(fact.card))]

    def _power(self, fact: facts.PowerChanged) -> list[Line]:
        return [(Mark(fact.target), Change(fact.by), Arrow(), f"{fact.power}", *self._by(fact.card))]

    def _prevented(self, fact: facts.Prevented) -> list[Line]:
        said = line(gettext(_PREVENTED[fact.against]), player=Mark(fact.target))
        return [(*said, *self._by(fact.card))]

    def _shielded(self, fact: facts.Shielded) -> list[Line]:
        said = gettext("{player} is guarded: {dangers}", player=_PLAYER, dangers=dangers(fact.against))
        return [(*line(said, player=Mark(fact.seat)), *self._by(fact.card))]

    def _drew(self, fact: facts.Drew) -> list[Line]:
        if not fact.card:
            return []
        said = ngettext(
            "{player} draws {number} card", "{player} draws {number} cards", fact.count, player=_PLAYER
        )
        return [(*line(said, player=Mark(fact.seat)), *self._by(fact.card))]

    def _refilled(self, fact: facts.Refilled) -> list[Line]:
        said = ngettext(
            "{player} shuffles {number} card into a new deck",
            "{player} shuffles {number} cards into a new deck",
            fact.count,
            player=_PLAYER,
        )
        return [quiet_line(said, player=Mark(fact.seat))]

    def _took(self, fact: facts.Took) -> list[Line]:
        if not fact.cards:
            return [line(gettext(_TOOK_NOTHING[fact.zone]), player=Mark(fact.seat))]
        said = gettext(_TOOK[fact.zone, fact.to])
        return [line(said, player=Mark(fact.seat), cards=self._cards(fact.cards))]

    def _discarded(self, fact: facts.Discarded | facts.Milled) -> list[Line]:
        if not fact.cards:
            return []
        said = gettext("{player} discards {cards}")
        if isinstance(fact, facts.Milled):
            said = gettext("{player} discards from the deck {cards}")
        return [line(said, player=Mark(fact.seat), cards=self._cards(fact.cards))]

    def _levelled(self, fact: facts.LevelledDown) -> list[Line]:
        (said,) = self._card_of(fact, gettext("{player} goes down from {card}"))
        return [(*said, *self._by(fact.card))]

    def _decided(self, fact: facts.Decided) -> list[Line]:
        """Return what all may know of an answer; of cards that were chosen, nothing."""
        if fact.answer is None:
            return []
        who, card = Mark(fact.seat), self._named(fact.card)
        if fact.kind == "seat":
            said = line(gettext("{player} chooses {other}"), player=who, other=Mark(fact.answer))
            return [(*said, *self._for(fact.card))]
        if fact.kind == "option":
            option = gettext(
                "{player} takes option {number} of {card}",
                player=_PLAYER,
                number=fact.answer + 1,
                card="{card}",
            )
            return [line(option, player=who, card=card)]
        if fact.kind != "may":
            return []
        used = gettext("{player} uses {card}") if fact.answer else gettext("{player} does without {card}")
        return [line(used, player=who, card=card)]

    @staticmethod
    def _by_a_card(said: str) -> Callable[[_Describer, Any], list[Line]]:
        """Return what tells of a card that another one has done something to, in a marked message."""

        def told(self: _Describer, fact: facts.Cancelled | facts.Returned) -> list[Line]:
            (words,) = self._card_of(fact, gettext(said))
            return [(*words, *self._by(fact.card))]

        return told

    def _scored(self, fact: facts.Scored) -> list[Line]:
        said = ngettext(
            "{player} scores {number} point", "{player} scores {number} points", fact.points, player=_PLAYER
        )
        return [(*line(said, player=Mark(fact.seat)), *self._by(fact.card))]

    def _looked(self, fact: facts.Looked) -> list[Line]:
        """Return whose cards were looked at; never which they are."""
        who = Mark(fact.seat)
        if fact.zone == "hand":
            said = line(gettext("{player} looks at the hand of {other}"), player=who, other=Mark(fact.target))
        else:
            words = ngettext(
                "{player} looks at {number} card of the deck",
                "{player} looks at {number} cards of the deck",
                fact.count,
                player=_PLAYER,
            )
            said = line(words, player=who)
        return [(*said, *self._by(fact.card))]

    def _climbed(self, fact: facts.Climbed) -> list[Line]:
        """Return what a card let somebody advance to, which is told by the advancing itself where it did."""
        if not fact.cards:
            return [line(gettext("{player} finds nothing to advance to"), player=Mark(fact.seat))]
        said = line(gettext("{player} advances freely"), player=Mark(fact.seat))
        return [(*said, *self._by(fact.card))]

    def _guessed(self, fact: facts.Guessed) -> list[Line]:
        said = gettext(
            "{player} guesses {number} of {size}:", player=_PLAYER, number=fact.position + 1, size=fact.size
        )
        guess = line(said, player=Mark(fact.guesser))
        if fact.shown is None:
            return [(*guess, pgettext("guess", "wrong"))]
        return [(*guess, pgettext("guess", "right"), self._named(fact.shown.number))]

    def _battle(self, fact: facts.Beaten) -> list[Line]:
        power = fact.powers[fact.winner] if fact.winner < len(fact.powers) else 0
        won = line(
            gettext("{player} wins with {power}:", player=_PLAYER, power=power), player=Mark(fact.winner)
        )
        gain = ngettext("+{number} point", "+{number} points", fact.points)
        return [(*won, gain, Quiet(gettext("now {score}", score=fact.score)))]

    def _card_of(self, fact: Any, message: str) -> list[Line]:
        """Return the line for a seat and a card that all see."""
        return [line(message, player=Mark(fact.seat), card=self._named(fact.shown.number))]


_DESCRIBE: dict[type, Callable[[_Describer, Any], list[Line]]] = {
    facts.Opened: _Describer._opened,
    facts.TieRolled: _Describer._tie,
    facts.Revealed: _Describer._revealed,
    facts.Advanced: _Describer._advanced,
    facts.AdvanceFailed: lambda self, fact: self._card_of(fact, gettext("{player} cannot pay for {card}")),
    facts.SupportStage: _Describer._stage,
    facts.Played: lambda self, fact: self._card_of(fact, gettext("{player} plays {card}")),
    facts.Passed: lambda _, fact: [quiet_line(gettext("{player} passes"), player=Mark(fact.seat))],
    facts.Rolled: _Describer._rolled,
    facts.Tossed: _Describer._tossed,
    facts.PowerChanged: _Describer._power,
    facts.Prevented: _Describer._prevented,
    facts.Drew: _Describer._drew,
    facts.Refilled: _Describer._refilled,
    facts.Took: _Describer._took,
    facts.Discarded: _Describer._discarded,
    facts.Milled: _Describer._discarded,
    facts.LevelledDown: _Describer._levelled,
    facts.Guessed: _Describer._guessed,
    facts.Decided: _Describer._decided,
    facts.Cancelled: _Describer._by_a_card(N_("{card} of {player} is cancelled")),
    facts.Forbidden: lambda self, fact: [
        (*line(gettext("{player} may play no more Supports"), player=Mark(fact.seat)), *self._by(fact.card))
    ],
    facts.Scored: _Describer._scored,
    facts.Looked: _Describer._looked,
    facts.Returned: _Describer._by_a_card(N_("{player} takes back {card}")),
    facts.Climbed: _Describer._climbed,
    facts.CutShort: lambda self, fact: [
        line(gettext("Too much at once: cut short at {card}"), card=self._named(fact.card))
    ],
    facts.Shielded: _Describer._shielded,
    facts.Beaten: _Describer._battle,
    facts.Renewed: lambda self, fact: self._card_of(fact, gettext("{player} begins anew with {card}")),
    Resigned: lambda _, fact: [line(gettext("{player} has resigned"), player=Mark(fact.seat))],
}
