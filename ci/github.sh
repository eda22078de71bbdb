#!/usr/bin/env bash
# Runs the gate in a job of GitHub Actions: annotations on the output, a summary, SARIF and a comment in files. Leaves the
# verdict in the outputs, so that later steps run before the job fails; ends with 2 or 3 where there is no verdict.
set -uo pipefail

comment="$RUNNER_TEMP/gitglot.md"
sarif="$RUNNER_TEMP/gitglot.sarif"
said="$RUNNER_TEMP/gitglot.txt"
arguments=(--format github --report "markdown=$comment,sarif=$sarif")
add() {
  if [ -n "$2" ]; then arguments+=("$1=$2"); fi
}
add --base "${BASE:-}"
add --fail-on "${FAIL_ON:-}"
add --fail-under "${FAIL_UNDER:-}"
add --require-languages "${REQUIRE_LANGUAGES:-}"
add --checks "${CHECKS:-}"
add --max-outdated "${MAX_OUTDATED:-}"
add --config "${CONFIG:-}"

# Unquoted: a command and its first arguments.
$GITGLOT check "${arguments[@]}" 2>"$said"
code=$?
if [ "$code" -gt 1 ]; then
  sed -e 's/%/%25/g' -e 's/^/::error title=gitglot::/' "$said"
  if [ "$code" -eq 3 ] && [ -n "${BASE:-}" ]; then
    echo '::notice title=gitglot::comparing takes the history of both branches: fetch-depth: 0 of actions/checkout'
  fi
  exit "$code"
fi
cat "$said" >&2

cat "$comment" >>"$GITHUB_STEP_SUMMARY"
{
  if [ "$code" -eq 0 ]; then echo 'passed=true'; else echo 'passed=false'; fi
  echo "comment=$comment"
  echo "sarif=$sarif"
} >>"$GITHUB_OUTPUT"
