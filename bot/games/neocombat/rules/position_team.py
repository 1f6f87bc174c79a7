"""The lines of a position text for one seat of Neo-Combat (`bot.games.neocombat.rules.position`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.engine.positions import parts
from bot.engine.spelling import name_key
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.varans import Roster, words_of_attributes
from bot.games.neocombat.rules import knowledge
from bot.games.neocombat.rules.knowledge import NOTHING, UNKNOWN, Guess, Knowledge, Record, nothing_known
from bot.games.neocombat.rules.view import GONE, Token

_VARAN = re.compile(r"(\*?)([A-Z][0-9]{1,2})(?:@([0-9]{1,2}))?(?:/([0-9]{1,2}))?((?: [a-z0-9]+)*)", re.ASCII)
_COPIES = re.compile(r"(?:([1-9]\d?)x\s*)?(.+)", re.ASCII)
_MARKS = ("sideways", "moved", "known", "dead", "gone", "spared")
_SEAT_MARKS = ("passed", "stopped", "ready", "out", "resigned")


class TeamLines:
    """The lines for one seat."""

    def __init__(self, seat: Seat, rest: str, pool: Pool) -> None:
        self.seat = seat
        self.counts = dict.fromkeys(("kills", "dealt", "named"), 0)
        self.more = 0
        self.marks: set[str] = set()
        self.tokens: list[Token] = []
        self.varans: list[int] = []
        self.damage: dict[int, int] = {}
        """The written damage."""
        self.plan: tuple[str, ...] = ()
        self.offer: tuple[int, ...] = ()
        self.kept: tuple[int, ...] = ()
        self.shown: list[int] = []
        """The places of varans whose names are public."""
        self.hand: list[int] = []
        self.lines: Mapping[str, Callable[[str], Any]] = {
            "varans": self._say_varans,
            "claimed": self._say_claimed,
            "shuffled": self._say_shuffled,
            "records": self._say_records,
            "tokens": self._say_tokens,
            "hand": self._say_hand,
            "plan": self._say_plan,
            "offer": self._say_offer,
            "kept": self._say_kept,
        }
        self._pool = pool
        self._attributes = words_of_attributes(pool.roster)
        self._records: tuple[Record, ...] = ()
        self._guesses: tuple[Guess, ...] = ()
        self._learned: list[Callable[[Knowledge], Knowledge]] = []
        for mark in parts(rest):
            self._mark(mark)

    def _mark(self, mark: str) -> None:
        number, _, what = mark.partition(" ")
        what = "kills" if what == "kill" else what
        if number.isdecimal() and what in self.counts:
            self.counts[what] = int(number)
        elif mark in _SEAT_MARKS:
            self.marks.add(mark)
        else:
            raise ValueError(
                f'"{mark[:20]}" is not known of a seat: "2 kills", "7 dealt", "1 named", '
                f"{', '.join(_SEAT_MARKS)}."
            )

    def _say_varans(self, rest: str) -> None:
        for word in parts(rest):
            said = _VARAN.fullmatch(word)
            if said is None or said[2] not in self._pool.ids:
                raise ValueError(f'"{word[:30]}" is not a varan: write *A3@2/1 sideways.')
            marks = said[5].split()
            if not set(marks) <= {*_MARKS, *self._attributes}:
                known = ", ".join((*_MARKS, *self._attributes))
                raise ValueError(f'"{said[5].strip()[:30]}" is not known of a varan: {known}.')
            self._lay(self._pool.ids[said[2]], said, marks)

    def _lay(self, varan: int, said: re.Match[str], marks: Sequence[str]) -> None:
        dead = "dead" in marks
        open_ = bool(said[1]) or dead
        sector = GONE if dead or "gone" in marks else int(said[3]) if said[3] else self.seat + 1
        if open_ or said[4] or "known" in marks:
            self.shown.append(len(self.tokens))
        used = tuple([self._attributes[mark] for mark in marks if mark in self._attributes])
        self.tokens.append(
            Token(sector, open_, "sideways" in marks, "moved" in marks, used, "spared" in marks)
        )
        self.varans.append(varan)
        health = self._pool.roster[varan].health
        if dead or said[4]:
            self.damage[varan] = health if dead else int(said[4])
        if not dead and self.damage.get(varan, 0) >= health:
            raise ValueError(f"{said[2]} has {health} health: with so much damage it is dead.")

    def _say_claimed(self, rest: str) -> None:
        place, said = self._place(rest.partition(" ")[0]), rest.partition(" ")[2].strip()
        if said not in self._attributes:
            raise ValueError(f'"{said[:20]}" is no attribute: {", ".join(self._attributes)}.')
        attribute = self._attributes[said]
        its = self.tokens[place]
        self.tokens[place] = replace(its, used=(*its.used, attribute))
        self._learned.append(lambda known: knowledge.claimed(known, place, attribute, self._pool.roster))

    def _say_shuffled(self, rest: str) -> None:
        places = [self._place(word) for word in rest.split()]
        self._learned.append(lambda known: knowledge.shuffled(known, places))

    def _place(self, word: str) -> int:
        if not word.isdecimal() or not 1 <= int(word) <= len(self.tokens):
            raise ValueError(f'"{word[:20]}" is none of its varans: write 1 for the first.')
        return int(word) - 1

    def _say_hand(self, rest: str) -> None:
        *words, last = parts(rest) or [""]
        more = re.fullmatch(r"(\d{1,2}) more", last)
        self.more = int(more[1]) if more else 0
        self.hand = read_cards(", ".join(words if more else [*words, last]), self._pool)

    def _say_records(self, rest: str) -> None:
        self._records = tuple([self._record(part.split()) for part in parts(rest)])

    def _record(self, words: Sequence[str]) -> Record:
        name, *rest = words
        if name != "-" and name not in self._pool.ids:
            raise ValueError(f'"{name[:20]}" is not a varan: write A3, or - for one of unknown name.')
        return replace(_shown(rest, self._attributes), varan=self._pool.ids.get(name, UNKNOWN))

    def _say_tokens(self, rest: str) -> None:
        said = [part.partition(":")[::2] for part in parts(rest)]
        self._guesses = tuple(
            [
                Guess(
                    tuple([read_number(word) - 1 for word in maybe.split()]),
                    _shown(seen.split(), self._attributes),
                )
                for maybe, seen in said
            ]
        )

    def _say_plan(self, rest: str) -> None:
        self.plan = tuple(parts(rest))

    def _say_offer(self, rest: str) -> None:
        self.offer = self._named(rest)

    def _say_kept(self, rest: str) -> None:
        self.kept = self._named(rest)

    def _named(self, rest: str) -> tuple[int, ...]:
        unknown = [word for word in rest.split() if word not in self._pool.ids]
        if unknown:
            raise ValueError(f'"{unknown[0][:20]}" is not a varan: write A3.')
        return tuple([self._pool.ids[word] for word in rest.split()])

    def known(self) -> Knowledge:
        """Return the public knowledge of the team. Raises `ValueError` for contradictions."""
        if not self._records and not self._guesses:
            learned_from_lines = known_by_sight(self.varans, self.shown, self._pool.roster)
            for learn in self._learned:
                learned_from_lines = learn(learned_from_lines)
            return learned_from_lines
        team = len(self.tokens)
        known = Knowledge(self._records or (NOTHING,) * team, self._guesses or nothing_known(team).tokens)
        numbers = {number for guess in known.tokens for number in guess.maybe}
        if len(known.records) != team or len(known.tokens) != team or not numbers <= set(range(team)):
            raise ValueError(f"of seat {self.seat + 1} as many records and tokens are told as it has varans.")
        return known


def known_by_sight(varans: Sequence[int], shown: Sequence[int], roster: Roster) -> Knowledge:
    """Return the public knowledge of a team of which only these tokens were seen."""
    known = nothing_known(len(varans))
    for place in shown:
        known = knowledge.revealed(known, place, varans[place], roster)
    return known


def read_cards(words: str, pool: Pool) -> list[int]:
    """Return the cards of a text with names or numbers and commas between, copies as "2x Burst".

    Raises `ValueError`.
    """
    kinds = {name_key(card.number): kind for kind, card in enumerate(pool.actions)}
    kinds |= {name_key(card.name): kind for kind, card in enumerate(pool.actions)}
    cards: list[int] = []
    for word in parts(words):
        said = _COPIES.fullmatch(word)
        name = said[2].strip() if said else word
        if name_key(name) not in kinds:
            raise ValueError(f'there is no card "{name[:30]}".')
        cards += [kinds[name_key(name)]] * int((said and said[1]) or 1)
    return cards


def read_number(word: str) -> int:
    """Return a number. Raises `ValueError`."""
    if not re.fullmatch(r"[0-9]{1,4}", word):
        raise ValueError(f'"{word[:20]}" is no number.')
    return int(word)


def _shown(words: Sequence[str], known: Mapping[str, str]) -> Record:
    """Return the shown properties of a varan or token: "sniper tough speed 2"."""
    attributes, speed = list(words), 1
    if attributes[-2:-1] == ["speed"]:
        speed = read_number(attributes.pop())
        attributes.pop()
    if not set(attributes) <= known.keys():
        raise ValueError(f'"{" ".join(words)[:30]}" is nothing to show: {", ".join(known)}, "speed 2".')
    return Record(claimed=tuple(sorted([known[each] for each in attributes])), speed=speed)
