"""Private pages about the past: events, past boards, the last turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot.base.language import gettext
from bot.games.game import Game
from bot.matches.history import SETUP, Page, PastAction
from bot.matches.model import LogEntry, MatchView
from cogs.kit.controls import ComponentId, Control, button
from cogs.kit.hooks import NO_HOOKS, Hooks
from cogs.kit.layout import OutgoingMessage, fit, message_of, picture_of, rows, text
from cogs.kit.sentences import STATUS_TEXT, accent, describe_facts, outcome_in_words, status_in_words
from cogs.kit.telling import bounded
from renderers.contract import Picture

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
    told = bounded(describe_facts(game, match_view.recent, match_view), PAGE_LINES)
    stands = outcome_in_words(game, match_view.match) if over else status_in_words(game, match_view)
    return message_of(
        text(f"{_head(game, place)}\n{told}"),
        picture_of(picture),
        text(fit(stands, STATUS_TEXT)),
        *rows(_steps(match_view.match.id, place)),
        *rows([*_further(match_view.match.id, step), *hooks.buttons("past", match_view.match)]),
        accent=accent(match_view.awaited),
    )


def _head(game: Game, place: HistoryPosition) -> str:
    if place.step == SETUP:
        return gettext("### {game}: before the first action", game=game.title)
    return gettext(
        "### {game}: action {action} of {last}", game=game.title, action=place.step.label, last=place.last
    )


def _steps(match: str, place: HistoryPosition) -> list[Control]:
    first = _step(match, gettext("First"), "First", place.moved(-len(place.steps)), place)
    ways = [(f"{by:+}", place.moved(by)) for by in (-FAR, -1, 1, FAR)]
    return [first, *[_step(match, slot.replace("-", "−"), slot, to, place) for slot, to in ways]]


def _step(match: str, label: str, slot: str, to: HistoryPosition, place: HistoryPosition) -> Control:
    press = ComponentId("replay", match, path=_path(to.step), slot=slot)
    return button(label, press, disabled=to.index == place.index)


def _further(match: str, step: PastAction) -> list[Control]:
    return [
        button(gettext("Last"), ComponentId("replay", match, path=("last",))),
        button(gettext("My last turn"), ComponentId("lately", match)),
        button(gettext("Link"), ComponentId("link", match, path=_path(step))),
    ]


def _path(step: PastAction) -> tuple[str, ...]:
    return (str(step.number), str(step.own)) if step.own else (str(step.number),)


def compose_lately(
    game: Game, match_view: MatchView, told: Sequence[str], picture: Picture
) -> OutgoingMessage:
    """Return the events since the viewer's own last action, with the present board and their marks."""
    shown = bounded(told, LATELY_LINES, LATELY_TEXT) or gettext("Nothing that can be told.")
    return message_of(
        text(f"{_lately(game, match_view)}\n{shown}"),
        picture_of(picture),
        text(status_in_words(game, match_view)),
        *rows(
            [button(gettext("Board by board"), ComponentId("replay", match_view.match.id, path=("last",)))]
        ),
        accent=accent(match_view.awaited),
    )


def _lately(game: Game, match_view: MatchView) -> str:
    if match_view.seat is None:
        return gettext("### {game}: the last two turns", game=game.title)
    return gettext("### {game}: since your last turn", game=game.title)


def compose_link(match_view: MatchView, step: PastAction) -> OutgoingMessage:
    """Return the text by which others can be pointed to a past board."""
    which = f" match:{match_view.match.id}" if match_view.match.stage.ended else ""
    private = gettext("-# Only you see the number of a secret action; others see the board before it.")
    return message_of(
        text(gettext("Paste this to show others the place; each person sees only what they may know:")),
        text(f"```\n/match past replay action:{step.label}{which}\n```"),
        text(private if step.own else ""),
    )
