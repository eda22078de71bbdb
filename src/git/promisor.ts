import { readOwnSettings } from './git-config.ts'

/** Advice for completing a partial clone. */
export const HOW_TO_COMPLETE = 'git fetch --refetch --no-filter brings all objects'

/** Returns the remote from which a partial clone fetches missing objects; undefined for other clones. */
export function promisorOf(commonDir: string): string | undefined {
  const settings = readOwnSettings(commonDir)
  for (const [name, value] of settings) {
    const [, remote] = /^remote\.(.+)\.promisor$/s.exec(name) ?? []
    if (remote !== undefined && value !== 'false') return remote
  }
  return new Map(settings).get('extensions.partialclone')
}
