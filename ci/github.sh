#!/bin/bash
# Runs gitglot check in a job of GitHub Actions: prints annotations, and writes the summary, SARIF and a comment. The result
# is an output of the step, so that later steps run before the job fails. Without a result it exits with 2 or 3.
set -uo pipefail

GITGLOT_SOURCES=$GITHUB_ACTION_PATH
. "$GITGLOT_SOURCES/ci/program.sh" || exit 3

comment="$RUNNER_TEMP/gitglot.md"
sarif="$RUNNER_TEMP/gitglot.sarif"
messages="$RUNNER_TEMP/gitglot.txt"
arguments=(--format github --report "markdown=$comment,sarif=$sarif")
add() {
  if [ -n "$2" ]; then arguments+=("$1=$2"); fi
}
add --base "${BASE:-}"
add --fail-on "${FAIL_ON:-}"
add --fail-under "${FAIL_UNDER:-}"
add --require-languages "${REQUIRE_LANGUAGES:-}"
add --checks "${CHECKS:-}"
add --ignore "${IGNORE:-}"
add --max-outdated "${MAX_OUTDATED:-}"
add --config "${CONFIG:-}"

gitglot check "${arguments[@]}" 2>"$messages"
code=$?
if [ "$code" -gt 1 ]; then
  sed -e 's/%/%25/g' -e 's/\r/%0D/g' -e 's/^/::error title=gitglot::/' "$messages"
  if [ "$code" -eq 3 ] && [ -n "${BASE:-}${MAX_OUTDATED:-}" ]; then
    echo '::notice title=gitglot::base and max-outdated need the history: set fetch-depth: 0 of actions/checkout'
  fi
  exit "$code"
fi
if [ -s "$messages" ]; then
  # What a warning quotes is no command to the runner.
  mark=$(node -p 'crypto.randomUUID()')
  echo "::stop-commands::$mark"
  cat "$messages"
  echo "::$mark::"
fi

if [ "${REVIEW:-}" = true ] && [ -n "${BASE:-}" ]; then
  review="$RUNNER_TEMP/gitglot-review.md"
  # The check has told what cannot be read.
  gitglot review "$BASE...HEAD" --format markdown ${CONFIG:+"--config=$CONFIG"} >"$review" 2>/dev/null
  # GitHub accepts comments of up to 65,536 characters.
  if [ -s "$review" ] && [ $(($(wc -m <"$comment") + $(wc -m <"$review"))) -lt 65000 ]; then
    { echo && cat "$review"; } >>"$comment"
  else
    echo '::notice title=gitglot::the review is too long for a comment; run gitglot review'
  fi
fi

cat "$comment" >>"$GITHUB_STEP_SUMMARY"
{
  if [ "$code" -eq 0 ]; then echo 'passed=true'; else echo 'passed=false'; fi
  echo "comment=$comment"
  echo "sarif=$sarif"
} >>"$GITHUB_OUTPUT"
