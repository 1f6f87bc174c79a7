"""Why an action is impossible, and the alternatives, from public knowledge and the player's own cards."""

from __future__ import annotations

from collections.abc import Sequence

from bot.base.language import N_, gettext, messages, pgettext
from bot.engine.cards.printed import numbered_name
from bot.engine.cards.program import Question
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.errors import IllegalAction, Refusals
from bot.engine.grid import mask_of, squares_of
from bot.engine.sentences import echo, either, listed
from bot.games.overcross.cards.cards import Terrain
from bot.games.overcross.cards.cardtext import MARKED
from bot.games.overcross.cards.field import OFF, Piece, Placed, around
from bot.games.overcross.cards.printed import Attack
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.geometry import in_the_way, within, zones_of
from bot.games.overcross.rules.legal import steps_of
from bot.games.overcross.rules.terrains import sealed
from bot.games.overcross.rules.tolls import stopped_by
from bot.games.overcross.rules.view import play_limit

SHOWN = 8
"""The maximum number of squares or pieces that one sentence names."""


def _named(queries: Aim, card: Card) -> str:
    return pgettext("card", queries.face(card).name)


def _squares(queries: Aim, mask: int) -> str:
    """Return squares of a mask by name: "A1, A2 and B1"; only the first ones if there are many."""
    names = [queries.grid.name(square) for square in squares_of(mask)]
    return listed(names if len(names) <= SHOWN else [*names[: SHOWN - 1], gettext("others")])


def _pieces(queries: Aim, pieces: Sequence[Piece]) -> str:
    """Return Characters with their squares: "Lurker at A1 or Wall at B2"."""
    return either(
        [
            _said(queries, N_("{name} at {square}"), name=piece.card, square=piece.square)
            for piece in pieces[:SHOWN]
        ]
    )


_WORDS = Refusals[Aim](
    {
        **dict.fromkeys(("card", "other", "name"), _named),
        "square": lambda queries, square: queries.grid.name(square),
        "squares": _squares,
        "pieces": _pieces,
        "terrains": lambda queries, terrains: listed([_named(queries, placed.card) for placed in terrains]),
    }
)
_said, refusal = _WORDS.say, _WORDS.refusal


def no_square(queries: Aim) -> IllegalAction:
    """Refuse a square that does not exist; the sentence names the squares."""
    last = queries.grid.name(queries.grid.size - 1)
    return refusal(queries, N_("There is no such square on this grid: squares are A1 to {last}."), last=last)


def wrong_moment(queries: Aim, belongs: str) -> IllegalAction:
    """Refuse an action: a message says when it is possible; the current phase is added."""
    now = gettext(_NOW[queries.state.phase])
    return refusal(queries, N_("{belongs}: {now}."), belongs=gettext(belongs), now=now)


def no_such_answer(queries: Aim, question: Question) -> IllegalAction:
    """Refuse an answer; the sentence names the possible answers."""
    if question.kind != "square":
        return refusal(queries, N_("That is not a possible answer: choose one of those offered."))
    message = N_("That is not a possible answer: choose {squares}.")
    return refusal(queries, message, squares=mask_of(question.options))


# Decks


def no_such_deck(queries: Aim, deck: str, decks: Sequence[str]) -> IllegalAction:
    """Refuse an unknown ready deck; the sentence names the ready decks for this match."""
    message, known = N_("There is no deck {deck} for this match. Take {decks}."), queries.pool.decks.get(deck)
    if known is not None:
        message = N_("The deck {deck} is made for {points} points and not legal in this match. Take {decks}.")
    points = None if known is None else known.points
    return refusal(queries, message, deck=echo(deck), points=points, decks=either(decks))


def cannot_be_named(queries: Aim, number: str, mark: str, possible: Sequence[str]) -> IllegalAction:
    """Refuse a named card; the sentence lists the Characters that can be named (OVC-23, OVC-24)."""
    names = either([numbered_name(queries.pool.cards[each]) for each in possible])
    message = N_("{wrong} is not a {mark} that you can name: choose {names}.")
    return refusal(queries, message, wrong=echo(number), mark=gettext(MARKED[mark]), names=names)


# Cards


def not_held(queries: Aim, seat: Seat) -> IllegalAction:
    """Refuse a card that the player does not hold."""
    if queries.playable(seat):
        return refusal(queries, N_("You do not hold this card: choose a card of your hand."))
    return refusal(queries, N_("You hold no card to play: move, attack or end your turn."))


def over_the_limit(queries: Aim, card: Card, seat: Seat) -> IllegalAction:
    """Refuse a card beyond the play limit; the sentence names the rest of it (OVC-10)."""
    cost, limit = queries.cost(card), play_limit(queries.state, seat)
    message = N_(
        "{card} costs {cost} to play, and you have {left} left of your limit of {limit} in this "
        "turn: play a cheaper card, or go on to actions."
    )
    return refusal(queries, message, card=card, cost=cost, limit=limit, left=limit - queries.state.spent)


def no_target(queries: Aim, card: Card) -> IllegalAction:
    """Refuse an event or a special without a target, or whose costs cannot be paid (OVC-34)."""
    message = N_("{card} has no legal target now, or its price cannot be paid: keep it for later.")
    return refusal(queries, message, card=card)


def needs_square(queries: Aim, card: Card) -> IllegalAction:
    """Refuse an action because a square must be named, or must not."""
    if queries.face(card).kind != "event":
        return no_square(queries)
    return refusal(queries, N_("{card} is an event: play it without a square."), card=card)


def cannot_be_played(queries: Aim, card: Card, seat: Seat, at: int) -> IllegalAction:
    """Refuse the square of a card, with the reason and the possible squares."""
    match queries.face(card).kind:
        case "character":
            return _cannot_deploy(queries, card, seat, at)
        case "edit":
            return _cannot_attach(queries, card, seat)
    fault, possible = _terrain_fault(queries, card, at), queries.terrain_squares(queries.face(card))
    if not possible:
        return refusal(queries, N_("{fault} There is no square where it can be put now."), fault=fault)
    return refusal(queries, N_("{fault} It can be put on {squares}."), fault=fault, squares=possible)


def _cannot_deploy(queries: Aim, card: Card, seat: Seat, at: int) -> IllegalAction:
    """Refuse the square of a Character, with the reason and the possible squares (OVC-11, OVC-12)."""
    possible, copies = queries.deploys(card, seat), queries.face(card).copies
    if not queries.too_many(queries.face(card), seat):
        message = N_("{card} cannot be deployed on {square}: choose {squares}.")
        if not possible:
            message = N_("No square where you can deploy is free: keep {card}, or play another card.")
        return refusal(queries, message, card=card, square=at, squares=possible)
    if copies > 1:
        message = N_("You have {number} of {card} in play already, and no more may be. Play another card.")
        return refusal(queries, message, card=card, number=copies)
    message = N_(
        "You already have {card} in play, and only one Character with the same name is allowed. "
        "Play another card."
    )
    return refusal(queries, message, card=card)


def _cannot_attach(queries: Aim, card: Card, seat: Seat) -> IllegalAction:
    """Refuse the square of an edit; the sentence names the possible Characters (OVC-03)."""
    own = queries.face(card).on == "own"
    bearers = [each for each in queries.pieces if (each.seat == seat) == own and each.square != OFF]
    return refusal(queries, _ATTACHED[own, bool(bearers)], card=card, pieces=bearers)


_ATTACHED = {
    (True, True): N_("{card} is attached to a Character of yours: choose {pieces}."),
    (False, True): N_("{card} is attached to an enemy Character: choose {pieces}."),
    (True, False): N_("{card} is attached to a Character of yours, and you have none on the grid."),
    (False, False): N_("{card} is attached to an enemy Character, and there is none on the grid."),
}
"""By the side of the Characters that an edit can be attached to, and whether there are any."""


def _terrain_fault(queries: Aim, card: Card, at: int) -> str:
    """Return why a terrain cannot be put on a square (OVC-13)."""
    face: Terrain = queries.face(card)
    site, zones = queries.site(), zones_of(queries.state.options, queries.state.seats)
    area = within(queries.grid, at, face.radius)
    if zones >> at & 1:
        return _said(queries, N_("{square} is in a deploy zone, where no terrain has its centre."), square=at)
    for placed, other in queries.areas:
        if both := area & other:
            message = N_("{card} on {square} would overlap {other} on {squares}.")
            return _said(queries, message, card=card, square=at, other=placed.card, squares=both)
    if site.characters >> at & 1:
        return _said(queries, N_("A Character stands on {square}."), square=at)
    for under, message in (
        (site.characters, N_("{card} would lie over the Characters on {squares}.")),
        (site.flags, N_("{card} would lie over the flag on {squares}.")),
        (around(queries.grid, zones, 1), N_("{card} would lie on {squares}, next to a deploy zone.")),
    ):
        if face.obstructive and area & under:
            return _said(queries, message, card=card, squares=area & under)
    message = N_("{card} on {square} would seal the path to {squares}.")
    return _said(queries, message, card=card, square=at, squares=sealed(site, at, face.radius))


# Characters


def not_yours(queries: Aim, card: Card, seat: Seat) -> IllegalAction:
    """Refuse a card that is not one of the player's Characters on the grid."""
    own = [piece for piece in queries.pieces if piece.seat == seat and piece.square != OFF]
    if not own:
        return refusal(queries, N_("You have no Character on the grid: play one, or end your turn."))
    if queries.piece(card) is None:
        return refusal(queries, N_("There is no such Character in play: choose {pieces}."), pieces=own)
    return refusal(queries, N_("{card} is not yours: choose {pieces}."), card=card, pieces=own)


def cannot_act(queries: Aim, piece: Piece, fault: str) -> IllegalAction:
    """Refuse a Character's action, with the reason of this code (`legal.action_fault`)."""
    return refusal(queries, FAULTS[fault], card=piece.card)


def cannot_move(queries: Aim, piece: Piece, to: int, goals: int) -> IllegalAction:
    """Refuse a Character's move, with the reason and the possible squares (OVC-16, OVC-41)."""
    fault = _move_fault(queries, piece, to)
    if not goals:
        return refusal(queries, N_("{fault} It cannot move at all now."), fault=fault)
    return refusal(queries, N_("{fault} It can move to {squares}."), fault=fault, squares=goals)


def _move_fault(queries: Aim, piece: Piece, to: int) -> str:
    other, message = queries.at(to), N_("{card} cannot come to {square} now.")
    steps, fresh = steps_of(queries, piece)
    if to == piece.square:
        message = N_("{card} stands on {square} already.")
    elif other is not None:
        return _said(queries, N_("{other} stands on {square}."), other=other.card, square=to)
    elif queries.field.layout.obstructive >> to & 1:
        message = N_("{square} is obstructive terrain.")
    elif stop := stopped_by(queries, piece, steps, to, fresh=fresh):
        message = N_("{card} cannot come to {square}: {other} stops it on the way.")
        return _said(queries, message, card=piece.card, square=to, other=stop.card)
    return _said(queries, message, card=piece.card, square=to)


def no_such_way(queries: Aim, card: Card, number: int) -> IllegalAction:
    """Refuse an index; the sentence says the number of attacks or specials."""
    message = N_("{card} has {number} of these only.") if number else N_("{card} has none of these.")
    return refusal(queries, message, card=card, number=number)


def nothing_to_attack(queries: Aim, at: int, *, terrain: bool) -> IllegalAction:
    """Refuse the target of an attack: the square has no Character, or no terrain."""
    message = N_("There is no Character on {square}: attack a square with an enemy.")
    if terrain:
        message = N_("There is no terrain on {square} to attack.")
    elif queries.terrain_at(at) is not None:
        message = N_("There is no Character on {square}: attack the terrain there if you mean it.")
    return refusal(queries, message, square=at)


def cannot_attack(
    queries: Aim, piece: Piece, attack: Attack, at: int, target: Piece | Placed
) -> IllegalAction:
    """Refuse the target of an attack, with the reason and the possible targets (OVC-17, OVC-21)."""
    if isinstance(target, Piece) and target.seat == piece.seat:
        return refusal(queries, N_("{card} is on your own side: attack an enemy."), card=target.card)
    fault = _out_of_reach(queries, piece, attack, at, target)
    if not fault:
        nearest = queries.nearest(
            piece, attack, queries.area(target.card) & queries.in_range(piece, attack, 1 << piece.square)
        )
        message = N_("Of terrain the nearest square is attacked: of {card} that is {nearest}.")
        names = either([queries.grid.name(each) for each in nearest])
        return refusal(queries, message, card=target.card, nearest=names)
    reached = mask_of({square for square, _ in queries.targets(piece, attack)})
    if not reached:
        return refusal(queries, N_("{fault} From where it stands it reaches nothing."), fault=fault)
    return refusal(queries, N_("{fault} It can attack on {squares}."), fault=fault, squares=reached)


def _out_of_reach(queries: Aim, piece: Piece, attack: Attack, at: int, target: Piece | Placed) -> str:
    """Return why an attack does not reach a square: range, protection, sight; "" if it does."""
    distance, card = queries.grid.chebyshev(piece.square, at), target.card
    if not queries.in_range(piece, attack, 1 << piece.square) >> at & 1:
        message = N_("{card} on {square} is {distance} squares away, and this attack reaches {reach}.")
        reach = queries.range_of(piece, attack)
        return _said(queries, message, card=card, square=at, distance=distance, reach=reach)
    if isinstance(target, Piece) and not queries.can_be_aimed_at(piece.square, attack, target):
        message = N_(
            "{card} is no target for ranged attacks from {distance} squares away, only from {limit}."
        )
        limit = queries.in_force.target_limit(card)
        return _said(queries, message, card=card, distance=distance, limit=limit)
    walls = in_the_way(queries.grid, piece.square, at, queries.layout.blocks) if attack.ranged else 0
    if not walls:
        return ""
    found = [placed for placed, area in queries.areas if area & walls]
    message = N_("{card} on {square} is out of sight: {terrains} on {squares} is in the way.")
    return _said(queries, message, card=card, square=at, terrains=found, squares=walls)


FAULTS = messages("overcross", "faults", dict[str, str])
"""The reasons why a Character cannot act, by the codes of `legal`."""
_NOW = messages("overcross", "now", dict[str, str])
