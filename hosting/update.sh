#!/bin/sh
# Update Tablepost as docs/HOSTING.md installs it with systemd: `sudo sh hosting/update.sh`, from anywhere.
# It stops where backup, pull or installation fail; until the last step the running bot is left alone.
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
# What it finds is told; it does not keep the bot from starting again, which runs on new files already.
bot check || echo "See above; the bot is started all the same."
systemctl restart tablepost
systemctl --no-pager --lines 5 status tablepost
