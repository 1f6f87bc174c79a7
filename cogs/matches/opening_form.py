"""Opens a match from typed values: by a command or, after a refusal, in a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.base.language import N_, gettext, messages
from bot.engine.errors import Refusal
from bot.engine.options import described
from bot.games.game import Game
from bot.matches.terms import USUAL, offered, read_clock
from bot.people.zone_words import read_zone
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.form_fields import Choice, Field, boxes, one_of, one_of_many, people, written
from cogs.kit.forms import OLD_FORM, Asked, Form, Typed, typed_words
from cogs.kit.replies import defer, named_game
from cogs.matches.group import MatchCommands
from cogs.matches.opening import OpeningTerms, options_of_setup, options_of_words
from cogs.matches.quick_start import check_place, open_match

# The form of a new match: length, seats, clock, company, and yes or no options.


FORM = "newform"
"""The verb of the button that opens the form, and of the form."""
FEWEST, AS_SERVER, USUAL_SETUP = "fewest", "server", "usual"
"""The choices for the fewest seats that are enough, the server's clock and the default setup."""
BOXES: Final = messages("matches", "boxes", dict[str, str])


class NewMatchForm(MatchCommands):
    """Opens a match by one form, instead of typed options."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        bot.forms.handle(FORM, Form(self._asked, self._take_in, N_("No match was opened")))

    async def _asked(self, interaction: Interaction, typed: Typed) -> Asked:
        check_place(interaction, lesson=False)
        return asked_of_match(named_game(self.bot.games, typed.press.first), typed)

    async def _take_in(self, interaction: Interaction, typed: Typed) -> None:
        game = named_game(self.bot.games, typed.press.first)
        setup = typed.one("setup", game.setups, USUAL_SETUP)
        opening = wishes_of(typed, game)
        if "weekends" in typed.values.get("more", ()):
            preferences = await self.bot.people.preferences(interaction.user.id)
            if not preferences.zone_known:
                raise Refusal.translated(
                    "I do not know your time zone, by which the weekends would rest. Set it with /me show,"
                    " or name one in /match new weekends:."
                )
            opening = replace(opening, weekends=preferences.zone)
        options = options_of_setup(game, setup, opening)
        await open_match(self.bot, interaction, game, options, opening)


def asked_of_match(game: Game, typed: Typed) -> Asked:
    """Return the form of a match of a game."""
    seats = [Choice(str(number), str(number)) for number in game.rules.seats]
    enough = Choice(
        FEWEST, gettext("As many as are invited, and at least {seats}", seats=game.rules.seats[0])
    )
    clocks = [Choice(words, offered(read_clock(words))) for words in USUAL]
    usual = Choice(AS_SERVER, gettext("as usual on this server"))
    fields: list[Field] = [
        one_of_many("seats", gettext("Players"), [enough, *seats], typed.one("seats", otherwise=FEWEST)),
        one_of_many("clock", gettext("Clock"), [usual, *clocks], typed.one("clock", otherwise=AS_SERVER)),
        people(
            "invite",
            gettext("The people to invite"),
            typed.ids("invite"),
            max(game.rules.seats) - 1,
            gettext("Seats are kept for them for two days."),
        ),
        boxes(
            "more",
            gettext("And"),
            [Choice(key, gettext(words)) for key, words in BOXES.items()],
            typed.values.get("more", ()),
        ),
    ]
    if game.setups:
        fewest = game.rules.seats[0]
        pace = [Choice(name, described(name, each, fewest)) for name, each in game.setups.items()]
        fields.insert(
            0, one_of("setup", gettext("How long"), pace, typed.one("setup", otherwise=USUAL_SETUP))
        )
    return Asked(gettext("A match of {game}", game=game.title), fields)


def wishes_of(typed: Typed, game: Game) -> OpeningTerms:
    """Return the wishes of a form. Raises `Refusal` for a value that was not offered."""
    seats = typed.one("seats", [str(number) for number in game.rules.seats], FEWEST)
    clock = typed.one("clock", USUAL, AS_SERVER)
    ticked = typed.values.get("more", ())
    return OpeningTerms(
        seats=None if seats == FEWEST else int(seats),
        clock="" if clock == AS_SERVER else clock,
        invite=" ".join(map(str, typed.ids("invite"))),
        thread="thread" in ticked,
        private="private" in ticked,
        anonymous="anonymous" in ticked,
        rated="unrated" not in ticked,
        leave="no-leave" not in ticked,
        wanted="reliable" if "reliable" in ticked else "anybody",
    )


MATCH = "matchform"
"""The verb of the form; its path has the wishes that are not typed."""
OPTIONS = "options"
TYPED: Mapping[str, int] = {"clock": 200, "grace": 200, "invite": 300, "word": 200}
"""The typed wishes, each with the most characters."""
_CHOSEN = ("thread", "rated", "leave", "private", "anonymous")


async def open_typed(
    bot: Client, interaction: Interaction, game: Game, options: str, opening: OpeningTerms
) -> None:
    """Open a match; where the typed values are refused, show them in a form.

    Raises a `Refusal` where nothing was typed, or for an unreadable time zone.
    """
    await defer(interaction)
    if opening.weekends:
        opening = msgspec.structs.replace(opening, weekends=read_zone(opening.weekends))
    chosen = "".join(str(int(getattr(opening, name))) for name in _CHOSEN)
    path = (game.key, str(opening.seats or 0), chosen, opening.at_zero, opening.wanted, opening.weekends)
    typed = typed_words(
        ComponentId(MATCH, path=path), {OPTIONS: options, **{name: getattr(opening, name) for name in TYPED}}
    )
    if any(typed.words.values()):
        await bot.forms.attempt(interaction, typed)
    else:
        await open_match(bot, interaction, game, {}, opening)


def words_of_options(options: Mapping[str, Any]) -> str:
    """Return options as a text that `options_of_words` reads."""
    words = {name: str(value) for name, value in options.items()}
    return " ".join(
        f'{name}="{value}"' if " " in value else f"{name}={value}" for name, value in words.items()
    )


def example_of_options(game: Game) -> str:
    """Return options of a game as one could type them: those of its quick set-up, "" without any."""
    return words_of_options(game.setups["quick"].options) if game.setups else ""


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
            OPTIONS,
            gettext("Options"),
            typed.one(OPTIONS),
            2000,
            example=example_of_options(game),
            lines=True,
        )
        return Asked(
            gettext("A match of {game}", game=game.title),
            [options, *[written(key, labels[key], typed.one(key), TYPED[key]) for key in shown]],
        )

    async def _take_in(self, interaction: Interaction, typed: Typed) -> None:
        game, opening = self._meant(typed)
        options = options_of_words(typed.one(OPTIONS))
        await open_match(self.bot, interaction, game, options, opening)

    def _meant(self, typed: Typed) -> tuple[Game, OpeningTerms]:
        """Return the game and the wishes of a form. Raises `Refusal` for anything that the bot would not
        write.
        """
        if len(typed.press.path) != 6:
            raise Refusal.translated(OLD_FORM)
        key, seats, chosen, at_zero, wanted, weekends = typed.press.path
        words = {key: typed.one(key).strip() for key in TYPED if key in typed.values}
        yes = {name: letter == "1" for name, letter in zip(_CHOSEN, chosen, strict=False)}
        opening = OpeningTerms(whole_number(seats) or None, at_zero=at_zero, wanted=wanted, weekends=weekends)
        opening = msgspec.structs.replace(opening, **yes, **words)
        try:
            opening.match_terms()
        except msgspec.ValidationError:
            raise Refusal.translated(OLD_FORM) from None
        except Refusal:
            pass  # the typed clock, to be changed
        return named_game(self.bot.games, key), opening
