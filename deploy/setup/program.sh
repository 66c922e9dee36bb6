#!/usr/bin/env bash
# Installs a Python program that the tests use, pinned in NAME.txt beside this
# script, into .cache/NAME, once, and prints its path. Prints nothing where it
# cannot be installed; why goes to standard error.
#
#   program.sh NAME
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
requirements=$here/$1.txt
venv=$(cd "$here/../.." && pwd)/.cache/$1
if ! cmp -s "$requirements" "$venv/installed.txt"; then
  command -v python3 >/dev/null || { echo "python3 is not installed" >&2; exit 0; }
  rm -rf "$venv"
  python3 -m venv "$venv" >&2 || exit 0
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements" >&2 || exit 0
  cp "$requirements" "$venv/installed.txt"
fi
echo "$venv/bin/$1"
