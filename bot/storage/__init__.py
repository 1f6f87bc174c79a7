"""Where matches are kept: SQLAlchemy Core tables and queries, Alembic migrations, backups."""
