import { WORK_TREE_OID } from '../../../git/work-tree.ts'
import type { Store } from '../../../storage/store.ts'
import type { Timeline } from '../timeline/timeline.ts'
import type { StepChange } from './step-change.ts'

/** Entries of steps as they are stored, one by one, by their places among those of the step. */
export interface StoredEntries {
  /** Undefined where one of them is not there. */
  get(step: number, offsets: readonly number[]): readonly StepChange[] | undefined
  set(step: number, offsets: readonly number[], changes: readonly StepChange[]): void
}

/** With the code of the language. */
type StoredEntry = Omit<StepChange, 'language'> & { readonly language?: string | undefined }

/** The stored entries of a component's steps. `keyOf` names what a step logged. */
export function createStoredEntries(
  store: Store,
  { timeline, keyOf }: { readonly timeline: Timeline; keyOf(step: number): string },
): StoredEntries {
  const bucket = store.bucket<StoredEntry>({ name: 'entries' })

  function find(step: number, offset: number): StepChange | undefined {
    const stored = bucket.get(`${keyOf(step)}/${offset}`)
    if (stored === undefined) return undefined
    const { files } = timeline.files(step)
    const file = files.find(({ language }) => language.code === stored.language)
    return { ...NO_UNIT, ...stored, language: file?.language }
  }

  return {
    get(step, offsets) {
      const stepChanges: StepChange[] = []
      for (const offset of offsets) {
        const change = find(step, offset)
        if (change === undefined) return undefined
        stepChanges.push(change)
      }
      return stepChanges
    },
    set(step, offsets, changes) {
      if (timeline.steps[step]!.commit === WORK_TREE_OID) return
      for (const [index, offset] of offsets.entries()) {
        const { language, ...change } = changes[index]!
        bucket.set(`${keyOf(step)}/${offset}`, { ...change, language: language?.code })
      }
    },
  }
}

/** JSON leaves it out. */
const NO_UNIT = { unit: undefined }
