"""Takes lessons that are over out of people's records, in which versions up to 1.5.0 entered them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_LESSON = b'"lesson":{'
"""In the terms of a match; a word of a person cannot hold it, because JSON escapes the quotation marks."""


def upgrade() -> None:
    """Delete the players of their results. The results stay, so that they are not entered again."""
    holds = "instr(matches.life, :lesson)"
    if op.get_bind().dialect.name == "postgresql":
        holds = "position(:lesson in matches.life)"
    lessons = (
        f"SELECT results.number FROM results JOIN matches ON matches.id = results.match WHERE {holds} > 0"
    )
    deletion = sa.text(f"DELETE FROM result_players WHERE number IN ({lessons})")
    op.execute(deletion.bindparams(sa.bindparam("lesson", _LESSON, sa.LargeBinary)))
