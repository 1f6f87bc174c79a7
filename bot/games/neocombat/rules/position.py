"""Example positions as text, for the pages of the rules and for tests (`bot.engine.positions`).

    phase: combat, turn 3              or movement, revealed 2; movement, cloaked 1; specials; repair
    options: end=second turns=12
    first: 2                           the seat with the First player's marker; default seat 1
    now: 1                             the seat to act; default the First player
    discard: Burst, Slash              and removed: Armour, and top: Dodge for the top of the deck
    seat 1: 2 kills, 7 dealt, passed   or stopped, out
    varans: *A3@2/1 sideways, B6 moved, C1 known, A4 dead
    claimed: 2 sniper                  the second varan has shown this attribute
    shuffled: 2 3                      these were shuffled afterwards
    hand: Burst, 2x Spot!, 3 more      3 further cards of the deck

A star means revealed; @ is the sector (0: the Centre; default: its home), / the damage. The first seat sets
the size of the teams. The text of a running match also has `fight:` and `second:` (attacks to answer),
`records:` and `tokens:` (what is known about cloaked varans), `plan:` (a secret choice), `offer:` and `kept:`
(the draft).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import cast, get_args

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.cards.rules import pool_of, with_cards, write_agreed
from bot.engine.contract import Seat
from bot.engine.decks import Deck
from bot.engine.positions import parts, read_options, read_players, read_seat
from bot.games.neocombat.cards.cards import Library, Pool
from bot.games.neocombat.cards.varans import words_of_attributes
from bot.games.neocombat.cards.words.field import Threat
from bot.games.neocombat.rules.knowledge import NOTHING, UNKNOWN, Knowledge, Record, nothing_known
from bot.games.neocombat.rules.options import Options, normalize
from bot.games.neocombat.rules.position_team import TeamLines, known_by_sight, read_cards, read_number
from bot.games.neocombat.rules.state import NeoState, new_state
from bot.games.neocombat.rules.view import (
    NO_PLAN,
    NOBODY,
    Fight,
    Gone,
    Phase,
    Plan,
    Second,
    Token,
    token_name,
)

# Writing positions of Neo-Combat in the notation of `position`.


_MARKS = {"": (), "dropped": ("out",), "resigned": ("resigned",)}


def write_position(state: NeoState, library: Library) -> str:
    """Return a position of a match in progress, in the notation of `read_position`.

    Raises `ValueError` for one with cards that have neither an unambiguous name nor a number.
    """
    written = _Written(state, library[state.options.cards])
    drafting = state.phase == "draft"
    agreed = write_agreed(state.options, library, *(() if drafting else ("team",)))
    lines = [
        ("phase", written.phase()),
        ("options", agreed),
        ("first", str(state.first + 1)),
        ("now", str(state.current + 1) if state.current != NOBODY else ""),
        ("passed", _numbers(state.passed)),
        ("stopped", _numbers(state.stopped)),
        ("freed", " ".join(map(str, state.freed))),
        ("drawn", _numbers(state.drawn or ())),
        ("fight", written.fight()),
        ("second", written.second()),
        ("top", written.cards(state.deck.order)),
        ("discard", written.cards(state.deck.discard)),
        ("removed", written.cards(state.removed)),
    ]
    for seat in range(state.seats):
        lines += [(f"seat {seat + 1}", written.marks(seat)), *written.of_seat(seat)]
    return "\n".join([f"{word}: {rest}".rstrip() for word, rest in lines if rest or word.startswith("seat")])


class _Written:
    def __init__(self, state: NeoState, pool: Pool) -> None:
        self._state, self._pool, self._team = state, pool, state.options.team
        self._called: dict[int, str] = {}
        self._words = {each: word for word, each in words_of_attributes(pool.roster).items()}

    # Of the match

    def phase(self) -> str:
        state = self._state
        if state.phase == "draft":
            return "draft"
        step = [f"{'cloaked' if state.cloaked else 'revealed'} {state.step}"] if state.step else []
        counts = [("turn", state.turn), ("quiet", state.quiet), ("windows", state.windows)]
        told = [f"{word} {count}" for word, count in counts if count or word == "turn"]
        return ", ".join([state.phase, *step, *told, *(["hurt"] if state.hurt else [])])

    def fight(self) -> str:
        fight = self._state.fight
        if fight is None:
            return ""
        told = [
            str(fight.number),
            f"seat {fight.seat + 1}",
            self._card(fight.card),
            *([f"of {self._token(fight.user)}"] if fight.user != NOBODY else []),
            f"at {self._token(fight.target)}",
            fight.kind,
            f"by {fight.by}",
            *(["again"] if fight.again else []),
            *([f"use {fight.way}"] if fight.way is not UNSET else []),
        ]
        return ", ".join(told)

    def second(self) -> str:
        second = self._state.second
        return f"{self._token(second.user)} {second.kind}" if second is not None else ""

    def cards(self, kinds: Iterable[int]) -> str:
        return ", ".join([_copies(self._card(kind), len(list(run))) for kind, run in groupby(kinds)])

    # Of a seat

    def marks(self, seat: Seat) -> str:
        state = self._state
        counts = [(state.kills, "kills"), (state.dealt, "dealt"), (state.named, "named")]
        told = [f"{count[seat]} {word}" for count, word in counts if count[seat]]
        told = ["1 kill" if each == "1 kills" else each for each in told]
        return ", ".join([*told, *(["ready"] if state.ready[seat] else []), *_MARKS[state.out[seat]]])

    def of_seat(self, seat: Seat) -> Iterator[tuple[str, str]]:
        state = self._state
        if state.offers:
            yield "offer", self._names(state.offers[seat])
            yield "kept", self._names(state.kept[seat])
        if state.tokens:
            yield "varans", ", ".join([self._varan(token) for token in self._tokens(seat)])
            yield from self._known(seat)
        yield "hand", self.cards(state.hands[seat])
        yield "plan", ", ".join(self._planned(seat))

    def _tokens(self, seat: Seat) -> range:
        return range(seat * self._team, (seat + 1) * self._team)

    def _varan(self, token: int) -> str:
        its, number = self._state.tokens[token], self._state.varans[token]
        varan = self._pool.roster[number]
        if self._state.wounds[number] >= varan.health:
            return " ".join([varan.id, "dead", *self._marks_of(its)])
        home = its.sector == token // self._team + 1
        at = f"@{its.sector}" if its.here and not home else ""
        damage = f"/{self._state.wounds[self._state.varans[token]]}" if self._harmed(token) else ""
        gone = [] if its.here else ["gone"]
        return " ".join([f"{'*' if its.revealed else ''}{varan.id}{at}{damage}", *gone, *self._marks_of(its)])

    def _harmed(self, token: int) -> bool:
        """Whether a varan's damage differs from its initial damage."""
        varan = self._state.varans[token]
        return self._state.wounds[varan] != min(
            self._state.options.wounds, self._pool.roster[varan].health - 1
        )

    def _known(self, seat: Seat) -> Iterator[tuple[str, str]]:
        """Yield the public knowledge of tokens that differs from their visible state."""
        known, team = self._state.knowledge[seat], self._tokens(seat)
        seen = [
            place
            for place, token in enumerate(team)
            if self._state.tokens[token].revealed or self._harmed(token)
        ]
        if known != known_by_sight(self._state.varans[team.start : team.stop], seen, self._pool.roster):
            yield "records", ", ".join([self._record(record) for record in known.records])
            yield "tokens", self._guesses(known)

    def _record(self, record: Record) -> str:
        name = "-" if record.varan == UNKNOWN else self._pool.roster[record.varan].id
        return " ".join([name, *self._shown(record)])

    def _planned(self, seat: Seat) -> list[str]:
        plan = self._state.plans[seat]
        return [
            *[f"dress {self._card(card)} on {self._token(token)}" for card, token in plan.dress],
            *[f"cloak {self._token(token)}" for token in plan.cloak],
            *[f"shuffle {self._token(token)}" for token in plan.shuffle],
            *[f"discard {self._card(card)}" for card in plan.discard],
        ]

    def _token(self, token: int) -> str:
        return token_name(token, self._team)

    def _names(self, varans: Sequence[int]) -> str:
        return " ".join([self._pool.roster[varan].id for varan in varans])

    def _card(self, kind: int) -> str:
        if kind not in self._called:
            self._called[kind] = _called(kind, self._pool)
        return self._called[kind]

    def _marks_of(self, token: Token) -> list[str]:
        marks = (
            ("sideways", token.sideways),
            ("moved", token.moved),
            ("spared", token.spared),
        )
        return [*[mark for mark, so in marks if so], *[self._words[each] for each in token.used]]

    def _guesses(self, known: Knowledge) -> str:
        """Return the possible records and shown properties of each token; "" if each is its own record."""
        if known.tokens == nothing_known(len(known.tokens)).tokens:
            return ""
        told = [(_numbers(guess.maybe), guess.seen) for guess in known.tokens]
        return ", ".join(
            [maybe if seen == NOTHING else f"{maybe}: {' '.join(self._shown(seen))}" for maybe, seen in told]
        )

    def _shown(self, record: Record) -> list[str]:
        return [
            *[self._words[each] for each in record.claimed],
            *([f"speed {record.speed}"] if record.speed > 1 else []),
        ]


_MORE = re.compile(r"\d{1,2} more", re.ASCII)
"""The number of unnamed cards of a hand."""


def _called(kind: int, pool: Pool) -> str:
    """Return a card's name, or its number if the name is ambiguous."""
    card = pool.actions[kind]
    for called in (card.name, card.number):
        if not _MORE.fullmatch(called) and _means(called, pool, kind):
            return called
    raise ValueError(f"the cards have two of the name and number {card.number}.")


def _means(called: str, pool: Pool, kind: int) -> bool:
    try:
        return read_cards(called, pool) == [kind]
    except ValueError:
        return False


def _copies(card: str, number: int) -> str:
    return card if number == 1 else f"{number}x {card}"


def _numbers(counted: Iterable[int]) -> str:
    """Return seats or places, counted from 1."""
    return " ".join([str(each + 1) for each in counted])


_STEP = re.compile(r"(revealed|cloaked) ([123])", re.ASCII)
_FIGHT = re.compile(
    r"(\d{1,4}), seat (\d), (.+?)(?:, of (\d\.\d))?, at (\d\.\d), "
    rf"({'|'.join(get_args(Threat))}), by (-?\d{{1,3}})(, again)?(?:, use (\d{{1,2}}))?",
    re.ASCII,
)
_PHASES = ("specials", "movement", "combat", "repair", "draft")


def read_position(text: str, library: Library, cards: str | None = None) -> NeoState:
    """Return the state, with the cards of this hash or the standard ones.

    Raises `ValueError` with the line at fault.
    """
    return _Reading(text, pool_of(text, library, cards)).state(library)


class _Reading:
    """The match according to the lines."""

    def __init__(self, text: str, pool: Pool) -> None:
        self._pool = pool
        self._options = with_cards(Options(), pool)
        self._phase: Phase = "combat"
        self._turn, self._cloaked, self._step = 1, False, 0
        self._first, self._now = 0, NOBODY
        self._hurt, self._quiet, self._windows = False, 0, 0
        self._orders: dict[str, tuple[int, ...]] = {}
        self._fight: Fight | None = None
        self._fighters = "", ""
        self._second: Second | None = None
        self._second_user = ""
        self._piles: dict[str, list[int]] = {"discard": [], "removed": [], "top": []}
        of_match: Mapping[str, Callable[[str], object]] = {
            "phase": self._say_phase,
            "options": self._say_options,
            "first": self._say_first,
            "now": self._say_now,
            **{word: partial(self._say_order, word) for word in ("passed", "stopped", "freed", "drawn")},
            "fight": self._say_fight,
            "second": self._say_second,
            **{pile: self._saying(pile) for pile in self._piles},
        }
        self._players = read_players(
            text, of_match, lambda seat, rest: TeamLines(seat, rest, self._pool), 'neither "seat 1:" '
        )

    def _say_phase(self, rest: str) -> None:
        phase, *more = parts(rest) or [""]
        if phase not in _PHASES:
            raise ValueError(f'"{phase[:20]}" is not a phase: {", ".join(_PHASES)}.')
        self._phase = phase  # type: ignore[assignment]  # one of them
        self._step = 1 if phase == "movement" else 0
        for part in more:
            if (step := _STEP.fullmatch(part)) and phase == "movement":
                self._cloaked, self._step = step[1] == "cloaked", int(step[2])
            elif count := re.fullmatch(r"(turn|quiet|windows) (\d{1,4})", part):
                setattr(self, f"_{count[1]}", int(count[2]))
            elif part == "hurt":
                self._hurt = True
            else:
                raise ValueError(
                    f'"{part[:20]}" is not known of a phase: "turn 3", "cloaked 2", hurt, "quiet 1", '
                    '"windows 4".'
                )

    def _say_options(self, rest: str) -> None:
        self._options = with_cards(read_options(Options, rest), self._pool)

    def _say_first(self, rest: str) -> None:
        self._first = read_seat(rest, 6)

    def _say_now(self, rest: str) -> None:
        self._now = read_seat(rest, 6)

    def _say_order(self, word: str, rest: str) -> None:
        self._orders[word] = tuple([read_number(each) - (word != "freed") for each in rest.split()])

    def _say_fight(self, rest: str) -> None:
        said = _FIGHT.fullmatch(rest)
        if said is None:
            raise ValueError(
                "a fight is told as: 2, seat 1, Burst, of 1.2, at 2.1, shot, by 4; the kinds are "
                f"{', '.join(get_args(Threat))}."
            )
        (card,) = read_cards(said[3], self._pool)
        seat, kind = read_seat(said[2], 6), cast("Threat", said[6])
        way = UNSET if said[9] is None else int(said[9])
        self._fight = Fight(
            int(said[1]), seat, card, NOBODY, 0, kind, int(said[7]), again=bool(said[8]), way=way
        )
        self._fighters = said[4] or "", said[5]

    def _say_second(self, rest: str) -> None:
        self._second_user, _, kind = rest.partition(" ")
        if kind not in ("shot", "strike"):
            raise ValueError("a second attack is told as: 1.2 shot, or 1.2 strike.")
        self._second = Second(0, "shot" if kind == "shot" else "strike")

    def _saying(self, pile: str) -> Callable[[str], None]:
        return lambda rest: self._piles[pile].extend(read_cards(rest, self._pool))

    # The result

    def state(self, library: Library) -> NeoState:
        """Return the position. Raises `ValueError`."""
        players, seats = self._players, len(self._players)
        if (
            seats < 2
            or max(self._first, self._now, *[max(each, default=0) for each in self._seats_told]) >= seats
        ):
            raise ValueError("a position has two seats or more, and who is on turn has one of them.")
        team = len(players[0].tokens)
        if self._phase == "draft":
            team = self._options.team
        elif not team:
            raise ValueError("all teams are of the same size: write varans: A3, B6.")
        if any(len(player.tokens) != (0 if self._phase == "draft" else team) for player in players):
            raise ValueError("all teams are of the same size, and in the draft nobody has one.")
        options = normalize(replace(self._options, team=team), seats, library)
        hands, order = self._dealt()
        deck = Deck((*self._piles["top"], *order), tuple(self._piles["discard"]))
        # The damage of all varans of the roster: as written, else the initial damage.
        told = {varan: damage for player in self._players for varan, damage in player.damage.items()}
        wounds = tuple(
            [
                told.get(number, min(options.wounds, varan.health - 1))
                for number, varan in enumerate(self._pool.roster)
            ]
        )
        state = new_state(options, seats, self._first, deck, wounds)
        state.hands = hands
        state.removed = tuple(self._piles["removed"])
        state.phase = self._phase
        state.kills, state.dealt, state.named = [
            tuple([player.counts[word] for player in players]) for word in ("kills", "dealt", "named")
        ]
        state.out = tuple([_gone(player.marks) for player in players])
        state.ready = tuple(["ready" in player.marks for player in players])
        if self._phase == "draft":
            state.offers = tuple([player.offer for player in players])
            state.kept = tuple([player.kept for player in players])
        else:
            self._begin(state)
        return state

    @property
    def _seats_told(self) -> tuple[tuple[Seat, ...], ...]:
        return self._orders.get("passed", ()), self._orders.get("stopped", ())

    def _begin(self, state: NeoState) -> None:
        """Set the fields of a match with teams on the table."""
        players = self._players
        state.turn, state.cloaked, state.step = self._turn, self._cloaked, self._step
        state.hurt, state.quiet, state.windows = self._hurt, self._quiet, self._windows
        if self._phase != "repair":
            state.current = self._now if self._now != NOBODY else self._first
        state.tokens = tuple([token for player in players for token in player.tokens])
        state.varans = tuple([varan for player in players for varan in player.varans])
        if len(set(state.varans)) < len(state.varans):
            raise ValueError("each varan of the roster is there once: one stands here twice.")
        state.knowledge = tuple([player.known() for player in players])
        state.passed, state.stopped = self._order("passed"), self._order("stopped")
        state.freed = self._orders.get("freed", ())
        state.drawn = self._orders.get("drawn", UNSET)
        state.plans = tuple([self._plan(player.plan) for player in players])
        if self._fight is not None:
            user, target = self._fighters
            state.fight = replace(
                self._fight, user=self._token(user) if user else NOBODY, target=self._token(target)
            )
        if self._second is not None:
            state.second = replace(self._second, user=self._token(self._second_user))

    def _order(self, mark: str) -> tuple[Seat, ...]:
        marked = [player.seat for player in self._players if mark in player.marks]
        return self._orders.get(mark, tuple(marked))

    def _token(self, name: str) -> int:
        """Return the token of a lasting number: "2.3" is seat 2's third."""
        team = len(self._players[0].tokens)
        said = re.fullmatch(r"([1-9])\.([1-9])", name)
        if said is None or int(said[1]) > len(self._players) or int(said[2]) > team:
            raise ValueError(f'"{name[:20]}" is no varan on the table: write 2.1 for the first of seat 2.')
        return (int(said[1]) - 1) * team + int(said[2]) - 1

    def _plan(self, said: Sequence[str]) -> Plan:
        plan = NO_PLAN
        for part in said:
            verb, _, rest = part.partition(" ")
            if verb in ("cloak", "shuffle"):
                plan = replace(plan, **{verb: (*getattr(plan, verb), self._token(rest))})
            elif verb == "discard":
                plan = replace(plan, discard=(*plan.discard, *read_cards(rest, self._pool)))
            elif verb == "dress" and " on " in rest:
                card, _, token = rest.rpartition(" on ")
                (kind,) = read_cards(card, self._pool)
                plan = replace(plan, dress=(*plan.dress, (kind, self._token(token))))
            else:
                raise ValueError(
                    f'"{part[:30]}" is no plan for Repair: "dress Armour on 1.2", "cloak 1.1", '
                    '"shuffle 1.2", "discard Slash".'
                )
        return plan

    def _dealt(self) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """Return the hands, and the remaining cards, from which unnamed cards of hands are taken."""
        told = Counter([card for player in self._players for card in player.hand])
        told += Counter([card for pile in self._piles.values() for card in pile])
        left = Counter(self._pool.deck)
        top = self._piles["top"]
        for card in (told - left).elements():
            if card not in top:
                raise ValueError("more copies of a card are told than the deck has.")
            del top[len(top) - 1 - top[::-1].index(card)]
        rest = sorted((left - told).elements(), key=lambda card: (card * 7 % len(self._pool.actions), card))
        hands = []
        for player in self._players:
            further, rest = rest[: player.more], rest[player.more :]
            hands.append(tuple(sorted([*player.hand, *further])))
        return tuple(hands), tuple(rest)


def _gone(marks: set[str]) -> Gone:
    return "resigned" if "resigned" in marks else "dropped" if "out" in marks else ""
