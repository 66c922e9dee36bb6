#!/usr/bin/env bash
# Builds what a release is, into dist/: for each architecture an archive and its list of parts
# (CycloneDX), and the checksums of all. The same tree gives the same bytes.
#
#   release.sh VERSION
#
# The archive holds no engine: setup.sh fetches pdfium, and ClickHouse's on amd64, pinned. On arm64
# LAVRA_CLICKHOUSE_DSN names a ClickHouse server.
set -euo pipefail
version=${1:?usage: release.sh VERSION}
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top"
date=$(git log -1 --format=%ct)
if [ -n "$(git status --porcelain)" ]; then echo "release: the tree has changes that are not committed; the release is of what stands there" >&2; fi

[ "$(uname -s) $(uname -m)" = "Linux x86_64" ] || { echo "release: it is built on Linux x86_64: the manual is printed by the program itself" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf dist
mkdir -p dist
(cd deploy/release/sbom && GOWORK=off GOFLAGS=-buildvcs=false go build -o "$work/parts" github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod)
for arch in amd64 arm64; do
	name=lavra-$version-linux-$arch
	echo "release: $name" >&2
	into=$work/$name
	mkdir -p "$into"
	GOOS=linux GOARCH=$arch CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=$version" -o "$into/lavra" ./cmd/lavra
	cp -r LICENSE NOTICE README.md CHANGELOG.md docs "$into/"
	mkdir -p "$into/deploy"
	cp -r deploy/setup deploy/prometheus deploy/grafana deploy/gateway "$into/deploy/"
	"$work/parts" bin -json -licenses -noserial -version "$version" -output "dist/$name.cdx.json" "$into/lavra" 2>"$work/parts.log" || { tail -5 "$work/parts.log" >&2; exit 1; }
	[ "$arch" = arm64 ] || manual=$into
	"$manual/lavra" man "$into/man/man1"
	mkdir -p "$into/completion"
	for shell in bash zsh fish; do "$manual/lavra" completion "$shell" >"$into/completion/lavra.$shell"; done
	tar --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner --mode=go-w -C "$work" -c "$name" | gzip -9n >"dist/$name.tar.gz"
done
(cd dist && sha256sum lavra-* >SHA256SUMS && cat SHA256SUMS)
