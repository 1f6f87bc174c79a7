"""A state that a viewer cannot tell from the true one: what it does not know is dealt anew (NEO-18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.engine.contract import Seat
from bot.engine.decks import Deck
from bot.engine.fair import Stream
from bot.games.neocombat.cards import Pool
from bot.games.neocombat.knowledge import UNKNOWN, Knowledge
from bot.games.neocombat.look import SPARE_CARDS
from bot.games.neocombat.opening import offered
from bot.games.neocombat.state import NeoState
from bot.games.neocombat.view import NO_PLAN, NeoView, Plan


def resample(view: NeoView, pool: Pool, rng: Stream) -> NeoState:
    """Return such a state."""
    hands, deck = _cards(view, pool, rng)
    varans = _varans(view, pool, rng) if view.tokens else ()
    offers, kept = _draft(view, pool, rng)
    return NeoState(
        options=view.options,
        seats=view.seats,
        phase=view.phase,
        first=view.first,
        tokens=view.tokens,
        varans=varans,
        knowledge=view.knowledge,
        wounds=view.wounds,
        hands=hands,
        deck=Deck(deck, view.discard),
        kills=view.kills,
        dealt=view.dealt,
        out=view.out,
        ready=view.ready,
        named=view.named,
        plans=tuple([_plan(view, seat, hands[seat], rng) for seat in range(view.seats)]),
        offers=offers,
        kept=kept,
        turn=view.turn,
        current=view.current,
        cloaked=view.cloaked,
        step=view.step,
        removed=view.removed,
        stopped=view.stopped,
        passed=view.passed,
        fight=view.fight,
        second=view.second,
        windows=view.windows,
        freed=view.freed,
        hurt=view.hurt,
        quiet=view.quiet,
        outcome=view.outcome,
    )


def _cards(view: NeoView, pool: Pool, rng: Stream) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Deal all cards that the viewer does not see: to the hands of others, and to the deck."""
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
    """Let each token be a varan that it can be, by what everybody knows and the viewer's own."""
    named = {record.varan for known in view.knowledge for record in known.records}
    taken = named | set(view.varans)
    free = rng.shuffle("resample varans", [each for each in range(len(pool.roster)) if each not in taken])
    found: list[int] = []
    for seat, known in enumerate(view.knowledge):
        if seat == view.viewer:
            found += view.varans
        else:
            team = _team(known, pool, free, rng)
            free = [each for each in free if each not in team]
            found += team
    return tuple(found)


def _team(known: Knowledge, pool: Pool, free: Sequence[int], rng: Stream) -> tuple[int, ...]:
    """Return varans for a seat's tokens: first which record each is, then who the unknown records are."""
    order = rng.shuffle("resample tokens", range(len(known.tokens)))
    order.sort(key=lambda token: len(known.tokens[token].maybe))
    for records in _records(known, pool, order, {}):
        varans: dict[int, int] = {}
        for token, number in records.items():
            record = known.records[number]
            if record.varan != UNKNOWN:
                varans[token] = record.varan
                continue
            what = record.joined(known.tokens[token].seen)
            fitting = [each for each in free if each not in varans.values() and what.fits(pool.roster[each])]
            if not fitting:
                break
            varans[token] = fitting[0]
        else:
            return tuple([varans[token] for token in range(len(known.tokens))])
    raise AssertionError(f"no team is like {known}")


def _records(
    known: Knowledge, pool: Pool, order: Sequence[int], chosen: dict[int, int]
) -> Iterator[dict[int, int]]:
    """Yield which record each token can be, so that no two are the same."""
    if len(chosen) == len(order):
        yield dict(chosen)
        return
    token = order[len(chosen)]
    guess = known.tokens[token]
    for number in guess.maybe:
        varan = known.records[number].varan
        if number in chosen.values() or (varan != UNKNOWN and not guess.seen.fits(pool.roster[varan])):
            continue
        yield from _records(known, pool, order, {**chosen, token: number})


def _draft(
    view: NeoView, pool: Pool, rng: Stream
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Deal other offers to the others, and let who has a team have kept any (NEO-01a)."""
    if view.phase != "draft":
        return (), ()
    size = offered(view.options.team, view.seats, len(pool.roster))
    left = rng.shuffle("resample offers", [each for each in range(len(pool.roster)) if each not in view.offer])
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
    """Return what a seat may have chosen for Repair: another that is ready has discarded what it must."""
    if seat == view.viewer:
        return view.plan
    if view.phase != "repair" or not view.ready[seat]:
        return NO_PLAN
    team = view.options.team
    alive = sum([token.here for token in view.tokens[seat * team : (seat + 1) * team]])
    excess = max(0, len(hand) - alive - SPARE_CARDS)
    return Plan(discard=tuple(sorted(rng.shuffle("resample discards", hand)[:excess])))
