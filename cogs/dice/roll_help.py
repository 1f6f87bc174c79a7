"""How dice are written, for `/dice help`."""

from __future__ import annotations

from bot.engine.language import N_, gettext

_HELP = (
    N_("### Dice"),
    N_(
        "`/roll 4d6kh3+2` rolls for all to see; `visibility:` makes it private, or lets you reveal it later."
        " Words after the dice are a label: `1d20+5 stealth`, or `8d6 # fireball`."
    ),
    N_("**Sums** `2d6+3`, `(1d8+2)*2`, `1d20+5>=15`; fractions are cut off at the end"),
    N_("**Keep and drop** `4d6kh3` the highest, `kl1` the lowest; `pl1` drops the lowest, `ph1` the highest"),
    N_("**Roll again** `4d6ro1` once, `rr<3` until none fits; `mi2` and `ma5` limit each die"),
    N_("**Explode** `5d6!` on the highest side, `5d6!>4`, `5d6!3`; `ra6` one die once"),
    N_("**Advantage** `1d20+5 adv`, `1d20 dis`"),
    N_("**Pools** `8d10 t7` counts dice of 7 and more; `t<=2`, `t=6`, `8d10!t8`"),
    N_("**Repeats** `6#4d6kh3`"),
    N_("**Fate** `4dF`, **percent** `d%`, **notes** `2d6[fire]+1d8[cold]`"),
    N_(
        "**Odds** `/roll stats 4d6kh3`. **Proof** the button **Fair dice** under a roll; `/roll verify` shows"
        " today's fingerprint of this channel"
    ),
    N_("**Saved rolls** `/dice save`, `/dice saved`, `/dice forget`; then `/roll` and the name"),
    N_("-# At most 200 characters, 100 dice a term, 1,000 dice in all, 10,000 sides, 20 repeats."),
)


def compose_help() -> str:
    """Return how dice are written, as content of a message."""
    return "\n".join([gettext(line) for line in _HELP])
