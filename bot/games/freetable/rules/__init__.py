"""The rules of a free table: the files that describe tables, and what may be done at one."""
