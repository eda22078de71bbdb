import { fetchHistory } from '../git/partial-clone.ts'
import type { Target } from './target.ts'

/**
 * Fetches the missing history of a target's files in a partial clone. Rejects with RepositoryError if the fetch fails.
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
  // Matches by extension, since components may be found later and files may have moved.
  const endings = masks.length === 0 ? [''] : [...new Set(masks.map(endingOf))]
  const wants = (path: string) => endings.some((ending) => path.endsWith(ending))
  await fetchHistory(place.path, [tip], wants, process.env)
}

/**
 * Returns the extension in a path: `.json` for `locales/*.json`; `''` if the path ends with a language or is a folder.
 */
function endingOf(path: string): string {
  return /\.[^./*]+$/.exec(path)?.[0] ?? ''
}
