#!/bin/sh
# The hook of pre-commit, which has a clone of this repository of its own: checks what is staged against the last commit.
GITGLOT_SOURCES=${0%/ci/*}
. "$GITGLOT_SOURCES/ci/program.sh" || exit 3
gitglot check --base HEAD "$@"
