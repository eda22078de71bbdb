#!/bin/sh
# Writes fixtures/NAME.git (default: demo) from a bundle, a repository or a stream of git fast-export: one pack, no hooks,
# the same bytes on every run of the same git.
# usage: scripts/build-demo.sh SOURCE [NAME]
set -eu
target="$(dirname "$0")/../fixtures/${2:-demo}.git"
build="$(mktemp -d)/demo.git"
trap 'rm -rf "$(dirname "$build")"' EXIT
git -c init.defaultBranch=main init --quiet --bare --template= "$build"
case "$1" in
*.fast-export) git -C "$build" fast-import --quiet <"$1" ;;
*) git -C "$build" fetch --quiet "$1" '+refs/heads/*:refs/heads/*' '+refs/tags/*:refs/tags/*' ;;
esac
git -C "$build" -c pack.threads=1 -c repack.writeBitmaps=false repack --quiet -a -d -f --depth=50 --window=250
git -C "$build" pack-refs --all --prune
main="$(git -C "$build" rev-parse refs/heads/main)"

rm -rf "$target"
mkdir -p "$target/objects/pack" "$target/refs/heads"
cp "$build"/objects/pack/pack-*.pack "$build"/objects/pack/pack-*.idx "$target/objects/pack/"
chmod 644 "$target"/objects/pack/*
echo 'ref: refs/heads/main' >"$target/HEAD"
printf '[core]\n\trepositoryformatversion = 0\n\tbare = true\n' >"$target/config"
# One loose ref keeps the folder refs/, without which git does not take this for a repository.
grep -v ' refs/heads/main$' "$build/packed-refs" >"$target/packed-refs"
echo "$main" >"$target/refs/heads/main"
