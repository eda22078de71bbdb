import type { Format } from '../../formats/format.ts'
import { oncePerText } from '../cache.ts'
import { mergeFlags, numberOfFlag } from '../checks/flags.ts'
import type { WordRule } from './count-words.ts'
import type { Locate } from './entry.ts'

/** What decides how a unit is treated, besides its own flags. */
export interface PairOptions {
  readonly format: Pick<Format, 'checkFlags' | 'templateFlagsOnly' | 'hasAlternatives'>
  /** Number of plural forms in the translation's language. */
  readonly pluralNumber: number
  /** Flag texts of project and component */
  readonly projectFlags?: string
  readonly componentFlags?: string
  /** Whether units that a file marks as approved count as approved, not just as translated. */
  readonly hasReviews?: boolean
  /** Makes every unit read-only. */
  readonly isReadOnly?: boolean
  readonly locate?: Locate | undefined
  /** How to count the words of sources that the template alone does not determine (default: by spaces). */
  readonly wordRule?: WordRule
}

/** Priority of a unit whose flags give none; higher comes first. */
export const DEFAULT_PRIORITY = 100

interface Rule {
  readonly isReadOnly: boolean
  readonly priority: number
}

/**
 * Returns a function of a unit's flags: what they decide when merged with those of project, format, component and
 * translation. Computes each different text once.
 */
export function rulesOf(options: PairOptions): (unitFlags: string) => Rule {
  const { projectFlags = '', componentFlags = '', format } = options
  const base = [projectFlags, format.checkFlags ?? '', componentFlags]
  return oncePerText((unitFlags) => {
    const merged = mergeFlags(...base, options.isReadOnly ? 'read-only' : '', unitFlags)
    return {
      isReadOnly: merged.has('read-only'),
      priority: numberOfFlag(merged, 'priority') ?? DEFAULT_PRIORITY,
    }
  })
}
