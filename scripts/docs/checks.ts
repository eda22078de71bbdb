import type { CheckDescription } from '../../src/checks/check.ts'
import { descriptionsById } from '../../src/checks/registry.ts'
import { code, plain, table } from './markdown.ts'

/** Headings of Weblate's checks: checks that always run, and checks that a flag enables. */
const GROUPS = [
  ['always', ({ enabledBy }: CheckDescription) => enabledBy === undefined],
  ['by flag', ({ enabledBy }: CheckDescription) => enabledBy !== undefined],
] as const

/** Returns a table of Weblate's checks by severity, in the order of the registry. */
export function checkTable(): string {
  const checks = [...descriptionsById.values()].filter(({ isOwn }) => !isOwn)
  const rows = (['error', 'warning', 'note'] as const).flatMap((severity) =>
    GROUPS.map(([runs, isIn]) => [
      severity,
      runs,
      checks
        .filter((check) => check.severity === severity && isIn(check))
        .map(checkCell)
        .join(', '),
    ]),
  )
  return table(['severity', 'runs', 'checks'], rows)
}

/** Returns the id of a check, with its flags unless the only flag is the id with dashes. */
function checkCell({ id, enabledBy = [] }: CheckDescription): string {
  const flags = enabledBy.length === 1 && enabledBy[0] === id.replaceAll('_', '-') ? [] : enabledBy
  return flags.length === 0 ? code(id) : `${code(id)} (${flags.map(code).join(', ')})`
}

/** Returns a table of gitglot's own checks. */
export function ownCheckTable(): string {
  const checks = [...descriptionsById.values()].filter(({ isOwn }) => isOwn)
  return table(
    ['check', 'severity', 'what it reports'],
    checks.map(({ id, severity, description }) => [code(id), severity, plain(description)]),
  )
}
