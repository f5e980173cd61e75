# The test of the Debian package: a Debian of its own with systemd as its first process, and the package as an administrator
# uses it. Sourced by scripts/deb.
. packaging/checks.sh
. packaging/debian/suite.sh

address=http://127.0.0.1:7070

# Runs a command in the system.
inside() { nsenter --target "$leader" --all -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"; }

make_system() {
  mmdebstrap --quiet --mode=root --variant=minbase --include=systemd,systemd-sysv,dbus,curl,adduser,ca-certificates,init-system-helpers \
    "$(suite)" "$work/system" "$(mirror)"
  # A test waits for no network.
  ln -sf /dev/null "$work/system/etc/systemd/system/systemd-networkd-wait-online.service"
}

start_system() {
  systemd-nspawn --quiet --register=no --keep-unit --private-network --directory "$work/system" --boot --kill-signal=SIGRTMIN+3 \
    >"$work/console" 2>&1 </dev/null &
  server_pid=$!
  local tries state
  for tries in $(seq 600); do
    leader=$(pgrep --parent "$server_pid" | head -n 1 || true)
    # A process that is not in the system yet would answer for this machine.
    [ "$(readlink "/proc/$leader/ns/pid" 2>/dev/null)" != "$(readlink /proc/self/ns/pid)" ] || leader=
    state=$([ -z "$leader" ] || inside systemctl is-system-running 2>/dev/null || true)
    case "$state" in running | degraded) return ;; esac
    kill -0 "$server_pid" 2>/dev/null || break
    read -rt 0.1 <> <(:) || true
  done
  tail -n 20 "$work/console" >&2
  fail "systemd does not start in a container here"
}

# The same questions as of any server, asked inside.
curl() { inside curl "$@"; }

check_service() {
  wait_until_ready $address
  [ "$(inside systemctl is-active ensemble.service)" = active ] || fail "the service is not active"
  [ "$(inside systemctl show --property=User --value ensemble.service)" = ensemble ] || fail "the service has another user"
}

check_exposure() {
  local said
  said=$(inside systemd-analyze security --no-pager ensemble.service | tail -n 1)
  say "$said"
  awk -v said="$(grep -oE '[0-9]+\.[0-9]+' <<<"$said" | head -n 1)" -v most=$most_exposed 'BEGIN { exit said <= most ? 0 : 1 }' ||
    fail "its unit leaves more than $most_exposed"
}

# Commands of root's leave no file that the service cannot read.
check_commands() {
  inside ensemble user create --email operator@example.org >/dev/null
  key=$(inside ensemble key create --user operator@example.org)
  [ -z "$(inside find /var/lib/ensemble ! -user ensemble)" ] || fail "a command left files of another user"
  check_answers_chat $address "$key"
}

# Its settings are tried by the service's user, and belong to root.
check_setup() {
  inside ensemble setup --no-input --address $address --backup /var/backups/ensemble >/dev/null
  [ "$(inside stat --format='%U:%G %a' /etc/ensemble/ensemble.toml)" = "root:ensemble 640" ] || fail "the settings belong to somebody else"
  inside systemctl restart ensemble.service
  wait_until_ready $address
  inside ensemble backup >/dev/null
  inside test -d /var/backups/ensemble/backups || fail "there is no backup"
}

# A secret of the credential store reaches the service, and commands; it is not in the files of the package's user.
check_credentials() {
  inside sh -c 'umask 077; mkdir -p /etc/credstore; printf "token-of-%s" the-test >/etc/credstore/ensemble.metrics.token'
  inside systemctl restart ensemble.service
  wait_until_ready $address
  [ "$(inside curl --silent --output /dev/null --write-out '%{http_code}' $address/metrics)" = 404 ] || fail "the service does not know its credential"
  inside curl --silent --fail --output /dev/null --header 'Authorization: Bearer token-of-the-test' $address/metrics || fail "the credential is another one"
  inside ensemble user list | grep operator@example.org >/dev/null || fail "commands do not run with credentials"
  [ -z "$(inside find /run -maxdepth 1 -name 'ensemble-command.*')" ] || fail "a command left its credentials"
}

# With the socket, a restart keeps people waiting and refuses nobody.
check_socket() {
  inside systemctl stop ensemble.service
  inside systemctl start ensemble.socket ensemble.service
  wait_until_ready $address
  inside sh -c 'for one in $(seq 40); do curl --silent --fail --max-time 20 --output /dev/null http://127.0.0.1:7070/healthz || echo refused; sleep 0.1; done' >"$work/asked" &
  local asking=$!
  inside systemctl restart ensemble.service
  wait "$asking"
  [ ! -s "$work/asked" ] || fail "$(wc -l <"$work/asked") requests were refused while it restarted behind its socket"
}

# A process that hangs is started again.
check_watchdog() {
  local before after tries
  before=$(inside systemctl show --property=MainPID --value ensemble.service)
  [ "$(inside systemctl show --property=WatchdogUSec --value ensemble.service)" = 1min ] || fail "the watchdog is off"
  inside systemctl kill --kill-who=main --signal=KILL ensemble.service
  wait_until_ready $address
  after=$(inside systemctl show --property=MainPID --value ensemble.service)
  [ "$before" != "$after" ] || fail "a killed service is not started again"
}

check_upgrade() {
  local before; before=$(inside systemctl show --property=MainPID --value ensemble.service)
  install_package "$1"
  wait_until_ready $address
  [ "$(inside systemctl show --property=MainPID --value ensemble.service)" != "$before" ] || fail "the upgrade did not restart the service"
  check_answers_chat $address "$key"
}

# Once removed it comes back as it was; once purged, the chats are left.
check_removal() {
  inside dpkg --remove ensemble >/dev/null
  [ "$(inside systemctl is-active ensemble.service || true)" != active ] || fail "the service runs without its package"
  install_package "$1"
  wait_until_ready $address
  inside dpkg --purge ensemble >/dev/null 2>&1
  [ -z "$(inside find /etc/ensemble /usr/lib/ensemble /usr/share/man/man1 -name 'ensemble*' 2>/dev/null)" ] || fail "purging left files"
  inside test -e /var/lib/ensemble/ensemble.db || fail "purging deleted the chats"
}

install_package() {
  cp "$1" "$work/system/root/package.deb"
  inside dpkg --install /root/package.deb >"$work/installed" 2>&1 || { cat "$work/installed" >&2; fail "the package cannot be installed"; }
}

test_package() {
  make_system
  make_package "$version+later" "$work/later.deb"
  start_system
  install_package "$package"
  check_service
  check_exposure
  check_commands
  check_setup
  check_credentials
  check_socket
  check_watchdog
  check_upgrade "$work/later.deb"
  check_removal "$work/later.deb"
  inside systemctl poweroff || true
  wait "$server_pid" || true
  say "the package installs, serves, upgrades and goes"
}
