"""The audit file in the post of a match's result: as it is, compressed, or only described."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec.structs import replace

from bot.base.language import gettext
from bot.engine.audit import PACKED, Audit, BadAudit, encode, pack
from cogs.kit.layout import Attachment

LONGEST_PLAIN = 1024 * 1024
"""The most bytes of an audit file that is posted uncompressed."""
LONGEST_PACKED = 8 * 1024 * 1024
"""The most bytes of a compressed one; with board and film a message still keeps Discord's limit."""


class AuditFile(msgspec.Struct, frozen=True):
    """The audit file of an ended match, as far as it can be posted."""

    name: str
    """The name of the file as `verify` reads it, not compressed."""
    seed: str
    """In hexadecimal."""
    sha256: str = ""
    """The hash of the file as `verify` reads it, not compressed; "" for one too long even for `verify`."""
    attachment: Attachment | None = None
    """The posted file; None where there is none, or Discord does not accept it."""

    @property
    def sentence(self) -> str:
        """How to check the match, in the current language; always with the seed or where to find it."""
        if self.attachment is None:
            return self._without_file()
        if self.attachment.filename == self.name:
            return gettext(
                "-# The seed is not secret any more: it is in the file, with every draw and every "
                "action. Everybody can check them with `python -m bot verify {file}`. So that the "
                "file cannot be exchanged later, its SHA-256 is here: `{fingerprint}`",
                file=self.name,
                fingerprint=self.sha256,
            )
        return gettext(
            "-# The seed is not secret any more: it is in the file, with every draw and every "
            "action. The match was long, so the file is compressed. Everybody can check it with "
            "`python -m bot verify {packed}`, and unpack it with `gunzip {packed}`. So that it "
            "cannot be exchanged later, the SHA-256 of the unpacked file is here: `{fingerprint}`",
            packed=self.attachment.filename,
            fingerprint=self.sha256,
        )

    def _without_file(self) -> str:
        if self.sha256:
            return gettext(
                "-# The audit file of this match is too large to be posted here. Verify checks the match in"
                " the bot. The seed is no secret any more: `{seed}`. The file's SHA-256: `{fingerprint}`",
                seed=self.seed,
                fingerprint=self.sha256,
            )
        return gettext(
            "-# This match has become too long for an audit file, so none can be posted. The seed is no"
            " secret any more: `{seed}`.",
            seed=self.seed,
        )


def audit_file(audit: Audit) -> AuditFile:
    """Return the audit file of an ended match. Takes a second for the longest: not for the event loop."""
    try:
        content = encode(audit)
    except BadAudit:
        return AuditFile(audit.file_name, audit.seed)
    file = AuditFile(audit.file_name, audit.seed, hashlib.sha256(content).hexdigest())
    if len(content) <= LONGEST_PLAIN:
        return replace(file, attachment=Attachment(file.name, content))
    packed = pack(content)
    if len(packed) > LONGEST_PACKED:
        return file
    return replace(file, attachment=Attachment(file.name + PACKED, packed))
