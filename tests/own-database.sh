#!/usr/bin/env bash
# Starts Parley and asks databases of a newcomer's own with the README's five commands: PostgreSQL, and an SQLite file.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/newcomer/steps.sh
start_service
own_database
