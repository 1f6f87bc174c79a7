"""Why something cannot be done, and what can be instead, from what lies open or is the player's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.cards.program import Question
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.errors import IllegalAction
from bot.engine.grid import mask_of, squares_of
from bot.engine.language import N_, gettext, ngettext, pgettext
from bot.engine.phrases import echo, either, listed
from bot.games.overcross.cards.cards import Terrain
from bot.games.overcross.cards.field import OFF, Piece, Placed
from bot.games.overcross.cards.printed import Attack
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.geometry import in_the_way, zones_of
from bot.games.overcross.rules.legal import steps_of
from bot.games.overcross.rules.terrains import area_of, grown, sealed
from bot.games.overcross.rules.tolls import stopped_by

SHOWN = 8
"""Squares that one sentence names, at most."""


def named(queries: Aim, card: Card) -> str:
    """Return what a card is called."""
    return pgettext("card", queries.face(card).name)


def squares(queries: Aim, mask: int) -> str:
    """Return some squares of a mask by name: "A1, A2 and B1"; of many the first ones."""
    names = [queries.grid.name(square) for square in squares_of(mask)]
    return listed(names if len(names) <= SHOWN else [*names[: SHOWN - 1], gettext("others")])


def no_square(queries: Aim) -> IllegalAction:
    """Say which squares there are."""
    last = queries.grid.name(queries.grid.size - 1)
    return IllegalAction.translated(
        "There is no such square on this grid: squares are A1 to {last}.", last=last
    )


# Whose turn, and when


def wrong_moment(queries: Aim, action: object) -> IllegalAction:
    """Say when an action is done, and what is on now."""
    belongs = _BELONGS.get(type(action))
    if belongs is None:
        return IllegalAction.translated("Overcross knows no such action.")
    return IllegalAction.translated(
        "{belongs}: {now}.", belongs=gettext(belongs), now=gettext(_NOW[queries.state.phase])
    )


def another_is_asked(question: Question) -> IllegalAction:
    """Say that a card asks somebody else."""
    return IllegalAction.translated(
        "It is not yours to answer: a card asks seat {seat}.", seat=question.seat + 1
    )


def answer_first() -> IllegalAction:
    """Say that a card asks the player."""
    return IllegalAction.translated("A card asks you something: answer it first.")


def no_such_answer(queries: Aim, question: Question) -> IllegalAction:
    """Say that this is not one of the answers, and which are."""
    if question.kind == "square":
        possible = squares(queries, sum([1 << square for square in question.options]))
        return IllegalAction.translated(
            "That is no answer to what is asked: choose {squares}.", squares=possible
        )
    return IllegalAction.translated("That is no answer to what is asked: choose one of those offered.")


# Decks


def no_such_deck(queries: Aim, deck: str, decks: Sequence[str]) -> IllegalAction:
    """Say which ready decks there are for this match."""
    if deck in queries.pool.decks:
        points = queries.pool.decks[deck].points
        sentence = gettext(
            "The deck {deck} is made for {points} points and not legal in this match. Take {decks}.",
            deck=echo(deck),
            points=points,
            decks=either(decks),
        )
        return IllegalAction(sentence)
    return IllegalAction.translated(
        "There is no deck {deck} for this match. Take {decks}.", deck=echo(deck), decks=either(decks)
    )


def cannot_be_named(queries: Aim, number: str, mark: str, possible: Sequence[str]) -> IllegalAction:
    """Say who can be named instead."""
    names = either([f"{pgettext('card', queries.pool.cards[each].name)} ({each})" for each in possible])
    return IllegalAction.translated(
        "{card} is not a {mark} that you can name: choose {names}.",
        card=echo(number),
        mark=gettext(_MARKS[mark]),
        names=names,
    )


# Cards


def not_held(queries: Aim, seat: Seat) -> IllegalAction:
    """Say that a player does not hold a card."""
    if queries.playable(seat):
        return IllegalAction.translated("You do not hold this card: choose a card of your hand.")
    return IllegalAction.translated("You hold no card to play: move, attack or end your turn.")


def over_the_limit(queries: Aim, card: Card, seat: Seat) -> IllegalAction:
    """Say what is left of the play limit (OVC-10)."""
    left = queries.limit(seat) - queries.state.spent
    return IllegalAction.translated(
        "{card} costs {cost} to play, and of your limit of {limit} in this turn {left} is left: "
        "play a cheaper card, or go on to actions.",
        card=named(queries, card),
        cost=queries.cost(card),
        limit=queries.limit(seat),
        left=left,
    )


def no_target(queries: Aim, card: Card) -> IllegalAction:
    """Say that an event or a special has nothing it could be meant for, or cannot be paid (OVC-34)."""
    return IllegalAction.translated(
        "{card} has no legal target now, or its price cannot be paid: keep it for later.",
        card=named(queries, card),
    )


def needs_square(queries: Aim, card: Card) -> IllegalAction:
    """Say that a square has to be named, or none."""
    if queries.face(card).kind == "event":
        return IllegalAction.translated(
            "{card} is an event: play it without a square.", card=named(queries, card)
        )
    return no_square(queries)


def cannot_deploy(queries: Aim, card: Card, seat: Seat, at: int) -> IllegalAction:
    """Say why a Character cannot be deployed on a square, and where it can (OVC-11, OVC-12)."""
    possible = queries.deploys(card, seat)
    if queries.too_many(card, seat):
        sentence = gettext(
            "You have {card} in play already: of one name only one Character stands there. "
            "Play another card.",
            card=named(queries, card),
        )
        if queries.face(card).copies > 1:
            sentence = gettext(
                "You have {number} of {card} in play already, and no more may be. Play another card.",
                card=named(queries, card),
                number=queries.face(card).copies,
            )
    elif not possible:
        sentence = gettext(
            "No square where you can deploy is free: keep {card}, or play another card.",
            card=named(queries, card),
        )
    else:
        sentence = gettext(
            "{card} cannot be deployed on {square}: choose {squares}.",
            card=named(queries, card),
            square=queries.grid.name(at),
            squares=squares(queries, possible),
        )
    return IllegalAction(sentence)


def cannot_attach(queries: Aim, card: Card, seat: Seat) -> IllegalAction:
    """Say whom an edit can be attached to (OVC-03)."""
    own = queries.face(card).on == "own"
    bearers = [
        gettext("{name} at {square}", name=named(queries, piece.card), square=queries.grid.name(piece.square))
        for piece in queries.pieces
        if (piece.seat == seat) == own and piece.square != OFF
    ]
    message = _ATTACH_OWN if own else _ATTACH_ENEMY
    if not bearers:
        message = _NOBODY_OWN if own else _NOBODY_ENEMY
    return IllegalAction.translated(message, card=named(queries, card), bearers=either(bearers[:SHOWN]))


_ATTACH_OWN = N_("{card} is attached to a Character of yours: choose {bearers}.")
_ATTACH_ENEMY = N_("{card} is attached to an enemy Character: choose {bearers}.")
_NOBODY_OWN = N_("{card} is attached to a Character of yours, and you have none on the grid.")
_NOBODY_ENEMY = N_("{card} is attached to an enemy Character, and there is none on the grid.")


def cannot_put_down(queries: Aim, card: Card, at: int) -> IllegalAction:
    """Say why a terrain cannot be put on a square (OVC-13)."""
    face: Terrain = queries.face(card)
    fault = _terrain_fault(queries, face, at)
    possible = queries.terrain_squares(face)
    if not possible:
        return IllegalAction.translated("{fault} There is no square where it can be put now.", fault=fault)
    return IllegalAction.translated(
        "{fault} It can be put on {squares}.", fault=fault, squares=squares(queries, possible)
    )


def _terrain_fault(queries: Aim, face: Terrain, at: int) -> str:
    card, square = pgettext("card", face.name), queries.grid.name(at)
    site = queries.site()
    area = area_of(queries.grid, at, face.radius)
    zones = zones_of(queries.grid, queries.state.seats)
    if zones >> at & 1:
        return gettext("{square} is in a deploy zone, where no terrain has its centre.", square=square)
    for placed, other in zip(queries.terrains, queries.field.layout.areas, strict=True):
        if area & other:
            return gettext(
                "{card} on {square} would overlap {other} on {squares}.",
                card=card,
                square=square,
                other=named(queries, placed.card),
                squares=squares(queries, area & other),
            )
    if site.characters >> at & 1:
        return gettext("A Character stands on {square}.", square=square)
    if face.obstructive and area & site.characters:
        where = squares(queries, area & site.characters)
        return gettext("{card} would lie over the Characters on {squares}.", card=card, squares=where)
    if face.obstructive and area & site.flags:
        where = squares(queries, area & site.flags)
        return gettext("{card} would lie over the flag on {squares}.", card=card, squares=where)
    near = area & grown(queries.grid, zones, 1)
    if face.obstructive and near:
        where = squares(queries, near)
        return gettext("{card} would lie on {squares}, next to a deploy zone.", card=card, squares=where)
    where = squares(queries, sealed(site, at, face.radius))
    return gettext(
        "{card} on {square} would seal the path to {squares}.", card=card, square=square, squares=where
    )


# Characters


def not_yours(queries: Aim, card: Card, seat: Seat) -> IllegalAction:
    """Say that this is no Character of the player's on the grid."""
    own = [
        gettext("{name} at {square}", name=named(queries, piece.card), square=queries.grid.name(piece.square))
        for piece in queries.pieces
        if piece.seat == seat and piece.square != OFF
    ]
    if not own:
        return IllegalAction.translated("You have no Character on the grid: play one, or end your turn.")
    if queries.piece(card) is None:
        return IllegalAction.translated(
            "There is no such Character in play: choose {own}.", own=either(own[:SHOWN])
        )
    return IllegalAction.translated(
        "{card} is not yours: choose {own}.", card=named(queries, card), own=either(own[:SHOWN])
    )


def cannot_act(queries: Aim, piece: Piece, fault: str) -> IllegalAction:
    """Say why a Character cannot do something now, by the code of the fault (`legal.action_fault`)."""
    return IllegalAction.translated(FAULTS[fault], card=named(queries, piece.card))


def cannot_move(queries: Aim, piece: Piece, to: int, goals: int) -> IllegalAction:
    """Say why a Character cannot move to a square, and where it can (OVC-16, OVC-41)."""
    here, other = queries.grid.name(to), queries.at(to)
    if to == piece.square:
        sentence = gettext("{card} stands on {square} already.", card=named(queries, piece.card), square=here)
    elif other is not None:
        sentence = gettext("{other} stands on {square}.", other=named(queries, other.card), square=here)
    elif queries.field.layout.obstructive >> to & 1:
        sentence = gettext("{square} is obstructive terrain.", square=here)
    elif stop := _stop(queries, piece, to):
        sentence = gettext(
            "{card} cannot come to {square}: {terrain} stops it on the way.",
            card=named(queries, piece.card),
            square=here,
            terrain=named(queries, stop.card),
        )
    else:
        sentence = gettext(
            "{card} cannot come to {square} now.", card=named(queries, piece.card), square=here
        )
    if not goals:
        return IllegalAction.translated("{fault} It cannot move at all now.", fault=sentence)
    return IllegalAction.translated(
        "{fault} It can move to {squares}.", fault=sentence, squares=squares(queries, goals)
    )


def _stop(queries: Aim, piece: Piece, to: int) -> Placed | None:
    steps, fresh = steps_of(queries, piece)
    return stopped_by(queries, piece, steps, to, fresh=fresh)


def no_such_way(queries: Aim, card: Card, number: int) -> IllegalAction:
    """Say how many attacks or specials there are."""
    if not number:
        return IllegalAction.translated("{card} has none of these.", card=named(queries, card))
    return IllegalAction(
        ngettext(
            "{card} has {number} of these only.",
            "{card} has {number} of these only.",
            number,
            card=named(queries, card),
        )
    )


def nothing_to_attack(queries: Aim, at: int, *, terrain: bool) -> IllegalAction:
    """Say that there is nothing on a square to be attacked."""
    square = queries.grid.name(at)
    if terrain:
        return IllegalAction.translated("There is no terrain on {square} to attack.", square=square)
    if queries.terrain_at(at) is not None and queries.at(at) is None:
        return IllegalAction.translated(
            "Nobody stands on {square}: attack the terrain there if you mean it.", square=square
        )
    return IllegalAction.translated(
        "Nobody stands on {square}: attack a square with an enemy.", square=square
    )


def cannot_attack(
    queries: Aim, piece: Piece, attack: Attack, at: int, target: Piece | Placed
) -> IllegalAction:
    """Say why an attack does not reach its target, and what it reaches instead (OVC-17, OVC-21)."""
    card = named(queries, target.card)
    if isinstance(target, Piece) and target.seat == piece.seat:
        return IllegalAction.translated("{card} is on your own side: attack an enemy.", card=card)
    fault = _out_of_reach(queries, piece, attack, at, target)
    if not fault:
        nearest = queries.nearest(piece, attack, queries.area(target.card) & queries.in_range(piece, attack))
        return IllegalAction.translated(
            "Of terrain the nearest square is attacked: of {card} that is {squares}.",
            card=card,
            squares=either([queries.grid.name(each) for each in nearest]),
        )
    reached = mask_of({square for square, _ in queries.targets(piece, attack)})
    if not reached:
        return IllegalAction.translated("{fault} From where it stands it reaches nothing.", fault=fault)
    return IllegalAction.translated(
        "{fault} It can attack on {squares}.", fault=fault, squares=squares(queries, reached)
    )


def _out_of_reach(queries: Aim, piece: Piece, attack: Attack, at: int, target: Piece | Placed) -> str:
    """Return why an attack does not reach a square: range, what protects its target, sight; "" if it does."""
    card, square = named(queries, target.card), queries.grid.name(at)
    distance, reach = queries.grid.chebyshev(piece.square, at), queries.range_of(piece, attack)
    if not queries.in_range(piece, attack) >> at & 1:
        return gettext(
            "{card} on {square} is {distance} squares away, and this attack reaches {reach}.",
            card=card,
            square=square,
            distance=distance,
            reach=reach,
        )
    if isinstance(target, Piece) and not queries.can_be_aimed_at(piece, attack, target):
        return gettext(
            "{card} is no target for ranged attacks from {distance} squares away, only from {limit}.",
            card=card,
            distance=distance,
            limit=queries.in_force.target_limit(target.card),
        )
    walls = in_the_way(queries.grid, piece.square, at, queries.field.layout.blocks) if attack.ranged else 0
    if walls:
        return gettext(
            "{card} on {square} is out of sight: {terrain} on {squares} is in the way.",
            card=card,
            square=square,
            terrain=_terrains(queries, walls),
            squares=squares(queries, walls),
        )
    return ""


def _terrains(queries: Aim, walls: int) -> str:
    found = [
        placed
        for placed, area in zip(queries.terrains, queries.field.layout.areas, strict=True)
        if area & walls
    ]
    return listed([named(queries, placed.card) for placed in found])


FAULTS: Mapping[str, str] = {
    "off": N_("{card} waits off the grid until your next turn: choose another Character."),
    "act": N_("{card} may not act now: choose another Character, or end your turn."),
    "legend": N_(
        "{card} was deployed in this turn, and a Legend does not act then: choose another Character."
    ),
    "late": N_("Major actions have been taken, and no minor action follows in this turn: take a major one."),
    "minor": N_(
        "{card} has taken its minor action in this turn: choose another Character, or a major action."
    ),
    "major": N_("{card} has taken its major action in this turn: choose another Character."),
    "move": N_("Something keeps {card} from moving as its minor action: choose another Character or action."),
    "attack": N_("Something keeps {card} from attacking: choose another Character or action."),
    "star": N_("Something keeps {card} from its star attacks: choose another attack or Character."),
    "special": N_("Something keeps {card} from its specials: choose another action or Character."),
    "used": N_("This was used in this turn already, and works once: choose something else."),
}
"""Why a Character cannot do something, by the codes of `legal`."""
_MARKS = {"leader": N_("Leader"), "champion": N_("Champion"), "legend": N_("Legend")}
_BELONGS: Mapping[type, str] = {
    actions.TakeDeck: N_("Decks are chosen before the match begins"),
    actions.BringDeck: N_("Decks are chosen before the match begins"),
    actions.Name: N_("Leaders, Champions and Legends are named with the deck"),
    actions.Withdraw: N_("Decks are taken back before all have chosen"),
    actions.Begin: N_("Who won the roll goes first or last"),
    actions.Keep: N_("First hands are kept or drawn anew before the first turn"),
    actions.Redraw: N_("First hands are kept or drawn anew before the first turn"),
    actions.Play: N_("Cards are played at the beginning of one's turn, before any action"),
    actions.Move: N_("Characters move in their player's turn"),
    actions.Attack: N_("Characters attack in their player's turn"),
    actions.Use: N_("Specials are used in their player's turn"),
    actions.EndTurn: N_("A turn is ended by whose it is"),
    actions.Discard: N_("Cards are discarded down to 10 at the end of one's turn"),
    actions.Choose: N_("Answers are given to cards that ask"),
}
_NOW: Mapping[str, str] = {
    "decks": N_("now all choose their decks"),
    "first": N_("now it is chosen who begins"),
    "hands": N_("now all look at their first hands"),
    "start": N_("now a turn is beginning"),
    "cards": N_("now cards are played, or actions begin"),
    "minor": N_("now minor actions are taken, or major ones"),
    "major": N_("now major actions are taken"),
    "discard": N_("now cards are discarded, for a hand has 10 at most"),
    "over": N_("the match is over"),
}
