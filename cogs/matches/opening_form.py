"""Opens a match from typed values: by a command or, after a refusal, in a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.base.language import N_, gettext
from bot.engine.errors import Refusal
from bot.games.game import Game
from bot.people.zone_words import read_zone
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.form_fields import written
from cogs.kit.forms import OLD_FORM, Asked, Form, Typed, typed_words
from cogs.kit.replies import defer, named_game
from cogs.matches.opening import Wishes, options_of_words
from cogs.matches.quick_start import open_match

MATCH = "matchform"
"""The verb of the form; its path has the wishes that are not typed."""
OPTIONS = "options"
TYPED: Mapping[str, int] = {"clock": 200, "grace": 200, "invite": 300, "word": 200}
"""The typed wishes, each with the most characters."""
_CHOSEN = ("thread", "rated", "leave", "private", "anonymous")


async def open_typed(bot: Client, interaction: Interaction, game: Game, options: str, wishes: Wishes) -> None:
    """Open a match; where the typed values are refused, show them in a form.

    Raises a `Refusal` where nothing was typed, or for an unreadable time zone.
    """
    await defer(interaction)
    if wishes.weekends:
        wishes = msgspec.structs.replace(wishes, weekends=read_zone(wishes.weekends))
    typed = _typed_match(game, options, wishes)
    if any(typed.words.values()):
        await bot.forms.attempt(interaction, typed)
    else:
        await open_match(bot, interaction, game, {}, wishes)


def words_of_options(options: Mapping[str, Any]) -> str:
    """Return options as a text that `options_of_words` reads."""
    words = {name: str(value) for name, value in options.items()}
    return " ".join(
        f'{name}="{value}"' if " " in value else f"{name}={value}" for name, value in words.items()
    )


class MatchForm:
    """The form that opens a match with values that were refused before."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.forms.handle(MATCH, Form(self._asked, self._take_in, N_("No match was opened")))

    async def _asked(self, _interaction: Interaction, typed: Typed) -> Asked:
        game, _ = self._meant(typed)
        labels = {
            "clock": gettext("Clock"),
            "grace": gettext("Grace"),
            "invite": gettext("Who is invited"),
            "word": gettext("Your own word for the randomness"),
        }
        shown = [key for key in TYPED if key == "clock" or typed.one(key)]
        options = written(
            OPTIONS, gettext("Options"), typed.one(OPTIONS), 2000, example="squad=5 map=open", lines=True
        )
        return Asked(
            gettext("A match of {game}", game=game.title),
            [options, *[written(key, labels[key], typed.one(key), TYPED[key]) for key in shown]],
        )

    async def _take_in(self, interaction: Interaction, typed: Typed) -> None:
        game, wishes = self._meant(typed)
        options = options_of_words(typed.one(OPTIONS))
        await open_match(self.bot, interaction, game, options, wishes)

    def _meant(self, typed: Typed) -> tuple[Game, Wishes]:
        """Return the game and the wishes of a form. Raises `Refusal` for anything that the bot would not
        write.
        """
        if len(typed.press.path) != 6:
            raise Refusal.translated(OLD_FORM)
        key, seats, chosen, at_zero, wanted, weekends = typed.press.path
        words = {key: typed.one(key).strip() for key in TYPED if key in typed.values}
        yes = {name: letter == "1" for name, letter in zip(_CHOSEN, chosen, strict=False)}
        wishes = Wishes(whole_number(seats) or None, at_zero=at_zero, wanted=wanted, weekends=weekends)
        wishes = msgspec.structs.replace(wishes, **yes, **words)
        try:
            wishes.match_terms()
        except msgspec.ValidationError:
            raise Refusal.translated(OLD_FORM) from None
        except Refusal:
            pass  # the typed clock, to be changed
        return named_game(self.bot.games, key), wishes


def _typed_match(game: Game, options: str, wishes: Wishes) -> Typed:
    chosen = "".join(str(int(getattr(wishes, name))) for name in _CHOSEN)
    path = (game.key, str(wishes.seats or 0), chosen, wishes.at_zero, wishes.wanted, wishes.weekends)
    return typed_words(
        ComponentId(MATCH, path=path), {OPTIONS: options, **{name: getattr(wishes, name) for name in TYPED}}
    )
