"""The database: the connection, SQLite and PostgreSQL, migrations, backups, several processes on one."""
