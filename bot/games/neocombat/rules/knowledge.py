"""Public knowledge of the varans of one seat (NEO-18a, NEO-18c).

A seat's varans are *records*: each holds what was once public, above all the name once it was seen. Each
token on the table may be one of several records of its seat: at first only its own, after a shuffle any of
the shuffled ones. Facts learned about a token that may be several records belong to the token until the
record is known, or the token is shuffled.

Records without a name are ordered only by number, which reveals nothing. If one of several is identified as a
certain varan, it is unknown which of them it was, so the others keep only what is true for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import msgspec
from msgspec.structs import replace

from bot.engine.contract import set_at
from bot.games.neocombat.cards.varans import Roster, Varan

UNKNOWN = -1


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts once public about a varan, or about a token that may be several."""

    varan: int = UNKNOWN
    """Its number in the roster, or `UNKNOWN`."""
    claimed: tuple[str, ...] = ()
    """The attributes it has claimed while it was unidentified, sorted."""
    speed: int = 1
    """Its minimum speed, from the steps in which it moved."""

    def fits(self, varan: Varan) -> bool:
        """Whether a varan is consistent with the record."""
        return varan.speed >= self.speed and all(each in varan.attributes for each in self.claimed)

    def joined(self, other: Record) -> Record:
        """Return the union of two records of one varan, with the name of the first."""
        claimed = tuple(sorted({*self.claimed, *other.claimed}))
        return Record(self.varan, claimed, max(self.speed, other.speed))

    def common(self, other: Record) -> Record:
        """Return the facts true for both of two records without a name."""
        claimed = tuple([each for each in self.claimed if each in other.claimed])
        return Record(UNKNOWN, claimed, min(self.speed, other.speed))


NOTHING = Record()


class Guess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The knowledge of one token."""

    maybe: tuple[int, ...]
    """The numbers of the possible records, ascending."""
    seen: Record = NOTHING
    """The facts since its last shuffle, while it may be several records."""


class Knowledge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public knowledge of the varans of one seat."""

    records: tuple[Record, ...]
    tokens: tuple[Guess, ...]
    """The knowledge by the seat's token numbers, from 0."""

    def possible(self, token: int) -> tuple[Record, ...]:
        """Return the possible varans of a token: known ones, and unknown ones with their known properties."""
        guess = self.tokens[token]
        records = [self.records[number] for number in guess.maybe]
        return tuple([each if each.varan != UNKNOWN else each.joined(guess.seen) for each in records])

    def name_of(self, token: int) -> int:
        """Return the varan that a token is known to be, or `UNKNOWN`."""
        maybe = self.tokens[token].maybe
        return self.records[maybe[0]].varan if len(maybe) == 1 else UNKNOWN


def nothing_known(team: int) -> Knowledge:
    """Return the knowledge of a team at the beginning: nothing."""
    return Knowledge((NOTHING,) * team, tuple([Guess((token,)) for token in range(team)]))


def all_known(team: Sequence[int]) -> Knowledge:
    """Return the knowledge of a team that was shown, by its tokens."""
    return Knowledge(tuple([Record(varan) for varan in team]), nothing_known(len(team)).tokens)


def claimed(known: Knowledge, token: int, attribute: str, roster: Roster) -> Knowledge:
    """Return the knowledge after a token has claimed an attribute (NEO-11)."""
    return _shown(known, token, Record(claimed=(attribute,)), roster)


def moved(known: Knowledge, token: int, step: int, roster: Roster) -> Knowledge:
    """Return the knowledge after a cloaked token has moved in this step of the cloaked: 1, 2 or 3."""
    return _shown(known, token, Record(speed=step), roster)


def revealed(known: Knowledge, token: int, varan: int, roster: Roster) -> Knowledge:
    """Return the knowledge after everybody has seen which varan a token is."""
    known_as = [number for number, each in enumerate(known.records) if each.varan == varan]
    if known_as:
        return _settled(_with(known, token, Guess((known_as[0],))), roster)
    guess = known.tokens[token]
    unnamed = [number for number in guess.maybe if known.records[number].varan == UNKNOWN]
    fitting = [number for number in unnamed if known.records[number].fits(roster[varan])]
    return _settled(_named(known, token, varan, fitting), roster)


def shuffled(known: Knowledge, tokens: Sequence[int]) -> Knowledge:
    """Return the knowledge after these tokens were shuffled: each may be any of their records.

    A record keeps the facts that every token that may be this record has shown since the last shuffle
    (NEO-18d).
    """
    records = [_with_shown_by_all(known, number) for number in range(len(known.records))]
    union = Guess(tuple(sorted({number for token in tokens for number in known.tokens[token].maybe})))
    guesses = [union if each in tokens else guess for each, guess in enumerate(known.tokens)]
    return Knowledge(tuple(records), tuple(guesses))


def _with_shown_by_all(known: Knowledge, number: int) -> Record:
    """Return a record with the facts shown by every token that may be it; a record with a name needs none."""
    record = known.records[number]
    shown = [guess.seen for guess in known.tokens if number in guess.maybe]
    if record.varan != UNKNOWN or not shown:
        return record
    return record.joined(reduce(Record.common, shown))


def _shown(known: Knowledge, token: int, what: Record, roster: Roster) -> Knowledge:
    if known.name_of(token) != UNKNOWN:
        return known
    guess = known.tokens[token]
    return _settled(_with(known, token, Guess(guess.maybe, guess.seen.joined(what))), roster)


def _named(known: Knowledge, token: int, varan: int, fitting: Sequence[int]) -> Knowledge:
    """Give the varan's name to one of the token's possible records, which are equal so far."""
    first, *others = fitting
    records = list(known.records)
    common = reduce(Record.common, [records[number] for number in fitting])
    for number in others:
        records[number] = common
    records[first] = Record(varan)
    tokens = [
        replace(guess, maybe=tuple(sorted({*guess.maybe, *others} - {first})))
        if others and not set(fitting).isdisjoint(guess.maybe)
        else guess
        for guess in known.tokens
    ]
    tokens[token] = Guess((first,))
    return Knowledge(tuple(records), tuple(tokens))


def _settled(known: Knowledge, roster: Roster) -> Knowledge:
    """Remove impossible records until nothing changes (NEO-18c)."""
    records, tokens = list(known.records), list(known.tokens)
    while _strike_contradictions(records, tokens, roster) or _strike_the_certain(records, tokens):
        pass
    return Knowledge(tuple(records), tuple(tokens))


def _strike_contradictions(records: list[Record], tokens: list[Guess], roster: Roster) -> bool:
    """Remove known varans that are inconsistent with a token's facts; return whether any was removed."""
    struck = False
    for token, guess in enumerate(tokens):
        if guess.seen == NOTHING:
            continue
        left = tuple(
            [
                number
                for number in guess.maybe
                if records[number].varan == UNKNOWN or guess.seen.fits(roster[records[number].varan])
            ]
        )
        if left != guess.maybe:
            tokens[token] = replace(guess, maybe=left)
            struck = True
    return struck


def _strike_the_certain(records: list[Record], tokens: list[Guess]) -> bool:
    """Add the facts of an identified token to its record, and remove that record from the others."""
    changed = False
    for token, guess in enumerate(tokens):
        if len(guess.maybe) != 1:
            continue
        (number,) = guess.maybe
        if guess.seen != NOTHING:
            if records[number].varan == UNKNOWN:
                records[number] = records[number].joined(guess.seen)
            tokens[token] = Guess(guess.maybe)
            changed = True
        for other, its in enumerate(tokens):
            if other != token and number in its.maybe:
                tokens[other] = replace(its, maybe=tuple([each for each in its.maybe if each != number]))
                changed = True
    return changed


def _with(known: Knowledge, token: int, guess: Guess) -> Knowledge:
    return Knowledge(known.records, set_at(known.tokens, token, guess))
