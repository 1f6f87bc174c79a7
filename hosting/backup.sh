#!/bin/sh
# The service `backup` of compose.yaml: a dump each day into /backups, of which the newest 14 stay.
# PGHOST, PGUSER, PGDATABASE and PGPASSWORD say of which database. `sh backup.sh once` makes one and ends.
set -eu
folder="${BACKUPS:-/backups}" keep="${KEEP:-14}"
umask 077

dump() {
  target="$folder/tablepost-$(date -u +%Y-%m-%d-%H%M%S).dump"
  pg_dump --format=custom --file="$target.part" || return 1
  pg_restore --list "$target.part" >/dev/null || return 1
  mv "$target.part" "$target"
  # The bot tells in its status and its metrics when this was.
  psql --quiet --set=ON_ERROR_STOP=1 --command "
    INSERT INTO operator_state (name, content)
    VALUES ('backup', convert_to(to_json(now())::text, 'UTF8'))
    ON CONFLICT (name) DO UPDATE SET content = excluded.content" || return 1
  # Names sort by time; what this script did not write is left alone.
  ls "$folder" | grep -E '^tablepost-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{6}\.dump$' | sort -r | tail -n "+$((keep + 1))" \
    | while read -r old; do rm -- "$folder/$old"; done
  echo "$target holds a checked copy of the database."
}

if [ "${1:-}" = once ]; then
  dump
  exit
fi
while true; do
  if dump; then sleep 86400; else
    rm -f "$folder"/tablepost-*.part
    echo "The backup has failed; the next try is in ten minutes." >&2
    sleep 600
  fi
done
