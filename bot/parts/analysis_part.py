"""The part of analysis: hints, reasons, reviews and films."""

from __future__ import annotations

from collections.abc import Iterable

from bot.part import Context, Part


def _services(context: Context) -> Iterable[object]:
    from bot.advice.service import Reviews
    from bot.storage.reviews import SqlReviewStore

    core = context.core
    store = SqlReviewStore(context.database)
    yield Reviews(store, core.matches.history, core.clock, core.limits.review_steps)


ANALYSIS = Part(
    name="analysis",
    services=_services,
    tables=("bot.storage.reviews",),
    cogs=("cogs.matches.review", "cogs.matches.film", "cogs.matches.advice"),
)
