import type { CheckDescription } from '../src/checks/check.ts'
import { descriptionsById } from '../src/checks/registry.ts'

const START = '| check | name | runs on | enabled by |\n|---|---|---|---|\n'
const TABLE = /\| check \| name \|.*\n(?:\|.*\n)*/

/** The README with its table of checks made anew from the registry. Throws when there is no such table. */
export function replaceCheckTable(readme: string): string {
  if (!TABLE.test(readme))
    throw new Error('README.md: expected a table that starts with check, name')
  const rows = [...descriptionsById.values()].map((check) => `| ${cellsOf(check).join(' | ')} |\n`)
  return readme.replace(TABLE, () => START + rows.join(''))
}

function cellsOf({ id, name, kind, enabledBy }: CheckDescription): string[] {
  const flags = enabledBy?.map((flag) => `\`${flag}\``).join(' or ') ?? 'always'
  return [`\`${id}\``, name.replaceAll('\\', '\\\\'), `${kind}s`, flags]
}
