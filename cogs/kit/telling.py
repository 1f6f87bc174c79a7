"""A summary of events in a few lines: the most important ones, and the number of others."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from bot.base.ids import MatchId
from bot.base.language import gettext
from bot.engine.contract import Viewer
from bot.engine.facts import SeatReady
from bot.engine.sentences import SEAT_MARKS, cut
from bot.engine.wording import Weight
from bot.games.game import Game
from bot.matches.model import MatchInfo, MatchView
from bot.matches.notices import Notice
from cogs.kit.controls import ComponentId, Control, button
from cogs.kit.layout import fit
from cogs.kit.sentences import fact_in_words, safe_names, with_names

LINES = 3
"""The number of event lines in a post; a button shows the others."""
LINE_TEXT = 300
LINES_TEXT = 1400
_BEFORE = 8
"""Among this many facts the one is looked for that a fact came of."""


class Line(NamedTuple):
    """A line about events."""

    words: str
    weight: Weight = Weight.ACT
    number: int = 1
    """The number of events in it."""


def weighed_lines(game: Game, facts: Iterable[Any], match_view: MatchView) -> list[Line]:
    """Return the lines for facts that this viewer may know; similar ones are joined in one line.

    A joined line is at the place of the first of its facts. What came of an attack follows in the line of the
    attack. The weight of a line depends on its facts and the viewer's view alone.
    """
    groups: dict[Hashable, list[tuple[Any, str]]] = {}
    called: dict[Hashable, tuple[str, ...]] = {}
    named = with_names(facts, match_view.match)
    before = deque[tuple[Any, Hashable]](maxlen=_BEFORE)
    for number, (fact, names) in enumerate(named):
        if isinstance(fact, SeatReady) and fact.seat != match_view.seat:
            continue  # the status shows how many have chosen, until all have
        words = fact_in_words(game, fact, match_view, names)
        led = next((key for first, key in reversed(before) if game.wording.follows(first, fact)), None)
        if words and led is not None and names == called[led]:
            groups[led].append((fact, words))
        elif words:
            alike = None if isinstance(fact, Notice) else game.wording.likeness(fact, match_view.view)
            key = number if alike is None else (alike, names)  # of one seat held by two: two lines
            groups.setdefault(key, []).append((fact, words))
            called[key] = names
            if alike is None:
                before.append((fact, key))
    return _once([_line(game, group, match_view, called[key]) for key, group in groups.items()])


def _once(lines: Sequence[Line]) -> list[Line]:
    """Return lines without repeated words: such lines stay at the place of the last one."""
    last, times = {line.words: line for line in lines}, Counter(line.words for line in lines)
    latest = {line.words: at for at, line in enumerate(lines)}
    return [
        line if times[words] == 1 else _repeated(line, times[words])
        for words, line in sorted(last.items(), key=lambda each: latest[each[0]])
    ]


def _repeated(line: Line, times: int) -> Line:
    words = gettext("{sentence} ({times} times)", sentence=line.words, times=times)
    return line._replace(words=words, number=line.number * times)


def _line(game: Game, group: Sequence[tuple[Any, str]], match_view: MatchView, names: Sequence[str]) -> Line:
    """Return the line for one fact with its sentence, or for several similar ones."""
    facts, words = [fact for fact, _ in group], group[0][1]
    if any(game.wording.follows(facts[0], fact) for fact in facts[1:]):
        words = " ".join([said for _, said in group])
    elif len(facts) > 1:
        words = game.wording.describe_together(facts, match_view.view, names)
    weights = [
        Weight.ACT if isinstance(fact, Notice) else game.wording.weigh(fact, match_view.view)
        for fact in facts
    ]
    return Line(words, max(weights), len(facts))


def in_short(
    lines: Sequence[Line], own: Sequence[str] = (), most: int = LINES, room: int = LINES_TEXT
) -> str:
    """Return the most important lines in order of time, and the number of others.

    Among lines of equal weight, those about the reader come first (`own_words`), then the later ones. Harm to
    the reader is never left out, unless there are more characters than `room`.
    """
    ranks = [(line.weight, _concerns(line, own), at) for at, line in enumerate(lines)]
    by_weight = sorted(range(len(lines)), key=lambda at: ranks[at], reverse=True)
    harm = [at for at in by_weight if lines[at].weight >= Weight.HARM and _concerns(lines[at], own)]
    rest = [at for at in by_weight if at not in harm]
    shown = {at: fit(lines[at].words, LINE_TEXT) for at in (*harm, *cut(rest, max(0, most - len(harm)))[0])}
    while sum(len(line) + 1 for line in shown.values()) > room:
        shown.popitem()
    omitted = sum(line.number for at, line in enumerate(lines) if at not in shown)
    end = [gettext("-# … and {number} more", number=omitted)] if omitted else []
    return "\n".join([*[shown[at] for at in sorted(shown)], *end])


def own_words(info: MatchInfo, seat: Viewer) -> tuple[str, ...]:
    """Return the words by which a line is about a seat: its player's name, and its mark."""
    return () if seat is None else (safe_names(info)[seat], SEAT_MARKS[seat])


def has_more(lines: Sequence[Line]) -> bool:
    """Whether `in_short` leaves some of these lines out, or joins several events in one."""
    return len(lines) > LINES + 1 or any(line.number > 1 for line in lines)


def bounded(lines: Sequence[str], most: int, room: int = LINES_TEXT) -> str:
    """Return the newest lines within these limits as a text, and the number of others."""
    return in_short([Line(words) for words in lines], most=most, room=room)


def _concerns(line: Line, own: Sequence[str]) -> bool:
    return any(word in line.words for word in own)


def what_happened(match: MatchId) -> Control:
    """Return the button that shows all events to the asker."""
    return button(gettext("What happened"), ComponentId("happened", match))
