"""The bot's own emojis for card suits, dice, seats and games in messages.

`python -m bot check --dress` makes them (`renderers.operator.emojis`). At start the bot lists the existing
ones; without them messages use letters and numbers.

In a text a letter stands for an emoji: suits and marks of seats directly, a die or a game's title by an
invisible character after it (`signed`). `message_of` inserts the emojis if the message stays short enough,
but not in code. Labels, options, alt text and files keep the letter. `safe` marks letters that people write.
Where Discord refuses an emoji, the message is sent again with letters, and the list is read again.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from discord import ui

from bot.engine.sentences import OWN, SEAT_MARKS, Printer
from renderers.kit.palette import SEATS

SIGNED: Final = "\u2063"
"""An invisible mark after a word that is shown as an emoji: nobody can write it (`bot.engine.sentences`)."""
LETTERS: Final[Mapping[str, str]] = {
    "♣": "clubs",
    "♦": "diamonds",
    "♥": "hearts",
    "♠": "spades",
    **{mark: seat.called.replace(" ", "") for mark, seat in zip(SEAT_MARKS, SEATS, strict=True)},
    **{f"{value}{SIGNED}": f"die{value}" for value in range(1, 7)},
}
"""The names of the emojis that replace letters."""
_SIGNS: Final[Mapping[str, str]] = {name: letter for letter, name in LETTERS.items()}
_OWN_EMOJI = re.compile(r"<:([a-z]+[1-6]?)_[0-9a-f]{4}:\d+>( ?)")
_NAME = re.compile(r"([a-z]+[1-6]?)_[0-9a-f]{4}")
_LETTER = re.compile(f"([1-6]{SIGNED}|[♣♦♥♠]|[{''.join(SEAT_MARKS)}](?!{OWN}))\ufe0e?")
_UNSEEN = re.compile(f"[{SIGNED}{OWN}]")
_CODE = re.compile(r"(`+[^`]*`+)")

_known: dict[str, str] = {}
"""The text of each emoji, by its name, for all messages of this process."""
_games: dict[str, str] = {}
"""The names of the games' emojis, by the titles of the games."""


def learn(found: Iterable[Mapping[str, Any]], games: Mapping[str, str] | None = None) -> int:
    """Use the emojis of the application from now on, as Discord lists them; return how many are the bot's.

    `games` are the titles of the games by their keys.
    """
    _known.clear()
    _games.clear()
    for emoji in found:
        if name := _NAME.fullmatch(str(emoji["name"])):
            _known[name[1]] = f"<:{emoji['name']}:{emoji['id']}>"
    _games.update({title: _letters_of(key) for key, title in (games or {}).items()})
    return len(_known)


def on_button(name: str) -> str | None:
    """Return an emoji for a button, beside its label; None where it is missing."""
    return _known.get(_letters_of(name))


def _letters_of(key: str) -> str:
    """Return the name of a game's emoji: its key without dashes, which Discord does not allow."""
    return key.replace("-", "")


def signed(words: str) -> str:
    """Return a word that every message shows as an emoji: the result of a die.

    A game's title is shown after the emoji of the game.
    """
    return f"{words}{SIGNED}"


class MessagePrinter(Printer):
    """Prints sentences for messages, with dice as emojis."""

    def thing(self, kind: str, value: Hashable, words: str) -> str:  # noqa: ARG002 - the words are the value
        """Return the words of a thing; those of a die are marked for `dress`."""
        return signed(words) if kind == "die" else words


MESSAGE: Final = MessagePrinter()


def unsigned(words: str) -> str:
    """Return words without the marks of emojis, for labels, alt texts and files."""
    return _UNSEEN.sub("", words)


def dress(texts: Sequence[ui.TextDisplay[Any]], most: int) -> None:
    """Replace signs by emojis in the texts of a message, up to `most` characters; code is unchanged."""
    dressed = [_dressed(each.content) for each in texts] if _known else []
    fits = bool(dressed) and sum(map(len, dressed)) <= most
    for at, each in enumerate(texts):
        each.content = dressed[at] if fits else unsigned(each.content)


def undress(view: ui.LayoutView) -> None:
    """Replace the bot's own emojis in a message by the letters for which they stand; buttons lose theirs."""
    for part in view.walk_children():
        inner = part.item if isinstance(part, ui.DynamicItem) else part
        if isinstance(inner, ui.TextDisplay):
            inner.content = _OWN_EMOJI.sub(_letter, inner.content)
        elif isinstance(inner, ui.Button) and inner.emoji is not None and inner.emoji.is_custom_emoji():
            inner.emoji = None


def _letter(found: re.Match[str]) -> str:
    """Return the letter of an emoji; "" for that of a game, which stands before its title."""
    letter = _SIGNS.get(found[1])
    return "" if letter is None else f"{unsigned(letter)}{found[2]}"


def _dressed(words: str) -> str:
    """Return words with emojis, except in code: every second part of the split."""
    parts, named = _CODE.split(words), _named_games("|".join(map(re.escape, _games)) or "(?!)")
    parts[::2] = [_LETTER.sub(_picture, named.sub(_titled, part)) for part in parts[::2]]
    return unsigned("".join(parts))


@cache
def _named_games(titles: str) -> re.Pattern[str]:
    """Return the pattern of the places where a game's emoji goes before its title.

    These are headings that begin with the title, lines with the title in bold, and marked titles (`signed`).
    """
    heading, bold, within = rf"^#+ (?={titles})", rf"^(?=\*\*(?:{titles})\*\*)", rf"(?=(?:{titles}){SIGNED})"
    return re.compile(rf"({heading}|{bold}|{within})((?:\*\*)?)({titles})\b", re.MULTILINE)


def _titled(found: re.Match[str]) -> str:
    before, bold, title = found.groups()
    sign = _known.get(_games[title])
    return found[0] if sign is None else f"{before}{sign} {bold}{title}"


def _picture(found: re.Match[str]) -> str:
    return _known.get(LETTERS[found[1]], found[0])
