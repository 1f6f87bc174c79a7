"""The form of a new match: how long, how many, the clock, whom, and the rest in boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from discord import ui

from bot.engine.language import N_, gettext
from bot.engine.setups import described
from bot.matches.terms import USUAL, offered, read_clock
from bot.registry import Game
from cogs.kit.client import Handler, Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.forms import Choice, Field, Filled, boxes, filled_in, form_of, one_of, one_of_many, people
from cogs.kit.replies import named_game
from cogs.matches.group import MatchCommands
from cogs.matches.opening import Wishes
from cogs.matches.quick_start import check_place, open_match

FORM = "newform"
"""The verb of the button that opens the form, and of the form."""
FEWEST, AS_SERVER = "fewest", "server"
"""What stands for the fewest seats that are enough, and for the server's clock."""
BOXES: Final[Mapping[str, str]] = {
    "thread": N_("In a thread of its own"),
    "private": N_("Private: only its players and moderators may watch"),
    "unrated": N_("Does not count for the ratings"),
    "no-leave": N_("Clocks run on while somebody is away (/me away)"),
    "reliable": N_("Only with reliable or new players; told to nobody"),
}


class NewMatchForm(MatchCommands):
    """Opens a match by one form, in the place of typed options."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return what opens the form; what is filled in comes by `take_in`."""
        self.bot.handle_form(FORM, self.take_in)
        return {**super().handlers(), FORM: self.press_form}

    async def press_form(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the form for a game."""
        check_place(interaction, lesson=False)
        game = named_game(self.bot.games, "".join(press.path[:1]))
        await interaction.response.send_modal(form_of_match(game, Wishes()))

    async def take_in(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the match that was filled in."""
        game = named_game(self.bot.games, "".join(press.path[:1]))
        filled = filled_in(interaction)
        setup = filled.one("setup", game.setups, "usual")
        options = game.setups[setup].options if setup in game.setups else {}
        await open_match(self.bot, interaction, game, options, wishes_of(filled, game))


def form_of_match(game: Game, wishes: Wishes, setup: str = "usual") -> ui.Modal:
    """Return the form for a match of a game, with what is wished already."""
    ticked = {
        "thread": wishes.thread,
        "private": wishes.private,
        "unrated": not wishes.rated,
        "no-leave": not wishes.leave,
        "reliable": wishes.wanted == "reliable",
    }
    seats = [Choice(str(number), str(number)) for number in game.rules.seats]
    enough = Choice(
        FEWEST, gettext("As many as are invited, and at least {seats}", seats=game.rules.seats[0])
    )
    clocks = [Choice(words, offered(read_clock(words))) for words in USUAL]
    usual = Choice(AS_SERVER, gettext("as usual on this server"))
    fields: list[Field] = [
        one_of_many("seats", gettext("Players"), [enough, *seats], str(wishes.seats or FEWEST)),
        one_of_many("clock", gettext("Clock"), [usual, *clocks], wishes.clock or AS_SERVER),
        people(
            "invite",
            gettext("Whom you invite"),
            [int(each) for each in wishes.invite.split()],
            max(game.rules.seats) - 1,
            gettext("Seats are kept for them for two days."),
        ),
        boxes(
            "more",
            gettext("And"),
            [Choice(key, gettext(words)) for key, words in BOXES.items()],
            [key for key, yes in ticked.items() if yes],
        ),
    ]
    if game.setups:
        pace = [Choice(name, described(name, each)) for name, each in game.setups.items()]
        fields.insert(0, one_of("setup", gettext("How long"), pace, setup))
    title = gettext("A match of {game}", game=game.title)
    return form_of(title, ComponentId(FORM, path=(game.key,)), *fields)


def wishes_of(filled: Filled, game: Game) -> Wishes:
    """Return what was wished in a form. Raises `Refusal` for what it did not offer."""
    seats = filled.one("seats", [str(number) for number in game.rules.seats], FEWEST)
    clock = filled.one("clock", USUAL, AS_SERVER)
    ticked = filled.values.get("more", ())
    return Wishes(
        seats=None if seats == FEWEST else int(seats),
        clock="" if clock == AS_SERVER else clock,
        invite=" ".join(map(str, filled.ids("invite"))),
        thread="thread" in ticked,
        private="private" in ticked,
        rated="unrated" not in ticked,
        leave="no-leave" not in ticked,
        wanted="reliable" if "reliable" in ticked else "anybody",
    )
