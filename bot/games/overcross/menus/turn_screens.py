"""The screens of a turn: cards to be played, and what each Character can do (OVC-09 to OVC-18)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.engine.cards.text.abilities import explain
from bot.engine.decks import Card
from bot.engine.grid import squares_of
from bot.engine.language import gettext, ngettext
from bot.engine.markdown import fit, safe
from bot.engine.menus import LABEL, OPTIONS, TEXT, buttons
from bot.engine.phrases import SEAT_MARKS
from bot.engine.squaremenu import parted
from bot.engine.wording import Choice, Focus, Menu
from bot.games.overcross.cards.field import Piece
from bot.games.overcross.cards.words import VOCABULARY
from bot.games.overcross.menus.desk import Desk, card_text, read_button
from bot.games.overcross.menus.prospects import Prospect, plans, prospect
from bot.games.overcross.rules.actions import EndTurn, Play, Use
from bot.games.overcross.rules.legal import steps_of
from bot.games.overcross.wording.names import Talk, counters_words, squares_words
from bot.games.overcross.wording.status import budget_words

_QUICK = 15
"""Attacks that the first screen offers."""


def turn_screen(desk: Desk, path: tuple[str, ...]) -> Menu:
    """Return a screen of the seat on turn; the first one if the path leads nowhere."""
    return (_further(desk, path) if path else None) or _first_screen(desk)


def _further(desk: Desk, path: tuple[str, ...]) -> Menu | None:
    key, rest = path[0], path[1:]
    for card in desk.able:
        if key == f"u{card}":
            return _piece_path(desk, card, rest)
    for card in desk.plays:
        if key == f"c{card}":
            return _card_path(desk, card, rest)
    return None


# The first screen


def _first_screen(desk: Desk) -> Menu:
    shots = sorted(
        [prospect(desk.talk.queries, attack) for some in desk.attacks.values() for attack in some],
        key=lambda one: -one.gain,
    )
    quick = [_quick_choice(desk, shot) for shot in shots[:_QUICK]]
    pieces = [
        desk.choice(f"u{card}", safe(desk.talk.plain(card)), desk.piece_hint(card)) for card in desk.able
    ]
    cards = desk.card_choices([(card, ()) for card in desk.plays])
    groups = [
        *desk.groups(gettext("Play a card"), cards),
        *desk.groups(gettext("Choose a Character"), pieces),
        *desk.groups(gettext("Attack at once, the best first"), quick),
        *buttons([_end_turn(desk), read_button()]),
    ]
    return Menu(fit(_turn_text(desk), TEXT), tuple(groups))


def _turn_text(desk: Desk) -> str:
    view = desk.talk.view
    heading = gettext("**Your turn**, round {round}.", round=view.round)
    lines = [f"{heading} {_phase_words(desk)}"]
    if view.round == 1:
        lines.append(_first_hint(desk))
    return "\n".join(lines)


def _phase_words(desk: Desk) -> str:
    talk, view = desk.talk, desk.talk.view
    if view.phase == "cards":
        cards = gettext("The first action ends your playing of cards.")
        return f"{budget_words(talk)} {cards}" if desk.plays else budget_words(talk)
    if not desk.able:
        return gettext("Nothing is left to do: end your turn.")
    if view.phase == "minor":
        return gettext("Minor actions: the first major one ends them, so move first whoever shall move.")
    return gettext("Major actions: whoever has not taken one can.")


def _first_hint(desk: Desk) -> str:
    """Return what helps in a first match."""
    if desk.plays:
        return gettext(
            "-# Play a Character first: it may act in this turn. What you do not use of the limit is lost; "
            "it grows by 1 each round."
        )
    return gettext(
        "-# A Character takes one minor action, such as a move, and one major action, such as most attacks. "
        "`/rules` tells the rest."
    )


def _quick_choice(desk: Desk, shot: Prospect) -> Choice:
    key = f"x{shot.attack.piece}-{shot.attack.at}-{shot.attack.way}{'t' if shot.attack.terrain else ''}"
    label = f"{safe(desk.talk.plain(shot.attack.piece))} → {_target_label(desk.talk, shot)}"
    return desk.choice(key, label, _target_hint(desk, shot), *shot.actions)


def _target_label(talk: Talk, shot: Prospect) -> str:
    queries = talk.queries
    mark = "" if queries.piece(shot.target) is None else SEAT_MARKS[queries.owner(shot.target)]
    return f"{mark}{safe(talk.plain(shot.target))}"


def _target_hint(desk: Desk, shot: Prospect) -> str:
    talk = desk.talk
    target = talk.queries.piece(shot.target) or talk.queries.terrain(shot.target)
    counters = counters_words(target.counters) if target is not None else ""
    return gettext(
        "{square}, {counters}: {prospect}",
        square=talk.square(shot.attack.at),
        counters=counters,
        prospect=shot.words,
    )


def _end_turn(desk: Desk) -> Choice:
    able = len(desk.able)
    hint = (
        ngettext("{number} Character can still act", "{number} Characters can still act", able)
        if able
        else ""
    )
    style = "plain" if able or desk.plays else "main"
    return Choice("end", gettext("End turn"), hint, (EndTurn(),), style=style)


# A card of the hand


def _card_path(desk: Desk, card: Card, rest: tuple[str, ...]) -> Menu | None:
    squares = [play.at for play in desk.plays[card] if play.at >= 0]
    if not rest:
        return _card_screen(desk, card, squares)
    lane = desk.talk.lanes.of(squares).get(rest[0])
    if len(rest) > 1 or lane is None or not parted(squares):
        return None
    choices = [_square_choice(desk, card, square) for square in lane.squares]
    text = gettext("Where shall {card} go? {lane}.", card=desk.talk.card(card), lane=lane.title)
    return Menu(
        text, tuple(desk.groups(gettext("The square"), choices)), Focus(reach=frozenset(lane.squares))
    )


def _card_screen(desk: Desk, card: Card, squares: list[int]) -> Menu:
    talk = desk.talk
    cost = gettext(
        "It costs {cost} to play. {budget}", cost=talk.queries.cost(card), budget=budget_words(talk)
    )
    text = fit(f"{card_text(talk, talk.number(card))}\n{cost}", TEXT)
    if not squares:
        label = fit(gettext("Play {card}", card=safe(talk.plain(card))), LABEL)
        return Menu(text, tuple(buttons([Choice("play", label, "", (Play(card),), style="good")])))
    choices = {square: _square_choice(desk, card, square) for square in squares}
    groups = desk.lanes(_where(desk, card), choices)
    return Menu(text, tuple(groups), Focus(reach=frozenset(squares)))


def _where(desk: Desk, card: Card) -> str:
    kind = desk.talk.face(card).kind
    if kind == "character":
        return gettext("Deploy on")
    return gettext("Attach to") if kind == "edit" else gettext("Put its centre on")


def _square_choice(desk: Desk, card: Card, square: int) -> Choice:
    """Return a square to play a card on: of an edit, who stands there; then the Character just deployed."""
    talk = desk.talk
    bearer = talk.queries.at(square)
    name, hint = talk.square(square), ""
    then: tuple[str, ...] = ()
    if talk.face(card).kind == "edit" and bearer is not None:
        name = f"{SEAT_MARKS[bearer.seat]}{safe(talk.plain(bearer.card))}"
        hint = f"{talk.square(square)}, {counters_words(bearer.counters)}"
    elif talk.face(card).kind == "character":
        then = (f"u{card}",)
    return desk.choice(f"s{square}", name, hint, Play(card, square), then=then)


# A Character


def _piece_path(desk: Desk, card: Card, rest: tuple[str, ...]) -> Menu | None:
    if not rest:
        return _piece_screen(desk, card)
    moves = desk.moves.get(card, {})
    lane = desk.talk.lanes.of(moves).get(rest[0])
    if len(rest) > 1 or lane is None or not parted(moves):
        return None
    choices = [choice for square, choice in _destinations(desk, card) if square in lane.squares]
    text = gettext("Where shall {piece} move? {lane}.", piece=desk.talk.card(card), lane=lane.title)
    focus = Focus(_piece(desk, card).square, frozenset(lane.squares))
    return Menu(text, tuple(desk.groups(gettext("Move"), choices)), focus)


def _piece(desk: Desk, card: Card) -> Piece:
    piece = desk.talk.queries.piece(card)
    assert piece is not None, "only Characters in play are chosen"
    return piece


def _piece_screen(desk: Desk, card: Card) -> Menu:
    queries = desk.talk.queries
    shots = sorted(
        [prospect(queries, attack) for attack in desk.attacks.get(card, ())], key=lambda one: -one.gain
    )
    planned = plans(queries, card)[:OPTIONS]
    groups = [
        *desk.groups(gettext("Move and attack, best first"), [_plan(desk, shot) for shot in planned]),
        *desk.groups(gettext("Attack, the best first"), [_shot(desk, shot) for shot in shots[:OPTIONS]]),
        *desk.groups(gettext("Use a special"), [_special(desk, use) for use in desk.uses.get(card, ())]),
        *desk.lanes(gettext("Move"), dict(_destinations(desk, card))),
    ]
    labels = {shot.attack.at: f"{shot.hits}/6" for shot in reversed(shots)}
    focus = Focus(_piece(desk, card).square, frozenset(desk.moves.get(card, ())), labels)
    return Menu(fit(_piece_text(desk, card), TEXT), tuple(groups), focus)


def _plan(desk: Desk, shot: Prospect) -> Choice:
    """Return a whole plan: "D4, then attack ■Well-Read Ogre"."""
    talk = desk.talk
    assert shot.move is not None, "a plan begins with a move"
    label = gettext(
        "{square}, then attack {target}",
        square=talk.square(shot.move.to),
        target=_target_label(talk, shot),
    )
    hint = f"{_way_words(desk, shot)}{shot.words}"
    key = f"p{shot.attack.at}-{shot.attack.way}"
    return desk.choice(key, label, hint, *shot.actions)


def _way_words(desk: Desk, shot: Prospect) -> str:
    """Return which attack it is, where the Character has several: "aim acc 4 dmg 3 rng 3 (F): "."""
    ways = desk.talk.queries.attacks(shot.attack.piece)
    return f"{ways[shot.attack.way].describe()}: " if len(ways) > 1 else ""


def _shot(desk: Desk, shot: Prospect) -> Choice:
    key = f"a{shot.attack.at}-{shot.attack.way}{'t' if shot.attack.terrain else ''}"
    hint = f"{_way_words(desk, shot)}{_target_hint(desk, shot)}"
    return desk.choice(key, _target_label(desk.talk, shot), hint, *shot.actions)


def _special(desk: Desk, use: Use) -> Choice:
    """Return a special with its text; of an edit, with the edit's name."""
    talk = desk.talk
    ability = talk.queries.activated(use.card)[use.way]
    text = safe(explain(ability, VOCABULARY, kind=talk.face(use.card).kind))
    return desk.choice(f"s{use.card}-{use.way}", safe(talk.plain(use.card)), text, use)


def _destinations(desk: Desk, card: Card) -> list[tuple[int, Choice]]:
    """Return where a Character can move, each with how far it is and who could be attacked there."""
    talk, piece = desk.talk, _piece(desk, card)
    moves = desk.moves.get(card, {})
    steps, fresh = steps_of(talk.queries, piece)
    distances = {
        square: spent
        for spent, layer in enumerate(talk.queries.layers(piece, steps, fresh=fresh) if moves else [])
        for square in squares_of(layer)
    }
    return [
        (
            square,
            desk.choice(
                f"m{square}",
                talk.square(square),
                _ground(talk, piece, square, distances[square]),
                move,
                then=(f"u{card}",),
            ),
        )
        for square, move in moves.items()
    ]


def _ground(talk: Talk, piece: Piece, square: int, distance: int) -> str:
    """Return what is to be known of a square: how far, which terrain, whose zone or flag."""
    queries, words = talk.queries, [squares_words(distance)]
    terrain = queries.terrain_at(square)
    words += [safe(talk.plain(terrain.card))] if terrain is not None else []
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


def _piece_text(desk: Desk, card: Card) -> str:
    """Return how a Character stands, with its numbers as they are now and its text."""
    talk, queries, piece = desk.talk, desk.talk.queries, _piece(desk, card)
    head = gettext(
        "**{piece}** at {square}, {counters}; speed {speed}, defense {defense}.",
        piece=talk.card(card),
        square=talk.place(piece.square),
        counters=counters_words(piece.counters),
        speed=queries.stat(card, "speed"),
        defense=queries.stat(card, "defense"),
    )
    lines = [head]
    attacks = [_attack_now(desk, piece, way) for way in range(len(queries.attacks(card)))]
    lines += ["; ".join(attacks)] if attacks else []
    lines += [
        safe(line) for line in talk.lexicon.text(talk.number(card))[1 if queries.face(card).attacks else 0 :]
    ]
    lines += [
        f"{talk.card(edit.card)}: {safe(talk.lexicon.short(talk.number(edit.card)))}" for edit in piece.edits
    ]
    return "\n".join([*lines, *_ahead(desk, card)])


def _attack_now(desk: Desk, piece: Piece, way: int) -> str:
    """Return an attack with its numbers as they are now."""
    queries = desk.talk.queries
    attack = queries.attacks(piece.card)[way]
    acc, dmg, rng = [queries.attack_stat(piece, stat, attack, None) for stat in ("acc", "dmg", "rng")]
    return replace(attack, acc=acc if attack.acc else 0, dmg=dmg, rng=rng if attack.rng else 0).describe()


def _ahead(desk: Desk, card: Card) -> Sequence[str]:
    """Return what a major action would end."""
    others = [each for each in desk.moves if each != card]
    if desk.talk.view.phase == "major" or not others:
        return ()
    return (
        ngettext(
            "A major action ends the minor ones: {number} other Character could still move.",
            "A major action ends the minor ones: {number} other Characters could still move.",
            len(others),
        ),
    )
