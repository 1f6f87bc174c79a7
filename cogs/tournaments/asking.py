"""Finding the tournament, entrant or match that a command or a control names, with permission checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from discord import app_commands

from bot.base.language import gettext
from bot.engine.errors import Refusal
from bot.engine.sentences import either
from bot.engine.spelling import name_key
from bot.matches.model import Person
from bot.parts.tournaments.model import Entrant, Game, Tournament
from bot.parts.tournaments.service import Competitions
from cogs.kit.client import Interaction
from cogs.kit.layout import safe
from cogs.kit.replies import CHOICES, Choices, defer, offer_fitting, person, person_of, suggesting
from cogs.kit.sight import manages_server, sees_channel
from cogs.matches.inviting import check_invitable, member_of
from cogs.tournaments.words import match_title, title_of

T = TypeVar("T")
_NAMED = re.compile(r"<@!?([0-9]{1,19})>|(?<![0-9])([0-9]{15,19})(?![0-9])")
"""A mention of a person, or an id alone."""


async def named(interaction: Interaction, word: str) -> Tournament:
    """Return the tournament of this server that is meant: by its id or name, or the only one there is."""
    service: Competitions = interaction.client.services.of(Competitions)
    guild = interaction.guild_id
    if guild is None:
        raise Refusal.translated("Tournaments are played on servers.")
    if not word:
        return await _only(interaction, service, guild)
    tournaments = await seen(interaction, await service.on_server(guild, 100))
    asked = name_key(word)
    fitting = [each for each in tournaments if asked in (each.id, name_key(title_of(each)))]
    if not fitting:
        raise Refusal.translated("There is no such tournament on this server. /tournament list shows them.")
    return fitting[0]


async def meant(interaction: Interaction, word: str) -> Tournament:
    """Defer the answer to a command, and return the tournament that it names as `named` does."""
    await defer(interaction)
    return await named(interaction, word)


async def _only(interaction: Interaction, service: Competitions, guild: int) -> Tournament:
    """Return the tournament that must be meant where none is named."""
    all_ = [await service.get(each) for each in await service.store.going_on(guild)]
    going_on = await seen(interaction, all_)
    here = [each for each in going_on if each.channel == interaction.channel_id] or going_on
    if len(here) == 1:
        return here[0]
    if not here:
        raise Refusal.translated("No tournament is going on here. /tournament new opens one.")
    names = either([title_of(each) for each in here[:5]])
    raise Refusal.translated("Say with the option tournament which one: {tournaments}.", tournaments=names)


async def seen(interaction: Interaction, found: Sequence[Tournament]) -> list[Tournament]:
    """Return the tournaments of this server that the person may see.

    These are those in channels they can see, and those in which they play. People who manage the server also
    see one whose channel is gone.
    """
    user, shown = interaction.user.id, []
    for tournament in found:
        here = tournament.guild == interaction.guild_id
        sees = await sees_channel(interaction, tournament.guild, tournament.channel)
        if sees is None:
            sees = here and manages_server(interaction)
        if sees or (here and tournament.of_user(user) is not None):
            shown.append(tournament)
    return shown


async def of_press(interaction: Interaction, path: tuple[str, ...]) -> Tournament:
    """Return the tournament that a control names, where it is one of this server."""
    tournament = await interaction.client.services.of(Competitions).get("".join(path[:1]))
    if not await seen(interaction, [tournament]):
        raise Refusal.translated("There is no such tournament. /tournament list shows them.")
    return tournament


def asker_of(tournament: Tournament, path: tuple[str, ...], user: int) -> Entrant:
    """Return the person who asks for a partner, as named in a control. Raises `Refusal`."""
    asks = [each for each in tournament.asks(user) if str(each.number) == "".join(path[1:])]
    if not asks:
        raise Refusal.translated("You are no longer asked this.")
    return asks[0]


async def partner_of(interaction: Interaction, tournament: Tournament, user: int) -> Person:
    """Return the partner a person names: one who has asked them, or who can be asked.

    Raises `Refusal`.
    """
    known = [each for each in tournament.asks(interaction.user.id) if each.user == user]
    if known:
        return Person(user, known[0].name)
    mine = tournament.of_user(interaction.user.id)
    for member in tournament.members(mine.number) if mine is not None else ():
        if member.user == user != interaction.user.id:
            return Person(user, member.name)
    return await _invited(interaction, user)


async def _invited(interaction: Interaction, user: int) -> Person:
    member = await member_of(interaction, user)
    if member is None:
        raise Refusal.translated("{player} is not on this server.", player=user)
    if member.bot:
        raise Refusal.translated("A bot cannot play. Computer players fill a cup: /tournament fill.")
    partner = person_of(member)
    if user != interaction.user.id:
        await check_invitable(interaction, [partner])
    return partner


def people_in(typed: str, file: str) -> tuple[list[int], list[str]]:
    """Return the ids of the people who are named, each once, and what names nobody.

    These are words of the typed text, and lines of the file: its other columns may have anything.
    """
    users = [int(found[1] or found[2]) for found in _NAMED.finditer(f"{typed}\n{file}")]
    rest = _NAMED.sub(" ", typed).replace(",", " ").replace(";", " ").split()
    lines = [each.strip() for each in file.splitlines()]
    return list(dict.fromkeys(users)), rest + [each for each in lines if each and not _NAMED.search(each)]


async def enter_people(interaction: Interaction, tournament: Tournament, users: Sequence[int]) -> list[str]:
    """Enter these people for the director; return what became of each.

    Who accepts no invitations, or none from the director, gets the same words (`check_invitable`).
    """
    seating_policy, lines = interaction.client.seating_policy, list[str]()
    invitable = await seating_policy.invitable(interaction.user.id, users)
    people: list[tuple[Person, list[int]]] = []
    for user in users:
        member = await member_of(interaction, user)
        if member is None:
            lines.append(gettext("{player} is not on this server.", player=f"<@{user}>"))
        elif member.bot:
            lines.append(gettext("{player} is a bot.", player=safe(person_of(member).name)))
        elif user not in invitable and user != interaction.user.id:
            name = safe(person_of(member).name)
            lines.append(gettext("{player} takes no invitations at present.", player=name))
        else:
            people.append((person_of(member), [each.id for each in member.roles]))
    done = await interaction.client.services.of(Competitions).enter(
        tournament.id, person(interaction), people, manages=manages_server(interaction)
    )
    lines += [refusal.sentence for _, refusal in done if refusal is not None]
    entered = [safe(each.name) for each, refusal in done if refusal is None]
    if entered:
        told = gettext(
            "Entered: {players}. Each is told by a direct message, and can decline.",
            players=", ".join(entered),
        )
        lines.insert(0, told)
    return lines


def entrant_of(tournament: Tournament, word: str) -> Entrant:
    """Return the entrant that is meant by a number or a name."""
    asked = name_key(word)
    entrants = [each for each in tournament.entrants if asked in (str(each.number), name_key(each.called))]
    if not entrants:  # a pair, as "Ann & Ben"
        entrants = [each for each in tournament.entered if name_key(tournament.called(each.number)) == asked]
    if len(entrants) != 1:
        raise Refusal.translated("There is no such entrant in this tournament: choose one from the list.")
    return entrants[0]


def game_of(tournament: Tournament, word: str) -> Game:
    """Return the open match that is meant by its number."""
    games = [each for each in tournament.open_games if str(each.number) == word.strip()]
    if not games:
        raise Refusal.translated("There is no such running match in this tournament.")
    return games[0]


@suggesting
async def suggest_tournament(interaction: Interaction, typed: str) -> Choices:
    """Offer the tournaments of the server."""
    if interaction.guild_id is None:
        return []
    service = interaction.client.services.of(Competitions)
    tournaments = await seen(interaction, await service.on_server(interaction.guild_id, CHOICES))
    return offer_fitting({each.id: title_of(each) for each in tournaments}, typed)


def of_tournament(**options: str) -> Callable[[T], T]:
    """Describe the option `tournament` of a command, with autocomplete, and its other options by name."""
    which = "The tournament; only needed if several are running here"

    def described(command: T) -> T:
        suggested = app_commands.autocomplete(tournament=suggest_tournament)(command)
        return app_commands.describe(tournament=which, **options)(suggested)

    return described


@suggesting
async def suggest_entrant(interaction: Interaction, typed: str) -> Choices:
    """Offer the entrants of the tournament."""
    tournament = await _typed(interaction)
    return offer_fitting({str(each.number): each.called for each in tournament.players}, typed)


@suggesting
async def suggest_match(interaction: Interaction, typed: str) -> Choices:
    """Offer the matches of the tournament that still go on."""
    tournament = await _typed(interaction)
    return offer_fitting(
        {str(each.number): match_title(tournament, each) for each in tournament.open_games}, typed
    )


async def _typed(interaction: Interaction) -> Tournament:
    """Return the tournament that is typed already, for the autocomplete of another option."""
    return await named(interaction, str(getattr(interaction.namespace, "tournament", "") or ""))
