"""`/tournament`: leagues, cups and tournaments that run themselves."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord
from discord import app_commands
from discord.ext import commands

from bot.base.language import N_, gettext
from bot.engine.errors import Refusal
from bot.parts.tournaments.export import as_csv, as_json
from bot.parts.tournaments.model import Tournament
from bot.parts.tournaments.schedule import entrants_of, round_of
from bot.parts.tournaments.service import Competitions
from bot.parts.tournaments.starting import check_open
from bot.parts.tournaments.trf import as_trf
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.forms import Asked, Form, Typed
from cogs.kit.layout import Attachment, OutgoingMessage, message_of, safe, text
from cogs.kit.replies import answer, defer, defer_if_slow, named_game, person, suggest_game
from cogs.matches.opening import options_of_words
from cogs.matches.permissions import check_allowed, check_may_post
from cogs.tournaments.asking import asker_of, meant, of_press, of_tournament, partner_of, seen
from cogs.tournaments.directing import Directing, Which
from cogs.tournaments.form import FORM, WORD, asked_for_word, asked_of_new, path_of, plans_of
from cogs.tournaments.posts import compose_list, compose_log
from cogs.tournaments.tasks import TournamentTasks
from cogs.tournaments.words import match_title, points_in_words, title_of

# A tournament as a calendar file (RFC 5545): its start, the deadlines of its rounds, and one's own matches.
#
# All times are UTC, and each entry has an end, not a duration: some programs take a duration of 24 hours
# for a day, which is longer or shorter when the clocks change. An entry that is added again replaces the
# former one.


LENGTH = timedelta(hours=1)
"""The length of an entry: the first hour after a start, and the last hour before a deadline."""


def as_calendar(tournament: Tournament, game: str, user: int, now: datetime) -> bytes | None:
    """Return the calendar for a person, in the current language; None if nothing has a time.

    `game` is the title of its game.
    """
    from icalendar import Calendar, Event  # half a megabyte of code, for a button that few press

    calendar = Calendar()
    calendar.add("prodid", "-//Tablepost//Tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")

    def add(key: str, title: str, begin: datetime, end: datetime, channel: int) -> None:
        event = Event()
        event.add("uid", f"{tournament.id}-{key}@tablepost")
        event.add("dtstamp", now)
        event.add("sequence", tournament.revision)
        event.add("dtstart", begin)
        event.add("dtend", end)
        event.add("summary", title)
        event.add("description", game)
        event.add("url", f"https://discord.com/channels/{tournament.guild}/{channel}")
        event.add("transp", "TRANSPARENT")
        calendar.add_component(event)

    name, here = title_of(tournament), tournament.channel
    if tournament.stage == "open" and tournament.starts_at is not None:
        at = tournament.starts_at
        add("start", gettext("{tournament} begins", tournament=name), at, at + LENGTH, here)
    if tournament.stage == "playing":
        for round_ in tournament.rounds:
            title = gettext("{tournament}, round {round}: deadline", tournament=name, round=round_.number)
            if len(tournament.rounds) == 1 and tournament.rounds_planned == 0:
                title = gettext("{tournament}: deadline", tournament=name)
            add(f"round-{round_.number}", title, round_.deadline - LENGTH, round_.deadline, here)
        for one in tournament.open_games:
            if user in [tournament.entrant(each).user for each in one.seats]:
                end = round_of(tournament, one).deadline
                title = gettext("Deadline: {match}", match=match_title(tournament, one))
                add(f"match-{one.number}", title, end - LENGTH, end, one.channel or here)
    return calendar.to_ical() if calendar.events else None


LISTED = 20
_FORMATS = [
    app_commands.Choice(name="league", value="league"),
    app_commands.Choice(name="cup", value="cup"),
    app_commands.Choice(name="swiss", value="swiss"),
    app_commands.Choice(name="knock-out", value="knock-out"),
]


@app_commands.guild_only()
class TournamentCommands(
    Directing,
    commands.GroupCog,
    group_name="tournament",
    group_description="Leagues, cups and tournaments that run themselves",
):
    """The commands of tournaments, and the controls of their posts."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.service = bot.services.of(Competitions)
        bot.forms.handle(FORM, Form(self._asked_new, self._open, N_("No tournament was opened")))
        bot.forms.handle(WORD, Form(self._asked_word, self._take_in_word, N_("You have not entered")))
        bot.handle("cupjoin", self.press_join)
        bot.handle("cupleave", self.press_leave)
        bot.handle("cupagree", self.press_agree)
        bot.handle("cupdecline", self.press_decline)
        bot.handle("cupno", self.press_no)
        bot.handle("cuplog", self.press_log)
        bot.handle("cupcalendar", self.press_calendar)

    @app_commands.command()
    @app_commands.describe(
        game="Which game",
        format="League: divisions, 28 days. Cup: 4 or 8. Swiss: equals meet. Knock-out: losers are out",
        players="Players of a match",
        size="Places; a cup has 4 or 8",
        role="Only people with this role may enter",
        rated="Whether its matches count for the ratings",
        usual="Open it with the usual settings, without the form",
    )
    @app_commands.describe(
        winner="The role for the winner", auto_leave="Leave begins by itself shortly before a loss by time"
    )
    @app_commands.rename(winner="winner-role", auto_leave="auto-leave")
    @app_commands.choices(format=_FORMATS)
    @app_commands.autocomplete(game=suggest_game)
    async def new(
        self,
        interaction: Interaction,
        game: str,
        format: str = "league",  # noqa: A002 - the name of the option
        players: app_commands.Range[int, 2, 6] = 2,
        size: app_commands.Range[int, 2, 2000] | None = None,
        role: discord.Role | None = None,
        winner: discord.Role | None = None,
        rated: bool = True,
        usual: bool = False,
        auto_leave: bool = False,
    ) -> None:
        """Open a tournament in this channel; a form asks for the rest."""
        meant = named_game(self.bot.games, game.lower())
        _check_place(interaction)
        _check_winner_role(interaction, winner.id if winner is not None else 0)
        path = path_of(
            meant.key,
            format,
            players,
            size or 0,
            role=role,
            winner=winner,
            rated=rated,
            auto_leave=auto_leave,
        )
        typed = Typed(ComponentId(FORM, path=path))
        if usual:
            await defer(interaction)
            await self._open(interaction, typed)
        else:
            await self.bot.forms.open(interaction, typed)

    @app_commands.command()
    @of_tournament(
        word="Your own word for the randomness",
        partner="Your partner, if pairs enter; they must agree",
    )
    async def join(
        self,
        interaction: Interaction,
        tournament: Which = "",
        word: app_commands.Range[str, 1, 64] = "",
        partner: discord.User | None = None,
    ) -> None:
        """Enter a tournament."""
        found = await meant(interaction, tournament)
        await self._join(interaction, found, word, partner.id if partner is not None else 0)

    @app_commands.command()
    @of_tournament()
    async def leave(self, interaction: Interaction, tournament: Which = "") -> None:
        """Leave a tournament; if it has begun, you cannot come back."""
        await self._leave(interaction, await meant(interaction, tournament))

    @app_commands.command()
    @of_tournament()
    async def away(self, interaction: Interaction, tournament: Which = "") -> None:
        """Go on leave: all your clocks in the tournament stop, for 5 days in total."""
        await self._set_leave(interaction, tournament, back=False)

    @app_commands.command()
    @of_tournament()
    async def back(self, interaction: Interaction, tournament: Which = "") -> None:
        """Come back from leave: your clocks run again."""
        await self._set_leave(interaction, tournament, back=True)

    @app_commands.command()
    @of_tournament(
        division="The first division to show, in a league",
        place="The first place to show, in a long table",
    )
    async def show(
        self,
        interaction: Interaction,
        tournament: Which = "",
        division: app_commands.Range[int, 1, 500] = 1,
        place: app_commands.Range[int, 1, 500] = 1,
    ) -> None:
        """See the table of a tournament."""
        found = await meant(interaction, tournament)
        first = min(division, len(found.divisions))
        shown = min(place, max(1, len(found.entered))) if len(found.divisions) == 1 else 1
        page = await self.bot.cog(TournamentTasks).venue.page(found, first, shown)
        await answer(interaction, page)

    @app_commands.command(name="list")
    async def list_all(self, interaction: Interaction) -> None:
        """See the tournaments of this server."""
        await defer_if_slow(interaction)
        tournaments = await seen(interaction, await self.service.on_server(interaction.guild_id or 0, LISTED))
        none = gettext("There has been no tournament on this server yet. `/tournament new` opens one.")
        await answer(interaction, self._listed(tournaments, none))

    @app_commands.command()
    async def mine(self, interaction: Interaction) -> None:
        """See the tournaments that you play in or direct."""
        await defer_if_slow(interaction)
        tournaments = await self.service.of_user(interaction.user.id)
        here = [each for each in tournaments if each.guild == interaction.guild_id]
        await answer(interaction, self._listed(here, gettext("You play in no tournament on this server.")))

    @app_commands.command()
    @of_tournament()
    async def log(self, interaction: Interaction, tournament: Which = "") -> None:
        """Read all acts in a tournament, with their authors."""
        await answer(interaction, compose_log(await meant(interaction, tournament)))

    @app_commands.command()
    @of_tournament()
    async def download(self, interaction: Interaction, tournament: Which = "") -> None:
        """Get the table as CSV, the tournament as JSON, which can be verified, and Swiss results as TRF."""
        found = await meant(interaction, tournament)
        title = title_of(found)
        rest = await self.bot.workers.run_here(lambda: (as_json(found), as_trf(found, title)))
        files = (as_csv(found), *rest)
        name = f"tablepost-{found.plans.format}-{found.number}"
        csv, json = Attachment(f"{name}.csv", files[0]), Attachment(f"{name}.json", files[1])
        report = [Attachment(f"{name}.trf", files[2])] if files[2] is not None else []
        head = gettext("### {tournament} for download", tournament=title)
        proof = gettext("-# Once it is over: `python -m bot verify {file}`", file=json.filename)
        await answer(interaction, message_of(text(head), csv, json, *report, text(proof)))

    @app_commands.command()
    @of_tournament()
    async def calendar(self, interaction: Interaction, tournament: Which = "") -> None:
        """Get the start and the deadlines of a tournament, and of your own matches, for your calendar."""
        await self._calendar(interaction, await meant(interaction, tournament))

    async def press_join(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the form to enter: a word for the randomness, and a partner where pairs enter."""
        tournament = await of_press(interaction, press.path)
        check_open(tournament)
        await self.bot.forms.open(interaction, Typed(ComponentId(WORD, path=(tournament.id,))))

    async def press_agree(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the form for a partner who agrees, with a word for the randomness."""
        tournament = await of_press(interaction, press.path)
        asker = asker_of(tournament, press.path, interaction.user.id)
        await self.bot.forms.open(
            interaction, Typed(ComponentId(WORD, path=(tournament.id, str(asker.number))))
        )

    async def press_decline(self, interaction: Interaction, press: ComponentId) -> None:
        """Decline to enter as a partner."""
        await defer(interaction)
        tournament = await of_press(interaction, press.path)
        asker = asker_of(tournament, press.path, interaction.user.id)
        await self.service.decline(tournament.id, person(interaction), asker.number)
        told = gettext("You do not enter with {player}.", player=safe(asker.called))
        await self._done(interaction, tournament, told)

    async def press_leave(self, interaction: Interaction, press: ComponentId) -> None:
        """Withdraw the asker from a tournament that has not begun."""
        await defer(interaction)
        tournament = await of_press(interaction, press.path)
        check_open(tournament)
        await self._leave(interaction, tournament)

    async def press_no(self, interaction: Interaction, press: ComponentId) -> None:
        """Decline, in a direct message, an entry that the director has made."""
        await defer(interaction)
        tournament = await self.service.get("".join(press.path[:1]))
        if tournament.of_user(interaction.user.id) is None:
            raise Refusal.translated(
                "There is no such tournament. /tournament list shows those of this server."
            )
        check_open(tournament)
        await self._leave(interaction, tournament)

    async def press_log(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the log."""
        await defer_if_slow(interaction)
        await answer(interaction, compose_log(await of_press(interaction, press.path)))

    async def press_calendar(self, interaction: Interaction, press: ComponentId) -> None:
        """Give the calendar file of a tournament."""
        await defer_if_slow(interaction)
        await self._calendar(interaction, await of_press(interaction, press.path))

    async def _calendar(self, interaction: Interaction, tournament: Tournament) -> None:
        game = self.bot.title_of(tournament.plans.game)
        content = as_calendar(tournament, game, interaction.user.id, self.bot.clock())
        if content is None:
            raise Refusal.translated("Nothing of this tournament has a time that could be put in a calendar.")
        name = f"tablepost-{tournament.plans.format}-{tournament.number}.ics"
        head = gettext("### {tournament} for your calendar", tournament=title_of(tournament))
        about = gettext("Open the file, or import it. When deadlines change or rounds follow, get it again.")
        await answer(interaction, message_of(text(f"{head}\n{about}"), Attachment(name, content)))

    async def _asked_new(self, _interaction: Interaction, typed: Typed) -> Asked:
        return asked_of_new(named_game(self.bot.games, typed.press.first), typed)

    async def _asked_word(self, interaction: Interaction, typed: Typed) -> Asked:
        tournament = await of_press(interaction, typed.press.path)
        partner = bool(tournament.plans.teams) and len(typed.press.path) == 1
        return asked_for_word(title_of(tournament), typed, partner=partner)

    async def _take_in_word(self, interaction: Interaction, typed: Typed) -> None:
        path = typed.press.path
        tournament = await of_press(interaction, path)
        if len(path) > 1:
            partner = asker_of(tournament, path, interaction.user.id).user
        else:
            partner = next(iter(typed.ids("partner")), 0)
        await self._join(interaction, tournament, typed.one("word"), partner)

    async def _open(self, interaction: Interaction, typed: Typed) -> None:
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Refusal.translated("Tournaments are played on servers.")
        await check_allowed(self.bot, interaction)
        _check_place(interaction)
        plans = plans_of(typed.press.path, typed.words, options_of_words(typed.one("options")))
        _check_winner_role(interaction, plans.winner_role)  # the form may be forged
        tournament = await self.service.open(
            interaction.guild_id,
            interaction.channel_id,
            person(interaction),
            plans,
        )
        told = gettext("It is open: its post in this channel lets people enter. You are its director.")
        await self._done(interaction, tournament, told)

    async def _join(
        self, interaction: Interaction, tournament: Tournament, word: str, partner: int = 0
    ) -> None:
        roles = (
            [each.id for each in interaction.user.roles]
            if isinstance(interaction.user, discord.Member)
            else []
        )
        other = await partner_of(interaction, tournament, partner) if partner else None
        after = await self.service.join(
            tournament.id, person(interaction), roles=roles, word=word, partner=other
        )
        told = gettext(
            "You have entered. When it begins, your matches open by themselves and you are called."
        )
        mine = after.of_user(interaction.user.id)
        if mine is not None and mine.seed and after.stage == "playing":
            missed = next(each for each in entrants_of(after, 1) if each.id == after.first(mine.number))
            told = gettext(
                "You have entered. You play from round {round} on; points for the missed rounds: {points}."
                " Your matches open by themselves and you are called.",
                round=mine.first_round,
                points=points_in_words(missed.head_start(after.rule)),
            )
        if other is not None and mine is not None and after.waits(mine):
            told = gettext(
                "{player} is asked in the channel of the tournament. You have both entered once they agree.",
                player=safe(other.name),
            )
        await self._done(interaction, after, told)

    async def _leave(self, interaction: Interaction, tournament: Tournament) -> None:
        after = await self.service.leave(tournament.id, person(interaction))
        told = (
            gettext("You are out of it again.")
            if after.stage == "open"
            else gettext("You have withdrawn: the table says how your unplayed matches count.")
        )
        await self._done(interaction, after, told)

    async def _set_leave(self, interaction: Interaction, tournament: str, *, back: bool) -> None:
        found = await meant(interaction, tournament)
        await self.service.take_leave(found.id, person(interaction), back=back)
        told = (
            gettext("You are back: your clocks run again.")
            if back
            else gettext("You are on leave: your clocks stand still, for 5 days in all.")
        )
        await self._done(interaction, found, told)

    def _listed(self, found: list[Tournament], none: str) -> OutgoingMessage:
        return compose_list(found, [self.bot.title_of(each.plans.game) for each in found], none)


def _check_place(interaction: Interaction) -> None:
    """Raise `Refusal` where matches cannot have threads of their own."""
    check_may_post(interaction, thread=True)
    if not isinstance(interaction.channel, discord.TextChannel | discord.ForumChannel):
        raise Refusal.translated("A tournament needs a text channel: each of its matches is a thread there.")
    if not interaction.app_permissions.create_public_threads:
        raise Refusal.translated(
            "I may not open threads in this channel. I need the permission Create Public Threads here."
        )


def _check_winner_role(interaction: Interaction, wanted: int) -> None:
    """Raise `Refusal` if the bot cannot give the winner's role, or the person may not."""
    if not wanted or interaction.guild is None:
        return
    if not interaction.permissions.manage_roles:
        raise Refusal.translated("Only people who can manage roles can name one for the winner.")
    role, me, asker = interaction.guild.get_role(wanted), interaction.guild.me, interaction.user
    mine = role is not None and me.guild_permissions.manage_roles and role < me.top_role
    theirs = (
        role is not None
        and isinstance(asker, discord.Member)
        and (asker.id == asker.guild.owner_id or role < asker.top_role)
    )
    if role is None or not mine or not theirs or role.managed or role.is_default():
        raise Refusal.translated(
            "This role cannot be given: it has to stand below mine and yours, and I need the permission"
            " Manage Roles."
        )


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(TournamentCommands(bot))
