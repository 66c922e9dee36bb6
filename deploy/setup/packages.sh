#!/usr/bin/env bash
# Installs the system packages. Where apt is not the package manager, or root is
# out of reach, it says what to install and fails only if something is missing.
#
# usage: packages.sh [all|runtime|ci|docker]
set -euo pipefail

# What the service loads or runs: Tesseract with Portuguese and page
# orientation, and the bar code reader. certificates are for fileUrl over https.
runtime=(tesseract-ocr tesseract-ocr-por tesseract-ocr-osd libtesseract5 libzbar0 ca-certificates)

# What tests, the bench and the README use: a baseline to compare with, a Kafka
# client, PDF repairs, and Java with Maven for the tier on a real Kafka.
tests=(poppler-utils zbar-tools qpdf kcat curl openjdk-17-jre-headless maven)

# What CI adds. On a developer's machine, daemons and a browser are not for us to install.
daemons=(clamav-daemon haproxy prometheus)
browser=(chromium nodejs npm)

# A Docker engine for make test-docker where none answers, and what its images are made with.
engine=(docker.io docker-compose debootstrap iptables)

case "${1:-all}" in
ci) wanted=("${runtime[@]}" "${tests[@]}" "${daemons[@]}" "${browser[@]}") ;;
all) wanted=("${runtime[@]}" "${tests[@]}") ;;
runtime) wanted=("${runtime[@]}") ;;
docker) wanted=("${engine[@]}") ;;
*) echo "usage: $0 [all|runtime|ci|docker]" >&2; exit 2 ;;
esac

# present says whether a package is there, or its program by another way: a
# Java from elsewhere is as good as Debian's.
present() {
	case "$1" in
	openjdk-17-jre-headless) java_is_new_enough && return ;;
	maven) command -v mvn >/dev/null && return ;;
	clamav-daemon) [ -x /usr/sbin/clamd ] && return ;;
	nodejs) command -v node >/dev/null && return ;;
	docker.io) [ -x /usr/sbin/dockerd ] && return ;;
	curl | docker-compose | debootstrap | haproxy | prometheus | kcat | qpdf | npm | chromium) command -v "$1" >/dev/null && return ;;
	esac
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

java_is_new_enough() {
	local major
	major=$(java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p') || return 1
	[ "${major:-0}" -ge 17 ]
}

without_apt() {
	local missing=()
	command -v tesseract >/dev/null || missing+=("Tesseract 5")
	tesseract --list-langs 2>/dev/null | grep -qx por || missing+=("Tesseract's language por")
	tesseract --list-langs 2>/dev/null | grep -qx osd || missing+=("Tesseract's osd")
	if [ ${#missing[@]} -gt 0 ]; then
		printf 'setup: this system has no apt. Install by its own means: %s\n' "$(printf '%s; ' "${missing[@]}")" >&2
		echo 'setup: useful as well: the zbar library, poppler-utils, qpdf, kcat, Java 17 and Maven' >&2
		exit 1
	fi
}

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
	without_apt
	exit 0
fi

missing=()
for package in "${wanted[@]}"; do
	present "$package" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "setup: as root, run: apt-get install --no-install-recommends ${missing[*]}" >&2
		exit 1
	fi
	root=(sudo)
fi
echo "setup: installing ${missing[*]}"
apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
	tail -20 "$log" >&2
	echo "setup: apt-get could not install ${missing[*]}; its last lines are above" >&2
	exit 1
fi
