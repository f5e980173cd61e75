# The test of the container image: a container made of the kernel's namespaces, as the image's settings say. Sourced by
# scripts/image.
. packaging/checks.sh

# Runs a command in the image as its first process, with its user and variables: read-only but for the volume and /tmp.
in_image() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "${variables[@]}" "ENSEMBLE__SERVER__LISTEN=127.0.0.1:$port" \
    unshare --mount --pid --fork --kill-child bash -euc '
      root=$1 data=$2 user=$3; shift 3
      mount --bind "$root" "$root"
      mount --bind "$data" "$root/data"
      mount -t tmpfs tmpfs "$root/tmp"
      mount -t proc proc "$root/proc"
      mount --bind /dev "$root/dev"
      mount -o remount,bind,ro "$root"
      exec chroot --userspec="$user" "$root" "$@"
    ' - "$root" "$work/data" "$user" "$@"
}

check_settings() {
  local wanted name
  for wanted in '.User != "" and .User != "0:0"' '.StopSignal == "SIGTERM"' '.Volumes | keys == ["/data"]' '.Healthcheck.Test[0] == "CMD"' \
    '.Labels["org.opencontainers.image.version"] == "'"$version"'"'; do
    jq --exit-status "$wanted" <<<"$1" >/dev/null || fail "the image's settings are not: $wanted"
  done
}

# Prints the first process of the container that the process $1 started: it has number 1 there.
first_process() {
  local process=$1
  until grep --quiet --extended-regexp '^NSpid:[[:space:]]+[0-9]+[[:space:]]+1$' "/proc/$process/status"; do
    process=$(pgrep --parent "$process" | head -n 1)
    [ -n "$process" ] || fail "the container has no process"
  done
  printf '%s' "$process"
}

test_image() {
  local settings user root entry port=17070 key variables first
  container=$(buildah from --format docker "docker-archive:$file")
  loaded=$(buildah inspect --type container "$container" | jq -r .FromImageID)
  settings=$(buildah inspect --type container "$container" | jq .Docker.config)
  check_settings "$settings"
  user=$(jq -r .User <<<"$settings")
  entry=$(jq -r '.Entrypoint[0]' <<<"$settings")
  mapfile -t variables < <(jq -r '.Env[]' <<<"$settings")
  root=$(buildah mount "$container")
  [ "$(stat --format='%u:%g %a' "$root/data")" = "$user 700" ] || fail "a new volume would not belong to its user"
  install -d -o "${user%%:*}" -g "${user##*:}" -m 700 "$work/data"

  in_image "$entry" serve >"$work/log" 2>&1 &
  server_pid=$!
  wait_until_ready "http://127.0.0.1:$port" "$work/log"
  in_image $(jq -r '.Healthcheck.Test[1:][]' <<<"$settings") >/dev/null || fail "the health check does not pass"
  in_image "$entry" user create --email operator@example.org >/dev/null
  key=$(in_image "$entry" key create --user operator@example.org)
  check_answers_chat "http://127.0.0.1:$port" "$key"
  check_reads_scan "http://127.0.0.1:$port" "$key" server/app/tests/fixtures/scan.pdf lighthouse
  first=$(first_process "$server_pid")
  check_containment "$first"
  check_stops "$first" 30 "$server_pid"
  grep --quiet stopped "$work/log" || fail "the server did not stop in order"
  say "the image serves, answers, reads and stops"
}

# Nothing runs as root, and nothing but the volume and /tmp can be written.
check_containment() {
  grep --quiet "^Uid:	${user%%:*}	${user%%:*}" "/proc/$1/status" || fail "the server runs as another user"
  # Its columns: numbers, device, folder of the file system, place, options.
  awk '$5 == "/" { options = $6 } END { exit options ~ /^ro(,|$)/ ? 0 : 1 }' "/proc/$1/mountinfo" || fail "the root file system can be written"
}
