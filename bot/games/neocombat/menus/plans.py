"""The screens on which a plan of moves is made (NEO-05c): a path of keys is the current plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_letters
from typing import Any

from bot.base.language import gettext
from bot.engine.menus import buttons, select
from bot.engine.wording import Choice, Focus, Group, Menu
from bot.games.neocombat.menus.context import MenuContext, distinct
from bot.games.neocombat.rules.actions import NEW, NONE, Move, Stop
from bot.games.neocombat.rules.orders import MovePlan, PlannedMove
from bot.games.neocombat.wording.names import Talk, sector_title, step_words, tokens_of

# The screens of the movement: from a varan to its destination (NEO-05, NEO-06).


def movement_screen(context: MenuContext) -> Menu:
    """Return the first screen of a seat in a step of the movement."""
    able = distinct([move.token for move in context.of(Move)])
    step = step_words(context.talk.view)
    text = gettext("**Movement:** {step}.", step=step)
    if not able:
        nobody = gettext("None of your varans can move in this step; the others do not see that.")
        text = f"{text} {nobody}"
    text = context.hinted(
        text,
        gettext(
            "A varan moves once a turn, to any sector: revealed ones first, slow before fast. One that moves"
            " before its step hides its speed."
        ),
    )
    choices = [
        context.choice(f"m{token}", context.talk.called(token), context.state_words(token)) for token in able
    ]
    row = [
        context.pass_button(gettext("Done with this step"), able=bool(able)),
        context.choice("stop", gettext("No more moves this turn"), gettext("all will know"), Stop()),
        context.choice("plan", gettext("Plan my moves")),
    ]
    return Menu(text, (*select(gettext("Move a varan"), choices), *buttons(row)))


def destination_screen(context: MenuContext, key: str) -> Menu | None:
    """Return the screen of a varan's destinations; None for one that cannot move."""
    moves = [move for move in context.of(Move) if f"m{move.token}" == key]
    if not moves:
        return None
    token = moves[0].token
    text = gettext(
        "**Where shall {varan} go?** It is here: {sector}.",
        varan=context.talk.called(token),
        sector=sector_title(context.talk.view.tokens[token].sector),
    )
    choices = [_destination(context, move) for move in moves]
    focus = Focus(token, frozenset([move.to for move in moves if move.to != NEW]))
    return Menu(text, tuple(select(gettext("Move to"), choices)), focus)


def _destination(context: MenuContext, move: Move) -> Choice:
    key = "new" if move.to == NEW else f"s{move.to}"
    return context.choice(key, place_title(move.to), who_is_there(context.talk, move.to), move)


def place_title(sector: int) -> str:
    """Return the name of a destination."""
    return gettext("A new sector") if sector == NEW else sector_title(sector)


def who_is_there(talk: Talk, sector: int) -> str:
    """Return the varans in a sector."""
    there = [talk.token(token) for token, its in enumerate(talk.view.tokens) if its.sector == sector >= 0]
    return ", ".join(there) or gettext("nobody is there")


Saving = Callable[[MovePlan | None], Any]
"""Returns the orders (`Choice.orders`) with this plan instead of any other."""


def plan_turn(talk: Talk) -> int:
    """Return the turn of a plan: this one while the plan can still be followed, else the next."""
    view = talk.view
    moving = view.phase in ("specials", "movement") and talk.seat not in view.stopped
    return view.turn if moving else view.turn + 1


def plan_screen(talk: Talk, path: tuple[str, ...], saving: Saving, then: tuple[str, ...] = ()) -> Menu:
    """Return the screen of a plan at the end of a path of moves.

    Each move is two keys: the varan, then step and place. An invalid path starts again.
    """
    moves = _read(talk, path)
    if moves is None:
        return plan_screen(talk, (), saving, then)
    if len(path) % 2:
        return _varan_screen(talk, int(path[-1]) + _first(talk))
    return _overview(talk, moves, saving, then)


def plan_words(talk: Talk, plan: MovePlan) -> str:
    """Return a plan in words: "step 1: ●1.2 A3 Scout to the Centre"."""
    moves = [move_words(talk, move) for move in plan.moves]
    last = gettext("no more moves after that") if plan.stop else gettext("the other steps are passed")
    return "; ".join([*moves, last])


def move_words(talk: Talk, move: PlannedMove) -> str:
    """Return a planned move in words."""
    token = talk.token(move.token)
    if move.after != NONE:
        return gettext(
            "step {step}: {token} to {other}", step=move.step, token=token, other=talk.token(move.after)
        )
    return gettext(
        "step {step}: {token} → {sector}", step=move.step, token=token, sector=place_title(move.to)
    )


# From keys to moves


def _first(talk: Talk) -> int:
    return talk.seat * talk.view.options.team


def _read(talk: Talk, path: Sequence[str]) -> list[PlannedMove] | None:
    """Return the moves of a path; None if a key is invalid. An odd key at the end names a varan."""
    moves: list[PlannedMove] = []
    for at, key in enumerate(path):
        if at % 2 == 0:
            if key not in [str(token - _first(talk)) for token in _free(talk, moves)]:
                return None
            continue
        token = int(path[at - 1]) + _first(talk)
        by_key = {
            _key(talk, move): move for step in _steps(talk, token) for move in _moves(talk, token, step)
        }
        if key not in by_key:
            return None
        moves.append(by_key[key])
    return moves


def _free(talk: Talk, moves: Sequence[PlannedMove]) -> list[int]:
    """Return the own varans that can be planned for: in the game, with a remaining step."""
    planned = {move.token for move in moves}
    return [token for token in talk.own_tokens() if token not in planned and _steps(talk, token)]


def _steps(talk: Talk, token: int) -> list[int]:
    """Return the steps in which a varan could move."""
    view, its = talk.view, talk.view.tokens[token]
    speed = talk.lexicon.pool.roster[talk.varan_of(token)].speed
    steps = range(1, speed + 1)
    if plan_turn(talk) != view.turn:
        return [*steps]
    if its.moved or its.sideways:
        return []
    now = (view.cloaked, view.step) if view.phase == "movement" else (False, 0)
    return [step for step in steps if (not its.revealed, step) >= now]


def _moves(talk: Talk, token: int, step: int) -> list[PlannedMove]:
    """Return the moves that can be planned for a varan in a step."""
    view = talk.view
    here = view.tokens[token].sector
    sectors = [sector for sector in view.sectors if sector != here]
    others = [other for other in tokens_of(view, talk.seat) if other != token and view.tokens[other].here]
    return [
        *[PlannedMove(token, step, to) for to in (*sectors, NEW)],
        *[PlannedMove(token, step, after=other) for other in others],
    ]


def _key(talk: Talk, move: PlannedMove) -> str:
    """Return the key of a planned move: its step, then a letter for the sector or a digit for a varan.

    A whole path for eight varans must fit into a custom_id.
    """
    if move.after != NONE:
        return f"{move.step}{move.after - _first(talk)}"
    return f"{move.step}{_NEW if move.to == NEW else ascii_letters[move.to]}"


_NEW = "9"
"""The digit of a new sector: no team has a tenth varan."""


# Screens


def _overview(talk: Talk, moves: list[PlannedMove], saving: Saving, then: tuple[str, ...]) -> Menu:
    turn = plan_turn(talk)
    free = _free(talk, moves)
    so_far = "; ".join([move_words(talk, move) for move in moves]) or gettext("no moves")
    text = "\n".join(
        [
            gettext("**Your plan for turn {turn}:** {moves}.", turn=turn, moves=so_far),
            gettext(
                "I carry it out step by step, some minutes after I would ask you; if a destination "
                "is gone, I ask you. Nobody else learns of it."
            ),
        ]
    )
    choices = [
        Choice(str(token - _first(talk)), talk.called(token), place_title(talk.view.tokens[token].sector))
        for token in free
    ]
    stop, on = [
        Choice(
            key,
            label,
            orders=saving(MovePlan(turn, tuple(moves), stop=stops)),
            then=then,
            style=style,
        )
        for key, label, stops, style in (
            ("save", gettext("Save: no more moves after that"), True, "good"),
            ("pass", gettext("Save: pass the other steps"), False, "plain"),
        )
    ]
    return Menu(text, (*select(gettext("Plan a move of"), choices), *buttons([stop, on])))


def _varan_screen(talk: Talk, token: int) -> Menu:
    text = gettext("**When and where shall {varan} move?**", varan=talk.called(token))
    groups: list[Group] = []
    for step in _steps(talk, token):
        choices = [Choice(_key(talk, move), *_move_words(talk, move)) for move in _moves(talk, token, step)]
        groups += select(gettext("In step {step}", step=step), choices)
    return Menu(text, tuple(groups), Focus(token))


def _move_words(talk: Talk, move: PlannedMove) -> tuple[str, str]:
    """Return the label and the hint of a planned move."""
    if move.after != NONE:
        return gettext("Where {varan} is then", varan=talk.called(move.after)), ""
    return place_title(move.to), who_is_there(talk, move.to)
