"""`/roll`, for everybody and everywhere, and `/dice`, all that goes with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from functools import partial
from typing import Literal, TypeAlias

import structlog
from discord import app_commands
from discord.ext import commands

from bot.base.language import N_, gettext, ngettext, speaking
from bot.engine.sentences import echo
from bot.parts.dice.bounds import BadExpression, RollRefused
from bot.parts.dice.expression import Expression
from bot.parts.dice.notation import read
from bot.parts.dice.odds import odds
from bot.parts.dice.ports import Roll as RolledDice
from bot.parts.dice.ports import RollPlace, Seed, Visibility
from bot.parts.dice.rolling import totals_words
from bot.parts.dice.service import Asked, RollService
from cogs.dice.fair_posts import compose_fairness, compose_today
from cogs.dice.roll_posts import (
    compose_fault,
    compose_help,
    compose_odds,
    compose_revealed,
    compose_roll,
    compose_saved,
    compose_sealed,
    compose_secret,
)
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.layout import OutgoingMessage, fit, safe, under
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.replies import (
    CHOICE_TEXT,
    answer,
    anywhere,
    bots_server,
    defer,
    defer_if_slow,
    defer_in_place_if_slow,
    defer_in_public,
    in_all_places,
    is_bots_dm,
    offer,
    offer_words,
    person,
    post_beside,
    request_of,
    show,
    suggesting,
    tell,
)
from renderers.contract import Picture
from renderers.dice.chart import draw_odds
from renderers.dice.roll import MOST_DICE, draw_roll

Text = app_commands.Range[str, 1, 300]
"""Longer than the maximum length of an expression, so that a longer one gets our own error and its place."""
Name = app_commands.Range[str, 1, 32]
SEEN_BY = {
    "public": Visibility.PUBLIC,
    "private": Visibility.PRIVATE,
    "reveal later": Visibility.LATER,
}

log = structlog.get_logger(__name__)

Made: TypeAlias = tuple[RolledDice, Seed]
Compose: TypeAlias = Callable[[RolledDice, Picture | None], OutgoingMessage]


HELP = N_("**Dice** for any game: `/roll 2d6+3`, with exact odds and a proof of each roll.")
PERSONAL_WORDS: Mapping[str, Callable[[int], str]] = {
    "rolls": lambda n: ngettext("{number} roll", "{number} rolls", n),
    "saved_rolls": lambda n: ngettext("{number} saved roll", "{number} saved rolls", n),
}
"""The words for a number of items of each kind of personal data."""


class Roll(commands.Cog):
    """Rolling, looking at odds and proofs, and saved rolls."""

    dice = in_all_places(
        anywhere(app_commands.Group(name="dice", description="Odds, proofs and saved rolls for /roll"))
    )

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.hooks.personal_words.update(PERSONAL_WORDS)
        bot.hooks.front_lines.append(HELP)
        self.rolls = bot.services.of(RollService)
        bot.handle("reveal", self.press_reveal)
        bot.handle("saved", self.press_saved)
        bot.handle("fairroll", self.press_fair)

    @app_commands.command()
    @anywhere
    @in_all_places
    @app_commands.describe(
        expression="What to roll, such as 4d6kh3+2, or the name of a saved roll; also: stats, verify",
        visibility="Who sees it; default: everybody",
        label="What it is for",
    )
    async def roll(
        self,
        interaction: Interaction,
        expression: Text,
        visibility: Literal["public", "private", "reveal later"] = "public",
        label: app_commands.Range[str, 1, 100] = "",
    ) -> None:
        """Roll dice: 4d6kh3+2, 1d20+5 adv, 8d10 t7, 5d6!, 6#4d6kh3, 4dF."""
        word, _, rest = expression.strip().partition(" ")
        if word.lower() == "stats":
            await _with_caret(interaction, partial(self._stats, interaction, rest, None))
        elif word.lower() == "verify":
            await self._verify_words(interaction, rest.split())
        else:
            ask = partial(self._ask, interaction, expression, SEEN_BY[visibility], label)
            await _with_caret(interaction, ask)

    @roll.autocomplete("expression")
    @suggesting
    async def _suggest(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        user, wanted = interaction.user.id, typed.strip().casefold()
        offers = {each.name: f"{each.name}: {each.expression}" for each in await self.rolls.store.saved(user)}
        for recent in await self.rolls.store.recent(user):
            if len(recent) <= CHOICE_TEXT:
                offers.setdefault(recent, recent)
        return offer((shown, value) for value, shown in offers.items() if wanted in shown.casefold())

    @dice.command()
    @app_commands.describe(expression="What would be rolled", at_least="The chance of this total or more")
    @app_commands.rename(at_least="at-least")
    async def stats(
        self,
        interaction: Interaction,
        expression: Text,
        at_least: app_commands.Range[int, -1_000_000_000, 1_000_000_000] | None = None,
    ) -> None:
        """See the exact odds of a roll, with a chart."""
        await _with_caret(interaction, partial(self._stats, interaction, expression, at_least))

    @dice.command()
    @app_commands.describe(
        roll="The id of a roll, from Fair dice; without it today's fingerprint",
        number="Instead of the id: the number of a draw in this channel",
        day="The UTC day of that number, such as 2026-05-01; default: today",
    )
    async def verify(
        self,
        interaction: Interaction,
        roll: app_commands.Range[str, 1, 40] = "",
        number: app_commands.Range[int, 0, 1_000_000_000] | None = None,
        day: app_commands.Range[str, 1, 20] = "",
    ) -> None:
        """Check that a roll was fair."""
        words = [roll] if roll else [] if number is None else [str(number), *day.split()]
        await self._verify_words(interaction, words)

    @dice.command()
    @app_commands.describe(name="Its name", expression="What is rolled")
    async def save(self, interaction: Interaction, name: Name, expression: Text) -> None:
        """Save a roll under a name, for /roll and /dice saved."""

        async def keep() -> None:
            read(expression)
            await defer(interaction)
            saved = await self.rolls.save(interaction.user.id, name, expression)
            told = gettext(
                "**{name}** is saved: {command} and its name rolls it.",
                name=safe(saved.name),
                command="/roll",
            )
            await answer(interaction, told)

        await _with_caret(interaction, keep)

    @dice.command()
    async def saved(self, interaction: Interaction) -> None:
        """See your saved rolls, and roll them."""
        await defer_if_slow(interaction)
        await answer(interaction, compose_saved(await self.rolls.store.saved(interaction.user.id), 0))

    @dice.command()
    @app_commands.describe(name="Which saved roll")
    async def forget(self, interaction: Interaction, name: Name) -> None:
        """Forget a saved roll."""
        await defer(interaction)
        await self.rolls.forget(interaction.user.id, name)
        await answer(interaction, gettext("**{name}** is forgotten.", name=safe(name)))

    @forget.autocomplete("name")
    @suggesting
    async def _suggest_saved(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        names = [each.name for each in await self.rolls.store.saved(interaction.user.id)]
        return offer_words(name for name in names if typed.casefold() in name.casefold())

    @dice.command(name="help")
    async def tell_help(self, interaction: Interaction) -> None:
        """The notation of dice."""
        await defer_if_slow(interaction)
        await answer(interaction, compose_help())

    async def press_reveal(self, interaction: Interaction, press: ComponentId) -> None:
        """Reveal a roll where its button was pressed."""
        roll, owner = press.path if len(press.path) == 2 else ("", "")
        if owner != str(interaction.user.id):
            raise RollRefused.translated("Only the one who rolled can reveal this.")
        await defer_in_public(interaction)
        revealed = await self.rolls.reveal(roll, interaction.user.id)
        await self._answer_all(interaction, compose_revealed, revealed)

    async def press_fair(self, interaction: Interaction, press: ComponentId) -> None:
        """Explain fair dice, and show the fairness of this roll."""
        await defer_if_slow(interaction)
        roll = press.path[0] if len(press.path) == 1 else ""
        await answer(interaction, compose_fairness(await self.rolls.verify(roll, interaction.user.id)))

    async def press_saved(self, interaction: Interaction, press: ComponentId) -> None:
        """Turn the pages of the saved rolls, or roll one of them."""
        what, which = press.path if len(press.path) == 2 else ("page", "0")
        if what == "page":
            await defer_in_place_if_slow(interaction)
            page = whole_number(which)
            await show(interaction, compose_saved(await self.rolls.store.saved(interaction.user.id), page))
            return

        await defer_in_public(interaction)
        mine = {each.id: each for each in await self.rolls.store.saved(interaction.user.id)}
        if which not in mine:
            told = gettext("You have forgotten this roll since. /dice saved shows those you have.")
            raise RollRefused(told)
        expression = read(mine[which].expression, kept=True)
        self.rolls.charge(interaction.user.id, expression)
        label = expression.label or mine[which].name
        made = await self._roll(interaction, expression, Visibility.PUBLIC, label)
        await self._answer_all(interaction, compose_roll, made)

    async def _ask(self, interaction: Interaction, typed: str, visibility: Visibility, label: str) -> None:
        """Roll the typed expression, or the saved roll of this name, and answer those allowed to see it.

        A name is looked up after the answer is deferred. Then it is private, because a missing name concerns
        only this user, and the post for all comes beside it.
        """
        user = interaction.user.id
        try:
            dice = read(typed)
        except BadExpression:  # a name, or what cannot be read
            dice = None
        if dice is not None:
            self.rolls.charge(user, dice)
        if dice is not None and visibility is Visibility.PUBLIC:
            await defer_in_public(interaction)
            await self._answer_all(
                interaction, compose_roll, await self._roll(interaction, dice, visibility, label)
            )
            return
        await defer(interaction)
        expression, name = await self._read(interaction, typed)
        if dice is None:
            self.rolls.charge(user, expression)
        here = await interaction.client.languages.of_place(interaction)
        made = await self._roll(interaction, expression, visibility, label or name)
        if visibility is Visibility.PRIVATE:
            await answer(interaction, await self._drawn(compose_roll, made))
            return
        sealed = visibility is Visibility.LATER
        with speaking(here):
            page = compose_sealed(*made) if sealed else await self._drawn(compose_roll, made)
        await answer(interaction, compose_secret(made[0]) if sealed else gettext("Rolled."))
        known = await post_beside(interaction, page)
        if sealed:  # drawn last, because its duration depends on the dice
            await answer(interaction, _doubted(await self._drawn(compose_secret, made), known))
        elif not known:
            await answer(interaction, _doubted(await self._drawn(compose_roll, made), known))

    async def _read(self, interaction: Interaction, typed: str) -> tuple[Expression, str]:
        """Return the typed expression, or the saved one of this name with the name."""
        try:
            return read(typed), ""
        except BadExpression:
            saved = await self.rolls.find_saved(interaction.user.id, typed)
            if saved is None:
                raise
            expression = read(saved.expression, kept=True)
            return expression, expression.label or saved.name

    async def _answer_all(self, interaction: Interaction, compose: Compose, made: Made) -> None:
        """Give the deferred public answer, in the language of the place."""
        with speaking(await interaction.client.languages.of_place(interaction)):
            page = await self._drawn(compose, made)
        await answer(interaction, page)

    async def _drawn(self, compose: Compose, made: Made) -> OutgoingMessage:
        """Return a roll with its picture, if it has only a few dice.

        The dice are already thrown: if drawing fails they are shown in words.
        """
        roll, _ = made
        if not 0 < sum([turn.dice for turn in roll.rolled.turns]) <= MOST_DICE:
            return compose(roll, None)
        try:
            picture = await self.bot.workers.run(draw_roll, read(roll.expression, kept=True), roll.rolled)
        except Exception as fault:
            self.bot.note_fault(fault)
            return compose(roll, None)
        return compose(roll, picture)

    async def _roll(
        self, interaction: Interaction, expression: Expression, visibility: Visibility, label: str
    ) -> Made:
        who, place = person(interaction), _place(interaction)
        return await self.rolls.roll(
            Asked(expression, who, place, request_of(interaction), visibility, label)
        )

    async def _stats(self, interaction: Interaction, typed: str, at_least: int | None) -> None:
        await defer_if_slow(interaction)
        expression, _ = await self._read(interaction, typed)
        exact = await self.bot.workers.run_here(partial(odds, expression))
        chances, mean = exact.chances(), float(exact.mean)
        picture = await self.bot.workers.run(draw_odds, expression.body, exact.outcomes, chances, mean)
        await answer(interaction, compose_odds(expression, exact, picture, at_least))

    async def _verify_words(self, interaction: Interaction, words: list[str]) -> None:
        """Show the proof of a roll named by its id, or by its number and day."""
        await defer(interaction)
        user, place = interaction.user.id, _place(interaction)
        numbered = bool(words) and words[0].isdecimal() and len(words[0]) < 10
        if len(words) > (2 if numbered else 1):
            raise RollRefused.translated(
                "Verify takes the id of a roll, or the number of a draw and a day; {words} is too much.",
                words=echo(" ".join(words[2 if numbered else 1 :])),
            )
        if not words:
            await answer(interaction, compose_today(await self.rolls.today(user, place)))
        elif numbered:
            try:
                day = date.fromisoformat(words[1]) if len(words) > 1 else self.bot.clock().date()
            except ValueError:
                raise RollRefused.translated("A day is written as in 2026-05-01.") from None
            await answer(
                interaction, compose_fairness(await self.rolls.verify_number(int(words[0]), day, user, place))
            )
        else:
            await answer(interaction, compose_fairness(await self.rolls.verify(words[0], user)))


def _place(interaction: Interaction) -> RollPlace:
    """Return the place of a roll: the dice are the server's only if the bot is a member of it."""
    shared = bots_server(interaction) is not None
    return RollPlace(interaction.channel_id, shared, alone=is_bots_dm(interaction))


def _doubted(page: OutgoingMessage, known: bool) -> OutgoingMessage:
    """Return the private page of a roll; it says so where the post for all may be missing."""
    if known:
        return page
    return under(page, gettext("-# It counts. Discord does not say whether the others see the post."))


async def _with_caret(interaction: Interaction, work: Callable[[], Awaitable[None]]) -> None:
    """Do the work; if an expression is malformed, show the place to its author."""
    try:
        await work()
    except BadExpression as fault:
        await tell(interaction, compose_fault(fault))


class OldRolls(PeriodicCog):
    """Deletes rolls once a day."""

    @periodic(seconds=24 * 3600.0)
    async def task(self) -> None:
        """Delete the rolls that cannot be verified any more."""
        if number := await self.bot.services.of(RollService).prune():
            log.info("old rolls are deleted", rows=number)


def _rolled(roll: RolledDice) -> str:
    """Return the message about a roll that counts although its answer failed.

    Only what all may see has its result here: Discord may show this sentence in the place of a public answer.
    """
    told = gettext(
        "Your roll was made and counts, so do not roll again: /dice verify with `{roll}` shows it.",
        roll=roll.id,
    )
    if roll.visibility is not Visibility.PUBLIC:
        return told
    rolled = gettext("You rolled {roll}", roll=f"`{roll.expression}`")
    return f"{rolled}: **{fit(totals_words(roll.rolled), 300)}**\n{told}"


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Roll(bot))
    await bot.add_cog(OldRolls(bot))

    async def made_by(request: str) -> str:
        made = await bot.services.of(RollService).store.roll_of_request(request)
        return "" if made is None else _rolled(made)

    bot.hooks.made.append(made_by)
