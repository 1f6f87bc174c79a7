"""Players' notes, on a database."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from bot.coordination import News, Topic
from bot.matches.model import MatchId
from bot.storage.engine import Stored
from bot.storage.schema import notes

_OF = select(notes).where(notes.c.user == bindparam("user"))
_FORGET = delete(notes).where(notes.c.user == bindparam("who"), notes.c.match == bindparam("of"))


class SqlNoteStore(Stored):
    """Implements `bot.notes.NoteStore`; what each method does is said there."""

    async def of(self, user: int) -> Mapping[MatchId, str]:
        """Return all notes of a person, from memory where they were read before."""
        kept = self._database.notes
        if user in kept.found:
            return dict(kept.found[user])
        changes = kept.changes
        found = {row.match: row.words for row in await self._all(_OF, user=user)}
        kept.keep({user: found}, changes)
        return found

    async def keep(self, user: int, match: MatchId, words: str) -> None:
        """Keep a note in the place of the one there was; no words keep none."""

        def work(connection: Connection) -> None:
            connection.execute(_FORGET, {"who": user, "of": match})
            if words:
                connection.execute(insert(notes), {"user": user, "match": match, "words": words})
            self._database.tell(connection, News(Topic.PERSON, number=user))

        try:
            await self._database.write(work)
        except IntegrityError:  # another process was quicker
            await self._database.write(work)
        self._database.drop(user)
