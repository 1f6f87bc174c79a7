"""The screens of a turn: playing cards, and the actions of each Character (OVC-09 to OVC-18)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.base.language import gettext, ngettext
from bot.engine.cards.explaining import explain
from bot.engine.decks import Card
from bot.engine.grid import squares_of
from bot.engine.menus import LABEL, OPTIONS, TEXT, buttons, select
from bot.engine.sentences import SEAT_MARKS, fit, safe
from bot.engine.wording import Choice, Focus, Menu
from bot.games.overcross.cards.field import Piece
from bot.games.overcross.cards.printed import REACHES
from bot.games.overcross.cards.words import VOCABULARY
from bot.games.overcross.menus.context import MenuContext, card_text, read_button
from bot.games.overcross.menus.prospects import Prospect, plans, prospect
from bot.games.overcross.rules.actions import Attack, EndTurn, Play, Use
from bot.games.overcross.rules.legal import steps_of
from bot.games.overcross.rules.tolls import kills
from bot.games.overcross.wording.board_text import budget_words
from bot.games.overcross.wording.names import Talk, counters_words, squares_words

_QUICK = 15
"""The maximum number of attacks on the first screen."""


def turn_screen(context: MenuContext, path: tuple[str, ...]) -> Menu:
    """Return a screen of the seat in turn; the first one if the path leads nowhere."""
    return (_further(context, path) if path else None) or _first_screen(context)


def _further(context: MenuContext, path: tuple[str, ...]) -> Menu | None:
    key, rest = path[0], path[1:]
    for card in context.able:
        if key == f"u{card}":
            return _piece_path(context, card, rest)
    for card in context.plays:
        if key == f"c{card}":
            return _card_path(context, card, rest)
    return None


# The first screen


def _first_screen(context: MenuContext) -> Menu:
    shots = _shots(context, [attack for some in context.attacks.values() for attack in some])
    quick = [_quick_choice(context, shot) for shot in shots[:_QUICK]]
    pieces = [
        context.choice(f"u{card}", safe(context.talk.plain(card)), context.piece_hint(card))
        for card in context.able
    ]
    cards = context.card_choices([(card, ()) for card in context.plays])
    groups = [
        *select(gettext("Play a card"), cards),
        *select(gettext("Choose a Character"), pieces),
        *select(gettext("Attack at once, the best first"), quick),
        *buttons([*_next_shot(context, shots), _end_turn(context), read_button()]),
    ]
    return Menu(fit(_turn_text(context), TEXT), tuple(groups))


def _turn_text(context: MenuContext) -> str:
    view = context.talk.view
    heading = gettext("**Round {round}.**", round=view.round)
    lines = [f"{heading} {_phase_words(context)}"]
    if view.round == 1:
        lines.append(_first_hint(context))
    return "\n".join(lines)


def _phase_words(context: MenuContext) -> str:
    talk, view = context.talk, context.talk.view
    if view.phase == "cards":
        cards = gettext("The first action ends your playing of cards.")
        return f"{budget_words(talk)} {cards}" if context.plays else budget_words(talk)
    if not context.able:
        return gettext("Nothing is left to do: end your turn.")
    if view.phase == "minor":
        return gettext("Minor actions: the first major one ends them, so make your moves first.")
    return gettext("Major actions: each Character can take one.")


def _first_hint(context: MenuContext) -> str:
    """Return the hint for a first match."""
    if context.plays:
        return gettext(
            "-# Play a Character first: it may act in this turn. What you do not use of the limit is lost; "
            "it grows by 1 each round."
        )
    return gettext(
        "-# A Character takes one minor action, such as a move, and one major action, such as most attacks."
    )


def _shots(context: MenuContext, attacks: Iterable[Attack]) -> list[Prospect]:
    """Return the chances of attacks, the best first."""
    return sorted([prospect(context.talk.queries, each) for each in attacks], key=lambda one: -one.gain)


def _quick_choice(context: MenuContext, shot: Prospect) -> Choice:
    key = f"x{shot.attack.piece}-{shot.attack.at}-{shot.attack.way}{'t' if shot.attack.terrain else ''}"
    label = f"{safe(context.talk.plain(shot.attack.piece))} → {_target_label(context.talk, shot)}"
    return context.choice(key, label, _target_hint(context, shot), *shot.actions)


def _next_shot(context: MenuContext, shots: Sequence[Prospect]) -> list[Choice]:
    """Return the best attack as a button of one tap, once the moves are over."""
    if context.talk.view.phase != "major" or not shots:
        return []
    best = _quick_choice(context, shots[0]).label
    label = gettext("Attack ({chances} in 6): {attack}", attack=best, chances=shots[0].hits)
    return [context.choice("next", label, "", *shots[0].actions, style="main")]


def _target_label(talk: Talk, shot: Prospect) -> str:
    queries = talk.queries
    mark = "" if queries.piece(shot.target) is None else SEAT_MARKS[queries.owner(shot.target)]
    return f"{mark}{safe(talk.plain(shot.target))}"


def _target_hint(context: MenuContext, shot: Prospect) -> str:
    talk = context.talk
    target = talk.queries.piece(shot.target) or talk.queries.terrain(shot.target)
    counters = counters_words(target.counters) if target is not None else ""
    return gettext(
        "{square}, {counters}: {prospect}",
        square=talk.square(shot.attack.at),
        counters=counters,
        prospect=shot.words,
    )


def _end_turn(context: MenuContext) -> Choice:
    able = len(context.able)
    hint = (
        ngettext("{number} Character can still act", "{number} Characters can still act", able)
        if able
        else ""
    )
    style = "plain" if able or context.plays else "main"
    return Choice("end", gettext("End turn"), hint, (EndTurn(),), style=style)


# A card of the hand


def _card_path(context: MenuContext, card: Card, rest: tuple[str, ...]) -> Menu | None:
    squares = [play.at for play in context.plays[card] if play.at >= 0]
    if not rest:
        return _card_screen(context, card, squares)
    if (lane := context.lane(squares, rest)) is None:
        return None
    choices = {square: _square_choice(context, card, square) for square in lane.squares}
    text = gettext("Where shall {card} go? {lane}.", card=context.talk.card(card), lane=lane.title)
    return context.lane_menu(text, gettext("The square"), lane, choices)


def _card_screen(context: MenuContext, card: Card, squares: list[int]) -> Menu:
    talk = context.talk
    cost = gettext(
        "It costs {cost} to play. {budget}", cost=talk.queries.cost(card), budget=budget_words(talk)
    )
    text = fit(f"{card_text(talk, talk.number(card))}\n{cost}", TEXT)
    if not squares:
        label = fit(gettext("Play {card}", card=safe(talk.plain(card))), LABEL)
        return Menu(text, tuple(buttons([Choice("play", label, "", (Play(card),), style="good")])))
    choices = {square: _square_choice(context, card, square) for square in squares}
    kind = context.talk.face(card).kind
    if kind == "character":
        where = gettext("Deploy on")
    else:
        where = gettext("Attach to") if kind == "edit" else gettext("Put its centre on")
    groups = context.lanes(where, choices)
    return Menu(text, tuple(groups), Focus(reach=frozenset(squares)))


def _square_choice(context: MenuContext, card: Card, square: int) -> Choice:
    """Return a square for playing a card; the screen of a deployed Character comes next."""
    talk = context.talk
    bearer = talk.queries.at(square)
    name, hint = talk.square(square), ""
    then: tuple[str, ...] = ()
    if talk.face(card).kind == "edit" and bearer is not None:
        name = f"{SEAT_MARKS[bearer.seat]}{safe(talk.plain(bearer.card))}"
        hint = f"{talk.square(square)}, {counters_words(bearer.counters)}"
    elif talk.face(card).kind == "character":
        then = (f"u{card}",)
    return context.choice(f"s{square}", name, hint, Play(card, square), then=then)


# A Character


def _piece_path(context: MenuContext, card: Card, rest: tuple[str, ...]) -> Menu | None:
    if not rest:
        return _piece_screen(context, card)
    if (lane := context.lane(context.moves.get(card, ()), rest)) is None:
        return None
    text = gettext("Where shall {piece} move? {lane}.", piece=context.talk.card(card), lane=lane.title)
    at = _piece(context, card).square
    return context.lane_menu(text, gettext("Move"), lane, _destinations(context, card), at)


def _piece(context: MenuContext, card: Card) -> Piece:
    piece = context.talk.queries.piece(card)
    assert piece is not None, "only Characters in play are chosen"
    return piece


def _piece_screen(context: MenuContext, card: Card) -> Menu:
    queries = context.talk.queries
    shots = _shots(context, context.attacks.get(card, ()))
    planned = plans(queries, card)[:OPTIONS]
    groups = [
        *select(gettext("Move and attack, best first"), [_plan(context, shot) for shot in planned]),
        *select(gettext("Attack, the best first"), [_shot(context, shot) for shot in shots[:OPTIONS]]),
        *select(gettext("Use a special"), [_special(context, use) for use in context.uses.get(card, ())]),
        *context.lanes(gettext("Move"), _destinations(context, card)),
    ]
    labels = {shot.attack.at: f"{shot.hits}/6" for shot in reversed(shots)}
    focus = Focus(_piece(context, card).square, frozenset(context.moves.get(card, ())), labels)
    return Menu(fit(_piece_text(context, card), TEXT), tuple(groups), focus)


def _plan(context: MenuContext, shot: Prospect) -> Choice:
    """Return a whole plan: "D4, then attack ■Well-Read Ogre"."""
    talk = context.talk
    assert shot.move is not None, "a plan begins with a move"
    label = gettext(
        "{square}, then attack {target}",
        square=talk.square(shot.move.to),
        target=_target_label(talk, shot),
    )
    hint = f"{_way_words(context, shot)}{shot.words}"
    key = f"p{shot.attack.at}-{shot.attack.way}"
    return context.choice(key, label, hint, *shot.actions)


def _way_words(context: MenuContext, shot: Prospect) -> str:
    """Return the name of the attack, if the Character has several: "aim: "."""
    ways = context.talk.queries.attacks(shot.attack.piece)
    way = ways[shot.attack.way]
    if len(ways) < 2:
        return ""
    alone = [each.reach for each in ways].count(way.reach) == 1
    return f"{gettext(REACHES[way.reach]) if alone else way.describe()}: "


def _shot(context: MenuContext, shot: Prospect) -> Choice:
    key = f"a{shot.attack.at}-{shot.attack.way}{'t' if shot.attack.terrain else ''}"
    hint = f"{_way_words(context, shot)}{_target_hint(context, shot)}"
    return context.choice(key, _target_label(context.talk, shot), hint, *shot.actions)


def _special(context: MenuContext, use: Use) -> Choice:
    """Return a special with its text; for an edit with the edit's name."""
    talk = context.talk
    ability = talk.queries.activated(use.card)[use.way]
    text = safe(explain(ability, VOCABULARY, kind=talk.face(use.card).kind))
    return context.choice(f"s{use.card}-{use.way}", safe(talk.plain(use.card)), text, use)


def _destinations(context: MenuContext, card: Card) -> dict[int, Choice]:
    """Return the squares a Character can move to, each with the distance and the targets there."""
    talk, piece = context.talk, _piece(context, card)
    moves = context.moves.get(card, {})
    steps, fresh = steps_of(talk.queries, piece)
    distances = {
        square: spent
        for spent, layer in enumerate(talk.queries.layers(piece, steps, fresh=fresh) if moves else [])
        for square in squares_of(layer)
    }
    choices = {}
    for square, move in moves.items():
        hint = _ground(talk, piece, square, distances[square])
        choices[square] = context.choice(f"m{square}", talk.square(square), hint, move, then=(f"u{card}",))
    return choices


def _ground(talk: Talk, piece: Piece, square: int, distance: int) -> str:
    """Return a square's properties: distance, terrain, whether it kills (OVC-41), zone or flag."""
    queries, words = talk.queries, [squares_words(distance)]
    terrain = queries.terrain_at(square)
    words += [safe(talk.plain(terrain.card))] if terrain is not None else []
    words += [gettext("it dies there")] if kills(queries, piece, square) else []
    words += [
        gettext("zone of {player}", player=SEAT_MARKS[seat])
        for seat in range(talk.view.seats)
        if seat != piece.seat and queries.zone(seat) >> square & 1
    ]
    words += [
        gettext("flag of {player}", player=SEAT_MARKS[flag.seat])
        for flag in talk.view.flags
        if flag.square == square
    ]
    return ", ".join(words)


def _piece_text(context: MenuContext, card: Card) -> str:
    """Return a Character's condition, with its current numbers and its text."""
    talk, queries, piece = context.talk, context.talk.queries, _piece(context, card)
    head = gettext(
        "**{piece}** at {square}, {counters}; speed {speed}, defense {defense}.",
        piece=talk.card(card),
        square=talk.place(piece.square),
        counters=counters_words(piece.counters),
        speed=queries.stat(card, "speed"),
        defense=queries.stat(card, "defense"),
    )
    lines = [head]
    attacks = [_attack_now(context, piece, way) for way in range(len(queries.attacks(card)))]
    lines += ["; ".join(attacks)] if attacks else []
    lines += [
        safe(line) for line in talk.lexicon.text(talk.number(card))[1 if queries.face(card).attacks else 0 :]
    ]
    lines += [
        f"{talk.card(edit.card)}: {safe(talk.lexicon.short(talk.number(edit.card)))}" for edit in piece.edits
    ]
    return "\n".join([*lines, *_ahead(context, card)])


def _attack_now(context: MenuContext, piece: Piece, way: int) -> str:
    """Return an attack with its current numbers."""
    queries = context.talk.queries
    attack = queries.attacks(piece.card)[way]
    acc, dmg, rng = [queries.attack_stat(piece, stat, attack, None) for stat in ("acc", "dmg", "rng")]
    return replace(attack, acc=acc if attack.acc else 0, dmg=dmg, rng=rng if attack.rng else 0).describe()


def _ahead(context: MenuContext, card: Card) -> Sequence[str]:
    """Return the possibilities that a major action would end."""
    others = [each for each in context.moves if each != card]
    if context.talk.view.phase == "major" or not others:
        return ()
    return (
        ngettext(
            "A major action ends the minor ones: {number} other Character could still move.",
            "A major action ends the minor ones: {number} other Characters could still move.",
            len(others),
        ),
    )
