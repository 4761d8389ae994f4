# What the scripts of this folder's parent have in common: starting the service, and running the README's own blocks.

# The shell block of README.md under the comment that begins with these words.
block() {
  awk -v mark="<!-- $1" 'index($0, mark) == 1 { found = 1; next } found && /^```sh/ { inside = 1; next } inside && /^```/ { exit } inside' README.md
}

# Starts the service on a state of its own, and stops it when the script ends. Job control gives it a process group.
start_service() {
  LOCAL_DIR="$(mktemp -d)"
  export PORT="${PORT:-0}" LOCAL_DIR
  set -m
  npm start >"$LOCAL_DIR.log" 2>&1 &
  service=$!
  set +m
  trap 'stop_service; rm -rf "$LOCAL_DIR" "$LOCAL_DIR".*' EXIT
  for _ in $(seq 1 240); do
    [ -f "$LOCAL_DIR/demo.json" ] && return
    kill -0 $service 2>/dev/null || break
    sleep 0.5
  done
  cat "$LOCAL_DIR.log"
  return 1
}

# npm ends before what it has started, which writes into its folders until it has ended too: waits for the last of the group.
stop_service() {
  kill -TERM $service 2>/dev/null || true
  for _ in $(seq 1 300); do
    kill -0 -- -$service 2>/dev/null || return 0
    sleep 0.1
  done
  kill -KILL -- -$service 2>/dev/null || true
}

# Asks the README's first question with its own commands, and compares the answer with the one printed there.
first_question() {
  local answer said shown
  answer=$(bash -euo pipefail -c "$(block 'first question')" | grep -A1 '^event: message' | tail -n 1)
  said=$(grep -o '"content":"[^.]*\.' <<<"$answer" | cut -c12-)
  shown=$(grep -A1 '^event: message' README.md | grep -o '"content":"[^.]*\.' | cut -c12-)
  printf 'asked:  How many customers are there?\nanswer: %s\nREADME: %s\n' "$said" "$shown"
  [ -n "$said" ] && [ "$said" = "$shown" ]
}

# Runs the five commands with a database that no demo knows, a PostgreSQL one and an SQLite file, as they stand in the README
# but for the placeholders.
own_database() {
  local commands server file answer
  file="$LOCAL_DIR/own.sqlite"
  server=$(PATH="$PWD/node_modules/.bin:$PATH" node tests/newcomer/own-databases.ts "$LOCAL_DIR" "$file")
  local host port database user password
  IFS=' ' read -r host port database user password <<<"$server"
  commands=$(block 'own database')
  for place in "--host localhost" "--port 5432" "--database sales" "--user reader"; do
    grep -q -e "$place" <<<"$commands" || { echo "the README's command has no \"$place\""; return 1; }
  done
  commands=${commands/--host localhost/--host $host}
  commands=${commands/--port 5432/--port $port}
  commands=${commands/--database sales/--database $database}
  commands=${commands/--user reader/--user $user}
  answer=$(PASSWORD=$password bash -euo pipefail -c "$commands" 2>"$LOCAL_DIR.err") || { cat "$LOCAL_DIR.err"; return 1; }
  expect_answer "your own PostgreSQL" "$answer" "There are 7 customers." || return 1

  # The SQLite form of the fourth command takes the place of the one that reads a password.
  commands=$(block 'own database' | awk -v form="$(block 'own file')" '/^printf/ { print form; skip = 1; next } skip { skip = 0; next } { print }')
  commands=${commands/sales.sqlite/$file}
  answer=$(bash -euo pipefail -c "$commands" 2>"$LOCAL_DIR.err") || { cat "$LOCAL_DIR.err"; return 1; }
  expect_answer "your own SQLite file" "$answer" "There are 5 customers."
}

expect_answer() {
  local said
  said=$(grep -o 'There are [0-9]* customers\.' <<<"$2" | head -n 1)
  printf 'asked:  How many customers are there? (%s)\nanswer: %s\nright:  %s\n' "$1" "$said" "$3"
  [ "$said" = "$3" ]
}
