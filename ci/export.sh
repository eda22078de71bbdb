#!/usr/bin/env bash
# Writes the dashboard to a folder in a job of GitHub Actions, for the next steps to publish.
set -euo pipefail

arguments=(--out "$RUNNER_TEMP/gitglot-pages" --base-url "$BASE_URL")
if [ -n "${CONFIG:-}" ]; then arguments+=("--config=$CONFIG"); fi

# Unquoted, as it is a command with arguments.
$GITGLOT export "${arguments[@]}"
