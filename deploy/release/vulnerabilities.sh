#!/usr/bin/env bash
# Looks for known weaknesses in what the program calls (govulncheck, pinned in vuln/go.mod).
# SKIP, with the reason, where the database of weaknesses cannot be had. GOVULNDB names
# another one: https://..., or file:///folder of a copy.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
database=${GOVULNDB:-https://vuln.go.dev}
if [[ $database == http* ]]; then
	reason=$(curl -sSf --max-time 10 -o /dev/null "$database/index/db.json" 2>&1) || { echo "SKIP vulnerabilities: $database: $reason"; exit 0; }
fi
tool=$(mktemp -d)
trap 'rm -rf "$tool"' EXIT
(cd "$top/deploy/release/vuln" && GOWORK=off go build -buildvcs=false -o "$tool/govulncheck" golang.org/x/vuln/cmd/govulncheck)
cd "$top/cmd/lavra"
"$tool/govulncheck" -db "$database" .
