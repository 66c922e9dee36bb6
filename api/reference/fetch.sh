#!/usr/bin/env bash
# Fetches the viewer of /docs from npm, at the version named here, and puts what
# is served of it into assets/, compressed so that the same comes out each time.
set -euo pipefail
cd "$(dirname "$0")"

version=5.35.0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "swagger-ui-dist@$version" >/dev/null && tar xzf swagger-ui-dist-*.tgz)
for file in swagger-ui-bundle.js swagger-ui.css; do
	grep -v '^//# sourceMappingURL=' "$work/package/$file" | sed 's#/\*\# sourceMappingURL=[^*]*\*/##' | gzip -9n >"assets/$file.gz"
done
cp "$work/package/LICENSE" assets/LICENSE
cp "$work/package/NOTICE" assets/NOTICE
cp "$work/package/swagger-ui-bundle.js.LICENSE.txt" assets/swagger-ui-bundle.js.LICENSE.txt
