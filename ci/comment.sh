#!/usr/bin/env bash
# Writes the comment on a pull request, in place of the one before, which is known by its author and first line. A pull
# request that broke and changed nothing gets none. Where the token may not, as for a fork, the summary of the job has to do.
set -uo pipefail

mark='<!-- gitglot -->'
comments="repos/$REPOSITORY/issues/$PULL_REQUEST/comments"
body="$RUNNER_TEMP/gitglot-comment.md"
{
  echo "$mark"
  cat "$COMMENT"
} >"$body"

send() {
  local login old own='.user.type == "Bot"'
  # The token of a job belongs to nobody who could be asked for.
  if login=$(gh api user --jq .login 2>/dev/null); then own=".user.login == \"$login\""; fi
  old=$(gh api --paginate "$comments" \
    --jq ".[] | select($own and (.body | startswith(\"$mark\"))) | .id") || return 1
  old=${old%%$'\n'*}
  if [ -n "$old" ]; then
    gh api --silent --method PATCH "repos/$REPOSITORY/issues/comments/$old" --field "body=@$body"
  elif [ "$PASSED" != true ] || grep -q '^|' "$COMMENT"; then
    gh api --silent --method POST "$comments" --field "body=@$body"
  fi
}
send || echo '::notice title=gitglot::the comment could not be written'
