"""Alembic's environment: runs the migrations on the given connection, in its open transaction."""

from __future__ import annotations

from alembic import context

from bot.database.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
