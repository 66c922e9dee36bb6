#!/usr/bin/env bash
# Refuses a module whose unit tests reach a smaller share of its statements than coverage.txt says.
# A statement counts whichever test of its module reaches it; what only e2e and conformance reach does
# not, and neither does what runs in a child process.
#
# usage: coverage.sh [MODULE...]    all that coverage.txt names without arguments
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
profiles=$top/.cache/coverage
mkdir -p "$profiles"
[ $# -gt 0 ] || set -- $(awk '!/^#/ {print $1}' "$here/coverage.txt")
low=0
for module in "$@"; do
	floor=$(awk -v m="$module" '$1 == m {print $2}' "$here/coverage.txt")
	[ -n "$floor" ] || { echo "coverage: coverage.txt has no floor for $module" >&2; exit 2; }
	cd "$top/$module"
	profile=$profiles/${module//\//-}.out
	said=$(go test -p 2 -coverpkg=./... -coverprofile="$profile" $(go list ./... | grep -v -e /e2e -e /conformance)) || { grep -v -e '^ok' -e 'coverage:' <<<"$said" >&2; exit 1; }
	share=$(go tool cover -func="$profile" | awk 'END {print $NF + 0}')
	echo "coverage: $module $share % of statements, at least $floor"
	if awk "BEGIN {exit !($share < $floor)}"; then
		echo "coverage: $module is below its floor; what no test reaches: go tool cover -html=$profile" >&2
		low=1
	fi
done
exit $low
