"""How people are told what is kept about them, and what becomes of it when they have it deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import ui

from bot.matches.model import FORMER, MatchInfo, Stage
from cogs.controls import Press, button
from cogs.layout import Attachment, Sheet, rows, sheet, text
from cogs.posts import DANGER

MOST_LISTED = 20

_KINDS: Mapping[str, tuple[str, str]] = {
    "playing": ("1 match in play", "{} matches in play"),
    "lobbies": ("1 seat in a lobby", "{} seats in lobbies"),
    "ended": ("1 match that has ended", "{} matches that have ended"),
    "handed_over": ("1 match whose seat you gave to another", "{} matches whose seats you gave to others"),
    "people": ("your settings of `/me`", "your settings of `/me`"),
    "followers": ("1 match that you watch or have muted", "{} matches that you watch or have muted"),
    "notices_due": ("1 notice that you are still to get", "{} notices that you are still to get"),
    "rolls": ("1 roll", "{} rolls"),
    "saved_rolls": ("1 saved roll", "{} saved rolls"),
    "decks": ("1 deck", "{} decks"),
    "result_players": ("1 result", "{} results"),
    "ratings": ("1 rating", "{} ratings"),
    "rating_steps": ("1 change of a rating", "{} changes of ratings"),
}
_MATCHES = ("playing", "lobbies", "ended", "handed_over")
_ALWAYS = (
    "Kept with them: your user id, the name you had on the server when you took a seat, your word for the"
    " randomness, what you did, and which messages the bot sent you. Nothing of what you write anywhere.\n"
    "`/privacy export` hands you all of it as a file; `/privacy delete` deletes it."
)
_DELETED = (
    f"Your seats become those of “{FORMER}”, in matches that have ended too: their results, what was done and"
    " your word for the randomness stay, so that they can still be checked and the others keep their ratings."
    " Rolls that others saw stay without your name; private ones, saved rolls, decks, settings and your"
    " ratings go. Messages that the bot has posted stay on Discord. This cannot be taken back."
)


def compose_kept(counts: Mapping[str, int]) -> Sheet:
    """Return what is kept about a person, in words with counts."""
    if not counts:
        return sheet(text("Nothing is kept about you."))
    seats = _listed(counts, [kind for kind in counts if kind in _MATCHES])
    others = _listed(counts, [kind for kind in counts if kind not in _MATCHES])
    return sheet(
        text("### What is kept about you"),
        text(f"**Your matches**\n{seats}" if seats else ""),
        text(f"**Beside them**\n{others}" if others else ""),
        text(_ALWAYS),
    )


def compose_file(file: Attachment) -> Sheet:
    """Return the file with all that is kept about a person."""
    return sheet(
        text("This is all that is kept about you. Only you see this message."),
        ui.File(file.url),
        attachments=[file],
    )


def compose_question(running: Sequence[MatchInfo]) -> Sheet:
    """Return the question whether all is to be deleted, with what that means for matches that go on."""
    lines = [_leaving(info) for info in running[:MOST_LISTED]]
    if len(running) > MOST_LISTED:
        lines.append(f"- and {len(running) - MOST_LISTED} more")
    told = "\n".join(["**You leave these matches**", *lines]) if lines else ""
    path = Press("privacy", path=("delete",))
    controls = [button("Yes, delete it all", path, DANGER), button("No", Press("never"))]
    return sheet(text("### Delete all that is kept about you?"), text(told), text(_DELETED), *rows(controls))


def compose_deleted() -> Sheet:
    """Return that all is deleted."""
    return sheet(text("All that was kept about you is deleted. If you play again, you begin anew."))


def _leaving(info: MatchInfo) -> str:
    lobby = info.stage is Stage.LOBBY
    return f"- {info.game.title()} in <#{info.channel}>: {'you leave the lobby' if lobby else 'you resign'}"


def _listed(counts: Mapping[str, int], kinds: Sequence[str]) -> str:
    lines = []
    for kind in kinds:
        one, several = _KINDS[kind]
        lines.append(f"- {one if counts[kind] == 1 else several.format(counts[kind])}")
    return "\n".join(lines)
