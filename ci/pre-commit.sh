#!/bin/sh
# The hook of pre-commit, which has a clone of this repository of its own: checks the files on disk against the last commit.
# pre-commit sets unstaged changes aside, but not untracked files.
GITGLOT_SOURCES=${0%/ci/*}
. "$GITGLOT_SOURCES/ci/program.sh" || exit 3
# A first commit has nothing to be compared with.
if git rev-parse --quiet --verify HEAD >/dev/null; then set -- --base HEAD "$@"; fi
gitglot check "$@"
