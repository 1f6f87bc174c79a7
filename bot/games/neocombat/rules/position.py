"""Example positions as text, for the pages of the rules and for tests (`bot.engine.positions`).

    phase: combat, turn 3              or movement, revealed 2; movement, cloaked 1; specials; repair
    options: end=second turns=12
    first: 2                           the First player's marker; seat 1 unless told
    now: 1                             who is on turn; the First player unless told
    discard: Burst, Slash              and removed: Armour, and top: Dodge for the top of the deck
    seat 1: 2 kills, 7 dealt, passed   or stopped, out
    varans: *A3@2/1 sideways, B6 moved, C1 known, A4 dead
    claimed: 2 sniper                  the second varan has shown this attribute
    shuffled: 2 3                      then these were shuffled
    hand: Burst, 2x Spot!, 3 more      more cards of the deck by their number alone

A star lays a varan open; @ is its sector, 0 the Centre, its home unless told; / its damage. The first seat
says how large a team is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.engine.cardrules import with_cards
from bot.engine.contract import Seat
from bot.engine.decks import Deck
from bot.engine.positions import parts, read_options, read_players, read_seat
from bot.games.neocombat.cards.cards import Library, Pool
from bot.games.neocombat.cards.varans import ATTRIBUTES
from bot.games.neocombat.rules import knowledge
from bot.games.neocombat.rules.knowledge import Knowledge, nothing_known
from bot.games.neocombat.rules.options import Options, normalize
from bot.games.neocombat.rules.state import NeoState, new_state
from bot.games.neocombat.rules.view import GONE, NO_PLAN, NOBODY, Gone, Phase, Token

_VARAN = re.compile(r"(\*?)([A-Z][0-9]{1,2})(?:@([0-9]{1,2}))?(?:/([0-9]{1,2}))?((?: [a-z]+)*)", re.ASCII)
_STEP = re.compile(r"(revealed|cloaked) ([123])", re.ASCII)
_COPIES = re.compile(r"(?:([1-9]\d?)x\s*)?(.+)", re.ASCII)
_PHASES = ("specials", "movement", "combat", "repair")
_MARKS = ("sideways", "moved", "known", "dead")


def read_position(text: str, library: Library, cards: str | None = None) -> NeoState:
    """Return the state, with the cards of this hash or the standard ones.

    Raises `ValueError` with the line at fault.
    """
    return _Reading(text, library.at(cards)).state(library)


class _Player:
    """What the lines say of a seat."""

    def __init__(self, seat: Seat, rest: str, pool: Pool) -> None:
        self.seat = seat
        self.kills = self.dealt = self.more = 0
        self.marks: set[str] = set()
        self.tokens: list[Token] = []
        self.varans: list[int] = []
        self.damage: dict[int, int] = {}
        self.shown: list[int] = []
        """The places of varans whose names are known to all."""
        self.hand: list[int] = []
        self.lines: Mapping[str, Callable[[str], Any]] = {
            "varans": self._say_varans,
            "claimed": self._say_claimed,
            "shuffled": self._say_shuffled,
            "hand": self._say_hand,
        }
        self._pool = pool
        self._learned: list[Callable[[Knowledge], Knowledge]] = []
        for mark in parts(rest):
            self._mark(mark)

    def _mark(self, mark: str) -> None:
        number, _, what = mark.partition(" ")
        if number.isdecimal() and what in ("kill", "kills"):
            self.kills = int(number)
        elif number.isdecimal() and what == "dealt":
            self.dealt = int(number)
        elif mark in ("passed", "stopped", "out"):
            self.marks.add(mark)
        else:
            raise ValueError(
                f'"{mark[:20]}" is not known of a seat: "2 kills", "7 dealt", passed, stopped, out.'
            )

    def _say_varans(self, rest: str) -> None:
        for word in parts(rest):
            said = _VARAN.fullmatch(word)
            if said is None or said[2] not in self._pool.ids:
                raise ValueError(f'"{word[:30]}" is not a varan: write *A3@2/1 sideways.')
            marks = said[5].split()
            if not set(marks) <= set(_MARKS):
                raise ValueError(f'"{said[5].strip()[:30]}" is not known of a varan: {", ".join(_MARKS)}.')
            self._lay(self._pool.ids[said[2]], said, marks)

    def _lay(self, varan: int, said: re.Match[str], marks: Sequence[str]) -> None:
        dead = "dead" in marks
        open_ = bool(said[1]) or dead
        sector = GONE if dead else int(said[3]) if said[3] else self.seat + 1
        if open_ or said[4] or "known" in marks:
            self.shown.append(len(self.tokens))
        self.tokens.append(Token(sector, open_, "sideways" in marks, "moved" in marks))
        self.varans.append(varan)
        health = self._pool.roster[varan].health
        self.damage[varan] = health if dead else int(said[4] or 0)
        if not dead and self.damage[varan] >= health:
            raise ValueError(f"{said[2]} has {health} health: with so much damage it is dead.")

    def _say_claimed(self, rest: str) -> None:
        place, said = self._place(rest.partition(" ")[0]), rest.partition(" ")[2].strip()
        known = dict.fromkeys(
            [*ATTRIBUTES, *[each for varan in self._pool.roster for each in varan.attributes]]
        )
        if said not in known:
            raise ValueError(f'"{said[:20]}" is no attribute: {", ".join(known)}.')
        its = self.tokens[place]
        self.tokens[place] = replace(its, used=(*its.used, said))
        self._learned.append(lambda known: knowledge.claimed(known, place, said, self._pool.roster))

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
        self.hand = _cards(", ".join(words if more else [*words, last]), self._pool)

    def known(self) -> Knowledge:
        """Return what everybody knows of the team."""
        known = nothing_known(len(self.tokens))
        for place in self.shown:
            known = knowledge.revealed(known, place, self.varans[place], self._pool.roster)
        for learn in self._learned:
            known = learn(known)
        return known


class _Reading:
    """What the lines say of the match."""

    def __init__(self, text: str, pool: Pool) -> None:
        self._pool = pool
        self._options = with_cards(Options(), pool)
        self._phase: Phase = "combat"
        self._turn, self._cloaked, self._step = 1, False, 0
        self._first, self._now = 0, NOBODY
        self._piles: dict[str, list[int]] = {"discard": [], "removed": [], "top": []}
        of_match: Mapping[str, Callable[[str], object]] = {
            "phase": self._say_phase,
            "options": self._say_options,
            "first": self._say_first,
            "now": self._say_now,
            **{pile: self._saying(pile) for pile in self._piles},
        }
        self._players = read_players(text, of_match, self._player, 'neither "seat 1:" ')

    def _player(self, seat: Seat, rest: str) -> _Player:
        return _Player(seat, rest, self._pool)

    def _say_phase(self, rest: str) -> None:
        phase, *more = parts(rest) or [""]
        if phase not in _PHASES:
            raise ValueError(f'"{phase[:20]}" is not a phase: {", ".join(_PHASES)}.')
        self._phase = phase  # type: ignore[assignment]  # one of them
        self._step = 1 if phase == "movement" else 0
        for part in more:
            if (step := _STEP.fullmatch(part)) and phase == "movement":
                self._cloaked, self._step = step[1] == "cloaked", int(step[2])
            elif turn := re.fullmatch(r"turn (\d{1,2})", part):
                self._turn = int(turn[1])
            else:
                raise ValueError(f'"{part[:20]}" is not known of a phase: write "turn 3" or "cloaked 2".')

    def _say_options(self, rest: str) -> None:
        self._options = with_cards(read_options(Options, rest), self._pool)

    def _say_first(self, rest: str) -> None:
        self._first = read_seat(rest, 6)

    def _say_now(self, rest: str) -> None:
        self._now = read_seat(rest, 6)

    def _saying(self, pile: str) -> Callable[[str], None]:
        return lambda rest: self._piles[pile].extend(_cards(rest, self._pool))

    # What comes of it

    def state(self, library: Library) -> NeoState:
        """Return the position. Raises `ValueError`."""
        players, seats = self._players, len(self._players)
        if seats < 2 or self._first >= seats or self._now >= seats:
            raise ValueError("a position has two seats or more, and who is on turn has one of them.")
        team = len(players[0].tokens)
        if not team or any(len(player.tokens) != team for player in players):
            raise ValueError("all teams are of the same size: write varans: A3, B6.")
        options = normalize(replace(self._options, team=team), seats, library)
        hands, order = self._dealt()
        deck = Deck((*self._piles["top"], *order), tuple(self._piles["discard"]))
        state = new_state(options, seats, self._first, deck, (0,) * len(self._pool.roster))
        state.hands = hands
        state.removed = tuple(self._piles["removed"])
        state.phase, state.turn, state.cloaked, state.step = (
            self._phase,
            self._turn,
            self._cloaked,
            self._step,
        )
        if self._phase != "repair":
            state.current = self._now if self._now != NOBODY else self._first
        self._lay_out(state)
        return state

    def _lay_out(self, state: NeoState) -> None:
        players = self._players
        state.tokens = tuple([token for player in players for token in player.tokens])
        state.varans = tuple([varan for player in players for varan in player.varans])
        if len(set(state.varans)) < len(state.varans):
            raise ValueError("each varan of the roster is there once: one stands here twice.")
        state.knowledge = tuple([player.known() for player in players])
        damage = {varan: each for player in players for varan, each in player.damage.items()}
        state.wounds = tuple([damage.get(varan, 0) for varan in range(len(self._pool.roster))])
        state.kills = tuple([player.kills for player in players])
        state.dealt = tuple([player.dealt for player in players])
        gone: list[Gone] = ["dropped" if "out" in player.marks else "" for player in players]
        state.out = tuple(gone)
        state.passed = tuple([player.seat for player in players if "passed" in player.marks])
        state.stopped = tuple([player.seat for player in players if "stopped" in player.marks])
        state.plans = (NO_PLAN,) * len(players)

    def _dealt(self) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """Return the hands, and the rest of the cards, of which the further ones of hands are taken."""
        told = Counter([card for player in self._players for card in player.hand])
        told += Counter([card for pile in self._piles.values() for card in pile])
        left = Counter(self._pool.deck)
        if any(left[card] < many for card, many in told.items()):
            raise ValueError("more copies of a card are told than the deck has.")
        rest = sorted((left - told).elements(), key=lambda card: (card * 7 % len(self._pool.actions), card))
        hands = []
        for player in self._players:
            further, rest = rest[: player.more], rest[player.more :]
            hands.append(tuple(sorted([*player.hand, *further])))
        return tuple(hands), tuple(rest)


def _cards(words: str, pool: Pool) -> list[int]:
    """Return cards told by their names, with commas between, copies as "2x Burst"."""
    names = {card.name.casefold(): kind for kind, card in enumerate(pool.actions)}
    found: list[int] = []
    for word in parts(words):
        said = _COPIES.fullmatch(word)
        name = said[2].strip() if said else word
        if name.casefold() not in names:
            raise ValueError(f'there is no card "{name[:30]}".')
        found += [names[name.casefold()]] * int((said and said[1]) or 1)
    return found
