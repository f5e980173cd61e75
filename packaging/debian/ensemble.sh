#!/bin/sh
# The commands of Ensemble, as the service would run them. For root: as the service's user, with its settings and secrets, so
# that files keep their owner. For others: the program alone.
set -eu
program=/usr/lib/ensemble/ensemble
settings=/etc/ensemble/ensemble.toml
written=/var/lib/ensemble/setup.toml
[ "$(id -u)" -eq 0 ] || exec "$program" "$@"
[ "${1:-}" != service ] || exec "$program" "$@"

# The service's user tries the settings; root puts them where that user reads them and cannot change them.
if [ "${1:-}" = setup ] && [ -z "${ENSEMBLE_IN_SETUP:-}" ]; then
  if [ -e "$settings" ]; then
    echo "ensemble: $settings is there already, and is left as it is: edit it, or move it away and run this again" >&2
    exit 1
  fi
  rm -f "$written"
  ENSEMBLE_IN_SETUP=1 "$0" "$@" --config "$written"
  [ -e "$written" ] || exit 0 # it was asked for help only
  install -o root -g ensemble -m 0640 "$written" "$settings"
  rm -f "$written"
  echo "The settings are in $settings now. They count after: systemctl restart ensemble"
  exit 0
fi
[ ! -e "$settings" ] || set -- --config "$settings" "$@"
export ENSEMBLE__SERVER__DATA_DIR="${ENSEMBLE__SERVER__DATA_DIR:-/var/lib/ensemble}"
# Secrets that only root and the service can read.
secrets=
for file in /etc/credstore/ensemble.*; do
  [ -e "$file" ] || continue
  name=${file##*/ensemble.}
  secrets="$secrets --property=LoadCredential=$name:$file"
done
if [ -n "$secrets" ] && [ -d /run/systemd/system ]; then
  # Names of settings have no blanks.
  # shellcheck disable=SC2086
  exec systemd-run --quiet --wait --pipe --collect --uid=ensemble --gid=ensemble --property=UMask=0077 \
    --working-directory="$PWD" --setenv=ENSEMBLE__SERVER__DATA_DIR $secrets "$program" "$@"
fi
exec setpriv --reuid=ensemble --regid=ensemble --init-groups --no-new-privs env HOME=/var/lib/ensemble "$program" "$@"
