#!/usr/bin/env bash
# Makes documents that programs of others print. Installs those programs once into
# .cache/renderers, from PyPI, npm and Maven Central, in the versions pinned here.
#
#   run.sh OUT SEED [COUNT [SCANS]]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=$(cd "$here/../.." && pwd)/.cache/renderers
for program in python3 npm node mvn java javac; do
  command -v "$program" >/dev/null || { echo "run.sh: $program is not installed (see README.md)" >&2; exit 1; }
done
if ! cmp -s "$here/requirements.txt" "$cache/installed.txt"; then
  rm -rf "$cache/python"
  python3 -m venv "$cache/python"
  # pyboleto is older than the standard of building: it needs the setuptools of its time, and asks for a fork of
  # setuptools (distribute) that no Python of today can build. All it imports is in the list itself.
  "$cache/python/bin/pip" install --quiet --disable-pip-version-check 'setuptools<58' wheel
  # Of pytrustnfe3 only the file that prints is used: what it asks for in order to send is left out.
  grep -v -e '^pyboleto' -e '^pytrustnfe3' -e '^pycobranca' "$here/requirements.txt" > "$cache/plain.txt"
  "$cache/python/bin/pip" install --quiet --disable-pip-version-check -r "$cache/plain.txt"
  "$cache/python/bin/pip" install --quiet --disable-pip-version-check --no-build-isolation --no-deps $(grep -e '^pyboleto' -e '^pytrustnfe3' "$here/requirements.txt")
  # pycobranca asks for a Python of tests it does not need to print.
  "$cache/python/bin/pip" install --quiet --disable-pip-version-check --no-deps --ignore-requires-python $(grep '^pycobranca' "$here/requirements.txt")
  cp "$here/requirements.txt" "$cache/installed.txt"
fi
PYTHONDONTWRITEBYTECODE=1 "$cache/python/bin/python" "$here/make.py" --out "$1" --seed "$2" --count "${3:-40}" --scans "${4:-10}" --work "$cache/work"
