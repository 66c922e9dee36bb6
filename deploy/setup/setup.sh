#!/usr/bin/env bash
# Installs what Lavra needs and the machine lacks: packages by apt (and says which
# are not those that were tested), and the two native libraries that no distribution carries
# into .native. Running it again costs some two seconds and changes nothing.
#
# usage: setup.sh [all|runtime]    runtime leaves out what only tests need
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
"$here/packages.sh" "${1:-all}"
"$here/pinned.sh"
"$here/libraries.sh"
