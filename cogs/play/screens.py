"""The screens of the play panel: the menu of a game at a path, its missing choices, and their messages."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import discord
import msgspec
from cachetools import LRUCache
from discord import ui

from bot.base.language import N_, current, gettext, ngettext
from bot.engine.errors import Refusal
from bot.engine.guided import LEARNER, Prepared
from bot.engine.menus import Reason, reasons
from bot.engine.sentences import cut
from bot.engine.wording import Choice, Group, Menu
from bot.games.game import Game
from bot.matches.model import MatchView
from bot.matches.play import slow
from cogs.kit.clock_words import own_deadline_in_words
from cogs.kit.controls import (
    PRIMARY,
    ComponentId,
    Control,
    button,
    closer_look,
    hand_button,
    rules_button,
    select,
    words_button,
)
from cogs.kit.hooks import NO_HOOKS, Hooks
from cogs.kit.layout import (
    LABEL,
    OPTIONS,
    PLACEHOLDER,
    TEXT,
    Attachment,
    OutgoingMessage,
    fit,
    message_of,
    option,
    picture_of,
    plain,
    rows,
    safe,
    text,
)
from cogs.kit.sentences import (
    Line,
    aim_in_words,
    following_of,
    has_more,
    in_short,
    link_to,
    outcome_in_words,
    own_accent,
    own_words,
    safe_names,
    status_in_words,
    what_happened,
    window_in_words,
)
from cogs.play.plan_screens import PLAN, plan_menu
from renderers.contract import Picture

if TYPE_CHECKING:
    from cogs.kit.client import Client

DEEPEST = 3
"""How many screens below the first are searched for a step of a lesson."""
Path: TypeAlias = tuple[str, ...]
_ITALICS = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
"""The names of controls in the tip of a lesson."""
MENUS_OF, MENUS = 64, 32
"""Of how many views menus are kept, and how many of each: some kilobytes for a person who is choosing."""
_menus: LRUCache[int, tuple[MatchView, LRUCache[tuple[str, Path], Menu | None]]] = LRUCache(MENUS_OF)
"""By the identity of their view, which is made anew when its match changes."""
ORDERS = "orders"
"""The key of the first screen's choice for standing orders; no game has a choice of this key there."""


class Screen(NamedTuple):
    """A screen of a panel."""

    path: Path
    """Its path: the path of the first screen where the requested one is not valid any more, so that the next
    choice continues from there.
    """
    menu: Menu | None
    """None without a seat and after the end."""
    unavailable: Sequence[Reason]
    """The reasons why expected choices are missing."""


def screen_at(game: Game, match_view: MatchView, path: Path) -> Screen:
    """Return the screen at a path."""
    menu = menu_of(game, match_view, path)
    own = () if path and menu == menu_of(game, match_view, ()) else path
    return Screen(own, menu, reasons_at(game, match_view, own))


def menu_of(game: Game, match_view: MatchView, path: Path) -> Menu | None:
    """Return the menu at a path; None without a seat and after the end.

    A press needs the first screen and the one it comes from again: those of the latest views are kept.
    """
    if match_view.seat is None or match_view.match.stage.ended:
        return None
    _, menus = _menus.setdefault(id(match_view), (match_view, LRUCache(MENUS)))
    place = current().code, path
    if place not in menus:
        menus[place] = _composed_menu(game, match_view, match_view.seat, path)
    return menus[place]


def _composed_menu(game: Game, match_view: MatchView, seat: int, path: Path) -> Menu | None:
    names = safe_names(match_view.match)
    if path[:1] == (ORDERS,) and game.rules.ordered is not None:
        orders = match_view.orders or game.rules.ordered.Orders()
        return game.wording.orders_menu(match_view.view, orders, path[1:], names)
    if path[:1] == (PLAN,) and may_plan(game, match_view):
        return plan_menu(game, match_view, path[1:], names)
    menu = game.wording.menu(match_view.view, match_view.legal, path, names)
    lesson = match_view.match.match_terms.prepared
    if lesson is None or not lesson.expected(LEARNER):
        return menu
    step = msgspec.structs.replace(match_view, legal=lesson.narrowed(game.rules, match_view.legal, seat))
    taught = _taught(game, step, path, lesson)
    if path and (not taught.groups or taught == _taught(game, step, (), lesson)):
        return menu_of(game, match_view, ())
    return msgspec.structs.replace(taught, text=menu.text)  # it shows everything that the rules allow


def _taught(game: Game, match_view: MatchView, path: Path, lesson: Prepared) -> Menu:
    """Return a screen of a lesson with only the choices that do its step or lead to it.

    Where the tip names a choice of the screen, other ways to the step are left out.
    """
    names, tip = safe_names(match_view.match), _ITALICS.findall(gettext(lesson.told()[1]))

    def screen(at: Path) -> Menu:
        return game.wording.menu(match_view.view, match_view.legal, at, names)

    first = screen(())

    def serves(choice: Choice, at: Path) -> bool:
        if choice.actions or choice.orders is not None:
            return choice.orders is None and lesson.allows(LEARNER, choice.actions)
        there = first if choice.then or len(at) > DEEPEST else screen(at)
        if there == first:
            return False  # there is no such screen now
        return any(serves(each, (*at, each.key)) for group in there.groups for each in group.choices)

    menu = screen(path)
    kept = [each for group in menu.groups for each in group.choices if serves(each, (*path, each.key))]
    named = [each for each in kept if each.label in tip]
    if named:
        kept = [each for each in kept if each in named or each.actions]
    groups = [
        msgspec.structs.replace(group, choices=tuple([each for each in group.choices if each in kept]))
        for group in menu.groups
    ]
    return msgspec.structs.replace(menu, groups=tuple([group for group in groups if group.choices]))


def choice_at(game: Game, match_view: MatchView, path: Path) -> Choice | None:
    """Return the choice at a path, None when it is no longer possible."""
    menu = menu_of(game, match_view, path[:-1])
    if menu is None or not path:
        return None
    return next((each for group in menu.groups for each in group.choices if each.key == path[-1]), None)


def may_bring(game: Game, match_view: MatchView) -> bool:
    """Whether the player can choose their own deck for the match now."""
    if game.decks is None or match_view.seat is None or match_view.match.stage.ended:
        return False
    return game.decks.may_bring(match_view.view)


def may_order(game: Game, match_view: MatchView) -> bool:
    """Whether the player can have standing orders in the match."""
    info, seat = match_view.match, match_view.seat
    free = info.match_terms.prepared is None and not info.stage.ended
    playing = free and seat is not None and seat not in info.match_terms.resigned
    return game.rules.ordered is not None and playing


def may_plan(game: Game, match_view: MatchView) -> bool:
    """Whether the player can see or make a plan of their next turn."""
    info, seat = match_view.match, match_view.seat
    turns = game.rules.plannable
    if turns is None or seat is None or info.stage.ended or seat in info.match_terms.resigned:
        return False
    free = info.match_terms.prepared is None
    return free and (match_view.plan is not None or turns.own_turn(match_view.view) is not None)


def reasons_at(game: Game, match_view: MatchView, path: Path) -> tuple[Reason, ...]:
    """Return why a screen does not offer expected choices; nothing in a lesson or after the end.

    A lesson only offers what it teaches.
    """
    info = match_view.match
    if match_view.seat is None or info.stage.ended or info.match_terms.prepared is not None:
        return ()
    view = match_view.view
    unavailable = game.wording.unavailable(view, match_view.legal, path, safe_names(info))
    return reasons(game.rules, view, unavailable)


# The messages of the screens, from a menu of the game and one player's view.

MENU_TEXT = 1500
SHORT_NOTE = 40
"""The number of a note's characters below which it is not shown."""
DESCRIPTION_TEXT = 3600
_AT_ONCE = 2
"""The most reasons that the panel shows in full; of more it shows the names alone."""
_NAMES = 6
"""The most names of missing choices on the panel."""
_DROPPED = {
    "condition": N_("⚠️ Your plan was dropped: one of its conditions is not true any more."),
    "action": N_("⚠️ Your plan was dropped: its next step is no longer possible."),
}
STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "grave": discord.ButtonStyle.danger,
}


async def draw_panel(
    bot: Client,
    match_view: MatchView,
    path: Path = (),
    *,
    table: bool,
    told: Sequence[Line] = (),
    since: str = "",
    note: str = "",
    following: bool = False,
) -> OutgoingMessage:
    """Return one screen of a player's panel with its pictures: the hand in games with hands, and the table.

    The table is shown with `table`, or where the screen marks something on it. With `following` a player who
    has nothing more to do here sees the next match that awaits them.
    """
    game = bot.game_of(match_view.match)
    screen = await bot.workers.run_here(partial(screen_at, game, match_view, path))
    focus = screen.menu.focus if screen.menu else None
    picture, hand, undo, following_words, kept = await asyncio.gather(
        bot.draw(match_view, focus=focus) if table or focus else _none(),
        bot.draw_hand(match_view, brief=True),
        may_undo(bot, match_view),
        following_of(bot, match_view) if following else _none(),
        note_of(bot, match_view),
    )
    page = compose_panel(
        game,
        match_view,
        screen.path,
        menu=screen.menu,
        told=told,
        since=since,
        note=note,
        clock=await clock_of(bot, match_view),
        following=following_words or "",
        kept=kept,
        unavailable=screen.unavailable,
        picture=picture,
        hand=hand,
        undo=undo,
        hooks=bot.hooks,
    )
    return bot.with_notice(page)


async def draw_acted(
    bot: Client, match_view: MatchView, *, told: Sequence[Line] = (), note: str = "", acted: bool = False
) -> OutgoingMessage:
    """Return the DM of a player who has finished: their actions and the position after them.

    It stays true for ever. It tells the outcome of an ended match, unless the player has just `acted` in it
    and a DM with the outcome follows at once.
    """
    game = bot.game_of(match_view.match)
    picture, hand, waits = await asyncio.gather(
        bot.draw(match_view), bot.draw_hand(match_view, brief=True), following_of(bot, match_view)
    )
    info = match_view.match
    below = gettext("-# The position after your turn in {place}.", place=link_to(bot, info))
    if info.stage.ended and not (acted and await _told_now(bot, match_view)):
        below = outcome_in_words(game, info, match_view.seat, match_view)
    onward = [button(gettext("Next match"), ComponentId("nextmatch"), PRIMARY)] if waits else []
    return message_of(
        text(f"{_title(game, match_view)}\n{note}".rstrip()),
        text(in_short(told, own_words(match_view.match, match_view.seat))),
        picture_of(picture),
        picture_of(hand, "hand"),
        text(below),
        *rows(onward),
        accent=own_accent(match_view),
    )


async def _told_now(bot: Client, match_view: MatchView) -> bool:
    """Whether the viewer gets the outcome by DM now: the ending, or the result of a match in the DM."""
    if match_view.match.guild is None:
        return True
    if match_view.seat is None or match_view.match.seats[match_view.seat].dm_closed:
        return False
    user = match_view.match.seats[match_view.seat].user
    return (await bot.people.about_end(user, match_view.match.id))[0].how == "now"


async def clock_of(bot: Client, match_view: MatchView) -> str:
    """Return the viewer's deadline in their own time zone, or the deadlines of others; "" for no clock."""
    if match_view.seat is None or match_view.match.stage.ended or not match_view.match.match_terms.timed:
        return ""
    preferences = await bot.people.preferences(match_view.match.seats[match_view.seat].user)
    own = own_deadline_in_words(match_view, bot.clock(), preferences)
    return own or window_in_words(match_view.match)


async def note_of(bot: Client, match_view: MatchView) -> str:
    """Return the viewer's own note in the match, marked as such; "" for none."""
    if match_view.seat is None:
        return ""
    with suppress(Refusal):
        kept = await bot.people.note(match_view.match.seats[match_view.seat].user, match_view.match.id)
        return f"> 📝 {safe(kept)}" if kept else ""
    return ""


async def _none() -> None:
    """Return no picture."""


async def may_undo(bot: Client, match_view: MatchView) -> Literal["", "last", "several"]:
    """Return whether the player could take something back freely now: "", the last action, or more."""
    if match_view.seat is None or match_view.match.stage.ended:
        return ""
    match, user = match_view.match.id, match_view.match.seats[match_view.seat].user
    if not await bot.service.undos.is_free(match, user):
        return ""
    return "several" if await bot.service.undos.several(match, user) else "last"


def compose_panel(
    game: Game,
    match_view: MatchView,
    path: Path = (),
    *,
    menu: Menu | None,
    told: Sequence[Line] = (),
    since: str = "",
    note: str = "",
    clock: str = "",
    following: str = "",
    kept: str = "",
    unavailable: Sequence[Reason] = (),
    picture: Picture | None = None,
    hand: Picture | None = None,
    undo: Literal["", "last", "several"] = "",
    hooks: Hooks = NO_HOOKS,
) -> OutgoingMessage:
    """Return one screen of a player's panel, with pictures of the table and of the player's hand.

    Events stand above the first picture, so that a phone shows the picture, the question and the buttons
    together.

    `told` are the events without those that the screen shows itself, `since` their heading, `note` a reply to
    the last press, `clock` the deadline, `following` the link to the next match, and `kept` the player's own
    note, cut to fit; all are safe to print. `unavailable` are choices that the screen does not offer; `undo`
    says whether something can be taken back freely.
    """
    head = f"{_title(game, match_view)}\n{aim_in_words(game, match_view)}".rstrip()
    body = "\n".join(
        [each for each in (screen_in_words(game, match_view, menu), in_brief(unavailable)) if each]
    )
    told = [line for line in told if line.words not in body]
    waits = "\n".join([each for each in (_orders_wait(match_view), plan_in_words(match_view)) if each])
    mine = own_words(match_view.match, match_view.seat)
    parts = (note, clock, waits, since if told else "", in_short(told, mine), following)
    said = "\n".join(part for part in parts if part)
    lesson = lesson_in_words(match_view)
    room = TEXT - sum(len(each) for each in (head, lesson, said, body))
    return message_of(
        text(head),
        text(said),
        picture_of(picture),
        None if picture else picture_of(hand, "hand"),
        text(lesson),
        text(body),
        text(fit(kept, room) if room >= SHORT_NOTE else ""),
        *group_rows(ComponentId("pick", match_view.match.id, match_view.match.version, path), menu),
        picture_of(hand, "hand") if picture else None,
        *rows(_navigation(game, match_view, path, unavailable, undo=undo, more=has_more(told), hooks=hooks)),
        accent=own_accent(match_view),
    )


def lesson_in_words(match_view: MatchView) -> str:
    """Return the instruction of the present step of a lesson, while it can be done; "" otherwise."""
    lesson = match_view.match.match_terms.prepared
    if lesson is None or match_view.seat not in match_view.awaited:
        return ""
    number, words = lesson.told()
    return f"> 🎓 {number}/{len(lesson.steps)} · {gettext(words)}" if words else ""


def compose_confirmation(game: Game, match_view: MatchView, path: Path, choice: Choice) -> OutgoingMessage:
    """Return the question that confirms a choice which cannot be taken back."""
    match, version = match_view.match.id, match_view.match.version
    controls = [
        button(
            fit(gettext("Yes: {choice}", choice=plain(choice.label)), LABEL),
            ComponentId("sure", match, version, path),
            STYLES["grave"],
        ),
        button(gettext("No, go back"), ComponentId("go", match, version, path[:-1])),
    ]
    hint = f"\n{choice.hint}" if choice.hint else ""
    asked = gettext("This cannot be undone: **{choice}**", choice=choice.label)
    return message_of(text(f"### {game.title}\n{asked}{hint}"), *rows(controls))


def _title(game: Game, match_view: MatchView) -> str:
    if match_view.seat is None:
        return f"### {game.title}"
    return gettext("### {game} · seat {seat}", game=game.title, seat=match_view.seat + 1)


def _orders_wait(match_view: MatchView) -> str:
    """Return the effect of the player's own orders; "" for none."""
    if match_view.match.stage.ended or not match_view.answer_waits:
        return ""
    return gettext("-# Your standing orders will answer in some minutes; you can still play yourself now.")


def plan_in_words(match_view: MatchView) -> str:
    """Return the present state of the player's own plan; "" for none."""
    if match_view.match.stage.ended:
        return ""
    if match_view.plan is not None and match_view.plan.begun:
        return gettext("-# Your plan is played in some minutes; you can still play yourself now.")
    if match_view.plan is not None:
        return gettext("-# Your plan waits for your next turn; you can still change or drop it.")
    return gettext(_DROPPED[match_view.plan_dropped]) if match_view.plan_dropped else ""


def screen_in_words(game: Game, match_view: MatchView, menu: Menu | None) -> str:
    """Return the text of a screen; without a menu the outcome, or the position while others are awaited."""
    if menu is not None:
        return fit(menu.text, MENU_TEXT)
    if match_view.match.stage.ended:
        return outcome_in_words(game, match_view.match, match_view.seat, match_view)
    return status_in_words(game, match_view)


def _navigation(
    game: Game,
    match_view: MatchView,
    path: Path,
    unavailable: Sequence[Reason],
    *,
    undo: Literal["", "last", "several"],
    more: bool,
    hooks: Hooks,
) -> list[Control]:
    match, version = match_view.match.id, match_view.match.version
    controls = []
    if path:
        controls.append(button(gettext("Back"), ComponentId("go", match, version, path[:-1], "back")))
    controls += why_not(unavailable, match, version, path)
    if not path and may_bring(game, match_view):
        controls += [make(match_view.match) for make in hooks.brought]
    if not path and may_order(game, match_view):
        controls.append(button(gettext("Standing orders"), ComponentId("go", match, version, (ORDERS,))))
    if not path and may_plan(game, match_view):
        controls.append(button(gettext("Plan my next turn"), ComponentId("go", match, version, (PLAN,))))
    if match_view.seat is not None and slow(match_view.match, match_view.seat, match_view.awaited):
        controls.append(button(gettext("Nudge"), ComponentId("nudge", match)))
    if undo:
        controls.append(button(gettext("Undo"), ComponentId("undo", match, version, path, "undo")))
    if undo == "several":
        controls.append(button(gettext("Undo all"), ComponentId("undoturn", match, version, path, "all")))
    parts = game.renderer.parts(match_view.view)
    if len(parts) == 1:
        controls += closer_look(match, parts)
    if game.renderer.brief_hands and match_view.seat is not None:
        controls.append(hand_button(match))
    if more:
        controls.append(what_happened(match))
    if match_view.match.match_terms.prepared is not None and not match_view.match.stage.ended:
        controls.append(button(gettext("Leave the lesson"), ComponentId("end", match)))
    if not match_view.match.stage.ended:
        controls.append(button(gettext("Refresh"), ComponentId("go", match, version, path, "fresh")))
    return [*controls, *(words_button(game) or [rules_button(game.key)])]


def in_brief(found: Sequence[Reason]) -> str:
    """Return the reasons for missing choices, where they are few, else their names; "" for none."""
    if len(found) <= _AT_ONCE:
        return "\n".join([f"-# {safe(each.sentence)}" for each in found])
    names = [name for each in found for name in each.names]
    told, more = cut(names, _NAMES)
    shown = ", ".join(told)
    if more:
        shown = ngettext("{names} and {number} more", "{names} and {number} more", more, names=shown)
    return gettext("-# Not now: {names}.", names=shown)


def why_not(found: Sequence[Reason], match: str, version: int, path: tuple[str, ...]) -> list[Control]:
    """Return the button to the reasons, where the panel does not show them itself."""
    if len(found) <= _AT_ONCE:
        return []
    return [button(gettext("Why not?"), ComponentId("why", match, version, path))]


def compose_reasons(game: Game, found: Sequence[Reason]) -> OutgoingMessage:
    """Return the page with all reasons."""
    head = gettext("### {game}: not possible now", game=game.title)
    lines = [f"**{', '.join(each.names)}**: {safe(each.sentence)}" for each in found]
    said = "\n".join(lines) or gettext("All possible choices are shown here.")
    return message_of(text(fit(f"{head}\n{said}", TEXT)))


def group_rows(screen: ComponentId, menu: Menu | None) -> list[ui.Item[Any]]:
    """Return the buttons and menus of a screen; `screen` is the press without the key of a choice."""
    parts: list[ui.Item[Any]] = []
    for number, group in enumerate(menu.groups if menu else ()):
        if group.prompt:
            parts += _selects(screen, group, number)
        else:
            parts += rows(
                [
                    button(fit(plain(choice.label), LABEL), screen.chosen(choice.key), STYLES[choice.style])
                    for choice in group.choices
                ]
            )
    return parts


def _selects(screen: ComponentId, group: Group, number: int) -> list[Control]:
    """Return a select menu, or several where one cannot hold all choices."""
    parts = [group.choices[start : start + OPTIONS] for start in range(0, len(group.choices), OPTIONS)]
    selects: list[Control] = []
    for part, choices in enumerate(parts):
        press = msgspec.structs.replace(screen, slot=f"{number}-{part}")
        more = ""
        if len(parts) > 1:
            more = f" ({gettext('{number} of {total}', number=part + 1, total=len(parts))})"
        prompt = fit(plain(group.prompt), PLACEHOLDER - len(more)) + more
        selects.append(select(prompt, press, [option(each.label, each.key, each.hint) for each in choices]))
    return selects


def compose_position(game: Game, match_view: MatchView) -> OutgoingMessage:
    """Return the position as text for one viewer; a long one is a text file."""
    words = game.wording.board_text(
        match_view.view, [name.replace("`", "'") for name in match_view.match.names]
    )
    if len(words) <= DESCRIPTION_TEXT:
        return message_of(text(f"```\n{words}\n```"))
    whole = Attachment("board.txt", words.encode())
    return message_of(text(status_in_words(game, match_view)), whole)
