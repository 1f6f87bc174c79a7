"""The bot's own pictures of signs, in messages that name them: suits of cards, dice, seats and games.

`python -m bot check --dress` makes them (`renderers.emojis`). At its start the bot asks once which there are;
without them messages say the same by letters and figures.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from discord import ui

from bot.engine.markdown import OWN
from bot.engine.phrases import SEAT_MARKS
from bot.engine.printing import Printer
from renderers.kit.palette import SEATS

SIGNED: Final = "\u2063"
"""Stands, unseen, behind a word that is shown as a sign: nobody can write it (`bot.engine.visible`)."""
LETTERS: Final[Mapping[str, str]] = {
    "♣": "clubs",
    "♦": "diamonds",
    "♥": "hearts",
    "♠": "spades",
    **{mark: seat.called.replace(" ", "") for mark, seat in zip(SEAT_MARKS, SEATS, strict=True)},
    **{f"{value}{SIGNED}": f"die{value}" for value in range(1, 7)},
}
"""The names of the signs that take the place of letters."""
_NAME = re.compile(r"([a-z]+[1-6]?)_[0-9a-f]{4}")
_LETTER = re.compile(f"([1-6]{SIGNED}|[♣♦♥♠]|[{''.join(SEAT_MARKS)}](?!{OWN}))\ufe0e?")
_UNSEEN = re.compile(f"[{SIGNED}{OWN}]")
_CODE = re.compile(r"(`+[^`]*`+)")

_known: dict[str, str] = {}
"""How a sign is written, by its name: the same for all that this process sends."""
_games: dict[str, str] = {}
"""The names of the signs of games, by what the games are called."""


def learn(found: Iterable[Mapping[str, Any]], games: Mapping[str, str] | None = None) -> int:
    """Use the emojis of the application from now on, as Discord lists them; return how many are ours.

    `games` are the titles of the games by their keys.
    """
    _known.clear()
    _games.clear()
    for each in found:
        if name := _NAME.fullmatch(str(each["name"])):
            _known[name[1]] = f"<:{each['name']}:{each['id']}>"
    _games.update({title: _letters_of(key) for key, title in (games or {}).items()})
    return len(_known)


def on_button(name: str) -> str | None:
    """Return a sign for a button, beside its label; None where it is not there."""
    return _known.get(_letters_of(name))


def _letters_of(key: str) -> str:
    """Return the name of the sign of a game: its key, of which Discord takes no dash."""
    return key.replace("-", "")


def signed(words: str) -> str:
    """Return a word for a message that shows it as a sign wherever it stands: what a die shows, by its face;
    a game's title, after the sign of the game."""
    return f"{words}{SIGNED}"


class MessagePrinter(Printer):
    """Prints sentences for messages, in which dice are shown by their faces."""

    def thing(self, kind: str, value: Hashable, words: str) -> str:  # noqa: ARG002 - the words are the value
        """Return the words of a thing; those of a die so that `dress` knows them."""
        return signed(words) if kind == "die" else words


MESSAGE: Final = MessagePrinter()


def unsigned(words: str) -> str:
    """Return words without what tells signs from letters, for labels, alt texts and files."""
    return _UNSEEN.sub("", words)


def dress(texts: Sequence[ui.TextDisplay[Any]], most: int) -> None:
    """Show signs as pictures in the texts of a message, where it stays within `most` characters; code stays
    as it is."""
    dressed = [_dressed(each.content) for each in texts] if _known else []
    fits = bool(dressed) and sum(map(len, dressed)) <= most
    for at, each in enumerate(texts):
        each.content = dressed[at] if fits else unsigned(each.content)


def _dressed(words: str) -> str:
    """Return words with signs as pictures, but for those in code: every second part of the split."""
    parts, named = _CODE.split(words), _named_games("|".join(map(re.escape, _games)) or "(?!)")
    parts[::2] = [_LETTER.sub(_picture, named.sub(_titled, part)) for part in parts[::2]]
    return unsigned("".join(parts))


@cache
def _named_games(titles: str) -> re.Pattern[str]:
    """Return where games of these titles are named so that a sign stands before them: where a heading begins
    with the title, a line with the title in bold, or where it is `signed`."""
    heading, bold, within = rf"^#+ (?={titles})", rf"^(?=\*\*(?:{titles})\*\*)", rf"(?=(?:{titles}){SIGNED})"
    return re.compile(rf"({heading}|{bold}|{within})((?:\*\*)?)({titles})\b", re.MULTILINE)


def _titled(found: re.Match[str]) -> str:
    before, bold, title = found.groups()
    sign = _known.get(_games[title])
    return found[0] if sign is None else f"{before}{sign} {bold}{title}"


def _picture(found: re.Match[str]) -> str:
    return _known.get(LETTERS[found[1]], found[0])
