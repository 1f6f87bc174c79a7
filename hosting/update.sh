#!/bin/sh
# Update Tablepost as docs/HOSTING.md installs it with systemd: `sudo sh hosting/update.sh`, from anywhere.
# It stops at the first step that fails; until the last one the running bot is left alone.
set -eu
cd "$(dirname "$0")/.."
extra="$(.venv/bin/python -c 'import asyncpg' 2>/dev/null && echo '[postgres]' || true)"

bot() {
  systemd-run --pipe --wait --quiet --collect --uid tablepost --working-directory /var/lib/tablepost \
    --property EnvironmentFile=/etc/tablepost/tablepost.env "$PWD/.venv/bin/python" -m bot "$@"
}

bot backup --folder /var/lib/tablepost/backups --keep 14
git pull --ff-only
.venv/bin/pip install --quiet --constraint requirements.txt --editable ".$extra"
# What it finds is told; a database of the version before is no fault, because the start migrates it.
bot check
systemctl restart tablepost
systemctl --no-pager --lines 5 status tablepost
