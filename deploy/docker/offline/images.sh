#!/usr/bin/env bash
# Builds the images that docker-compose.yml and our Dockerfile name, under those very names,
# where the registry of images cannot be reached: from Debian, Maven Central, npm, PyPI and the
# Go of this machine. What the engine has already is left alone.
#
#   images.sh [SERVICE...]    such as kafka registry clickhouse; all without arguments
#
# What differs from the real ones stands in README.md beside this script.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
cache=$top/.cache/docker
suite=bookworm
mirror=http://deb.debian.org/debian
export DOCKER_BUILDKIT=1

# From release 23 on the client needs a plugin to build; the engine's own of Debian does not.
docker() {
	if command docker buildx version >/dev/null 2>&1 || [ ! -x /usr/bin/docker ]; then command docker "$@"; else /usr/bin/docker "$@"; fi
}
there() { docker image inspect "$1" >/dev/null 2>&1; }
say() { echo "images: $*" >&2; }
image_of() { awk -v s="  $1:" '$0 == s {found = 1} found && $1 == "image:" {print $2; exit}' "$top/docker-compose.yml"; }
build() { # image, context, arguments
	local image=$1 context=$2
	shift 2
	say "building $image"
	docker build --quiet -t "$image" "$@" "$context" >/dev/null
}

# The certificates that this machine trusts beside Debian's (a company's proxy) are trusted
# in the images as well, as soon as they have the package ca-certificates.
debian() {
	there debian:12-slim && return
	say "making debian:12-slim with debootstrap"
	mkdir -p "$cache"
	local root
	root=$(mktemp -d "$cache/root.XXXXXX")
	debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$cache/debootstrap.log" 2>&1 || { tail -5 "$cache/debootstrap.log" >&2; rm -rf "$root"; exit 1; }
	rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale}/*
	find /usr/local/share/ca-certificates -name '*.crt' -exec install -Dm644 -t "$root/usr/local/share/ca-certificates" {} + 2>/dev/null || true
	echo "deb $mirror $suite main
deb $mirror $suite-updates main
deb http://deb.debian.org/debian-security $suite-security main" >"$root/etc/apt/sources.list"
	tar -C "$root" -c . | docker import -c 'CMD ["bash"]' - debian:12-slim >/dev/null
	rm -rf "$root"
}

java() {
	there lavra-offline/java || build lavra-offline/java "$here" -f "$here/java.Dockerfile"
}

# jars lets Maven fill the folder that the test bed uses as well.
jars() { # kafka or registry, goal
	local pom=$top/deploy/testbed/$1/pom.xml into
	into=$top/.cache/testbed/$1-$(sha256sum "$pom" | cut -c1-12)
	if [ ! -d "$into" ]; then
		say "fetching $1 from Maven Central"
		rm -rf "$into.part"
		mkdir -p "$into.part"
		cp "$pom" "$into.part/"
		mvn -q -B -C -ntp -f "$into.part/pom.xml" "$2" -Dinto="$into.part/jars" >&2
		mv "$into.part/jars" "$into"
		rm -rf "$into.part"
	fi
	echo "$into"
}

kafka() {
	java
	local context
	context=$(jars kafka dependency:copy-dependencies)
	cp -r "$here/kafka" "$work/kafka"
	cp "$top/deploy/testbed/kafka/log4j2.properties" "$work/kafka/"
	cp -rl "$context" "$work/kafka/libs"
	build "$1" "$work/kafka"
}

registry() {
	java
	local context
	context=$(jars registry dependency:unpack)
	cp -r "$here/registry" "$work/registry"
	cp -rl "$context" "$work/registry/server"
	build "$1" "$work/registry"
}

clickhouse() {
	cp -r "$here/clickhouse" "$work/clickhouse"
	(cd "$here/clickhouse" && CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$work/clickhouse/server" .)
	LAVRA_NATIVE_DIR=${LAVRA_NATIVE_DIR:-$top/.native} "$top/deploy/setup/libraries.sh" chdb >&2
	cp -l "${LAVRA_NATIVE_DIR:-$top/.native}/libchdb.so" "$work/clickhouse/" 2>/dev/null || cp "${LAVRA_NATIVE_DIR:-$top/.native}/libchdb.so" "$work/clickhouse/"
	build "$1" "$work/clickhouse"
}

gateway() { build "$1" "$here" -f "$here/haproxy.Dockerfile"; }
prometheus() { build "$1" "$here" -f "$here/prometheus.Dockerfile"; }

# Our own image, by our own Dockerfile; what it starts from is made first.
lavra() {
	there golang:1.26-bookworm || build golang:1.26-bookworm "$(go env GOROOT)" -f "$here/golang.Dockerfile"
	there python:3.13-slim-bookworm || build python:3.13-slim-bookworm "$here" -f "$here/python.Dockerfile"
	build lavra:local "$top" -f "$top/deploy/docker/Dockerfile"
}

mkdir -p "$cache" "$top/.cache/testbed"
exec 9>"$cache/lock"
flock 9 # one builder at a time
work=$(mktemp -d "$cache/work.XXXXXX")
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- kafka registry clickhouse gateway prometheus lavra
for service in "$@"; do
	image=lavra:local
	[ "$service" = lavra ] || image=$(image_of "$service")
	[ -n "$image" ] || { echo "docker-compose.yml has no image of $service" >&2; exit 2; }
	# Ours changes with the tree; its layers are cached by what is in them.
	[ "$service" != lavra ] && there "$image" && continue
	debian
	"$service" "$image"
done
