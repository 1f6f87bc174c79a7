"""The screens of simultaneous choices: Repair as one hand-off, and the draft (NEO-01a, NEO-14, NEO-15)."""

from __future__ import annotations

from bot.base.language import gettext, ngettext
from bot.engine.markdown import fit, safe
from bot.engine.menus import TEXT, buttons, select
from bot.engine.wording import Choice, Group, Menu
from bot.games.neocombat.menus.context import MenuContext
from bot.games.neocombat.rules.actions import ByLot, Cloak, Discard, Dress, Keep, Ready, Shuffle
from bot.games.neocombat.rules.queries import SPARE_CARDS
from bot.games.neocombat.wording.names import damage_words, sector_title
from bot.games.neocombat.wording.sentences import planned_words


def repair_screen(context: MenuContext) -> Menu:
    """Return the screen of Repair: the current choices, and the further possible ones."""
    talk = context.talk
    ready = context.of(Ready)
    lines = [
        gettext("**Repair.** You have chosen: {plan}.", plan=planned_words(talk.view.plan, talk)),
        gettext("Nobody sees it before all are ready."),
    ]
    excess = _excess(context)
    if excess > 0:
        lines.append(
            ngettext(
                "Discard {number} card more: you may keep {limit}.",
                "Discard {number} cards more: you may keep {limit}.",
                excess,
                limit=_limit(context),
            )
        )
    row = [Choice("ready", gettext("Ready"), actions=tuple(ready), style="good")] if ready else []
    lot = Choice("lot", gettext("Repair nothing; discards are random"), actions=(ByLot(),), style="grave")
    groups: list[Group] = [
        *select(gettext("Use a card"), [_dress_choice(context, dress) for dress in context.of(Dress)]),
        *select(gettext("Cloak again"), [_cloak_choice(context, cloak) for cloak in context.of(Cloak)]),
        *select(gettext("Shuffle"), [_shuffle_choice(context, shuffle) for shuffle in context.of(Shuffle)]),
        *select(
            gettext("Discard"),
            [context.card_choice(each.card, each, key=f"x{each.card}") for each in context.of(Discard)],
        ),
        *buttons([*row, lot, *context.reading_button()]),
    ]
    return Menu(fit("\n".join(lines), TEXT), tuple(groups))


def _limit(context: MenuContext) -> int:
    return len(context.talk.own_tokens()) + SPARE_CARDS


def _excess(context: MenuContext) -> int:
    """Return the number of cards that still have to be discarded (NEO-15)."""
    view = context.talk.view
    return len(view.hand) - len(view.plan.cards) - _limit(context)


def _dress_choice(context: MenuContext, dress: Dress) -> Choice:
    talk = context.talk
    card, varan = safe(talk.lexicon.plain(dress.card)), talk.called(dress.token)
    label = gettext("{card} for {varan}", card=card, varan=varan)
    damage = damage_words(talk.view.wounds[talk.varan_of(dress.token)])
    return context.choice(f"d{dress.card}-{dress.token}", label, damage, dress)


def _cloak_choice(context: MenuContext, cloak: Cloak) -> Choice:
    return context.choice(
        f"k{cloak.token}", context.talk.called(cloak.token), context.state_words(cloak.token), cloak
    )


def _shuffle_choice(context: MenuContext, shuffle: Shuffle) -> Choice:
    sector = sector_title(context.talk.view.tokens[shuffle.token].sector)
    hint = gettext("{sector}; with the others you shuffle there", sector=sector)
    return context.choice(f"s{shuffle.token}", context.talk.called(shuffle.token), hint, shuffle)


def draft_screen(context: MenuContext) -> Menu:
    """Return the screen of the draft: the dealt varans, from which a team is kept."""
    talk = context.talk
    kept = talk.lexicon.varans(talk.view.kept) or gettext("nobody yet")
    left = talk.view.options.team - len(talk.view.kept)
    text = ngettext(
        "**Choose your team:** {number} varan to go. You keep {kept}. Nobody else sees your choice.",
        "**Choose your team:** {number} varans to go. You keep {kept}. Nobody else sees your choice.",
        left,
        kept=kept,
    )
    choices = [
        context.choice(
            f"k{keep.varan}", talk.lexicon.varan(keep.varan), talk.lexicon.printed(keep.varan), keep
        )
        for keep in context.of(Keep)
    ]
    lot = Choice("lot", gettext("Let the lot choose"), actions=(ByLot(),), style="grave")
    return Menu(text, (*select(gettext("Keep"), choices), *buttons([lot])))
