#!/usr/bin/env bash
# Starts Parley as a new user does, asks the README's first question with the README's own commands, and compares the answer
# with the one printed there.
set -euo pipefail
cd "$(dirname "$0")/.."
LOCAL_DIR="$(mktemp -d)"
export PORT="${PORT:-0}" LOCAL_DIR
npm start >"$LOCAL_DIR.log" 2>&1 &
pid=$!
trap 'kill -TERM $pid 2>/dev/null || true; wait $pid 2>/dev/null || true; rm -rf "$LOCAL_DIR" "$LOCAL_DIR.log"' EXIT
for _ in $(seq 1 240); do
  [ -f "$LOCAL_DIR/demo.json" ] && break
  kill -0 $pid 2>/dev/null || break
  sleep 0.5
done
[ -f "$LOCAL_DIR/demo.json" ] || { cat "$LOCAL_DIR.log"; exit 1; }

block=$(awk '/^<!-- first question/ { found = 1; next } found && /^```sh/ { inside = 1; next } inside && /^```/ { exit } inside' README.md)
answer=$(bash -euo pipefail -c "$block" | grep -A1 '^event: message' | tail -n 1)
said=$(grep -o '"content":"[^.]*\.' <<<"$answer" | cut -c12-)
shown=$(grep -A1 '^event: message' README.md | grep -o '"content":"[^.]*\.' | cut -c12-)
printf 'asked:  How many customers are there?\nanswer: %s\nREADME: %s\n' "$said" "$shown"
[ -n "$said" ] && [ "$said" = "$shown" ]
