#!/usr/bin/env bash
# Refuses a part of the program whose licence is not in licences.txt. The parts are those that
# are linked in, not all that a go.mod names; the Go proxy or the module cache must have them.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CGO_ENABLED=0 go build -trimpath -buildvcs=false -o "$work/lavra" ./cmd/lavra
cd deploy/release/sbom
export GOWORK=off GOFLAGS=-buildvcs=false
go build -o "$work/parts" github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod
"$work/parts" bin -json -licenses -noserial -version v0.0.0 -output "$work/bom.json" "$work/lavra" 2>"$work/parts.log" || { tail -5 "$work/parts.log" >&2; exit 1; }
go run ./licences "$top/deploy/release/licences.txt" <"$work/bom.json"
