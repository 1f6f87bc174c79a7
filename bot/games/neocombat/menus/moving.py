"""The screens of the movement: from a varan to its destination (NEO-05, NEO-06)."""

from __future__ import annotations

from bot.base.language import gettext
from bot.engine.menus import buttons, select
from bot.engine.wording import Choice, Focus, Menu
from bot.games.neocombat.menus.context import MenuContext, distinct
from bot.games.neocombat.rules.actions import NEW, Move, Stop
from bot.games.neocombat.wording.names import Talk, sector_title, step_words


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
