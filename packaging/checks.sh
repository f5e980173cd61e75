# Questions to a running server, which the tests of packages share. Sourced by scripts.

# Waits until $1 answers at /readyz, or fails after a minute. $2: what to show then.
wait_until_ready() {
  local tries
  for tries in $(seq 600); do
    curl --silent --fail --max-time 2 --output /dev/null "$1/readyz" && return
    [ -z "${server_pid:-}" ] || kill -0 "$server_pid" 2>/dev/null || break
    read -rt 0.1 <> <(:) || true
  done
  [ -z "${2:-}" ] || cat "$2" >&2
  fail "the server at $1 is not ready after $((tries / 10)) s"
}

# Asks the built-in engine at $1 with the API key $2; it calculates exactly.
check_answers_chat() {
  local answer
  answer=$(curl --silent --show-error --max-time 30 "$1/v1/chat/completions" --header "Authorization: Bearer $2" \
    --header 'Content-Type: application/json' \
    --data '{"model":"builtin/assistant","messages":[{"role":"user","content":"12*12+200"}]}')
  [[ $answer == *344* ]] || fail "the chat was not answered: $answer"
}

# Has the server at $1 read the scan $3, which takes its reader process and Tesseract, and checks that it found $4.
check_reads_scan() {
  local answer
  answer=$(jq --null-input --rawfile pdf <(base64 --wrap 0 "$3") '{model: "builtin/assistant", messages: [{role: "user", content: [
      {type: "file", file: {filename: "scan.pdf", file_data: ("data:application/pdf;base64," + $pdf)}},
      {type: "text", text: "Summarize this file."}]}]}' |
    curl --silent --show-error --max-time 120 "$1/v1/chat/completions" --header "Authorization: Bearer $2" \
      --header 'Content-Type: application/json' --data @-)
  [[ $answer == *"$4"* ]] || fail "the scan was not read: $answer"
}

# Stops the process $1 by SIGTERM: it has to end well, and within $2 seconds. $3: the one that is waited for, if another.
check_stops() {
  local tries result=0 waited=${3:-$1}
  kill -TERM "$1"
  for tries in $(seq $(($2 * 10))); do
    kill -0 "$waited" 2>/dev/null || break
    read -rt 0.1 <> <(:) || true
  done
  kill -0 "$waited" 2>/dev/null && fail "SIGTERM did not stop it within $2 s"
  wait "$waited" || result=$?
  [ "$result" -eq 0 ] || fail "it ended with $result after SIGTERM"
}
