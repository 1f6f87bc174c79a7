"""Pages for test tables: editing the position, and playing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import discord

from bot.base.language import gettext, pgettext
from bot.engine.cards.game import AnyPool
from bot.engine.contract import Seat
from bot.engine.position_editor import PositionEditor, seats_of
from bot.engine.sentences import listed
from bot.engine.wording import Choice, Menu
from bot.games.game import Game
from bot.matches.loaded_match import recent_facts
from bot.matches.model import MatchInfo, MatchTerms, MatchView, SeatHolder, Stage
from bot.parts.workshop.test_table.model import LONGEST, TestTable
from bot.parts.workshop.test_table.playing import OnTable
from cogs.kit.client import Interaction
from cogs.kit.clock_words import stamp
from cogs.kit.controls import PRIMARY, ComponentId, Control, button, page_buttons, select, whole_number
from cogs.kit.form_fields import written
from cogs.kit.forms import Asked, Typed
from cogs.kit.layout import (
    OPTIONS,
    TEXT,
    Gallery,
    OutgoingMessage,
    Part,
    drawn,
    fit,
    message_of,
    option,
    page_of,
    rows,
    safe,
    text,
)
from cogs.kit.sentences import Line, accent, in_short, own_words, safe_names
from cogs.play.screens import group_rows, screen_in_words
from renderers.contract import Picture

TOLD = 6
"""The most lines about events."""


class Spot(NamedTuple):
    """The place (seat and zone) of the next card, and the shown page of cards."""

    seat: Seat = 0
    zone: int = 0
    page: int = 0

    @classmethod
    def of(cls, path: Sequence[str]) -> Spot:
        """Return the spot at the beginning of a control's path."""
        numbers = [whole_number(word) for word in [*path, "0", "0", "0"][:3]]
        return cls(min(numbers[0], 5), *numbers[1:])

    @property
    def path(self) -> tuple[str, ...]:
        """The beginning of a control's path with this spot."""
        return (str(self.seat), str(self.zone), str(self.page))


def view_of(table: TestTable, found: OnTable, game: Game, seat: Seat, user: int) -> MatchView:
    """Return the view of a seat on a table, as on a match without id, server and rating."""
    rules, state = game.rules, found.state
    outcome = rules.outcome(state)
    info = MatchInfo(
        id="",
        game=table.game,
        rules=table.rules,
        cards=table.cards,
        guild=None,
        channel=0,
        host=user,
        stage=Stage.PLAYING if outcome is None else Stage.FINISHED,
        version=table.version,
        options=state.options,
        wanted=state.seats,
        seats=tuple([SeatHolder(user, name) for name in found.names]),
        commitment="",
        outcome=outcome,
        opened_at=table.laid_at,
        ended_at=None,
        match_terms=MatchTerms(rated=False),
    )
    able = outcome is None and table.playing and seat in rules.may_act(state)
    return MatchView(
        match=info,
        seat=seat,
        view=rules.view(state, seat),
        legal=rules.legal(state, seat) if able else (),
        awaited=rules.to_act(state) if outcome is None else frozenset(),
        recent=recent_facts(found.recent, seat),
    )


def compose_playing(
    game: Game,
    table: TestTable,
    match_view: MatchView,
    path: tuple[str, ...],
    menu: Menu | None,
    *,
    table_picture: Gallery | None,
    hands: Sequence[Part] = (),
    told: Sequence[Line] = (),
    note: str = "",
) -> OutgoingMessage:
    """Return the table with the screen of one seat, all hands, and the controls of the table."""
    seat, info = match_view.seat or 0, match_view.match
    screen = ComponentId("trypick", version=table.version, path=(str(seat), *path))
    happened = in_short(told, own_words(info, seat), TOLD)
    return message_of(
        text(_head(game, table, gettext("seat {seat}", seat=seat + 1))),
        table_picture,
        text("\n".join([each for each in (note, happened) if each])),
        text(screen_in_words(game, match_view, menu)),
        *group_rows(screen, menu),
        *hands,
        *_seat_menu(table, match_view),
        *rows(_ways(table, seat, path, match_view)),
        accent=accent([seat]),
    )


def hand_parts(match_view: MatchView, hands: Mapping[Seat, Picture]) -> list[Part]:
    """Return the pictures of hands: the seat's own, and side by side the others with their names."""
    drawings = {seat: drawn(picture, f"hand{seat + 1}") for seat, picture in hands.items()}
    own = [drawings.pop(match_view.seat)] if match_view.seat in drawings else []
    names = safe_names(match_view.match)
    whose = gettext("-# The hand of {players}:", players=listed([names[seat] for seat in drawings]))
    return [
        *[Gallery((each,)) for each in own],
        *([text(whose), Gallery(tuple(drawings.values()))] if drawings else []),
    ]


def _head(game: Game, table: TestTable, where: str) -> str:
    title = gettext("### Test table of {game} · {where}", game=game.title, where=where)
    own = game.rules.pinned_cards.cards_in_words(table.cards) if game.rules.pinned_cards is not None else ""
    cards = safe(own or table.title)
    kept = gettext(
        "-# You alone see it, and nothing here counts. It is kept until {time}.", time=stamp(table.until, "t")
    )
    return "\n".join([title, *([gettext("-# With the cards of {set}.", set=cards)] if cards else []), kept])


def _seat_menu(table: TestTable, match_view: MatchView) -> list[Control]:
    """Return the menu of the seats, with those that are awaited marked."""
    options = [
        option(
            gettext("Play as {name}", name=name),
            str(seat),
            gettext("is to act") if seat in match_view.awaited else "",
            default=seat == match_view.seat,
        )
        for seat, name in enumerate(match_view.match.names)
    ]
    return [select("", ComponentId("tryseat", version=table.version), options)]


def _ways(table: TestTable, seat: Seat, path: tuple[str, ...], match_view: MatchView) -> list[Control]:
    def way(label: str, verb: str, *rest: str, **more: Any) -> Control:
        return button(label, ComponentId(verb, version=table.version, path=(str(seat), *rest)), **more)

    back = [way(gettext("Back"), "trygo", *path[:-1])] if path else []
    return [
        *back,
        way(gettext("Undo"), "tryundo", disabled=not table.done),
        way(gettext("Set a mark"), "trymark"),
        way(
            gettext("Again from the mark")
            if table.marked is not None
            else gettext("Again from the beginning"),
            "tryagain",
            disabled=table.done == (table.marked or ()),
        ),
        way(gettext("Let the computer act"), "trythink", disabled=not match_view.legal),
        way(gettext("Change the position"), "tryedit"),
    ]


# The position as it is written


def compose_writing(
    game: Game,
    table: TestTable,
    spot: Spot,
    pool: AnyPool | None,
    *,
    fault: str = "",
    pictures: Sequence[Part] = (),
    note: str = "",
) -> OutgoingMessage:
    """Return the position as text with its pictures or its fault, and the controls to change it.

    `pool` has the cards that can be placed; None in a game whose positions are only text.
    """
    editor = game.cards.editor if game.cards is not None else None
    head = _head(game, table, gettext("the position"))
    wrong = f"⚠️ {safe(fault)}" if fault else ""
    room = TEXT - 1000 - len(head) - len(wrong) - len(note)
    words = fit(table.text.replace("`", "'"), max(200, room))
    controls = _editor_controls(game, table, spot, editor, pool) if editor is not None and pool else []
    scenes = []
    if pages := game.rulebook[:OPTIONS]:
        options = [option(gettext(page.title), str(number)) for number, page in enumerate(pages)]
        press = _press(table, "tryscene", spot)
        scenes.append(select(gettext("Begin with a position of the rules"), press, options))
    return message_of(
        text(head),
        *pictures,
        text(f"```\n{words}\n```"),
        text("\n".join([each for each in (wrong, note) if each])),
        *controls,
        *scenes,
        *rows(_writing_ways(table, spot, editor)),
    )


def _press(table: TestTable, verb: str, spot: Spot, *rest: str) -> ComponentId:
    return ComponentId(verb, version=table.version, path=(*spot.path, *rest))


def _editor_controls(
    game: Game, table: TestTable, spot: Spot, editor: PositionEditor, pool: AnyPool
) -> list[Part]:
    zone = editor.zones[min(spot.zone, len(editor.zones) - 1)]
    usual = game.cards.library.standard.cards if game.cards is not None else {}
    allowed = [card for card in pool.cards.values() if not zone.kinds or card.kind in zone.kinds]
    allowed.sort(key=lambda card: (card.number in usual, card.number))  # those of an own set first
    cards, page, pages = page_of(allowed, spot.page, OPTIONS)
    spot = spot._replace(page=page)
    zones = [
        option(gettext(each.title), str(number), default=each is zone)
        for number, each in enumerate(editor.zones)
    ]
    moments = [
        option(gettext(moment.title, seat=spot.seat + 1), str(number))
        for number, moment in enumerate(editor.moments)
    ]
    offered = [_card_option(game, card) for card in cards]
    put = gettext("Put a card: {zone} of seat {seat}", zone=gettext(zone.title), seat=spot.seat + 1)
    prompt = f"{put} ({page + 1}/{pages})" if pages > 1 else put
    seats = [
        button(
            gettext("Seat {seat}", seat=seat + 1),
            _press(table, "tryspot", spot._replace(seat=seat)),
            PRIMARY if seat == spot.seat else discord.ButtonStyle.secondary,
        )
        for seat in range(min(6, seats_of(table.text)))
    ]
    turn = page_buttons(lambda to: _press(table, "tryspot", spot._replace(page=to)), page, pages)
    return [
        *rows(seats),
        select("", _press(table, "tryzone", spot), zones),
        *([select(prompt, _press(table, "tryput", spot), offered)] if offered else []),
        *rows(turn),
        *(
            [select(gettext("Whose turn it is"), _press(table, "trymoment", spot), moments)]
            if moments
            else []
        ),
    ]


def _card_option(game: Game, card: Any) -> discord.SelectOption:
    name = f"{pgettext('card', card.name)} ({card.number})"
    return option(name, card.number, game.card_game.stats(card))


def _writing_ways(table: TestTable, spot: Spot, editor: PositionEditor | None) -> list[Control]:
    more = [
        button(gettext("Points {change}", change="+1"), _press(table, "trypoint", spot, "1")),
        button(gettext("Points {change}", change="−1"), _press(table, "trypoint", spot, "0")),
    ]
    before = [button(gettext("The table before"), _press(table, "tryswap", spot))] if table.before else []
    return [
        button(gettext("Play"), _press(table, "trybegin", spot), PRIMARY),
        button(gettext("Write"), _press(table, "trywrite", spot)),
        button(gettext("Undo"), _press(table, "tryundo", spot), disabled=not table.former),
        *(more if editor is not None else []),
        *before,
    ]


async def asked_of_text(_interaction: Interaction, typed: Typed) -> Asked:
    """Return the form for a position as text."""
    field = written("text", gettext("Line by line"), typed.one("text"), LONGEST, lines=True)
    return Asked(gettext("The position"), [field])


async def asked_of_square(_interaction: Interaction, typed: Typed) -> Asked:
    """Return the form for the square of a card. `typed` has the card."""
    field = written("square", gettext("On which square?"), "", 4, example="C3", needed=True)
    return Asked(gettext("{card} is put on the field", card=typed.one("card")), [field])


def choice_in(menu: Menu, key: str) -> Choice | None:
    """Return the choice with a key on a screen; None where it is not offered."""
    choices: Mapping[str, Choice] = {each.key: each for group in menu.groups for each in group.choices}
    return choices.get(key)
