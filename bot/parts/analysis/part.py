"""The part of analysis: hints, reasons, reviews and films."""

from __future__ import annotations

from collections.abc import Iterable

from bot.parts.part import Context, Part


def _services(context: Context) -> Iterable[object]:
    from bot.parts.analysis.service import Reviews
    from bot.parts.analysis.store import SqlReviewStore

    core = context.core
    store = SqlReviewStore(context.database)
    yield Reviews(store, core.matches.history, core.clock, core.limits.review_steps)


ANALYSIS = Part(
    name="analysis",
    services=_services,
    cogs=("cogs.analysis.review", "cogs.analysis.film", "cogs.analysis.hints"),
)
