#!/usr/bin/env bash
# Runs the examples that ask with the commands of their own pages, against `npm start` and its demo tenant. The report asks all ten
# questions, and waits up to a minute for it, as the service says.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/newcomer/steps.sh
start_service
PATH="$PWD/node_modules/.bin:$PATH"

# The shell blocks of a page.
commands() { awk '/^```sh/ { inside = 1; next } /^```/ { inside = 0 } inside' "$1"; }

eval "$(commands examples/README.md)"
made=(examples/ask-about-a-file/answer.csv examples/daily-report/report.md)
for example in ask-with-curl ask-with-fetch ask-with-client ask-about-a-file socket-interrupt daily-report; do
  printf '\n-- examples/%s\n' "$example"
  (cd "examples/$example" && bash -eu -c "$(commands README.md)") >"$LOCAL_DIR.out" || { cat "$LOCAL_DIR.out"; rm -f "${made[@]}"; exit 1; }
  tail -n 3 "$LOCAL_DIR.out"
done
answered=$(grep -c '^## ' examples/daily-report/report.md)
rm -f "${made[@]}" "$LOCAL_DIR.out"
[ "$answered" = 10 ]
