#!/usr/bin/env bash
# Starts Parley as a new user does, asks the README's first question with the README's own commands, and compares the answer
# with the one printed there.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/newcomer/steps.sh
start_service
first_question
