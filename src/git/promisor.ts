import { readOwnSettings } from './git-config.ts'

/** What brings all objects into a partial clone. */
export const HOW_TO_COMPLETE = 'git fetch --refetch --no-filter brings all objects'

/** The remote that a partial clone can fetch objects from; undefined for any other clone. */
export function promisorOf(commonDir: string): string | undefined {
  const settings = readOwnSettings(commonDir)
  for (const [name, value] of settings) {
    const [, remote] = /^remote\.(.+)\.promisor$/s.exec(name) ?? []
    if (remote !== undefined && value !== 'false') return remote
  }
  return new Map(settings).get('extensions.partialclone')
}
