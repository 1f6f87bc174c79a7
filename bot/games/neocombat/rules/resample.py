"""Resampling: a random state with the same view (NEO-18).

Everything that the viewer does not know is dealt again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bot.engine.contract import Seat, shared
from bot.engine.decks import Deck
from bot.engine.fair import Stream
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.knowledge import UNKNOWN, Knowledge, Record
from bot.games.neocombat.rules.options import offered
from bot.games.neocombat.rules.queries import SPARE_CARDS
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.view import NO_PLAN, SHARED, NeoView, Plan

TRIES = 300
"""The maximum number of draws of the tokens' records until varans fit all of them."""


def resample(view: NeoView, pool: Pool, rng: Stream) -> NeoState:
    """Return such a state."""
    hands, deck = _cards(view, pool, rng)
    varans = _varans(view, pool, rng) if view.tokens else ()
    offers, kept = _draft(view, pool, rng)
    return NeoState(
        **shared(view, SHARED),
        varans=varans,
        hands=hands,
        deck=Deck(deck, view.discard),
        plans=tuple([_plan(view, seat, hands[seat], rng) for seat in range(view.seats)]),
        offers=offers,
        kept=kept,
    )


def _cards(view: NeoView, pool: Pool, rng: Stream) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Deal all cards that the viewer does not see, to the hands of others and to the deck."""
    unseen = Counter(pool.deck)
    unseen -= Counter((*view.hand, *view.discard, *view.removed))
    left = rng.shuffle("resample cards", sorted(unseen.elements()))
    hands = []
    for seat, count in enumerate(view.hands):
        if seat == view.viewer:
            hands.append(view.hand)
        else:
            hands.append(tuple(sorted(left[:count])))
            left = left[count:]
    return tuple(hands), tuple(left)


def _varans(view: NeoView, pool: Pool, rng: Stream) -> tuple[int, ...]:
    """Assign each token a possible varan, according to public knowledge and the viewer's own.

    First the record of each token of other seats is drawn, then the varans of unidentified records. Not every
    draw of records leaves enough varans: then both are drawn again.
    """
    named = {record.varan for known in view.knowledge for record in known.records}
    free = [each for each in range(len(pool.roster)) if each not in named and each not in view.varans]
    for _ in range(TRIES):
        records = [
            view.varans if seat == view.viewer else _records(known, pool, rng)
            for seat, known in enumerate(view.knowledge)
        ]
        varans = _named(records, pool, rng.shuffle("resample varans", free))
        if varans is not None:
            return varans
    raise AssertionError("no teams are like these")


def _records(known: Knowledge, pool: Pool, rng: Stream) -> tuple[int | Record, ...]:
    """Draw the record of each token; return the known varans, and the knowledge of the others."""
    numbers = rng.shuffle("resample records", range(len(known.records)))
    order = sorted(range(len(known.tokens)), key=lambda token: len(known.tokens[token].maybe))
    chosen = next(_choices(known, pool, order, numbers, {}))
    records: list[int | Record] = []
    for token, guess in enumerate(known.tokens):
        record = known.records[chosen[token]]
        records.append(record.varan if record.varan != UNKNOWN else record.joined(guess.seen))
    return tuple(records)


def _choices(
    known: Knowledge, pool: Pool, order: Sequence[int], numbers: Sequence[int], chosen: Mapping[int, int]
) -> Iterator[Mapping[int, int]]:
    """Yield assignments of different records to the tokens, preferred ones first."""
    if len(chosen) == len(order):
        yield chosen
        return
    token = order[len(chosen)]
    guess = known.tokens[token]
    for number in numbers:
        varan = known.records[number].varan
        if number not in guess.maybe or number in chosen.values():
            continue
        if varan == UNKNOWN or guess.seen.fits(pool.roster[varan]):
            yield from _choices(known, pool, order, numbers, {**chosen, token: number})


def _named(
    teams: Sequence[Sequence[int | Record]], pool: Pool, free: Sequence[int]
) -> tuple[int, ...] | None:
    """Return all varans, the unknown ones drawn from the free ones; None if that is impossible."""
    slots = [each for team in teams for each in team]
    taken: dict[int, int] = {}
    for slot, each in enumerate(slots):
        if isinstance(each, Record) and not _find(slot, slots, pool, free, taken, set()):
            return None
    varans = {slot: varan for varan, slot in taken.items()}
    return tuple([varans[slot] if isinstance(each, Record) else each for slot, each in enumerate(slots)])


def _find(
    slot: int,
    slots: Sequence[int | Record],
    pool: Pool,
    free: Sequence[int],
    taken: dict[int, int],
    tried: set[int],
) -> bool:
    """Assign a varan to a place, reassigning earlier places if necessary."""
    what = slots[slot]
    assert isinstance(what, Record)
    for varan in free:
        if varan not in tried and what.fits(pool.roster[varan]):
            tried.add(varan)
            if varan not in taken or _find(taken[varan], slots, pool, free, taken, tried):
                taken[varan] = slot
                return True
    return False


def _draft(
    view: NeoView, pool: Pool, rng: Stream
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Deal other offers to the other seats, and random choices to those with a complete team (NEO-01a)."""
    if view.phase != "draft":
        return (), ()
    size = offered(view.options.team, view.seats, len(pool.roster))
    left = rng.shuffle(
        "resample offers", [each for each in range(len(pool.roster)) if each not in view.offer]
    )
    offers, kept = [], []
    for seat in range(view.seats):
        if seat == view.viewer:
            offers.append(view.offer)
            kept.append(view.kept)
            continue
        offer, left = left[:size], left[size:]
        kept.append(tuple(offer[: view.options.team]) if view.ready[seat] else ())
        offers.append(tuple(sorted(offer)))
    return tuple(offers), tuple(kept)


def _plan(view: NeoView, seat: Seat, hand: tuple[int, ...], rng: Stream) -> Plan:
    """Return a possible Repair choice of a seat; another seat that is ready has discarded its excess."""
    if seat == view.viewer:
        return view.plan
    if view.phase != "repair" or not view.ready[seat]:
        return NO_PLAN
    excess = max(0, len(hand) - view.alive(seat) - SPARE_CARDS)
    return Plan(discard=tuple(sorted(rng.shuffle("resample discards", hand)[:excess])))
