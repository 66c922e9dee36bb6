#!/usr/bin/env bash
# Fetches libchdb.so (ClickHouse's engine, 178 MB to download) and libpdfium.so
# (4 MB) into .native, by npm and pip as mere downloaders: nothing is installed
# and no script of a package runs. Each is pinned by version and checksum, for
# x86_64; for aarch64 pdfium is.
#
# usage: libraries.sh [chdb] [pdfium]    both without arguments
set -euo pipefail
native=${LAVRA_NATIVE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)/.native}

# There is none for aarch64: npm does not have @chdb/lib-linux-arm64-gnu that chdb 3.4.0 names, and the
# _chdb.abi3.so in PyPI's chdb-core 26.7.3 hides the C interface (of chdb_* it exports chdb_adbc_init
# alone, by readelf --dyn-syms) and wants 135 symbols of Python.
chdb_package=@chdb/lib-linux-x64-gnu
chdb_version=26.7.3-stable.1
chdb_tarball=c0d32b129e988f2b9a9a31c9141aecf5e1e2453f9a079efc4d36ab8e3f92b2ad

pdfium_package=pypdfium2
pdfium_version=5.15.2
case "$(uname -m)" in
aarch64) pdfium_wheel=dd46e93c0c3a73f6cea8489baff6d77a5d0759dd53fbbce0aeb49c91830176fc ;;
*) pdfium_wheel=dc31aea5b0fb9fefc9b537a65f4113980b2c40798445736a7e6565bc85161e37 ;;
esac

fail() {
	printf 'setup: %s\n' "$@" >&2
	exit 1
}

# A library is there when its stamp names the pinned download.
installed() { [ -s "$native/$1" ] && [ "$(cat "$native/$1.origin" 2>/dev/null)" = "$2" ]; }

verify() { # file, sha256, what to say it is
	local sum
	sum=$(sha256sum "$1" | cut -d' ' -f1)
	[ "$sum" = "$2" ] || fail "the download of $3 has checksum $sum, not $2; nothing was installed"
}

# The stamp is written last: an interrupted upgrade starts over.
install_library() { # unpacked file, name, stamp
	chmod 755 "$1"
	mv "$1" "$native/$2"
	echo "$3" >"$native/$2.origin"
}

fetch_chdb() {
	command -v npm >/dev/null || fail \
		"npm is needed to fetch ClickHouse's engine: install Node.js (Debian: apt-get install npm)," \
		"or put a libchdb.so in $native, or set LAVRA_CLICKHOUSE_DSN to a ClickHouse server"
	echo "setup: fetching $chdb_package $chdb_version (178 MB)"
	local tarball
	tarball=$(cd "$work" && npm pack --silent "$chdb_package@$chdb_version") || fail "npm could not fetch $chdb_package $chdb_version"
	verify "$work/$tarball" "$chdb_tarball" "$chdb_package"
	# -m: the archive's dates are of 1985, which make would take for old.
	tar -xmzf "$work/$tarball" -C "$work" --strip-components=1 package/libchdb.so
	install_library "$work/libchdb.so" libchdb.so "$chdb_tarball"
}

fetch_pdfium() {
	python3 -m pip --version >/dev/null 2>&1 || fail \
		"pip is needed to fetch pdfium: install Python 3 with pip (Debian: apt-get install python3-pip)," \
		"or put a libpdfium.so in $native"
	echo "setup: fetching libpdfium from $pdfium_package $pdfium_version"
	python3 -m pip --disable-pip-version-check download --quiet --no-deps --only-binary=:all: \
		--platform "manylinux2014_$(uname -m)" --dest "$work" "$pdfium_package==$pdfium_version" ||
		fail "pip could not fetch $pdfium_package $pdfium_version"
	local wheel=("$work/$pdfium_package-$pdfium_version"-*.whl)
	verify "${wheel[0]}" "$pdfium_wheel" "$pdfium_package"
	python3 -m zipfile -e "${wheel[0]}" "$work/wheel"
	install_library "$work/wheel/pypdfium2_raw/libpdfium.so" libpdfium.so "$pdfium_wheel"
}

# Someone's own library is left alone: it has no stamp of ours.
needed() { # name, stamp
	installed "$1" "$2" && return 1
	if [ -s "$native/$1" ] && [ ! -e "$native/$1.origin" ]; then
		echo "setup: keeping the $1 that is in $native already"
		return 1
	fi
}

wanted=" ${*:-chdb pdfium} "
platform="$(uname -s) $(uname -m)"
[[ $platform == "Linux "@(x86_64|aarch64) ]] && getconf GNU_LIBC_VERSION >/dev/null 2>&1 || {
	[ -s "$native/libchdb.so" ] && [ -s "$native/libpdfium.so" ] && exit 0
	fail "libraries are pinned for Linux x86_64 and aarch64 with glibc only, this is $platform:" \
		"put libchdb.so and libpdfium.so of your platform in $native," \
		"or set LAVRA_CLICKHOUSE_DSN to a ClickHouse server"
}
if [ "$platform" = "Linux aarch64" ] && [[ $wanted == *" chdb "* ]]; then
	wanted=${wanted/ chdb / }
	[ -s "$native/libchdb.so" ] || printf 'setup: %s\n' "ClickHouse's engine is pinned for x86_64 only: set LAVRA_CLICKHOUSE_DSN to a ClickHouse server," \
		"or put a libchdb.so for aarch64 in $native" >&2
fi

mkdir -p "$native"
work=$(mktemp -d "$native/fetching.XXXXXX")
trap 'rm -rf "$work"' EXIT
if [[ $wanted == *" chdb "* ]] && needed libchdb.so "$chdb_tarball"; then fetch_chdb; fi
if [[ $wanted == *" pdfium "* ]] && needed libpdfium.so "$pdfium_wheel"; then fetch_pdfium; fi
