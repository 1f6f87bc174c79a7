"""The messages of tournaments: the post with the standings, announcements, lists, the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.base.language import N_, gettext, ngettext, numbered
from bot.engine.sentences import all_of
from bot.parts.tournaments.model import Entrant, Notice, Tournament
from bot.parts.tournaments.schedule import last_season, round_of
from bot.parts.tournaments.service import EVENT
from cogs.kit.clock_words import stamp
from cogs.kit.controls import SUCCESS, ComponentId, Control, button
from cogs.kit.layout import Gallery, OutgoingMessage, as_many_as_fit, drawn, message_of, rows, safe, text
from cogs.tournaments.words import (
    LEFT,
    how_in_words,
    log_line,
    results_lines,
    stage_in_words,
    table_lines,
    title_of,
)
from renderers.contract import Picture

TEXT = 2600
"""The most characters of a table or a list in one message."""
DIVISIONS = 4
"""The most divisions in one post."""
PAGES = 5
"""The most pictures of one long table in one post."""
ENDED_EARLY: Mapping[str, str] = {
    "few": N_("Round {round} is not played: too few are left."),
    "met": N_("Round {round} is not played: all who are left have met."),
}
"""Why a tournament has ended before its last round."""
CALLED = 60
"""The most people that one message mentions."""


def compose_tournament(
    tournament: Tournament, game: str, pictures: Sequence[Picture], first: int = 1, place: int = 1
) -> OutgoingMessage:
    """Return the post of a tournament: its plan, its standing, and the button to enter.

    `first` is the division shown, `place` the first place shown of its table.
    """
    head = f"### {title_of(tournament)}\n{stage_in_words(tournament)}"
    gallery = [drawn(picture, f"standings-{number}") for number, picture in enumerate(pictures, first)]
    return message_of(
        text(f"{head}\n{how_in_words(tournament, game)}" if tournament.stage == "open" else head),
        *[Gallery((each,)) for each in gallery],  # one beside another they would be cut
        text(_body(tournament, first, place)),
        text(_proof(tournament)),
        *rows(_controls(tournament)),
    )


def _body(tournament: Tournament, first: int, place: int) -> str:
    if tournament.stage == "open" or not any(each.seed for each in tournament.entrants):
        return as_many_as_fit(_entered(tournament), TEXT)
    lines: list[str] = []
    for division in list(tournament.divisions)[first - 1 : first - 1 + DIVISIONS]:
        if len(tournament.divisions) > 1:
            lines.append(gettext("**Division {number}**", number=division))
        lines += table_lines(tournament, division)[place - 1 :]
    return as_many_as_fit(lines, TEXT)


def _entered(tournament: Tournament) -> list[str]:
    """Return the entrants, and the people who wait for a partner's answer."""
    names = [safe(tournament.called(each.number)) for each in tournament.entered]
    asked = [tournament.called(each.number) for each in tournament.entrants if each.asked]
    lines = [gettext("**Entered** {players}", players=", ".join(names))] if names else []
    if asked:
        lines.append(gettext("**Asked** {players}", players=", ".join([safe(each) for each in asked])))
    return lines


def _proof(tournament: Tournament) -> str:
    if tournament.stage == "ended":
        return gettext(
            "-# Seed `{seed}`; `/tournament download` hands out what `verify` checks.",
            seed=tournament.seed.hex(),
        )
    return gettext("-# The draw is committed to: `{commitment}`", commitment=tournament.commitment)


def _controls(tournament: Tournament) -> list[Control]:
    path = (tournament.id,)
    controls = []
    if tournament.stage == "open":
        controls.append(button(gettext("Enter"), ComponentId("cupjoin", path=path), SUCCESS))
        controls.append(button(gettext("Never mind"), ComponentId("cupleave", path=path)))
    if not tournament.over and (tournament.starts_at is not None or tournament.stage == "playing"):
        controls.append(button(gettext("Add to calendar"), ComponentId("cupcalendar", path=path)))
    controls.append(button(gettext("Log"), ComponentId("cuplog", path=path)))
    return controls


def compose_notice(tournament: Tournament, notice: Notice) -> OutgoingMessage:
    """Return a message of the tournament, which mentions only the people concerned."""
    words, pings = _told(tournament, notice)
    calls = " ".join([f"<@{user}>" for user in pings])
    controls = _answers(tournament, notice) if notice.kind == "asked" else []
    return message_of(text(f"### {title_of(tournament)}\n{words}"), text(calls), *rows(controls), pings=pings)


def compose_entered(tournament: Tournament, game: str) -> OutgoingMessage:
    """Return the direct message for a person whom the director has entered."""
    words = gettext(
        "The director of this tournament of {game} has entered you. If you do not want to play, decline"
        " before it begins; you need not give a reason.",
        game=safe(game),
    )
    place = gettext("Its post: {place}", place=_place(tournament))
    decline = button(gettext("No, thanks"), ComponentId("cupno", path=(tournament.id,)))
    return message_of(text(f"### {title_of(tournament)}\n{words}\n{place}"), *rows([decline]))


def _asked(tournament: Tournament, notice: Notice) -> Entrant | None:
    """Return the person asked as a partner; None once it is settled."""
    asker = tournament.entrant(int(notice.facts["entrant"]))
    asked = tournament.entrant(asker.partner) if asker.partner else None
    return asked if asked is not None and asked.asked and not tournament.over else None


def _answers(tournament: Tournament, notice: Notice) -> list[Control]:
    """Return the buttons for the person asked."""
    if _asked(tournament, notice) is None:
        return []
    path = (tournament.id, str(notice.facts["entrant"]))
    return [
        button(gettext("Enter together"), ComponentId("cupagree", path=path), SUCCESS),
        button(gettext("No, thanks"), ComponentId("cupdecline", path=path)),
    ]


def _asking(tournament: Tournament, notice: Notice) -> tuple[str, list[int]]:
    asked = _asked(tournament, notice)
    if asked is None:
        return gettext("This question is already answered."), []
    asker = tournament.entrant(asked.partner or 0)
    words = gettext(
        "{player} wants to enter together with {partner}. Both have entered once {partner} agrees.",
        player=safe(asker.called),
        partner=safe(asked.called),
    )
    return words, [asked.user]


def _told(tournament: Tournament, notice: Notice) -> tuple[str, list[int]]:
    facts, number = notice.facts, int(notice.facts.get("round", 0))
    if notice.kind == "round":
        return _round(tournament, number)
    if notice.kind == "results":
        lines = [gettext("**Results of round {round}**", round=number), *results_lines(tournament, number)]
        return as_many_as_fit(lines, TEXT), []
    if notice.kind == "deadline" and "rounds" in facts:
        rounds = int(facts["rounds"])
        return ngettext("It has {number} round now.", "It has {number} rounds now.", rounds), []
    if notice.kind == "deadline":
        return _deadline(tournament)
    if notice.kind == "withdrawn":
        return _withdrawn(tournament, int(facts["entrant"]), int(facts.get("partner", 0)))
    if notice.kind == "asked":
        return _asking(tournament, notice)
    if notice.kind == "next":
        return gettext("The entries to the next season are open: one tap on **Enter** in its post."), []
    if notice.kind == "cancelled":
        return gettext("It does not take place: too few have entered, or its director has ended it."), []
    lines, users = _ended(tournament)
    if facts.get("why") in ENDED_EARLY:
        lines.insert(0, gettext(ENDED_EARLY[facts["why"]], round=tournament.last_round + 1))
    if number:
        lines += [gettext("**Results of round {round}**", round=number), *results_lines(tournament, number)]
    return as_many_as_fit(lines, TEXT), users


def _users(tournament: Tournament, numbers: Sequence[int]) -> list[int]:
    users = [tournament.entrant(each).user for each in numbers if not tournament.entrant(each).leaving]
    return list(dict.fromkeys([user for user in users if user]))[:CALLED]


def _round(tournament: Tournament, number: int) -> tuple[str, list[int]]:
    games = [each for each in tournament.games if each.round == number or len(tournament.rounds) == 1]
    round_ = next((each for each in tournament.rounds if each.number == number), None)
    if round_ is None:
        return gettext("This round was taken back."), []
    firsts = tournament.firsts
    played = [each for each in games if len({firsts[one] for one in each.seats}) > 1]
    words = ngettext(
        "{number} match opens in a thread of its own, by itself. Deadline {time} ({left}).",
        "{number} matches open in threads of their own, by themselves. Deadline {time} ({left}).",
        len(played),
        time=stamp(round_.deadline),
        left=stamp(round_.deadline, "R"),
    )
    if len(tournament.rounds) > 1 or not played or played[0].round == max(each.round for each in played):
        words = f"{gettext('**Round {round}**', round=number)}\n{words}"
    return words, _users(tournament, [each for game in games for each in game.seats])


def _deadline(tournament: Tournament) -> tuple[str, list[int]]:
    open_ = tournament.open_games
    if not open_:
        return gettext("All matches of the round are over."), []
    end = round_of(tournament, open_[0]).deadline
    words = ngettext(
        "The deadline is {left}, {time}: then {number} unfinished match counts by its position.",
        "The deadline is {left}, {time}: then {number} unfinished matches count by their position.",
        len(open_),
        time=stamp(end),
        left=stamp(end, "R"),
    )
    return words, _users(tournament, [each for game in open_ for each in game.seats])


def _withdrawn(tournament: Tournament, number: int, partner: int) -> tuple[str, list[int]]:
    members = [tournament.entrant(each) for each in sorted((number, partner)) if each]
    pair, why = " & ".join([each.called for each in members]), tournament.entrant(number).leaving
    words = numbered(LEFT[why or "left"], len(members), player=safe(pair))
    concerned = [each for game in tournament.games if number in game.seats for each in game.seats]
    partners = [tournament.entrant(partner).user] if partner else []
    return words, [*filter(None, partners), *_users(tournament, concerned)][:CALLED]


def _ended(tournament: Tournament) -> tuple[list[str], list[int]]:
    """Return who has won and comes next, and the winners to mention."""
    lines, users = [], []
    for division, own in enumerate(last_season(tournament), start=1):
        if not own:
            continue
        winners, first = tournament.members(own[0].number), safe(tournament.called(own[0].number))
        if len(tournament.divisions) > 1:
            words = ngettext(
                "Division {division}: {player} has won.",
                "Division {division}: {player} have won.",
                len(winners),
                division=division,
                player=first,
            )
            lines.append(words)
        else:
            won = ngettext("**{player} has won.**", "**{player} have won.**", len(winners), player=first)
            lines.append(won)
            places = [f"{each.place}. {safe(tournament.called(each.number))}" for each in own[1:3]]
            lines += [all_of(places)] if places else []
        users += [each.user for each in winners if each.user]
    return lines, users[:CALLED]


def compose_list(found: Sequence[Tournament], titles: Sequence[str], none: str) -> OutgoingMessage:
    """Return a list of tournaments; `titles` are the titles of their games."""
    lines = [
        f"- **{title_of(tournament)}** · {safe(game)} · {stage_in_words(tournament)} · {_place(tournament)}"
        for tournament, game in zip(found, titles, strict=True)
    ]
    return message_of(text(as_many_as_fit(lines, TEXT) if lines else none))


def _place(tournament: Tournament) -> str:
    if not tournament.post:
        return f"<#{tournament.channel}>"
    there = f"https://discord.com/channels/{tournament.guild}/{tournament.channel}/{tournament.post}"
    return f"[{gettext('its post')}]({there})"


def compose_log(tournament: Tournament) -> OutgoingMessage:
    """Return the tournament's log, the newest line first."""
    lines = [log_line(tournament, each) for each in reversed(tournament.log) if each.act != EVENT]
    head = gettext("### Log of {tournament}", tournament=title_of(tournament))
    return message_of(text(head), text(as_many_as_fit(lines, TEXT)))
