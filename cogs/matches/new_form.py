"""The form of a new match: length, seats, clock, company, and yes or no options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from bot.base.language import N_, gettext
from bot.engine.errors import Refusal
from bot.engine.setups import described
from bot.games.game import Game
from bot.matches.terms import USUAL, offered, read_clock
from cogs.kit.client import Handler, Interaction
from cogs.kit.form_fields import Choice, Field, boxes, one_of, one_of_many, people
from cogs.kit.forms import Asked, Form, Typed
from cogs.kit.replies import named_game
from cogs.matches.group import MatchCommands
from cogs.matches.opening import Wishes, options_of_setup
from cogs.matches.quick_start import check_place, open_match

FORM = "newform"
"""The verb of the button that opens the form, and of the form."""
FEWEST, AS_SERVER, USUAL_SETUP = "fewest", "server", "usual"
"""The choices for the fewest seats that are enough, the server's clock and the default setup."""
BOXES: Final[Mapping[str, str]] = {
    "thread": N_("In a thread of its own"),
    "private": N_("Private: only its players and moderators may watch"),
    "anonymous": N_("Anonymous: nobody learns who plays before the end"),
    "unrated": N_("Does not count for the ratings"),
    "no-leave": N_("Clocks run on while somebody is away (/me away)"),
    "weekends": N_("No time runs on Saturdays and Sundays, in your time zone"),
    "reliable": N_("Only with reliable or new players; others do not see this"),
}


class NewMatchForm(MatchCommands):
    """Opens a match by one form, instead of typed options."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers of the controls; the form is registered with the bot."""
        self.bot.forms.handle(FORM, Form(self._asked, self._take_in, N_("No match was opened")))
        return super().handlers()

    async def _asked(self, interaction: Interaction, typed: Typed) -> Asked:
        check_place(interaction, lesson=False)
        return asked_of_match(named_game(self.bot.games, typed.press.first), typed)

    async def _take_in(self, interaction: Interaction, typed: Typed) -> None:
        game = named_game(self.bot.games, typed.press.first)
        setup = typed.one("setup", game.setups, USUAL_SETUP)
        wishes = wishes_of(typed, game)
        if "weekends" in typed.values.get("more", ()):
            preferences = await self.bot.people.preferences(interaction.user.id)
            if not preferences.zone_known:
                raise Refusal.translated(
                    "I do not know your time zone, by which the weekends would rest. Set it with /me show,"
                    " or name one in /match new weekends:."
                )
            wishes = replace(wishes, weekends=preferences.zone)
        options = options_of_setup(game, setup, wishes)
        await open_match(self.bot, interaction, game, options, wishes)


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


def wishes_of(typed: Typed, game: Game) -> Wishes:
    """Return the wishes of a form. Raises `Refusal` for a value that was not offered."""
    seats = typed.one("seats", [str(number) for number in game.rules.seats], FEWEST)
    clock = typed.one("clock", USUAL, AS_SERVER)
    ticked = typed.values.get("more", ())
    return Wishes(
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
