#!/bin/bash
# Writes the comment on a pull request, or updates the previous one, which it finds by author and first line. A pull request
# that makes nothing worse gets no comment. Tokens of forks cannot write one; the summary of the job has the same text.
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
  # The token of a job has no user to look up.
  if login=$(gh api user --jq .login 2>/dev/null); then own=".user.login == \"$login\""; fi
  old=$(gh api --paginate "$comments" \
    --jq ".[] | select($own and (.body | startswith(\"$mark\"))) | .id") || return 1
  old=${old%%$'\n'*}
  if [ -n "$old" ]; then
    gh api --silent --method PATCH "repos/$REPOSITORY/issues/comments/$old" --field "body=@$body"
  elif [ "$PASSED" != true ] || grep -Eq '^(- |\*\*Worse)' "$COMMENT"; then
    gh api --silent --method POST "$comments" --field "body=@$body"
  fi
}
send || echo '::notice title=gitglot::cannot write the comment'
