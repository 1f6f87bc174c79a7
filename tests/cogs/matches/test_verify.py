"""The proof as players meet it: the fingerprint at the start, the audit file and the check at the end."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest

from bot.audit import decode
from bot.proofs.verify import check
from cogs.matches import verify as proof
from tests.audited import RULES
from tests.cogs.club import NARROW, Club
from tests.cogs.league import ended
from tests.cogs.players import control, said, words_of
from tests.cogs.quickly import play_quickly


async def test_fingerprint_file_and_check_belong_together(club: Club) -> None:
    await club.lobby(club.ben, game="crossfire", options=NARROW)
    opening = words_of(club.channel.history()[-1])
    published = re.search(r"`([0-9a-f]{16})`", opening)
    assert published is not None
    assert not re.search(r"[0-9a-f]{17}", opening)
    lobby = club.channel.history()[-1]
    shown = said(await club.eve.click(lobby, custom_id=control(lobby, "Fair dice")))
    await club.ann.slash(club.channel, "match start")
    early = said(await club.ann.slash(club.channel, "match past verify"))
    assert "Every die and every shuffle of this match follows from a secret number" in early
    whole = re.search(r"`([0-9a-f]{64})`", early)
    assert whole is not None
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
    given = await club.eve.click(result, custom_id=control(result, "Fair dice"))
    assert fingerprint in said(given)
    assert control(given.response, "Check it")
    told = said(await club.eve.slash(club.channel, "match past verify"))
    assert told.splitlines()[0] == (
        f"**Checked:** crossfire, 2 seats, {len(audit.actions)} actions, {len(audit.draws)} draws: all agree."
    )
    assert f"python -m bot verify {audit.file_name} --sha256 {fingerprint}" in told
    assert f"python verify.py {audit.file_name} {fingerprint}" in told
    assert audit.commitment in told


async def test_the_words_are_shown_from_the_start_and_not_before(club: Club) -> None:
    await club.lobby(seats=2)
    await club.ben.slash(club.channel, "match join", word="marzipan")
    lobby = club.channel.history()[-1]
    early = [
        said(await club.eve.slash(club.channel, "match past verify")),
        said(await club.eve.click(lobby, custom_id=control(lobby, "Fair dice"))),
        words_of(lobby),
    ]
    assert not any("marzipan" in each for each in early)
    await club.ann.slash(club.channel, "match start")
    assert "marzipan" in said(await club.eve.slash(club.channel, "match past verify"))


async def test_the_button_under_the_result_checks_too_after_a_restart(club: Club) -> None:
    await club.started(club.ben)
    await ended(club)
    result = club.channel.history()[-1]
    await club.restart()
    fair = (await club.ben.click(result, custom_id=control(result, "Fair dice"))).response
    told = said(await club.ben.click(fair, custom_id=control(fair, "Check it")))
    assert re.match(r"\*\*Checked:\*\* papyrus, 2 seats, 0 actions, \d+ draws?, abandoned: all agree\.", told)


async def test_a_die_that_does_not_agree_is_named(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Should the database ever have been tampered with, everybody is told what is wrong."""
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
