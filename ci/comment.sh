#!/usr/bin/env bash
# Writes the comment on a pull request, in place of the one before. Where the token may not, as for a fork, the summary of
# the job has to do.
set -uo pipefail

send() {
  gh pr comment "$PULL_REQUEST" --repo "$REPOSITORY" --body-file "$COMMENT" "$@"
}
send --edit-last 2>/dev/null || send || echo '::notice title=gitglot::the comment could not be written'
