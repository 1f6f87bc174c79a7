"""The latest events, a line each of words, marks, cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from bot.engine.facts import Resigned
from bot.engine.language import N_, NN_, gettext, ngettext, pgettext
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
    FactLine,
    FactLines,
    Line,
    Mark,
    Quiet,
    QuietFactLines,
    Value,
    Word,
    Written,
    fact_lines,
    line,
    quiet_line,
)

_MANY = 3
"""Cards from this number on are shown by their sigils alone."""


def card_sign(number: str, pool: Pool, *, named: bool = True) -> Word:
    """Return the card of a set number, with its name or alone; "" for a card that is not in the pool."""
    card = pool.cards.get(number)
    return "" if card is None else CardSign(emblem_of(card, pool), drawn_name(card) if named else "")


def latest_lines(recent: Sequence[Any], pool: Pool) -> list[Line]:
    """Return a line for each fact worth one, the oldest first."""
    return fact_lines(_DESCRIBERS, recent, pool)


def _alone(number: str, pool: Pool) -> Word:
    return card_sign(number, pool, named=False)


def _signs(cards: Iterable[Shown], pool: Pool, many: int) -> list[Word]:
    """Return cards, without their names where there are `_MANY`."""
    return [card_sign(shown.number, pool, named=many < _MANY) for shown in cards]


_WORDS: Mapping[str, Callable[[Any, Pool], Value]] = {
    "player": lambda fact, _: Mark(fact.seat),
    "card": lambda fact, pool: card_sign(fact.card, pool),
    "cards": lambda fact, pool: _signs(fact.cards, pool, len(fact.cards)),
    "coin": lambda fact, _: Coin(fact.heads),
    "dangers": lambda fact, _: Written(dangers(fact.against)),
}
_LINES = FactLines(_WORDS)
_SHOWN = FactLines({**_WORDS, "card": lambda fact, pool: card_sign(fact.shown.number, pool)})
"""For facts in which a card is shown, instead of the one by which they come about."""
_QUIET = QuietFactLines(_WORDS)


def _caused(message: str, describer: FactLine) -> FactLine:
    """Return a describer that adds by which card something came about, if by one."""

    def told(fact: Any, pool: Pool) -> Line:
        cause = _QUIET.say(message, fact, pool) if fact.card else ()
        return (*describer(fact, pool), *cause)

    return told


_by, _for = partial(_caused, N_("by {card}")), partial(_caused, N_("for {card}"))


def _if_cards(describer: FactLine, otherwise: FactLine = lambda _fact, _pool: ()) -> FactLine:
    """Return a describer of facts that have cards, and what tells of those that have none."""
    return lambda fact, pool: (describer if fact.cards else otherwise)(fact, pool)


def _opened(fact: facts.Opened, pool: Pool) -> Line:
    words: list[Word] = []
    for seat, card in enumerate(fact.characters):
        if card is not None:
            words += (Mark(seat), *_signs([card], pool, len(fact.characters)))
    return quiet_line(gettext("All open with {characters}"), characters=words)


def _tie(fact: facts.TieRolled, _pool: Pool) -> Line:
    dice: list[Word] = []
    for at, seat in enumerate(fact.seats):
        dice += [Mark(seat), *[Die(roll[at]) for roll in fact.rolls if roll[at]]]
    end = gettext("{player} wins") if fact.why == "battle" else gettext("{player} goes first")
    return (*quiet_line(gettext("Tie {dice}"), dice=dice), Arrow(), *line(end, player=Mark(fact.seat)))


def _revealed(fact: facts.Revealed, pool: Pool) -> Line:
    words: list[Word] = []
    for seat, card in enumerate(fact.cards):
        none = Quiet(pgettext("turned over", "none"))
        words += (Mark(seat), none if card is None else _alone(card.number, pool))
    return quiet_line(gettext("Turned over {cards}"), cards=words)


def _advanced(fact: facts.Advanced, pool: Pool) -> Line:
    price = [_alone(shown.number, pool) for shown in (*fact.paid, *fact.milled)]
    paid = quiet_line(gettext("for {cards}"), cards=price) if price else ()
    return (*_SHOWN.say(N_("{player} advances to {card}"), fact, pool), *paid)


def _stage(fact: facts.SupportStage, _pool: Pool) -> Line:
    words: list[Word] = []
    for at, seat in enumerate(fact.order):
        words += ([Arrow()] if at else []) + [Mark(seat)]
    return quiet_line(gettext("Supports, in this order {players}"), players=words)


def _rolled(fact: facts.Rolled, pool: Pool) -> Line:
    message = N_("{player} rolls again {dice}") if fact.again else N_("{player} rolls {dice}")
    return _LINES.say(message, fact, pool, dice=[Die(one, fact.sides) for one in fact.dice])


_DREW = NN_("{player} draws {number} card", "{player} draws {number} cards")
_SHUFFLED = NN_(
    "{player} shuffles {number} card into a new deck", "{player} shuffles {number} cards into a new deck"
)
_SCORES = NN_("{player} scores {number} point", "{player} scores {number} points")


def _took(fact: facts.Took, pool: Pool) -> Line:
    return _LINES.say(_TOOK[fact.zone, fact.to] if fact.cards else _TOOK_NOTHING[fact.zone], fact, pool)


_TOOK: Mapping[tuple[str, str], str] = {
    ("deck", "hand"): N_("{player} takes from the deck {cards}"),
    ("deck", "deck"): N_("{player} takes from the deck into the deck {cards}"),
    ("discard", "hand"): N_("{player} takes from the discard pile {cards}"),
    ("discard", "deck"): N_("{player} takes from the discard pile into the deck {cards}"),
}
_TOOK_NOTHING: Mapping[str, str] = {
    "deck": N_("{player} takes nothing from the deck"),
    "discard": N_("{player} takes nothing from the discard pile"),
}


_PREVENTED: Mapping[str, str] = {
    "debuff": N_("{player} is guarded from a debuff"),
    "level-down": N_("{player} is guarded from a level-down"),
    "discard": N_("{player} is guarded from a discard"),
}


def _decided(fact: facts.Decided, pool: Pool) -> Line:
    """Return what all may know of an answer; of cards that were chosen, nothing."""
    if fact.answer is None:
        return ()
    match fact.kind:
        case "seat":
            chosen = _LINES.say(N_("{player} chooses {other}"), fact, pool, other=Mark(fact.answer))
            return _for(lambda *_: chosen)(fact, pool)
        case "option":
            return _LINES.say(
                N_("{player} takes option {number} of {card}"), fact, pool, number=fact.answer + 1
            )
        case "may":
            message = N_("{player} uses {card}") if fact.answer else N_("{player} does without {card}")
            return _LINES.say(message, fact, pool)
    return ()


def _looked(fact: facts.Looked, pool: Pool) -> Line:
    """Return whose cards were looked at; never which they are."""
    if fact.zone == "hand":
        return _LINES.say(N_("{player} looks at the hand of {other}"), fact, pool, other=Mark(fact.target))
    seen = NN_("{player} looks at {number} card of the deck", "{player} looks at {number} cards of the deck")
    return _LINES.count(seen, fact.count, fact, pool)


def _guessed(fact: facts.Guessed, pool: Pool) -> Line:
    said = gettext("{player} guesses {number} of {size}:")
    guess = line(said, player=Mark(fact.guesser), number=fact.position + 1, size=fact.size)
    if fact.shown is None:
        return (*guess, pgettext("guess", "wrong"))
    return (*guess, pgettext("guess", "right"), card_sign(fact.shown.number, pool))


def _battle(fact: facts.Beaten, _pool: Pool) -> Line:
    power = fact.powers[fact.winner] if fact.winner < len(fact.powers) else 0
    won = line(gettext("{player} wins with {power}:"), player=Mark(fact.winner), power=power)
    gain = ngettext("+{number} point", "+{number} points", fact.points)
    return (*won, gain, Quiet(gettext("now {score}", score=fact.score)))


_DESCRIBERS: Mapping[type, FactLine] = {
    facts.Opened: _opened,
    facts.TieRolled: _tie,
    facts.Revealed: _revealed,
    facts.Advanced: _advanced,
    facts.AdvanceFailed: _SHOWN.plain(N_("{player} cannot pay for {card}")),
    facts.SupportStage: _stage,
    facts.Played: _SHOWN.plain(N_("{player} plays {card}")),
    facts.Passed: _QUIET.plain(N_("{player} passes")),
    facts.Rolled: _for(_rolled),
    facts.Tossed: _for(_LINES.plain(N_("{player} tosses {coin}"))),
    facts.PowerChanged: _by(lambda fact, _: (Mark(fact.target), Change(fact.by), Arrow(), f"{fact.power}")),
    facts.Prevented: _by(
        lambda fact, pool: _LINES.say(_PREVENTED[fact.against], fact, pool, player=Mark(fact.target))
    ),
    facts.Drew: lambda fact, pool: (
        _by(_LINES.counted(_DREW, attrgetter("count")))(fact, pool) if fact.card else ()
    ),
    facts.Refilled: _QUIET.counted(_SHUFFLED, attrgetter("count")),
    facts.Took: _took,
    facts.Discarded: _if_cards(_LINES.plain(N_("{player} discards {cards}"))),
    facts.Milled: _if_cards(_LINES.plain(N_("{player} discards from the deck {cards}"))),
    facts.LevelledDown: _by(_SHOWN.plain(N_("{player} goes down from {card}"))),
    facts.Guessed: _guessed,
    facts.Decided: _decided,
    facts.Cancelled: _by(_SHOWN.plain(N_("{card} of {player} is cancelled"))),
    facts.Forbidden: _by(_LINES.plain(N_("{player} may play no more Supports"))),
    facts.Scored: _by(_LINES.counted(_SCORES, attrgetter("points"))),
    facts.Looked: _by(_looked),
    facts.Returned: _by(_SHOWN.plain(N_("{player} takes back {card}"))),
    facts.Climbed: _if_cards(
        _by(_LINES.plain(N_("{player} advances freely"))),
        otherwise=_LINES.plain(N_("{player} finds nothing to advance to")),
    ),
    facts.CutShort: _LINES.plain(N_("Too much at once: cut short at {card}")),
    facts.Shielded: _by(_LINES.plain(N_("{player} is guarded: {dangers}"))),
    facts.Beaten: _battle,
    facts.Renewed: _SHOWN.plain(N_("{player} begins anew with {card}")),
    Resigned: _LINES.plain(N_("{player} has resigned")),
}
