"""Sentences about matches for all messages: events, the outcome, players' names, links, lists of matches."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from bot.base.host import Host
from bot.base.ids import MatchId
from bot.base.language import N_, NN_, gettext, messages, ngettext, numbered, pgettext
from bot.engine.contract import Action, Viewer
from bot.engine.errors import Refusal
from bot.engine.facts import MatchOver, SeatReady
from bot.engine.sentences import SEAT_MARKS, Talk, all_of, cut
from bot.engine.wording import Weight
from bot.games.game import Game
from bot.matches import notices
from bot.matches.model import MatchInfo, MatchView, PlayerMatch, Stage
from bot.matches.notices import Notice
from bot.matches.terms import duration
from bot.matches.timing import waits_since
from cogs.kit.clock_words import stamp
from cogs.kit.controls import MESSAGE, ComponentId, Control, button, signed
from cogs.kit.layout import as_many_as_fit, fit, safe
from cogs.kit.sight import at_hand
from renderers.kit.palette import SEATS
from renderers.kit.text import is_drawn

if TYPE_CHECKING:
    from cogs.kit.client import Client

# The operator of the bot, in words.


def host_words(host: Host) -> str:
    """Return the operator of the bot and the links to their pages in a small line; "" where none are set."""
    said = []
    if host.name and host.contact:
        said.append(
            gettext(
                "This bot is run by {name} ({contact}).", name=safe(host.name), contact=safe(host.contact)
            )
        )
    elif host.name:
        said.append(gettext("This bot is run by {name}.", name=safe(host.name)))
    elif host.contact:
        said.append(gettext("The host of this bot can be reached at {contact}.", contact=safe(host.contact)))
    if host.privacy:
        said.append(f"[{gettext('Privacy')}](<{host.privacy}>)")
    if host.terms:
        said.append(f"[{gettext('Terms')}](<{host.terms}>)")
    return f"-# {' · '.join(said)}" if said else ""


UNCHANGED = N_("That is so already: nothing has changed.")
"""The answer to a choice that is made already (`PlayResult.unchanged`)."""
STATUS_TEXT = 600
"""The most characters of a position in words."""
TAKEN_BACK_TEXT = 200
FINGERPRINT = 16
"""Digits of the seed's fingerprint in posts; the button shows all."""


def randomness_of(info: MatchInfo) -> str:
    """Return what determines the dice of a match; in a lesson, that they are prepared."""
    if info.match_terms.prepared is not None:
        return gettext(
            "-# A lesson: a prepared match, its cards and dice chosen beforehand. It is not rated."
        )
    return dice_fixed(info.commitment)


def dice_fixed(commitment: str) -> str:
    """Return the small line that publishes the fixed seed: the beginning of its fingerprint."""
    return gettext("-# The dice are sealed, under `{begin}`.", begin=commitment[:FINGERPRINT])


def words_said(info: MatchInfo) -> str:
    """Return the line with the players' words for the randomness, public from the start on; "" for none.

    Before the start a seed could be searched to fit them.
    """
    if info.stage is Stage.LOBBY:
        return ""
    words = [f"{safe(holder.called)}: {safe(holder.word)}" for holder in info.seats if holder.word]
    return gettext("Words for the randomness: {words}", words=", ".join(words)) if words else ""


def safe_names(info: MatchInfo) -> tuple[str, ...]:
    """Return the players' names by seat, safe to print in Discord's markdown."""
    return tuple(safe(name) for name in info.names)


def status_in_words(game: Game, match_view: MatchView) -> str:
    """Return the position of a match in words, as its viewer may see it."""
    return fit(game.wording.status(match_view.view, safe_names(match_view.match)), STATUS_TEXT)


def window_in_words(info: MatchInfo) -> str:
    """Return the deadline of a player in the open window; "" where none is open."""
    window = info.match_terms.window
    if window is None or window.until is None:
        return ""
    player, time, left = safe(info.names[window.seat]), stamp(window.until), stamp(window.until, "R")
    return gettext("⏳ {player} may answer until {time} ({left})", player=player, time=time, left=left)


def aim_in_words(game: Game, match_view: MatchView) -> str:
    """Return the small line with the goal of the match and the signs of names that cannot be drawn.

    The goal is left out after the end. "" for an empty line.
    """
    info, view = match_view.match, match_view.view
    options = getattr(view, "options", info.options)  # a lesson's position has options of its own
    aim = "" if info.stage.ended else game.wording.aim(options, len(info.seats))
    lines = [gettext("-# Aim: {aim}", aim=aim)] if aim else []
    for seat, name in enumerate(info.names):
        if not is_drawn(name):  # the pictures show a sign instead, which no font lacks
            lines.append(gettext("-# {mark} is {name}.", mark=SEAT_MARKS[seat], name=safe(name)))
    return "\n".join(lines)


def lobby_aim_in_words(game: Game, info: MatchInfo) -> str:
    """Return the goal of a match that has not begun, by its options; "" for none."""
    aim = game.wording.aim(info.options, info.wanted) if info.options is not None else ""
    return gettext("**Aim** {aim}", aim=aim) if aim else ""


def accent(awaited: Iterable[int]) -> int | None:
    """Return the colour of the awaited seat as Discord's number; None while several are awaited."""
    seats = list(awaited)
    if len(seats) != 1:
        return None
    red, green, blue = SEATS[seats[0] % len(SEATS)].colour
    return red << 16 | green << 8 | blue


def own_accent(match_view: MatchView) -> int | None:
    """Return the colour of the viewer's seat as Discord's number; None without a seat."""
    return None if match_view.seat is None else accent([match_view.seat])


def as_command(game: Game, view: Any, action: Action) -> str:
    """Return an action as its command: "/papyrus move unit:SMG-3 to:C7"."""
    words = game.wording.format(view, action)
    given = [f"{field.replace('_', '-')}:{word}" for field, word in words.items() if word]
    return " ".join([f"/{game.key}", str(type(action).__struct_config__.tag), *given])


def describe_facts(game: Game, facts: Iterable[Any], match_view: MatchView) -> list[str]:
    """Return the sentences for facts that this viewer may know, without unimportant ones."""
    return [line for _, _, line in _in_words(game, facts, match_view) if line]


def _in_words(
    game: Game, facts: Iterable[Any], match_view: MatchView
) -> Iterator[tuple[Any, tuple[str, ...], str]]:
    """Yield facts and notices with the names of the players at their time and their sentences.

    The sentence of an unimportant one is "".
    """
    talk: Talk[Any] | None = None
    for fact, names in with_names(facts, match_view.match):
        if isinstance(fact, notices.TakenBack):
            yield fact, names, _taken_back(game, fact, match_view, names)
        elif isinstance(fact, Notice):
            yield fact, names, _notice_in_words(fact, match_view, names)
        else:
            if talk is None or talk.names is not names:
                talk = game.wording.printed(match_view.view, names, MESSAGE)
            yield fact, names, game.wording.told(fact, talk)


def with_names(facts: Iterable[Any], info: MatchInfo) -> list[tuple[Any, tuple[str, ...]]]:
    """Return facts, oldest first, each with the names of the players at that time, safe to print.

    `info` is the match after the last of them.
    """
    named, then, names = list[tuple[Any, tuple[str, ...]]](), info, safe_names(info)
    for fact in reversed(list(facts)):
        named.append((fact, names))
        if isinstance(fact, notices.SeatTaken):
            then = then.as_held_by([(fact.seat, fact.before)])
            names = safe_names(then)
    return named[::-1]


def outcome_in_words(
    game: Game, info: MatchInfo, seat: int | None = None, match_view: MatchView | None = None
) -> str:
    """Return the winners, the reason, and what was counted; with a seat, addressed to its player.

    The game says in its own unit what was counted, if the rules have ended the match and its view is here.
    """
    if info.outcome is None:
        if info.stage is Stage.ABANDONED:
            title = gettext("## {game} was ended without a result", game=game.title)
            return f"{title}\n{_ended_by(info)}".rstrip()
        return gettext("## {game} goes on", game=game.title)
    names = list(safe_names(info))
    if seat is not None:
        names[seat] = pgettext("player", "you")
    counted = ""
    if match_view is not None and match_view.view.outcome == info.outcome:
        counted = game.wording.tally(match_view.view, names)
    elif any(info.outcome.scores):  # in an agreed draw nothing was counted
        pairs = zip(names, info.outcome.scores, strict=True)
        counted = gettext("Scores: {scores}", scores=" · ".join(f"{name} {score}" for name, score in pairs))
    why = gettext(info.outcome.why).rstrip(".")
    winners = info.outcome.winners
    if seat is None or not winners:
        head = _won(game, [names[each] for each in winners])
    elif seat in winners:
        head = gettext("## {game}: you have won", game=game.title)
    else:
        head = gettext("## {game}: you have lost", game=game.title)
    return f"{head}\n{why}.\n{counted}".rstrip()


def _ended_by(info: MatchInfo) -> str:
    """Return who has ended a match without a result; "" for a lobby, and where no consent was needed."""
    terms = info.match_terms
    if isinstance(terms.ended_by, int):
        if terms.ended_by < 0:
            return gettext("A moderator of its channel has ended it.")
        return gettext(
            "{player}, a player of the match, has ended it as a moderator of its channel.",
            player=safe_names(info)[terms.ended_by],
        )
    settled = terms.settled
    if settled is not None and (settled.kind, settled.result) == ("end", "agreed") and settled.needed:
        return gettext("All its players have agreed to end it.")
    return ""


def _won(game: Game, winners: Sequence[str]) -> str:
    if not winners:
        return gettext("## {game}: a draw", game=game.title)
    return ngettext(
        "## {game}: {winners} wins",
        "## {game}: {winners} win",
        len(winners),
        game=game.title,
        winners=all_of(winners),
    )


def _taken_back(game: Game, notice: notices.TakenBack, match_view: MatchView, names: Sequence[str]) -> str:
    decode = msgspec.json.Decoder(game.rules.Fact).decode
    told = [game.wording.describe(decode(fact), match_view.view, names, MESSAGE) for fact in notice.facts]
    what = _in_short([line for line in told if line])
    forms = _TAKEN_BACK[notice.seat == match_view.seat, notice.consent]
    taken = numbered(forms, notice.count, player=names[notice.seat])
    return f"{taken}: {what}" if what else taken


_TAKEN_BACK = {
    # whether the reader did it, and whether the others agreed
    (True, True): NN_(
        "You have with the consent of all taken back {number} action",
        "You have with the consent of all taken back {number} actions",
    ),
    (True, False): NN_("You have taken back {number} action", "You have taken back {number} actions"),
    (False, True): NN_(
        "{player} has with the consent of all taken back {number} action",
        "{player} has with the consent of all taken back {number} actions",
    ),
    (False, False): NN_(
        "{player} has taken back {number} action", "{player} has taken back {number} actions"
    ),
}


def _in_short(lines: Sequence[str]) -> str:
    """Return sentences struck out, as many as fit on a line or two, and the number of others."""
    if not lines:
        return ""
    shown = 1
    while shown < len(lines) and len(" / ".join(lines[: shown + 1])) <= TAKEN_BACK_TEXT:
        shown += 1
    shown += shown == len(lines) - 1
    what, more = fit(" / ".join(lines[:shown]), TAKEN_BACK_TEXT), len(lines) - shown
    return f"~~{what}~~" + (gettext(" … and {number} more", number=more) if more else "")


class _Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences for a case of a notice, in marked English."""

    told: str
    you: str = ""
    """To the player of its seat, where they are told another one."""
    other: str = ""
    """To the player whom it names beside, where they are told another one."""


_NOTICES = messages("posts", "notices", dict[str, dict[str, _Said]])


def _notice_in_words(notice: Notice, look: MatchView, names: Sequence[str]) -> str:
    case, values = "usual", dict[str, object]()
    receiver: int | None = None
    match notice:
        case notices.TimeGiven(to=other, seconds=seconds):
            receiver, values = other, {"other": names[other], "time": duration(seconds)}
        case notices.TimeUp(then=case):
            pass
        case notices.Moved(seat=seat):
            # the public reads it in the channel to which the match has moved
            case = ("here" if look.seat is None else "away") + ("-by-moderator" if seat < 0 else "")
        case notices.LeaveTaken(back=back):
            case = "back" if back else "begun"
        case notices.LeaveBegan(until=until):
            values = {"time": f"<t:{until}:f>"}
        case notices.TimeRests(why=case, since=since):
            values = {"time": f"<t:{since}:f>"}
        case notices.TimeRuns(since=since):
            values = {"time": f"<t:{since}:f>"}
    said = _NOTICES[str(type(notice).__struct_config__.tag)][case]
    seat = getattr(notice, "seat", -1)
    if seat >= 0:
        values |= {"player": names[seat], "seat": seat + 1}
    if seat == look.seat and said.you:
        return gettext(said.you, **values)
    if receiver == look.seat and said.other:
        return gettext(said.other, **values)
    return gettext(said.told, **values)


# A summary of events in a few lines: the most important ones, and the number of others.


LINES = 3
"""The number of event lines in a post; a button shows the others."""
LINE_TEXT = 300
LINES_TEXT = 1400
_BEFORE = 8
"""Among this many facts the one is looked for that a fact came of."""


class Line(NamedTuple):
    """A line about events."""

    words: str
    weight: Weight = Weight.ACT
    number: int = 1
    """The number of events in it."""


def weighed_lines(
    game: Game, facts: Iterable[Any], match_view: MatchView, *, outcome: bool = False
) -> list[Line]:
    """Return the lines for facts that this viewer may know; similar ones are joined in one line.

    A joined line is at the place of the first of its facts. What came of an attack follows in the line of the
    attack. The weight of a line depends on its facts and the viewer's view alone. The outcome of the match is
    a line only on request: what shows these lines tells it above or below them.
    """
    groups: dict[Hashable, list[tuple[Any, str]]] = {}
    called: dict[Hashable, tuple[str, ...]] = {}
    wording, nameless = game.wording, game.wording.nameless(match_view.view)
    before = deque[tuple[Any, Hashable]](maxlen=_BEFORE if wording.parts.follows else 0)
    told = [
        fact
        for fact in facts
        # the status shows how many have chosen, until all have
        if not (isinstance(fact, SeatReady) and fact.seat != match_view.seat)
        and (outcome or not isinstance(fact, MatchOver))
    ]
    for number, (fact, names, words) in enumerate(_in_words(game, told, match_view)):
        led = None
        if before:
            led = next((key for first, key in reversed(before) if wording.follows(first, fact)), None)
        if words and led is not None and names == called[led]:
            groups[led].append((fact, words))
        elif words:
            alike = None if isinstance(fact, Notice) else wording.likeness(fact, nameless)
            key = number if alike is None else (alike, names)  # of one seat held by two: two lines
            groups.setdefault(key, []).append((fact, words))
            called[key] = names
            if alike is None:
                before.append((fact, key))
    return _once([_line(game, group, match_view, nameless, called[key]) for key, group in groups.items()])


def _once(lines: Sequence[Line]) -> list[Line]:
    """Return lines without repeated words: such lines stay at the place of the last one."""
    last, times = {line.words: line for line in lines}, Counter([line.words for line in lines])
    if len(last) == len(lines):
        return list(lines)
    latest = {line.words: at for at, line in enumerate(lines)}
    return [
        line if times[words] == 1 else _repeated(line, times[words])
        for words, line in sorted(last.items(), key=lambda each: latest[each[0]])
    ]


def _repeated(line: Line, times: int) -> Line:
    words = gettext("{sentence} ({times} times)", sentence=line.words, times=times)
    return line._replace(words=words, number=line.number * times)


def _line(
    game: Game,
    group: Sequence[tuple[Any, str]],
    match_view: MatchView,
    nameless: Talk[Any],
    names: Sequence[str],
) -> Line:
    """Return the line for one fact with its sentence, or for several similar ones."""
    facts, words = [fact for fact, _ in group], group[0][1]
    if len(facts) > 1:
        if any(game.wording.follows(facts[0], fact) for fact in facts[1:]):
            words = " ".join([said for _, said in group])
        else:
            words = game.wording.describe_together(facts, match_view.view, names)
    weights = [
        Weight.ACT if isinstance(fact, Notice) else game.wording.weighed(fact, nameless) for fact in facts
    ]
    return Line(words, max(weights), len(facts))


def in_short(
    lines: Sequence[Line], own: Sequence[str] = (), most: int = LINES, room: int = LINES_TEXT
) -> str:
    """Return the most important lines in order of time, and the number of others.

    Among lines of equal weight, those about the reader come first (`own_words`), then the later ones. Harm to
    the reader is never left out, unless there are more characters than `room`.
    """
    ranks = [(line.weight, _concerns(line, own), at) for at, line in enumerate(lines)]
    by_weight = sorted(range(len(lines)), key=lambda at: ranks[at], reverse=True)
    harm = [at for at in by_weight if lines[at].weight >= Weight.HARM and _concerns(lines[at], own)]
    rest = [at for at in by_weight if at not in harm]
    shown = {at: fit(lines[at].words, LINE_TEXT) for at in (*harm, *cut(rest, max(0, most - len(harm)))[0])}
    while sum(len(line) + 1 for line in shown.values()) > room:
        shown.popitem()
    omitted = sum(line.number for at, line in enumerate(lines) if at not in shown)
    end = [gettext("-# … and {number} more", number=omitted)] if omitted else []
    return "\n".join([*[shown[at] for at in sorted(shown)], *end])


def own_words(info: MatchInfo, seat: Viewer) -> tuple[str, ...]:
    """Return the words by which a line is about a seat: its player's name, and its mark."""
    return () if seat is None else (safe_names(info)[seat], SEAT_MARKS[seat])


def has_more(lines: Sequence[Line]) -> bool:
    """Whether `in_short` leaves some of these lines out, or joins several events in one."""
    return len(lines) > LINES + 1 or any(line.number > 1 for line in lines)


def bounded(lines: Sequence[str], most: int, room: int = LINES_TEXT) -> str:
    """Return the newest lines within these limits as a text, and the number of others."""
    return in_short([Line(words) for words in lines], most=most, room=room)


def _concerns(line: Line, own: Sequence[str]) -> bool:
    return any(word in line.words for word in own)


def what_happened(match: MatchId) -> Control:
    """Return the button that shows all events to the asker."""
    return button(gettext("What happened"), ComponentId("happened", match))


# Lists of a player's matches, each with its link and awaited players; and the next one: that which has waited
# longest.
#
# It is read after a turn ends, while the answer's pictures are drawn: one database query, no call to
# Discord.


async def next_match(bot: Client, user: int, but: MatchId = "") -> PlayerMatch | None:
    """Return the match, other than `but`, that has awaited a player longest; None without one."""
    tables = await bot.service.player_matches(user)
    waiting = [(since, table) for table in tables if table.info.id != but and (since := waits_since(table))]
    return min(waiting, key=lambda found: found[0])[1] if waiting else None


async def following_of(bot: Client, match_view: MatchView) -> str:
    """Return the line about the next match that awaits a player who has finished in this one.

    "" for none. Read errors are ignored: the move has been made.
    """
    if match_view.seat is None or not match_view.idle:
        return ""
    with suppress(Refusal):
        user = match_view.match.seats[match_view.seat].user
        table = await next_match(bot, user, but=match_view.match.id)
        if table is not None and (since := waits_since(table)):
            return gettext(
                "**Next**: {game} in {link} waits for you since {time} ({distance}). `/me next` opens it.",
                game=signed(bot.title_of(table.info.game)),
                link=await newest_link(bot, table.info),
                time=stamp(since, "f"),
                distance=stamp(since, "R"),
            )
    return ""


TABLES_TEXT = 3000
TABLES_AT_ONCE = 15
"""The most matches of one list."""


class Named(msgspec.Struct, frozen=True):
    """A match of a list, with its game and its link in Discord's markdown."""

    table: PlayerMatch
    title: str
    link: str


def listed(named: Sequence[Named], most: int = TABLES_AT_ONCE) -> str:
    """Return as many matches as fit, one a line, and the number of further ones."""
    return as_many_as_fit([table_line(each) for each in named], TABLES_TEXT, most)


def table_line(named: Named) -> str:
    """Return the line of a match: its link, game, other players, awaited players and deadline."""
    table, info = named.table, named.table.info
    others = ", ".join(safe(name) for seat, name in enumerate(info.names) if seat != table.seat)
    what = gettext("{game} with {players}", game=named.title, players=others) if others else named.title
    if info.anonymous and table.seat >= 0 and info.stage is Stage.PLAYING:  # in a lobby none is drawn
        what = gettext("{game}, you as {player}", game=named.title, player=info.names[table.seat])
    elif info.anonymous:
        what = gettext("{game}, anonymous", game=named.title)
    return f"- {named.link} · {what}: {_stands(table)}"


def in_order(tables: Sequence[PlayerMatch]) -> list[PlayerMatch]:
    """Return matches by urgency: first those where the player is awaited, by deadline."""

    def urgency(table: PlayerMatch) -> tuple[bool, bool, bool, float, datetime]:
        end, lobby = table.deadline, table.info.stage is Stage.LOBBY
        return not table.mine, lobby, end is None, end.timestamp() if end else 0.0, table.info.opened_at

    return sorted(tables, key=urgency)


async def named(
    bot: Client, tables: Sequence[PlayerMatch], first: int = 0, most: int = TABLES_AT_ONCE
) -> list[Named]:
    """Return matches with their titles and links; `most` from the `first` on link to the newest post."""
    shown = range(first, first + most)
    return [
        Named(
            table,
            await _titled(bot, table.info),
            await newest_link(bot, table.info) if place in shown else link_to(bot, table.info),
        )
        for place, table in enumerate(tables)
    ]


async def _titled(bot: Client, info: MatchInfo) -> str:
    """Return the title of a match's game, and of what it belongs to."""
    titles = [signed(bot.title_of(info.game)), *[await title(info) for title in bot.hooks.titles]]
    return " · ".join(title for title in titles if title)


async def newest_link(bot: Client, info: MatchInfo) -> str:
    """Return the link to the newest board of a match, or to its lobby."""
    post = await bot.service.store.post(info.id, "lobby" if info.stage is Stage.LOBBY else "board")
    return link_to(bot, info, post.message if post and post.channel == info.channel else 0)


def link_to(bot: Client, info: MatchInfo, message: int = 0) -> str:
    """Return the link to a match's channel or to a post in it; some DMs cannot show a mention."""
    channel = at_hand(bot, info.guild, info.channel)
    where = f"https://discord.com/channels/{info.guild or '@me'}/{info.channel}"
    where += f"/{message}" if message else ""
    if channel is not None:
        return f"[#{safe(channel.name)}]({where})"
    return f"[{gettext('the match')}]({where})" if message else f"<#{info.channel}>"


def _stands(table: PlayerMatch) -> str:
    info = table.info
    if info.stage is Stage.LOBBY:
        taken = len(info.seats)
        return gettext("{taken} of {wanted} seats taken", taken=taken, wanted=info.wanted)
    awaited = _awaited(table)
    if awaited and info.match_terms.clocks.paused:
        return gettext("{awaited} (paused)", awaited=awaited)
    return awaited or gettext("goes on")


def _awaited(table: PlayerMatch) -> str:
    """Return the awaited players of a match; "" for none."""
    end = table.deadline
    if table.mine and end:
        return gettext(
            "**your turn**, until {time} ({distance})", time=stamp(end, "f"), distance=stamp(end, "R")
        )
    if table.mine:
        return gettext("**your turn**")
    names = [safe(table.info.names[seat]) for seat in sorted(table.awaited)]
    return gettext("waits for {players}", players=all_of(names)) if names else ""
