#!/bin/sh
# The commands of Ensemble, as the service would run them. For root: as the service's user, with its settings and secrets, so
# that files keep their owner. For others: the program alone.
set -eu
program=/usr/lib/ensemble/ensemble
settings=/etc/ensemble/ensemble.toml
written=/var/lib/ensemble/setup.toml
[ "$(id -u)" -eq 0 ] || exec "$program" "$@"
if [ "${1:-}" = service ]; then
  if [ "${2:-}" = install ]; then
    echo "ensemble: the package has brought the service: systemctl status ensemble" >&2
    exit 1
  fi
  exec "$program" "$@"
fi

# What makes a command one of the service's user.
as_service='setpriv --reuid=ensemble --regid=ensemble --init-groups --no-new-privs env HOME=/var/lib/ensemble'

# The service's user tries the settings; root puts them where that user reads them and cannot change them.
if [ "${1:-}" = setup ] && [ -z "${ENSEMBLE_IN_SETUP:-}" ]; then
  if [ -e "$settings" ]; then
    echo "ensemble: $settings is there already, and is left as it is: edit it, or move it away and run this again" >&2
    exit 1
  fi
  rm -f "$written"
  ENSEMBLE_IN_SETUP=1 "$0" "$@" --config "$written"
  [ -e "$written" ] || exit 0 # it was asked for help only
  # Read as that user, to whom the folder belongs: root would follow a link to anywhere.
  text=$($as_service cat "$written")
  printf '%s\n' "$text" | install -o root -g ensemble -m 0640 /dev/stdin "$settings"
  rm -f "$written"
  echo "The settings are in $settings now. They count after: systemctl restart ensemble"
  exit 0
fi
[ ! -e "$settings" ] || set -- --config "$settings" "$@"
export ENSEMBLE__SERVER__DATA_DIR="${ENSEMBLE__SERVER__DATA_DIR:-/var/lib/ensemble}"

# Secrets that only root and the service can read, handed over as systemd does: in a folder, for as long as the command runs.
credentials=
for file in /etc/credstore/ensemble.*; do
  [ -e "$file" ] || continue
  if [ -z "$credentials" ]; then
    credentials=$(mktemp -d /run/ensemble-command.XXXXXX)
    trap 'rm -rf "$credentials"' EXIT
    trap 'exit 129' HUP INT TERM
    chgrp ensemble "$credentials"
    chmod 0750 "$credentials"
  fi
  install -o root -g ensemble -m 0440 "$file" "$credentials/${file##*/ensemble.}"
done
[ -n "$credentials" ] || exec $as_service "$program" "$@"
export CREDENTIALS_DIRECTORY="$credentials"
$as_service "$program" "$@"
