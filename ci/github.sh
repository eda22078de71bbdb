#!/usr/bin/env bash
# Runs the gate in a job of GitHub Actions: annotations on the output, a summary, SARIF and a comment in files. Leaves the
# verdict in the outputs, so that later steps run before the job fails; ends with 2 or 3 where there is no verdict.
set -uo pipefail

arguments=()
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

check() {
  # Unquoted: a command and its first arguments.
  $GITGLOT check ${arguments[@]+"${arguments[@]}"} --format "$1"
}

check github
code=$?
if [ "$code" -gt 1 ]; then exit "$code"; fi

comment="$RUNNER_TEMP/gitglot.md"
sarif="$RUNNER_TEMP/gitglot.sarif"
check markdown >"$comment"
check sarif >"$sarif"
cat "$comment" >>"$GITHUB_STEP_SUMMARY"
{
  if [ "$code" -eq 0 ]; then echo 'passed=true'; else echo 'passed=false'; fi
  echo "comment=$comment"
  echo "sarif=$sarif"
} >>"$GITHUB_OUTPUT"
