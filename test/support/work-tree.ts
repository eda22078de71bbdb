import { openWorkTree, WORK_TREE_OID } from '../../src/git/work-tree.ts'

/** All files of a work tree as `mode oid path`, as `git ls-files --stage` shows them but for the stage. */
export function listWorkTree(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): string[] {
  const repository = openWorkTree({ path: folder, environment })
  const walk = (oid: string, prefix: string): string[] =>
    repository
      .readTree(oid)
      .flatMap(({ mode, name, oid: fileOid }) =>
        mode === '40000'
          ? walk(fileOid, `${prefix}${name}/`)
          : [`${mode} ${fileOid} ${prefix}${name}`],
      )
  try {
    return walk(repository.readCommit(WORK_TREE_OID).tree, '')
  } finally {
    repository.close()
  }
}
