"""The posts of the button "Fair dice" and of `/roll verify`: the source of a roll's dice, and the check."""

from __future__ import annotations

from bot.base.language import N_, gettext
from bot.parts.dice.ports import Roll, Seed
from bot.parts.dice.rolling import totals_words
from bot.parts.dice.service import Proof, Sealed
from cogs.dice.roll_posts import as_code
from cogs.kit.clock_words import stamp
from cogs.kit.layout import Attachment, OutgoingMessage, fit, message_of, safe, text

COMMAND_TEXT = 900

_EXPLAINED = N_(
    "### Fair dice\n"
    "Every die follows from a secret number, the seed, and from nothing else. It was fixed before the roll:"
    " no other seed has its fingerprint. Once the seed is shown, anybody can work the dice out again."
)
_VERDICTS = {
    True: N_("The seed is the one of this fingerprint, and the dice worked out again from it are the same."),
    False: N_("**The seed does not give these dice.** Tell whoever runs this bot."),
}


def compose_fairness(found: Proof | Sealed) -> OutgoingMessage:
    """Return the fairness page of a roll for this viewer."""
    return compose_still_sealed(found) if isinstance(found, Sealed) else compose_proof(found)


def compose_proof(proof: Proof) -> OutgoingMessage:
    """Return the proof of a roll, with what this viewer may know."""
    roll = proof.roll
    lines = [
        gettext(
            "**{player}** rolled {roll} {when}: **{total}**",
            player=safe(roll.name),
            roll=as_code(roll.expression),
            when=stamp(roll.at, "f"),
            total=totals_words(roll.rolled),
        ),
        gettext(
            "Roll `{roll}`, stream `{stream}`, {draws}",
            roll=roll.id,
            stream=roll.stream,
            draws=_numbers(roll),
        ),
        _fingerprint(proof.commitment),
    ]
    if proof.seed is None:
        return message_of(text(gettext(_EXPLAINED)), text("\n".join([*lines, _still_secret(proof)])))
    draws = [f"{draw.n}: {', '.join(map(str, draw.result))}" for draw in roll.draws]
    if draws:
        drawn = gettext("-# The draws gave {draws}", draws=fit("; ".join(draws), COMMAND_TEXT))
    else:
        drawn = gettext("-# The draws gave nothing: there are no dice in it.")
    lines += [
        gettext("Seed `{seed}`", seed=proof.seed.hex()),
        gettext(_VERDICTS[bool(proof.agrees)]),
        drawn,
        gettext("Without this bot, with `docs/verify_roll.py`, which needs Python alone:"),
    ]
    command = check_command(proof)
    if len(command) <= COMMAND_TEXT:
        shown = "\n".join([*lines, f"```\n{command}\n```"])
        return message_of(text(gettext(_EXPLAINED)), text(shown))
    lines.append(gettext("the command is in the file."))
    file = Attachment(f"verify-{roll.id}.txt", command.encode())
    return message_of(text(gettext(_EXPLAINED)), text("\n".join(lines)), file)


def compose_still_sealed(sealed: Sealed) -> OutgoingMessage:
    """Return the public part of a roll that has not been revealed, for everybody but its roller."""
    secret = gettext("This roll has not been revealed yet. Only the one who rolled can reveal it.")
    named = gettext("Roll `{roll}`", roll=sealed.roll)
    shown = "\n".join([named, _fingerprint(sealed.commitment), secret])
    return message_of(text(gettext(_EXPLAINED)), text(shown))


def compose_today(seed: Seed) -> OutgoingMessage:
    """Return the fingerprint of today's seed of a place."""
    assert seed.reveal_at is not None
    told = gettext(
        "### Today's dice here\n"
        "{fingerprint}\nStream `{stream}`, next draw {number}\n"
        "The seed is shown from {time} ({when}) by `/roll verify` with the id of any roll of today.",
        fingerprint=_fingerprint(seed.commitment),
        stream=seed.stream,
        number=seed.counter,
        time=stamp(seed.reveal_at, "f"),
        when=stamp(seed.reveal_at, "R"),
    )
    return message_of(text(told))


def check_command(proof: Proof) -> str:
    """Return the command that checks a roll's draws without the bot."""
    assert proof.seed is not None
    draws = " ".join(f"{draw.n}:{draw.count}d{draw.sides}" for draw in proof.roll.draws)
    return f"python verify_roll.py {proof.roll.stream} {proof.commitment} {proof.seed.hex()} {draws}"


def _fingerprint(commitment: str) -> str:
    return gettext("Fingerprint of the seed: `{fingerprint}`", fingerprint=commitment)


def _numbers(roll: Roll) -> str:
    if not roll.draws:
        return gettext("no draw")
    first, last = roll.draws[0].n, roll.draws[-1].n
    if first == last:
        return gettext("draw {draw}", draw=first)
    return gettext("draws {first} to {last}", first=first, last=last)


def _still_secret(proof: Proof) -> str:
    if proof.reveal_at is None:
        return gettext("The seed is shown when you reveal this roll.")
    return gettext(
        "The seed is secret until {time} ({when}): it also gives the rolls of today that are still to come."
        " Ask again then.",
        time=stamp(proof.reveal_at, "f"),
        when=stamp(proof.reveal_at, "R"),
    )
