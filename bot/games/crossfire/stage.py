"""A position being built for an example, step by step, with the real rules to check it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.engine.contract import Outcome, Seat
from bot.engine.decks import Deck
from bot.engine.language import N_, gettext
from bot.engine.wording import Focus, Scene
from bot.games.crossfire import actions, facts, piles, plays, scoring
from bot.games.crossfire.cards import Card, full_pack, is_joker, name, pack_of, rank, with_card
from bot.games.crossfire.legal import plays as legal_plays
from bot.games.crossfire.opening import copies_of_pack, may_redeal
from bot.games.crossfire.options import Options
from bot.games.crossfire.piles import Board, beats_neutral, unknown, with_pile
from bot.games.crossfire.pointing import focus_on
from bot.games.crossfire.resample import unseen_of
from bot.games.crossfire.state import CrossfireState
from bot.games.crossfire.table import table_of, team_of
from bot.games.crossfire.typed import COMMANDS
from bot.games.crossfire.view import NOBODY, CrossfireView, LaidCard, Phase, Pile

_PLAYS: Mapping[str, tuple[type[Any], Any]] = {
    "lay": (actions.Lay, plays.lay),
    "support": (actions.Support, plays.support),
    "attack": (actions.Attack, plays.attack),
    "answer": (actions.Answer, plays.answer),
    "rebuild": (actions.Rebuild, plays.rebuild),
    "discard": (actions.Discard, plays.throw_away),
    "replace": (actions.Replace, plays.replace),
    "keep-one": (actions.KeepOne, plays.keep_one),
    "tower": (actions.Tower, plays.build_tower),
}
_LABELS = (N_("dead"),)
"""Labels of the rulebook's examples, which are said in the reader's language."""
_HELD = 3
"""Cards in the hand of a seat that is not on turn; one more on turn (CRF-05)."""


class Stage:
    """The position so far. Squares are called by their names; faults are `ValueError`s."""

    def __init__(self, options: Options, seats: int) -> None:
        self.options, self.seats = options, seats
        self.table = table_of(options, seats)
        self.board: Board = (None,) * self.table.grid.size
        self.phase: Phase = "turn"
        self.turn: Seat = 0
        self.number = 1
        self.hand: tuple[Card, ...] | None = None
        self._hidden: dict[int, Card] = {}
        self._discards: tuple[tuple[Card, ...], ...] = ((),) * seats
        self._facts: list[Any] = []
        self._focus: Focus | None = None

    def square(self, name: str) -> int:
        """Return the square of this name; one of the table, not an empty corner."""
        square = self.table.grid.parse(name)
        if not self.table.has(square):
            raise ValueError(f"{name} is no square of this table.")
        return square

    def pack_of_neutral(self, name: str) -> Seat:
        """Return the pack that a neutral comes from unless told: the packs take turns (CRF-02)."""
        square = self.square(name)
        if square not in self.table.neutrals:
            raise ValueError(f"{name} is no square of a neutral.")
        return self.table.neutrals.index(square) % self.seats

    def lay(self, name: str, pile: Pile) -> None:
        """Lay a pile on a square that may hold it."""
        square, table = self.square(name), self.table
        if pile.kind == "neutral" and square not in table.neutrals:
            raise ValueError(f"{name} is no square of a neutral.")
        if table.support_home[square] not in (NOBODY, pile.owner):
            raise ValueError(f"{name} is a support square of seat {table.support_home[square] + 1}.")
        wanted = {"node": 1, "neutral": 1, "tower": 2}.get(pile.kind, len(pile.cards))
        if len(pile.cards) != wanted:
            raise ValueError(f"a {pile.kind} has {wanted} card{'s' if wanted > 1 else ''}.")
        if pile.kind == "tower" and (rank(pile.cards[0]) < 11 or rank(pile.cards[1]) != 10):
            raise ValueError("a tower is a royal and a 10, in this order.")
        self.board = with_pile(self.board, square, pile)

    def _pile(self, name: str) -> Pile:
        pile = self.board[self.square(name)]
        if pile is None:
            raise ValueError(f"nothing lies at {name}.")
        return pile

    def contest(self, name: str, laid: Sequence[Card], *, lapsed: bool) -> None:
        """Lay the cards of a contest, each by the seat whose pack it is of."""
        pile = self._pile(name)
        cards = tuple([LaidCard(pack_of(card), card) for card in laid])
        leader, rival = cards[-1].seat, pile.owner
        if pile.kind == "neutral":
            if unknown(pile):
                raise ValueError(f"the neutral at {name} has been probed, so its card is known: write 9sn.")
            if not beats_neutral(laid[-1], pile.cards[0]):
                leader = NOBODY
        elif leader == pile.owner:
            others = [one.seat for one in cards if one.seat != pile.owner]
            if not others:
                raise ValueError(f"nobody attacks at {name}: the first card is an enemy's.")
            rival = others[-1]
        contested = replace(pile, laid=cards, leader=leader, rival=rival, lapsed=lapsed)
        self.board = with_pile(self.board, self.square(name), contested)

    def hide(self, name: str, card: Card) -> None:
        """Say which card lies face down as a neutral."""
        pile = self._pile(name)
        if pile.kind != "neutral" or not unknown(pile):
            raise ValueError(f"no neutral lies face down at {name}.")
        self.board = with_pile(self.board, self.square(name), piles.neutral(-1 - pack_of(card)))
        self._hidden[self.square(name)] = card

    def play(self, kind: str, words: Sequence[str]) -> None:
        """Let the seat on turn carry out an action, as typed; the rules judge it."""
        if kind not in _PLAYS:
            raise ValueError(f'"{kind[:20]}" is no play: write {", ".join(_PLAYS)}.')
        action_type, carry_out = _PLAYS[kind]
        fields = action_type.__struct_fields__
        if len(words) != len(fields):
            raise ValueError(f"{kind} is told by {' and '.join(fields)}.")
        view = self._view(viewer=self.turn, hand=())
        action = COMMANDS.read(view, self.turn, action_type, dict(zip(fields, words, strict=True)))
        state = self._state(self._held_for(action))
        if isinstance(action, actions.Attack) and action.at not in self._hidden:
            pile = self.board[action.at]
            if pile is not None and pile.kind == "neutral" and unknown(pile):
                where = self.table.name(action.at)
                raise ValueError(f"what the play finds at {where} is not told: write under: {where} 9s1.")
        self._facts.append(carry_out(state, self.turn, action))
        self.board = state.board
        self._discards = tuple([deck.discard for deck in state.decks])

    def _held_for(self, action: Any) -> tuple[Card, ...]:
        """Return the card that the hand must hold for an action."""
        if isinstance(action, actions.Replace):
            return (self.turn << 6 | 52,)
        in_pile = isinstance(action, (actions.KeepOne, actions.Tower))
        return () if in_pile else (action.card,)

    def win(self, name: str) -> None:
        """Let the leader of a contest win the pile (CRF-16)."""
        pile, square = self._pile(name), self.square(name)
        if not pile.contested:
            raise ValueError(f"nobody leads a contest at {name}.")
        home = self.table.base_home[square]
        base = home != NOBODY and team_of(home) != team_of(pile.leader) and pile.owner != pile.leader
        held = pile.owner == pile.leader
        self._facts.append(facts.Seized(pile.leader, square, pile.rival, held, base))
        self.board = with_pile(self.board, square, piles.won(pile))

    def check_cards(self) -> None:
        """Raise `ValueError` where a base is missing or a card lies more often than the pack has it."""
        for seat, bases in enumerate(self.table.bases):
            for square in bases:
                if self.board[square] is None:
                    raise ValueError(f"the base {self.table.name(square)} of seat {seat + 1} is missing.")
        for seat in range(self.seats):
            self._check_pack(seat)

    def _check_pack(self, seat: Seat) -> None:
        seen = Counter(self.hand or ()) + Counter(self._discards[seat])
        seen.update([card for pile in self.board if pile for card in pile.all_cards])
        whole = Counter(full_pack(seat, self.options.jokers, copies_of_pack(self.options)))
        for card, number in sorted(seen.items()):
            if card >= 0 and pack_of(card) == seat and number > whole[card]:
                times = "once" if whole[card] == 1 else f"{whole[card]} times"
                raise ValueError(
                    f"the {name(card)} of seat {seat + 1}'s pack is there {number} times, not {times}."
                )

    def point_out(self, what: str, shown: frozenset[str]) -> None:
        """Point out a card of the hand with what it can do, or a square."""
        if what[1:].isdecimal():
            self._focus = replace(self._focus or Focus(), chosen=self.square(what))
            return
        hand = self.hand or ()
        view = self._view(viewer=self.turn, hand=hand)
        card = COMMANDS.read(view, self.turn, actions.Discard, {"card": what}).card
        if card not in hand:
            raise ValueError(f"the hand does not hold {what}.")
        focus = focus_on(view, self._legal(card))
        marks = self._focus.targets if self._focus else {}
        self._focus = Focus(
            focus.chosen,
            focus.reach if "reach" in shown else frozenset(),
            {**(focus.targets if "targets" in shown else {}), **marks},
        )

    def _legal(self, card: Card) -> list[Any]:
        """Return what the card of the hand can do."""
        found = legal_plays(self._state(self.hand or ()), self.turn)
        swaps = (actions.Replace,) if is_joker(card) else ()
        in_pile = (actions.KeepOne, actions.Tower)
        return [
            one
            for one in found
            if isinstance(one, swaps) or (not isinstance(one, in_pile) and getattr(one, "card", None) == card)
        ]

    def mark(self, name: str, label: str) -> None:
        """Put a label on a square."""
        focus = self._focus or Focus()
        said = gettext(label) if label in _LABELS else label
        self._focus = replace(focus, targets={**focus.targets, self.square(name): said})

    def scene(self, names: tuple[str, ...]) -> Scene:
        """Return the finished example."""
        viewer = self.turn if self.hand is not None and self.phase == "turn" else None
        view = self._view(viewer=viewer, hand=(self.hand or ()) if viewer is not None else ())
        return Scene(view, names, tuple(self._facts), self._focus)

    def _view(self, *, viewer: Seat | None, hand: tuple[Card, ...]) -> CrossfireView:
        view = CrossfireView(
            viewer=viewer,
            options=self.options,
            seats=self.seats,
            width=self.table.grid.width,
            height=self.table.grid.height,
            phase=self.phase,
            board=self.board,
            hand=hand,
            hands=self._hands(viewer, hand),
            shown=((),) * self.seats,
            packs=(0,) * self.seats,
            discards=self._discards,
            deciding=self._deciding(),
            start=(),
            first=NOBODY if self.phase == "bases" else 0,
            turn=self.turn if self.phase == "turn" else NOBODY,
            turns=0 if self.phase == "bases" else self.number,
            tallies=scoring.count_points(self.table, self.board),
            outcome=self._outcome() if self.phase == "over" else None,
        )
        return replace(view, packs=self._packs(view))

    def _hands(self, viewer: Seat | None, hand: tuple[Card, ...]) -> tuple[int, ...]:
        if self.phase == "bases":
            return (0,) * self.seats
        hands = [_HELD + (seat == self.turn and self.phase == "turn") for seat in range(self.seats)]
        return tuple([len(hand) if seat == viewer else held for seat, held in enumerate(hands)])

    def _packs(self, view: CrossfireView) -> tuple[int, ...]:
        """Return how many cards are left: those not seen, without hands and neutrals face down."""
        packs = []
        for seat in range(self.seats):
            hidden = [
                pile for pile in self.board if pile and unknown(pile) and pack_of(pile.cards[0]) == seat
            ]
            held = 0 if seat == view.viewer else view.hands[seat]
            packs.append(len(unseen_of(view, seat)) - len(hidden) - held)
        return tuple(packs)

    def _deciding(self) -> tuple[bool, ...]:
        if self.phase != "bases":
            return (False,) * self.seats
        bases = [[self.board[square] for square in squares] for squares in self.table.bases]
        return tuple([may_redeal(tuple([pile.cards[0] for pile in row if pile])) for row in bases])

    def _outcome(self) -> Outcome:
        """Return how a match that ended like this was won (CRF-21, CRF-23, CRF-24)."""
        tallies = scoring.count_points(self.table, self.board)
        for fact in self._facts:
            if self.seats == 2 and isinstance(fact, facts.Seized) and fact.base:
                return scoring.team_wins(2, fact.seat, tallies, "A base of the enemy is seized")
        goal = scoring.goal_reached(self.seats, self.turn, tallies)
        return goal or scoring.pack_ran_out(self.seats, tallies)

    def _state(self, hand: tuple[Card, ...]) -> CrossfireState:
        """Return a state in which the seat on turn holds this hand."""
        neutrals = tuple([self._hidden.get(square) for square in self.table.neutrals])
        hands = [with_card((), *hand) if seat == self.turn else () for seat in range(self.seats)]
        return CrossfireState(
            options=self.options,
            seats=self.seats,
            phase="turn",
            board=self.board,
            neutrals=neutrals,
            hands=tuple(hands),
            shown=((),) * self.seats,
            decks=tuple([Deck((), pile) for pile in self._discards]),
            deciding=(False,) * self.seats,
            first=0,
            turn=self.turn,
            turns=self.number,
        )
