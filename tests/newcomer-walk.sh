#!/usr/bin/env bash
# A newcomer's walk, from `git clone` to an answer on a database of their own, with the README's own commands. Prints what
# each step took; only the answers can fail it, not the time.
set -euo pipefail
repository="$(cd "$(dirname "$0")/.." && pwd)"
place="$(mktemp -d)"
timings=()
total=0

# Runs a step and notes what it took, in tenths of a second.
step() {
  local began took
  began=$(date +%s%N)
  "${@:2}"
  took=$((($(date +%s%N) - began) / 100000000))
  total=$((total + took))
  timings+=("$(printf '%-28s %4d.%d s' "$1" $((took / 10)) $((took % 10)))")
}

step "git clone" git clone --quiet "$repository" "$place/parley"
cd "$place/parley"
step "npm install" npm install --no-audit --no-fund --loglevel=error
source tests/newcomer/steps.sh
step "npm start" start_service
trap "$(trap -p EXIT | sed "s/^trap -- '\(.*\)' EXIT$/\1/"); cd /; rm -rf '$place'" EXIT
step "the first question" first_question
step "your own databases (two)" own_database

printf '\n'
printf '  %s\n' "${timings[@]}"
printf '  %-28s %4d.%d s, %s five minutes\n' "from clone to an answer" $((total / 10)) $((total % 10)) \
  "$([ $total -lt 3000 ] && echo "under" || echo "NOT under")"
