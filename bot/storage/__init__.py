"""The database: SQLAlchemy Core tables and queries, Alembic migrations, backups."""
