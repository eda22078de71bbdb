import { findLanguage, type Language } from '../../languages/language.ts'
import type { Component } from '../../model/model.ts'
import { STATE } from '../../model/statistics.ts'
import { rememberAnswer } from '../answer.ts'
import { historyWork } from '../ask.ts'
import { ACTION, type StepChange } from '../changes/step-change.ts'
import type { Step } from '../timeline/timeline.ts'
import type { ComponentStep } from './commits.ts'

/** Effects of a commit on one translation, in numbers of strings. */
export interface EffectCounts {
  readonly translated: number
  readonly reworded: number
  /** Strings that were translated, and now are not or need editing. */
  readonly lost: number
  /** New strings without a translation; in the source language, all new strings. */
  readonly added: number
  /** Strings whose source changed while the translation stayed. */
  readonly sourceChanged: number
  readonly failed: number
}

/** The effect of a commit on a component in one language; undefined for a broken template, which concerns all. */
export interface Effect extends EffectCounts {
  readonly component: Component
  readonly language: Language | undefined
}

const NOTHING: EffectCounts = {
  translated: 0,
  reworded: 0,
  lost: 0,
  added: 0,
  sourceChanged: 0,
  failed: 0,
}

/**
 * Returns the effects of a commit on a component, in the log's order of languages; those on one language alone if it is
 * given. Rejects with RepositoryError for unreadable objects, and when the signal is aborted.
 */
export async function readEffects(
  { component, history, step }: ComponentStep,
  language?: string,
  signal?: AbortSignal,
): Promise<readonly Effect[]> {
  const request = { step, language }
  const storedEffects = await history.ask(effectsWork, [{ component, history }], request, {
    signal,
  })
  const languages = new Map(component.translations.map(({ language }) => [language.code, language]))
  return storedEffects.map(({ code, ...counts }) => ({
    ...counts,
    component,
    // The language of a removed translation is made from its code.
    language: code === undefined ? undefined : (languages.get(code) ?? findLanguage(code)),
  }))
}

type StoredEffect = EffectCounts & { readonly code?: string | undefined }

/** See `readEffects`. */
export const effectsWork = historyWork(
  'effects',
  ([logged], { step, language }: { step: Step; language: string | undefined }) => {
    const question = { commit: step.commit, language }
    return rememberAnswer(logged!.history, 'effects', question, () =>
      effectsOf({ ...logged!, step }, language),
    )
  },
)

function effectsOf(
  { component, history, step }: ComponentStep,
  language: string | undefined,
): StoredEffect[] {
  const effects = new Map<string, StoredEffect>()
  const source = component.sourceLanguage.code
  for (const change of history.log.changes(step.index, language)) {
    const code = change.language?.code ?? ''
    if (language !== undefined && code !== language && code !== '') continue
    const kind = kindOf(change, code === source)
    if (kind === undefined) continue
    const counts = effects.get(code) ?? { ...NOTHING, code: change.language?.code }
    effects.set(code, { ...counts, [kind]: counts[kind] + 1 })
  }
  return [...effects.values()]
}

function kindOf(
  { action, details, target, old }: StepChange,
  isSource: boolean,
): keyof EffectCounts | undefined {
  const isDone = Number(details['state']) >= STATE.translated
  const wasDone = Number(details['old_state']) >= STATE.translated
  switch (action) {
    case ACTION.parsingFailed:
      return 'failed'
    case ACTION.sourceAdded:
    case ACTION.sourceAddedInRepository:
      return 'added'
    case ACTION.sourceChanged:
      return 'sourceChanged'
    case ACTION.stringAdded:
      return isDone && !isSource ? 'translated' : 'added'
    case ACTION.stringUpdated:
      if (isDone && !wasDone) return 'translated'
      if (wasDone && !isDone) return 'lost'
      return target !== old && isDone ? 'reworded' : undefined
    default:
      return undefined
  }
}
