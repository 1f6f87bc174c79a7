"""Buttons and select menus, valid after a restart: all they need is in the custom_id. The bot's emojis.

A custom_id is `tp:verb:match:version:path:slot`. It has the unguessable id of a match and the keys of the
menu path; it has nothing hidden, and each press is checked for access.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

import discord
import msgspec
from discord import ui
from msgspec.structs import replace

from bot.base.language import N_, gettext
from bot.engine.sentences import OWN, SEAT_MARKS, Printer
from bot.games.game import Game
from renderers.kit.palette import SEATS

CUSTOM_ID_LIMIT = 100
"""The most characters of a custom_id, by Discord's limit."""

_PREFIX = "tp"
_STEP = "."
OLD_BUTTON = N_("This button is from an older version of the bot. Use /match board for a new one.")
PARTS = 6
"""The most parts of a custom_id."""
_NUMBER = re.compile(r"[0-9]{1,9}")

PRIMARY, SECONDARY, SUCCESS, DANGER = (
    discord.ButtonStyle.primary,
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
)


class TooLongError(ValueError):
    """A custom_id would be longer than Discord allows."""


class ComponentId(msgspec.Struct, frozen=True):
    """The decoded custom_id of a control."""

    verb: str
    """The action; a cog has registered a handler for it."""
    match: str = ""
    version: int = 0
    """The version of the match that the asker saw."""
    path: tuple[str, ...] = ()
    """The keys chosen so far, the control's own last; a menu's chosen value is added when it is used."""
    slot: str = ""
    """Distinguishes controls of one message that would otherwise have the same id."""

    def encode(self) -> str:
        """Return the custom_id. Raises `TooLongError` when it is longer than Discord allows."""
        path = _STEP.join(self.path)
        text = ":".join((_PREFIX, self.verb, self.match, str(self.version), path, self.slot)).rstrip(":")
        if len(text) > CUSTOM_ID_LIMIT:
            raise TooLongError(
                f"a custom_id has {len(text)} characters; shorten the keys of the menu: {text}"
            )
        return text

    @classmethod
    def decode(cls, custom_id: str) -> ComponentId:
        """Decode a custom_id; a malformed one gets a verb without a handler."""
        parts = custom_id.split(":")
        if len(parts) > PARTS or len(custom_id) > CUSTOM_ID_LIMIT or not custom_id.isprintable():
            return NONSENSE
        _, verb, match, version, path, slot = (*parts, *("",) * PARTS)[:PARTS]
        steps = tuple(path.split(_STEP)) if path else ()
        return cls(verb, match, whole_number(version), steps, slot)

    def keys(self, count: int) -> list[str]:
        """Return this number of keys of the path, the first ones; "" for each missing key."""
        return [*self.path, *[""] * count][:count]

    @property
    def first(self) -> str:
        """The first key of the path; "" for an empty path."""
        return self.keys(1)[0]

    @property
    def last(self) -> str:
        """The last key of the path; "" for an empty path."""
        return self.path[-1] if self.path else ""

    def chosen(self, value: str) -> ComponentId:
        """Return this press with a select menu's value added to its path."""
        return replace(self, path=(*self.path, value), slot="")


NONSENSE = ComponentId("")
"""A malformed custom_id: its verb has no handler."""


def whole_number(word: str, otherwise: int = 0) -> int:
    """Return the number in a key of a control; `otherwise` for anything that the bot would not write."""
    return int(word) if _NUMBER.fullmatch(word) else otherwise


def discord_id(word: str) -> int:
    """Return the Discord id in a part of a control; 0 for none."""
    known = word.isascii() and word.isdecimal() and len(word) < 20
    return int(word) if known and int(word) < 2**63 else 0


class Control(ui.DynamicItem[Any], template=re.compile(rf"{_PREFIX}:.*", re.DOTALL)):
    """One button or select menu; passes a press to the handler of its verb."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /
    ) -> Control:
        """Recreate the control from a message, also after a restart."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Find the handler and let it answer; errors are answered too."""
        await interaction.client.press(interaction, _pressed(self.item))


def _pressed(item: ui.Item[Any]) -> ComponentId:
    """Return the press of a button, or of a menu with its chosen value.

    A value that was not offered gives `NONSENSE`.
    """
    press = ComponentId.decode(getattr(item, "custom_id", ""))
    if not isinstance(item, ui.Select):
        return press
    offered = {option.value for option in item.options}
    if len(item.values) != 1 or item.values[0] not in offered:
        return NONSENSE
    return press.chosen(item.values[0])


def button(
    label: str,
    press: ComponentId,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str | None = None,
) -> Control:
    """Return a button."""
    pressed: ui.Button[Any] = ui.Button(
        label=label, style=style, custom_id=press.encode(), disabled=disabled, emoji=emoji
    )
    return Control(pressed)


def play_button(match: str) -> Control:
    """Return the button that opens the asker's panel of a match."""
    return button(gettext("Play"), ComponentId("play", match), PRIMARY)


def hand_button(match: str) -> Control:
    """Return the button that shows the asker's hand in a match."""
    return button(gettext("Hand"), ComponentId("hand", match))


def rules_button(game: str) -> Control:
    """Return the button to the rules of the game with this key."""
    return button(gettext("Rules"), ComponentId("rules", path=(game, "0")))


def closer_look(match: str, parts: Mapping[str, str]) -> list[Control]:
    """Return the button to the parts of a table (`Renderer.parts`); a single part has its own name."""
    if not parts:
        return []
    label = gettext("Zoom") if len(parts) > 1 else next(iter(parts.values()))
    return [button(label, ComponentId("zoom", match))]


def fair_dice(press: ComponentId) -> Control:
    """Return the button to the page about fair dice, of a match or of a roll."""
    return button(gettext("Fair dice"), press, emoji=on_button("dice"))


def words_button(game: Game) -> list[Control]:
    """Return the button to the glossary of a game, where it has one."""
    return (
        [button(gettext("Signs and words"), ComponentId("words", path=(game.key,)))] if game.glossary else []
    )


def page_buttons(to: Callable[[int], ComponentId], page: int, pages: int) -> list[Control]:
    """Return the buttons to the previous and the next page, counted from 0; none where there is no other."""
    if pages < 2:
        return []
    before, after = replace(to(max(page - 1, 0)), slot="p"), replace(to(page + 1), slot="n")
    return [
        button(gettext("Previous"), before, disabled=page == 0),
        button(gettext("Next"), after, disabled=page >= pages - 1),
    ]


def select(placeholder: str, press: ComponentId, options: list[discord.SelectOption]) -> Control:
    """Return a select menu with one choice."""
    chooser: ui.Select[Any] = ui.Select(
        placeholder=placeholder or None, custom_id=press.encode(), options=options
    )
    return Control(chooser)


# The bot's own emojis for card suits, dice, seats and games in messages.
#
# `python -m bot check --dress` makes them (`renderers.operator.emojis`). At start the bot lists the existing
# ones; without them messages use letters and numbers.
#
# In a text a letter stands for an emoji: suits and marks of seats directly, a die or a game's title by an
# invisible character after it (`signed`). `message_of` inserts the emojis if the message stays short
# enough, but not in code. Labels, options, alt text and files keep the letter. `safe` marks letters that
# people write. Where Discord refuses an emoji, the message is sent again with letters, and the list is read
# again.


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
"""The names of the games' emojis, by the names of the games in English."""


def learn(found: Iterable[Mapping[str, Any]], games: Mapping[str, str] | None = None) -> int:
    """Use the emojis of the application from now on, as Discord lists them; return how many are the bot's.

    `games` are the names of the games in English by their keys.
    """
    _known.clear()
    _games.clear()
    for emoji in found:
        if name := _NAME.fullmatch(str(emoji["name"])):
            _known[name[1]] = f"<:{emoji['name']}:{emoji['id']}>"
    _games.update({name: _letters_of(key) for key, name in (games or {}).items()})
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
    return words if words.isascii() else _UNSEEN.sub("", words)


def dress(texts: Sequence[ui.TextDisplay[Any]], most: int) -> None:
    """Replace signs by emojis in the texts of a message, up to `most` characters; code is unchanged."""
    games = {gettext(name): letters for name, letters in _games.items()} if _known else {}
    dressed = [_dressed(each.content, games) for each in texts] if _known else []
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


def _dressed(words: str, games: Mapping[str, str]) -> str:
    """Return words with emojis, except in code: every second part of the split.

    `games` are the names of the games' emojis by the titles in the current language.
    """
    parts, named = _CODE.split(words), _named_games("|".join(map(re.escape, games)) or "(?!)")
    titled = partial(_titled, games)
    parts[::2] = [_LETTER.sub(_picture, named.sub(titled, part)) for part in parts[::2]]
    return unsigned("".join(parts))


@cache
def _named_games(titles: str) -> re.Pattern[str]:
    """Return the pattern of the places where a game's emoji goes before its title.

    These are headings that begin with the title, lines with the title in bold, and marked titles (`signed`).
    """
    heading, bold, within = rf"^#+ (?={titles})", rf"^(?=\*\*(?:{titles})\*\*)", rf"(?=(?:{titles}){SIGNED})"
    return re.compile(rf"({heading}|{bold}|{within})((?:\*\*)?)({titles})\b", re.MULTILINE)


def _titled(games: Mapping[str, str], found: re.Match[str]) -> str:
    before, bold, title = found.groups()
    sign = _known.get(games[title])
    return found[0] if sign is None else f"{before}{sign} {bold}{title}"


def _picture(found: re.Match[str]) -> str:
    return _known.get(LETTERS[found[1]], found[0])
