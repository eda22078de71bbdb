import { descriptionsById } from '../../src/checks/registry.ts'
import { code, plain, table } from './markdown.ts'

/** A table of all checks, in the order of the registry. */
export function checkTable(): string {
  const checks = [...descriptionsById.values()]
  return table(
    ['check', 'name', 'severity', 'runs on', 'enabled by'],
    checks.map(({ id, name, severity, kind, enabledBy }) => [
      code(id),
      plain(name),
      severity,
      `${kind}s`,
      enabledBy?.map(code).join(' or ') ?? 'always',
    ]),
  )
}
