#!/bin/bash
# Writes the dashboard to a folder in a job of GitHub Actions, for the next steps to publish.
set -euo pipefail

GITGLOT_SOURCES=$GITHUB_ACTION_PATH
. "$GITGLOT_SOURCES/ci/program.sh" || exit 3

arguments=(--out "$RUNNER_TEMP/gitglot-pages" --base-url "$BASE_URL")
if [ -n "${CONFIG:-}" ]; then arguments+=("--config=$CONFIG"); fi

gitglot export "${arguments[@]}"
