"""Names of players, varans, cards, sectors and phases, used by sentences, menus and boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from bot.base.language import gettext, messages, ngettext, pgettext
from bot.engine.cards import wording as cardwording
from bot.engine.cards.wording import CardTalk
from bot.engine.contract import Seat
from bot.engine.sentences import SEAT_MARKS, listed, safe
from bot.games.neocombat.cards.cards import ActionCard, Pool
from bot.games.neocombat.cards.varans import Varan, attribute_name
from bot.games.neocombat.rules.actions import NONE
from bot.games.neocombat.rules.knowledge import UNKNOWN, Record
from bot.games.neocombat.rules.view import NOBODY, NeoView, Token, token_name

PHASES = messages("neocombat", "phases", dict[str, str])


class Lexicon(cardwording.Lexicon[Pool, int, ActionCard]):
    """The names of a pool's cards and varans. Plain names are not safe to print in Markdown."""

    @cached_property
    def faces(self) -> Mapping[int, ActionCard]:
        """The printed faces of the kinds of cards."""
        return dict(enumerate(self.pool.actions))

    def face(self, card: int) -> ActionCard:
        """Return the printed face of a card."""
        return self.pool.actions[card]

    def plain_varan(self, varan: int) -> str:
        """Return a varan's id with its name."""
        return varan_name(self.pool.roster[varan])

    def varan(self, varan: int) -> str:
        """Return a varan's id and name for a sentence."""
        return safe(self.plain_varan(varan))

    def varans(self, varans: Iterable[int]) -> str:
        """Return varans as a list in a sentence."""
        return listed([self.varan(varan) for varan in varans])

    def printed(self, varan: int) -> str:
        """Return the printed values of a varan: "speed 3, health 5, fighter, sniper"."""
        return printed_words(self.pool.roster[varan])

    def attributes(self, varan: int) -> str:
        """Return the attributes of a varan."""
        return ", ".join([attribute_name(each) for each in self.pool.roster[varan].attributes])

    def scored(self, varan: int, damage: int) -> str:
        """Return the printed values of a varan with its damage: "damage 2 of 5, speed 3, sniper"."""
        face = self.pool.roster[varan]
        words = gettext(
            "damage {damage} of {health}, speed {speed}", damage=damage, health=face.health, speed=face.speed
        )
        return f"{words}, {self.attributes(varan)}"


def varan_name(face: Varan) -> str:
    """Return a varan's id with its name, because names are not unique (NEO-18b)."""
    return f"{face.id} {pgettext('card', face.name)}"


def printed_words(face: Varan) -> str:
    """Return the printed values of a varan."""
    words = gettext("speed {speed}, health {health}", speed=face.speed, health=face.health)
    return ", ".join([words, *map(attribute_name, face.attributes)])


class Talk(CardTalk[NeoView, Lexicon]):
    """The input of every sentence: the view, and the names of players, cards and varans."""

    def token(self, token: int) -> str:
        """Return a token with its seat's mark: "■2.3"."""
        return self.thing("token", token, marked(token, self.view.options.team))

    def user(self, token: int, seat: Seat) -> str:
        """Return the user of a card: the varan of a seat, or the seat itself for cards without a user."""
        if token == NONE:
            return self.who(seat)
        words = gettext("{user} of {player}", user=self.token(token), player=self.who(seat))
        return self.thing("token", token, words)

    def varan(self, varan: int) -> str:
        """Return a shown varan by its id and name."""
        return self.thing("varan", varan, self.lexicon.varan(varan))

    def tokens(self, tokens: Iterable[int]) -> str:
        """Return tokens as a list in a sentence."""
        return listed([self.token(token) for token in tokens])

    def owner(self, token: int) -> Seat:
        """Return the owner of a token."""
        return token // self.view.options.team

    @property
    def seat(self) -> Seat:
        """The reader's seat; -1 for the public."""
        return -1 if self.view.viewer is None else self.view.viewer

    def own_tokens(self) -> list[int]:
        """Return the reader's varans that are still in the game."""
        return [token for token in tokens_of(self.view, self.seat) if self.view.tokens[token].here]

    def varan_of(self, token: int) -> int:
        """Return the varan of a token according to the reader's knowledge, or `UNKNOWN`."""
        view, (seat, place) = self.view, divmod(token, self.view.options.team)
        if seat == view.viewer and view.varans:
            return view.varans[place]
        return view.knowledge[seat].name_of(place)

    def called(self, token: int) -> str:
        """Return a token with its varan, if the reader knows it: "■2.3 A3 Scout"."""
        varan = self.varan_of(token)
        return self.token(token) if varan == UNKNOWN else f"{self.token(token)} {self.lexicon.varan(varan)}"

    def health_left(self, token: int) -> int:
        """Return the damage needed to kill a varan that the reader knows."""
        varan = self.varan_of(token)
        return self.lexicon.pool.roster[varan].health - self.view.wounds[varan]


def marked(token: int, team: int) -> str:
    """Return a token with its seat's mark: "■2.3"."""
    return f"{SEAT_MARKS[token // team]}{token_name(token, team)}"


def tokens_of(view: NeoView, seat: Seat) -> range:
    """Return all tokens of a seat, those that have left included; none for the public, and before the
    deal.
    """
    team = view.options.team
    return range(seat * team, (seat + 1) * team) if seat >= 0 and view.tokens else range(0)


def records_of(view: NeoView, token: int) -> Sequence[Record]:
    """Return the publicly possible records of a token (NEO-18c)."""
    seat, place = divmod(token, view.options.team)
    return view.knowledge[seat].possible(place)


def known_words(view: NeoView, token: int, lexicon: Lexicon) -> str:
    """Return the public knowledge of a token: "A3 Scout", "one of A3, B6", "unknown (speed 2 or more)".

    Nothing is escaped.
    """
    records = records_of(view, token)
    if len(records) == 1 and records[0].varan != UNKNOWN:
        return lexicon.plain_varan(records[0].varan)
    ids = [lexicon.pool.roster[each.varan].id for each in records if each.varan != UNKNOWN]
    unnamed = list(
        dict.fromkeys([_unknown_words(each, lexicon.pool) for each in records if each.varan == UNKNOWN])
    )
    words = [*sorted(ids), *unnamed]
    return words[0] if len(words) == 1 else gettext("one of {varans}", varans=", ".join(words))


def _unknown_words(record: Record, pool: Pool) -> str:
    words = [pool.attribute_name(each) for each in record.claimed]
    if record.speed > 1:
        words.append(gettext("speed {speed} or more", speed=record.speed))
    if not words:
        return gettext("unknown")
    return gettext("unknown ({what})", what=", ".join(words))


def sector_title(sector: int) -> str:
    """Return the stand-alone name of a sector: "Sector 3", "Centre"."""
    return gettext("Sector {number}", number=sector) if sector else pgettext("sector", "Centre")


def marks_words(token: Token, pool: Pool) -> list[str]:
    """Return the other public states of a token: sideways, moved, the attributes claimed in this turn."""
    words = []
    if token.sideways:
        words.append(gettext("sideways"))
    if token.moved:
        words.append(gettext("has moved"))
    if token.used:
        used = listed([pool.attribute_name(each) for each in token.used])
        words.append(gettext("has used {attributes}", attributes=used))
    return words


def phase_words(view: NeoView) -> list[str]:
    """Return the turn, if there is one yet, and the phase: "Turn 3", "Combat"."""
    turn = [pgettext("game turn", "Turn {number}", number=view.turn)] if view.turn else []
    return [*turn, pgettext("phase", PHASES[view.phase])]


def step_words(view: NeoView) -> str:
    """Return the varans that move now."""
    if view.cloaked:
        return gettext("cloaked varans move, step {step} of 3", step=view.step)
    return gettext("revealed varans of speed {step} or more move", step=view.step)


def awaited(view: NeoView) -> list[Seat]:
    """Return the seats to act, as publicly known."""
    if view.phase in ("draft", "repair"):
        return [seat for seat, gone in enumerate(view.out) if not gone and not view.ready[seat]]
    return [view.acting] if view.acting != NOBODY else []


def kills_words(kills: int) -> str:
    """Return kills in words: "1 kill", "0 kills"."""
    return ngettext("{number} kill", "{number} kills", kills)


def damage_words(damage: int) -> str:
    """Return damage in words."""
    return ngettext("{number} damage", "{number} damage", damage)
