#!/usr/bin/env bash
# Compares Debian's packages that children load with those that were tested (debian.txt).
#
# Another version is told and not refused: a security update of Debian's replaces the one before
# in its archive, and a setup that insisted on the old one would fail, or keep the hole. The same
# version with another checksum is no update; that is refused.
#
# usage: pinned.sh [print]    print writes the list anew, of what is installed, for debian.txt
set -euo pipefail
list=${LAVRA_DEBIAN_LIST:-$(dirname "$0")/debian.txt}

installed() { dpkg-query -W -f '${Version}' "$1" 2>/dev/null || true; }

# What Debian's signed index says of each version that is installed; nothing where the index is not
# here or no longer has it.
declare -A sums
look() {
	local asked=() package sha
	while read -r package _; do asked+=("$package=$(installed "$package")"); done < <(pins)
	while read -r package sha; do sums[$package]=$sha; done < <(
		apt-cache show "${asked[@]}" 2>/dev/null | awk '$1 == "Package:" { p = $2 } $1 == "SHA256:" { print p, $2 }')
}

pins() { grep -v '^#' "$list"; }

if [ "${1:-}" = print ]; then
	look
	grep '^#' "$list"
	while read -r package _; do
		version=$(installed "$package")
		printf '%-18s %-18s %s\n' "$package" "$version" "${sums[$package]:-}"
	done < <(pins)
	exit 0
fi

. /etc/os-release 2>/dev/null || true
if [ "${ID:-} ${VERSION_ID:-} $(dpkg --print-architecture 2>/dev/null)" != "debian 12 amd64" ]; then
	echo "setup: this is not Debian 12 on amd64: Tesseract, Leptonica and zbar are as it has them, not those that were tested"
	exit 0
fi

look
others=() forged=() unseen=0
while read -r package version sha; do
	found=$(installed "$package")
	if [ "$found" != "$version" ]; then
		others+=("$package: ${found:-not installed}, tested with $version")
		continue
	fi
	case "${sums[$package]:-}" in
	"$sha") ;;
	"") unseen=$((unseen + 1)) ;;
	*) forged+=("$package $version: the archive has ${sums[$package]}, tested was $sha") ;;
	esac
done < <(pins)

if [ ${#others[@]} -gt 0 ]; then
	echo "setup: packages of another version than those that were tested, such as updates of Debian's (docs/operator.md, \"Parts of others\"):"
	printf '  %s\n' "${others[@]}"
fi
[ "$unseen" -eq 0 ] || echo "setup: apt's index (apt-get update) has no checksum of $unseen packages that are loaded: compared by version alone"
if [ ${#forged[@]} -gt 0 ]; then
	printf 'setup: the same version with another checksum is no update of Debian'"'"'s:\n' >&2
	printf '  %s\n' "${forged[@]}" >&2
	exit 1
fi
