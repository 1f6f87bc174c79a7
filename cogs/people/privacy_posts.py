"""The pages about a user's stored data, and the effect of its deletion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.engine.language import N_, gettext, ngettext
from bot.engine.phrases import cut
from bot.host import UNNAMED, Host
from bot.matches.model import FORMER, MatchInfo, Stage
from cogs.kit.controls import DANGER, ComponentId, button
from cogs.kit.host_words import host_words
from cogs.kit.layout import Attachment, OutgoingMessage, message_of, rows, text

MOST_LISTED = 20

_KINDS: Mapping[str, Callable[[int], str]] = {
    "playing": lambda n: ngettext("{number} match in play", "{number} matches in play", n),
    "lobbies": lambda n: ngettext("{number} seat in a lobby", "{number} seats in lobbies", n),
    "ended": lambda n: ngettext("{number} match that has ended", "{number} matches that have ended", n),
    "handed_over": lambda n: ngettext(
        "{number} match whose seat you gave to another", "{number} matches whose seats you gave to others", n
    ),
    "people": lambda _: gettext("your settings of `/me show`, and the language of your Discord"),
    "followers": lambda n: ngettext(
        "{number} match that you watch or have muted", "{number} matches that you watch or have muted", n
    ),
    "notes": lambda n: ngettext("{number} note of yours in a match", "{number} notes of yours in matches", n),
    "try_tables": lambda _: gettext("your test table of `/cards try`"),
    "try_cards": lambda n: ngettext(
        "the cards of {number} file on your test table", "the cards of {number} files on your test table", n
    ),
    "blocks": lambda n: ngettext("{number} person you have blocked", "{number} people you have blocked", n),
    "wishes": lambda n: ngettext(
        "{number} wish of yours to play something", "{number} wishes of yours to play something", n
    ),
    "notices_due": lambda n: ngettext(
        "{number} notice that is not sent yet", "{number} notices that are not sent yet", n
    ),
    "rolls": lambda n: ngettext("{number} roll", "{number} rolls", n),
    "saved_rolls": lambda n: ngettext("{number} saved roll", "{number} saved rolls", n),
    "decks": lambda n: ngettext("{number} deck", "{number} decks", n),
    "tournament_entrants": lambda n: ngettext(
        "{number} tournament that you have entered", "{number} tournaments that you have entered", n
    ),
    "tournament_log": lambda n: ngettext(
        "{number} line in the log of a tournament", "{number} lines in the logs of tournaments", n
    ),
    "blocked_people": lambda _: gettext("that the host of this bot has blocked you, and the reason"),
    "result_players": lambda n: ngettext("{number} result", "{number} results", n),
    "ratings": lambda n: ngettext("{number} rating", "{number} ratings", n),
    "rating_steps": lambda n: ngettext("{number} change of a rating", "{number} changes of ratings", n),
}
"""The words for a number of items, by their kind."""
_MATCHES = ("playing", "lobbies", "ended", "handed_over")
_ALWAYS = N_(
    "Stored with them: your user id, your name on the server when you took a seat, your word for "
    "the randomness, your actions, and the messages that the bot sent you. Nothing that you write "
    "elsewhere.\n`/privacy export` gives you all of it as a file; `/privacy delete` deletes it."
)
_DELETED = N_(
    "Your seats become those of “{former}”, also in ended matches: their results, actions and your "
    "word for the randomness stay, so that they can still be checked and the others keep their "
    "ratings. Rolls that others saw stay without your name; private ones, saved rolls, decks, "
    "settings and your ratings are deleted. Messages that the bot has posted stay on Discord. This "
    "cannot be undone."
)


def compose_kept(counts: Mapping[str, int], host: Host = UNNAMED) -> OutgoingMessage:
    """Return the stored data of a user, in words with counts, and the operator who stores it."""
    if not counts:
        return message_of(text(gettext("Nothing is kept about you.")), text(host_words(host)))
    seats = _listed(counts, [kind for kind in counts if kind in _MATCHES])
    others = _listed(counts, [kind for kind in counts if kind not in _MATCHES])
    return message_of(
        text(f"### {gettext('Data about you')}"),
        text(f"**{gettext('Your matches')}**\n{seats}" if seats else ""),
        text(f"**{gettext('In addition')}**\n{others}" if others else ""),
        text(gettext(_ALWAYS)),
        text(host_words(host)),
    )


def compose_file(file: Attachment) -> OutgoingMessage:
    """Return the file with all stored data of a user."""
    return message_of(
        text(gettext("This is all data about you. Only you see this message.")),
        file,
    )


def compose_question(running: Sequence[MatchInfo]) -> OutgoingMessage:
    """Return the question whether to delete all data, with the effect on running matches."""
    shown, more = cut(running, MOST_LISTED)
    lines = [_leaving(info) for info in shown]
    if more:
        lines.append(f"- {gettext('and {number} more', number=more)}")
    told = "\n".join([f"**{gettext('You leave these matches')}**", *lines]) if lines else ""
    path = ComponentId("privacy", path=("delete",))
    controls = [
        button(gettext("Yes, delete it all"), path, DANGER),
        button(gettext("No"), ComponentId("never")),
    ]
    return message_of(
        text(f"### {gettext('Delete all that is kept about you?')}"),
        text(told),
        text(gettext(_DELETED, former=gettext(FORMER))),
        *rows(controls),
    )


def compose_deleted() -> OutgoingMessage:
    """Return the message that all data is deleted."""
    return message_of(
        text(gettext("All data about you is deleted. If you play again, you start from the beginning."))
    )


def _leaving(info: MatchInfo) -> str:
    where = {"game": info.game.title(), "channel": f"<#{info.channel}>"}
    if info.stage is Stage.LOBBY:
        return f"- {gettext('{game} in {channel}: you leave the lobby', **where)}"
    return f"- {gettext('{game} in {channel}: you resign', **where)}"


def _listed(counts: Mapping[str, int], kinds: Sequence[str]) -> str:
    return "\n".join([f"- {_KINDS[kind](counts[kind])}" for kind in kinds])
