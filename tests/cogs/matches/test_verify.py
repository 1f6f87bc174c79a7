"""The proof as players see it: the fingerprint at the start, the audit file and the check at the end."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest

from bot.engine.audit import decode
from bot.parts.proofs.verify import check
from cogs.proofs import verify as proof
from tests.audited import RULES
from tests.cogs.club import NARROW, Club
from tests.cogs.league import ended
from tests.cogs.players import click, control, said, words_of
from tests.cogs.quickly import play_quickly


async def test_fingerprint_file_and_check_agree(club: Club) -> None:
    await club.lobby(club.ben, game="crossfire", options=NARROW)
    opening = words_of(club.channel.history()[-1])
    published = re.search(r"`([0-9a-f]{16})`", opening)
    assert published is not None
    assert not re.search(r"[0-9a-f]{17}", opening)
    lobby = club.channel.history()[-1]
    shown = said(await click(club.eve, lobby, "Fair dice"))
    await club.ann.slash(club.channel, "match start")
    early = said(await club.ann.slash(club.channel, "match past verify"))
    assert "Every die and every shuffle of this match follows from a secret number" in early
    whole = re.search(r"`([0-9a-f]{64})`", early)
    assert whole[1] in shown
    assert whole[1].startswith(published[1])
    await play_quickly(club, 31)
    result = club.channel.history()[-1]
    (file,) = [each for each in result.attachments if each.filename.endswith(".json")]
    content = await file.read()
    audit = decode(content)
    check(audit, RULES)
    assert audit.commitment == whole[1]
    fingerprint = hashlib.sha256(content).hexdigest()
    assert not re.search(r"[0-9a-f]{16}", words_of(result))
    given = await click(club.eve, result, "Fair dice")
    assert fingerprint in said(given)
    assert control(given.response, "Check it")
    told = said(await club.eve.slash(club.channel, "match past verify"))
    assert told.splitlines()[0] == (
        f"**Checked:** crossfire, 2 seats, {len(audit.actions)} actions, {len(audit.draws)} draws: all agree."
    )
    assert f"python -m bot verify {audit.file_name} --sha256 {fingerprint}" in told
    assert f"python verify.py {audit.file_name} {fingerprint}" in told
    assert audit.commitment in told


async def test_the_words_are_shown_from_the_start_and_the_button_checks_after_a_restart(club: Club) -> None:
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, word="almond")
    await club.ben.slash(club.channel, "match join", word="marzipan")
    lobby = club.channel.history()[-1]
    early = [
        said(await club.eve.slash(club.channel, "match past verify")),
        said(await click(club.eve, lobby, "Fair dice")),
        words_of(lobby),
    ]
    assert not any("marzipan" in each or "almond" in each for each in early)
    await club.ann.slash(club.channel, "match start")
    told = said(await club.eve.slash(club.channel, "match past verify"))
    assert ("almond" in told, "marzipan" in told) == (True, True)
    await ended(club)
    result = club.channel.history()[-1]
    await club.restart()
    fair = (await click(club.ben, result, "Fair dice")).response
    told = said(await click(club.ben, fair, "Check it"))
    assert re.match(r"\*\*Checked:\*\* papyrus, 2 seats, 0 actions, \d+ draws?, abandoned: all agree\.", told)


async def test_a_die_that_does_not_agree_is_named(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the database was changed, everybody is told the error."""
    await club.started(club.ben)
    await play_quickly(club, 32)
    true = proof.encode

    def tampered(audit: Any) -> bytes:
        return true(audit).replace(b'"result":[1]', b'"result":[2]', 1)

    monkeypatch.setattr(proof, "encode", tampered)
    told = said(await club.eve.slash(club.channel, "match past verify"))
    assert re.match(
        r"\*\*This does not agree:\*\* draw \d+ \(.+\): the file says 2, the seed gives 1\.", told
    )
