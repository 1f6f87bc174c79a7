#!/bin/sh
# Update Tablepost as docs/HOSTING.md installs it with systemd: `sudo sh hosting/update.sh`, from anywhere.
# It stops where backup, pull or installation fail; until the last step the running bot is left alone.
# Where yours is elsewhere: TABLEPOST is the checkout, STATE the folder of the database, SETTINGS the file of settings.
set -eu
cd "${TABLEPOST:-$(dirname "$0")/..}"
state="${STATE:-/var/lib/tablepost}" settings="${SETTINGS:-/etc/tablepost/tablepost.env}"
extra="$(.venv/bin/python -c 'import asyncpg' 2>/dev/null && echo '[postgres]' || true)"

bot() {
  systemd-run --pipe --wait --quiet --collect --uid tablepost --working-directory "$state" \
    --property EnvironmentFile="$settings" "$PWD/.venv/bin/python" -m bot "$@"
}

if bot backup --help | grep -q -- --folder; then
  bot backup --folder "$state/backups" --keep 14
else  # up to 1.5.0; of PostgreSQL make one with pg_dump
  bot backup "$state/before-update-$(date -u +%Y-%m-%d-%H%M%S).sqlite3"
fi
git pull --ff-only
.venv/bin/python -m pip install --quiet --constraint requirements.txt --editable ".$extra"
# What it finds is told; it does not keep the bot from starting again, which runs on new files already.
bot check || echo "See above; the bot is started all the same."
systemctl restart tablepost
systemctl --no-pager --lines 5 status tablepost
