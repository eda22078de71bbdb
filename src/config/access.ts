import { requiredText, texts, type ValuesOf } from './field.ts'
import type { Context } from './field-reader.ts'
import { complete, readFields, readMaps } from './field-reader.ts'
import type { LocatedMap } from './yaml.ts'

/** The fields of a token. */
export const tokenFields = {
  name: requiredText('Purpose of the token.', { maxLength: 100 }),
  hash: requiredText('Digest of the token, as gitglot token prints it.', {
    pattern: '^sha256:[0-9a-f]{64}$',
    wants: 'a hash as printed by gitglot token',
  }),
  scopes: texts('Permissions: read, refresh, metrics (default: read).', checkScopes),
  projects: texts('Slugs of the private projects that the token may read (default: all).'),
}

/** A token, of which only the hash is stored. */
export type TokenConfig = ValuesOf<typeof tokenFields>

/** Returns the error about a token's scopes, if any. */
export function checkScopes(scopes: readonly string[]): string | undefined {
  const wrong = scopes.filter((scope) => !['read', 'refresh', 'metrics'].includes(scope))
  return wrong.length === 0
    ? undefined
    : `needs read, refresh or metrics, found ${wrong.join(', ')}`
}

/** Reads the tokens of a site (default: none). `slugs` are those of its projects. */
export function readTokens(
  root: LocatedMap,
  slugs: readonly (string | undefined)[],
  context: Context,
): TokenConfig[] {
  return readMaps('tokens', root, context).flatMap((map) => {
    const reader = readFields(tokenFields, map, context)
    const unknown = reader.values.projects?.filter((slug) => !slugs.includes(slug)) ?? []
    if (unknown.length > 0) {
      reader.report('projects', `needs slugs of projects, found ${unknown.join(', ')}`)
    }
    return complete(tokenFields, reader).whole ?? []
  })
}
