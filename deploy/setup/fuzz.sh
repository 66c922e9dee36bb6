#!/usr/bin/env bash
# Runs every fuzz target of the given modules for FUZZTIME each. What a target
# finds is kept in its package's testdata/fuzz and fails every later test run.
# Without a bound of its own, making one interesting input shorter may take most
# of the time.
set -euo pipefail
failed=0
for module in "$@"; do
  while IFS=: read -r file target; do
    package=$(dirname "$file")
    echo "== $package $target"
    (cd "$package" && go test -run '^$' -fuzz "^$target\$" -fuzztime "${FUZZTIME:-60s}" -fuzzminimizetime 1s .) || failed=1
  done < <(grep -rHo --include='*_test.go' -E '^func Fuzz[A-Za-z0-9_]+' "$module" | sed 's/:func /:/' | sort)
done
exit "$failed"
