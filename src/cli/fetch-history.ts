import { fetchHistory } from '../git/partial-clone.ts'
import type { Target } from './target.ts'

/**
 * Fetches what a partial clone lacks of the history of a target's files. Rejects with RepositoryError where it
 * cannot be fetched.
 */
export async function fetchHistoryOf({ place, config }: Target, tip = 'HEAD'): Promise<void> {
  if (place === undefined) return
  const components = config.projects.flatMap((project) => project.components)
  const masks = components
    .flatMap(({ filemask, template, intermediate, newBase }) => [
      filemask,
      template,
      intermediate,
      newBase,
    ])
    .filter((path) => path !== '')
  // Components may be found later, and files may have been moved.
  const endings = masks.length === 0 ? [''] : [...new Set(masks.map(endingOf))]
  const wants = (path: string) => endings.some((ending) => path.endsWith(ending))
  await fetchHistory(place.path, [tip], wants, process.env)
}

/** `.json` of `locales/*.json`; `''` where a path ends with a language, or is that of a folder. */
function endingOf(path: string): string {
  return /\.[^./*]+$/.exec(path)?.[0] ?? ''
}
