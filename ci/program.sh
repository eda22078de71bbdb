# shellcheck shell=sh
# Sourced in the checkout that is to be read: makes `gitglot` the command of the sources that this file is part of, which are
# built at the first use, outside of the checkout. Nothing of the checkout runs: npm works in the folder of these sources, with
# their lock file and without scripts of packages, and programs are not looked for in the checkout.
# Before: GITGLOT_SOURCES is the folder of the sources.

# `npm run` puts folders of the checkout in front, and hands on what its .npmrc says.
PATH=$(
  set -f
  IFS=:
  kept=
  real=$(pwd -P)
  for folder in $PATH; do
    case $folder in
      "$PWD" | "$PWD"/* | "$real" | "$real"/*) ;;
      /*) kept=$kept:$folder ;;
    esac
  done
  printf '%s' "${kept#:}"
)
unset NODE_OPTIONS
for gitglot_name in $(env | sed -n 's/^\(npm_config_[A-Za-z0-9_]*\)=.*/\1/p'); do unset "$gitglot_name"; done

gitglot_program=$GITGLOT_SOURCES/dist/src/cli/main.js
# npm writes its own lock file last, and a build the licenses.
if [ ! -f "$GITGLOT_SOURCES/dist/src/licenses.txt" ]; then
  (
    cd "$GITGLOT_SOURCES" &&
      { [ -f node_modules/.package-lock.json ] || npm ci --ignore-scripts --no-audit --no-fund; } &&
      node --import tsx scripts/build.ts
  ) >&2 || exit 3
fi

gitglot() {
  node "$gitglot_program" "$@"
}
