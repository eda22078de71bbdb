import { descriptionsById } from '../../src/checks/registry.ts'
import { code, plain, table } from './markdown.ts'

/** A table of Weblate's checks, in the order of the registry. */
export function checkTable(): string {
  const checks = [...descriptionsById.values()].filter(({ isOwn }) => !isOwn)
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

/** A table of gitglot's own checks. */
export function ownCheckTable(): string {
  const checks = [...descriptionsById.values()].filter(({ isOwn }) => isOwn)
  return table(
    ['check', 'name', 'severity', 'what it reports'],
    checks.map(({ id, name, severity, description }) => [
      code(id),
      plain(name),
      severity,
      plain(description),
    ]),
  )
}
