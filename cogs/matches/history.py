"""`/match past history` and `/match past replay`: past events by line, past boards by action."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
from discord import app_commands
from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.base.language import gettext, pgettext
from bot.engine.errors import Refusal
from bot.engine.facts import MatchOver
from bot.games.game import Game
from bot.matches.history import SETUP, Page, PastAction
from bot.matches.model import LogEntry, MatchInfo, MatchView
from cogs.kit.client import Interaction
from cogs.kit.controls import ComponentId, Control, button, whole_number
from cogs.kit.hooks import NO_HOOKS, Hooks
from cogs.kit.layout import OutgoingMessage, fit, message_of, picture_of, rows, safe, text
from cogs.kit.replies import answer, defer, defer_if_slow, defer_in_place_if_slow, show
from cogs.kit.sentences import STATUS_TEXT, accent, bounded, describe_facts, outcome_in_words, status_in_words
from cogs.kit.sight import admitted
from cogs.matches.group import ANY_WORD, MatchCommands
from renderers.contract import Picture

# Private pages about the past: events, past boards, the last turn.


PAGE_LINES = 12
"""The most lines of a page of the history."""
LATELY_LINES, LATELY_TEXT = 30, 3000
"""The most lines of the answer about recent events, and its most characters."""
LINE_TEXT = 280
"""The most characters of a line of the history."""
FAR = 10
"""Steps of the middle buttons."""


class HistoryPosition(msgspec.Struct, frozen=True):
    """The place of a user in the past of a match."""

    steps: Sequence[PastAction]
    """All actions that the viewer may know, oldest first."""
    index: int
    """How many of them have been done; 0 for the match before its first action."""

    @property
    def step(self) -> PastAction:
        """The last action that has been done."""
        return self.steps[self.index - 1] if self.index else SETUP

    @property
    def last(self) -> int:
        """The number of public actions."""
        return self.steps[-1].number if self.steps else 0

    def moved(self, by: int) -> HistoryPosition:
        """Return the place some steps later or, below 0, earlier, within the match."""
        return HistoryPosition(self.steps, max(0, min(self.index + by, len(self.steps))))

    @classmethod
    def at(cls, steps: Sequence[PastAction], number: int, own: int = 0) -> HistoryPosition:
        """Return the place after an action, or after the one before where it was taken back."""
        return cls(steps, sum((step.number, step.own) <= (number, own) for step in steps))


def compose_history(
    game: Game, match_view: MatchView, page: Page, numbers: Mapping[int, PastAction]
) -> OutgoingMessage:
    """Return one page of the past that this viewer may know, oldest first, with buttons.

    Each line has the number of its action, if any: `/match past replay` shows the board then.
    """
    lines = [
        f"`{numbers[line.seq].label if line.seq in numbers else '·'}` {fit(told, LINE_TEXT)}"
        for line in page.lines
        for told in describe_facts(game, [line.fact], _then(match_view, line))
    ]
    shown = "\n".join(lines) or gettext("There are no events here.")
    title = gettext("### {game}: what happened", game=game.title)
    return message_of(
        text(f"{title}\n{shown}"),
        text(_which_lines(page)),
        *rows(_history_controls(match_view.match.id, page)),
    )


def _then(match_view: MatchView, line: LogEntry) -> MatchView:
    """Return the view with the names of the players at the time of a line."""
    info = match_view.match.as_held_by(line.former)
    return match_view if info is match_view.match else replace(match_view, match=info)


def _which_lines(page: Page) -> str:
    if not page.lines:
        return gettext("-# nothing yet · the board after an action: /match past replay action:")
    return gettext(
        "-# {first} to {last} of {total} · the board after an action: /match past replay action:",
        first=page.start + 1,
        last=page.start + len(page.lines),
        total=page.total,
    )


def _history_controls(match: str, page: Page) -> list[Control]:
    last = max(page.total - PAGE_LINES, 0)
    at_begin, at_end = page.start <= 0, page.start >= last
    ways = (
        ("oldest", gettext("Oldest"), 0, at_begin),
        ("older", gettext("Older"), max(page.start - PAGE_LINES, 0), at_begin),
        ("newer", gettext("Newer"), min(page.start + PAGE_LINES, last), at_end),
    )
    controls = [
        button(label, ComponentId("history", match, path=(str(start),), slot=slot), disabled=off)
        for slot, label, start, off in ways
    ]
    return [
        *controls,
        button(gettext("Newest"), ComponentId("history", match, slot="newest"), disabled=at_end),
        button(gettext("Board by board"), ComponentId("review", match)),
    ]


def compose_replay(
    game: Game, match_view: MatchView, place: HistoryPosition, picture: Picture, hooks: Hooks = NO_HOOKS
) -> OutgoingMessage:
    """Return the board after one action, as the viewer knew it then, with buttons to other actions."""
    step = place.step
    over = match_view.match.stage.ended and place.index == len(place.steps)
    facts = [fact for fact in match_view.recent if not isinstance(fact, MatchOver)]  # `stands` tells it
    told = bounded(describe_facts(game, facts, match_view), PAGE_LINES)
    stands = (
        outcome_in_words(game, match_view.match, None, match_view)
        if over
        else status_in_words(game, match_view)
    )
    if step == SETUP:
        head = gettext("### {game}: before the first action", game=game.title)
    else:
        head = gettext(
            "### {game}: action {action} of {last}", game=game.title, action=step.label, last=place.last
        )
    match = match_view.match.id
    first = _step(match, gettext("First"), "First", place.moved(-len(place.steps)), place)
    ways = [(f"{by:+}", place.moved(by)) for by in (-FAR, -1, 1, FAR)]
    further = [
        button(gettext("Last"), ComponentId("replay", match, path=("last",))),
        button(gettext("My last turn"), ComponentId("lately", match)),
        button(gettext("Link"), ComponentId("link", match, path=_path(step))),
    ]
    return message_of(
        text(f"{head}\n{told}"),
        picture_of(picture),
        text(fit(stands, STATUS_TEXT)),
        *rows([first, *[_step(match, slot.replace("-", "−"), slot, to, place) for slot, to in ways]]),
        *rows([*further, *hooks.buttons("past", match_view.match)]),
        accent=accent(match_view.awaited),
    )


def _step(match: str, label: str, slot: str, to: HistoryPosition, place: HistoryPosition) -> Control:
    press = ComponentId("replay", match, path=_path(to.step), slot=slot)
    return button(label, press, disabled=to.index == place.index)


def _path(step: PastAction) -> tuple[str, ...]:
    return (str(step.number), str(step.own)) if step.own else (str(step.number),)


def compose_lately(
    game: Game, match_view: MatchView, told: Sequence[str], picture: Picture
) -> OutgoingMessage:
    """Return the events since the viewer's own last action, with the present board and their marks."""
    shown = bounded(told, LATELY_LINES, LATELY_TEXT) or gettext("Nothing that can be told.")
    if match_view.seat is None:
        head = gettext("### {game}: the last two turns", game=game.title)
    else:
        head = gettext("### {game}: since your last turn", game=game.title)
    return message_of(
        text(f"{head}\n{shown}"),
        picture_of(picture),
        text(status_in_words(game, match_view)),
        *rows(
            [button(gettext("Board by board"), ComponentId("replay", match_view.match.id, path=("last",)))]
        ),
        accent=accent(match_view.awaited),
    )


def compose_link(match_view: MatchView, step: PastAction) -> OutgoingMessage:
    """Return the text by which others can be pointed to a past board."""
    which = f" match:{match_view.match.id}" if match_view.match.stage.ended else ""
    private = gettext("-# Only you see the number of a secret action; others see the board before it.")
    return message_of(
        text(gettext("Paste this to show others the place; each person sees only what they may know:")),
        text(f"```\n/match past replay action:{step.label}{which}\n```"),
        text(private if step.own else ""),
    )


MARKED = 200
"""The most facts since the asker's last turn that are marked on the board, the newest."""
_NUMBER = re.compile(r"#?(\d{1,6})(?:\.(\d{1,6}))?")
_LAST = "last"


class PastCommands(MatchCommands):
    """The `/match` commands about the past, and their buttons. Only the asker sees the answers."""

    @MatchCommands.past.command()
    async def history(self, interaction: Interaction) -> None:
        """Read what has happened in this match."""
        await defer_if_slow(interaction)
        info = await self.here(interaction)
        await answer(interaction, await self._history_page(info.id, interaction.user.id, None))

    @MatchCommands.past.command()
    @app_commands.describe(
        action="The number of an action, from /match past history; default: the last",
        mine="Instead, everything since your own last turn",
        film="Instead, the whole match as a film",
        match="The id of the match, if it is not the one of this channel",
    )
    async def replay(
        self,
        interaction: Interaction,
        action: ANY_WORD = _LAST,
        mine: bool = False,
        film: bool = False,
        match: ANY_WORD = "",
    ) -> None:
        """Step through the past boards of a match, or see it as a film."""
        await defer(interaction)
        info = await self.meant(interaction, match)
        if film:
            if not self.bot.hooks.films:
                raise Refusal.translated("This bot makes no films of matches.")
            for show_film in self.bot.hooks.films:
                await show_film(interaction, info)
        elif mine:
            await answer(interaction, await self.lately(info.id, interaction.user.id))
        else:
            await answer(interaction, await self.replay_page(info.id, interaction.user.id, action))

    async def press_history(self, interaction: Interaction, press: ComponentId) -> None:
        """Turn the pages of the history."""
        await defer_in_place_if_slow(interaction)
        start = whole_number(press.path[0]) if press.path else None
        await show(interaction, await self._history_page(press.match, interaction.user.id, start))

    async def press_happened(self, interaction: Interaction, press: ComponentId) -> None:
        """Show all events to the asker, from the button under a board or a panel."""
        await defer_if_slow(interaction)
        await answer(interaction, await self._history_page(press.match, interaction.user.id, None))

    async def press_review(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the boards of a match from a public post."""
        await defer_if_slow(interaction)
        await answer(interaction, await self.replay_page(press.match, interaction.user.id))

    async def press_replay(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the next or another board."""
        await defer_in_place_if_slow(interaction)
        wanted = ".".join(press.path)
        await show(
            interaction, await self.replay_page(press.match, interaction.user.id, wanted, nearest=True)
        )

    async def press_lately(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the events since the asker's own last turn."""
        await defer_in_place_if_slow(interaction)
        await show(interaction, await self.lately(press.match, interaction.user.id))

    async def press_link(self, interaction: Interaction, press: ComponentId) -> None:
        """Return the text that points others to a past board."""
        await defer_if_slow(interaction)
        place = await self._place(press.match, interaction.user.id, ".".join(press.path), nearest=True)
        match_view = await self.service.match_view(press.match, interaction.user.id)
        await answer(interaction, compose_link(match_view, place.step))

    async def meant(self, interaction: Interaction, match: str) -> MatchInfo:
        """Return the match of this id, if the asker may see it; without an id the channel's match."""
        if not match:
            return await self.here(interaction)
        return await admitted(interaction, match.strip().lower())

    async def _history_page(self, match: MatchId, user: int, start: int | None) -> OutgoingMessage:
        match_view = await self.service.match_view(match, user)
        page = await self.service.history.page(match, user, start, PAGE_LINES)
        numbers = {step.seq: step for step in await self.service.history.steps(match, user)}
        return compose_history(self.bot.game_of(match_view.match), match_view, page, numbers)

    async def replay_page(
        self, match: MatchId, user: int, wanted: str = _LAST, *, nearest: bool = False
    ) -> OutgoingMessage:
        """Return the board after an action, the last one by default, as a user may see it.

        Raises a `Refusal`.
        """
        place = await self._place(match, user, wanted, nearest=nearest)
        match_view = await self.service.history.match_view(match, user, place.step.seq)
        picture = await self.bot.draw(match_view)
        return compose_replay(self.bot.game_of(match_view.match), match_view, place, picture, self.bot.hooks)

    async def _place(self, match: MatchId, user: int, wanted: str, *, nearest: bool) -> HistoryPosition:
        """Return the requested place. Raises `Refusal` where there is none.

        With `nearest` it is the one before: an action can have been taken back since.
        """
        steps = await self.service.history.steps(match, user)
        if wanted.strip().lower() in (_LAST, pgettext("action", "last").lower()):
            return HistoryPosition(steps, len(steps))
        found = _NUMBER.fullmatch(wanted.strip())
        number, own = (int(found[1]), int(found[2] or 0)) if found else (-1, 0)
        place = HistoryPosition.at(steps, max(number, 0), own)
        exact = (place.step.number, place.step.own) == (number, own)
        if not exact and not nearest:
            raise Refusal(_no_such(wanted, place.last))
        return place

    async def lately(self, match: MatchId, user: int) -> OutgoingMessage:
        """Return the events since a user's own last action; for others those of the last two turns.

        Raises a `Refusal`.
        """
        match_view: MatchView = await self.service.match_view(match, user)
        game = self.bot.game_of(match_view.match)
        facts = match_view.recent
        if match_view.seat is not None:
            facts = tuple([line.fact for line in await self.service.history.since_last_action(match, user)])
        picture = await self.bot.draw(replace(match_view, recent=facts[-MARKED:]))
        return compose_lately(game, match_view, describe_facts(game, facts, match_view), picture)


def _no_such(wanted: str, last: int) -> str:
    if not last:
        return gettext("There are no public events in this match yet. Leave the action out.")
    return gettext(
        'There is no action "{action}" in this match. Its actions have the numbers 1 to {last}.',
        action=safe(wanted),
        last=last,
    )
