#!/usr/bin/env bash
# The end-to-end suite on containers. Where no Docker engine answers, one is started, filled with
# images made here (offline/README.md), and ended. One that answers pulls its images itself, and
# nothing is built into it but our own.
#
# DOCKER_TIER_ENGINE=found starts none: what cannot run is skipped, unless LAVRA_REQUIRE names docker.
#
#   test.sh [ARGUMENT OF go test...]    such as -v -run Compose: each part that is killed, and the audit
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
offline=$top/deploy/docker/offline
if [ "${DOCKER_TIER_ENGINE:-}" != found ] || [[ ${LAVRA_REQUIRE:-} == *docker* ]]; then
	started=$("$offline/engine.sh" start)
	if [ -n "$started" ]; then
		trap '"$offline/engine.sh" stop' EXIT
		export "${started?}"
		"$offline/images.sh"
	fi
fi
if [ -z "${started:-}" ] && docker version >/dev/null 2>&1; then
	docker build --quiet -t lavra:local -f "$top/deploy/docker/Dockerfile" "$top"
fi
cd "$top/cmd/lavra/e2e"
export LAVRA_E2E_TIER=docker
go test -count=1 -parallel 3 -timeout 60m "$@"
