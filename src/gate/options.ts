import type { Severity } from '../checks/check.ts'
import type { CheckConfig } from '../config/check.ts'
import type { Selection } from '../facts/selection.ts'

/** The severities that can fail a check, or none. */
export const FAIL_ON = ['error', 'warning', 'note', 'none'] as const

/** What to check, and what takes precedence over the configuration of projects (default: all, and no limits). */
export interface GateRequest extends Selection, Wishes {
  /** Whether to report keys that no file uses, and keys in code that no template has (default: no). */
  readonly unused?: boolean
}

/** Which problems of a project count, and which of them fail. */
export interface GateOptions {
  /** The minimum severity of problems that fail the check; `none` if only limits fail it. */
  readonly failOn: Severity | 'none'
  /** Ids of the checks that count; undefined for all. */
  readonly checks: ReadonlySet<string> | undefined
  /** Ids of checks and rules that do not count. */
  readonly ignored: ReadonlySet<string>
  /** Maximum age of outdated translations in days. */
  readonly maxDays: number
  /** Minimum percentage of translated units in the required languages, or in all if none is required. */
  readonly failUnder: number | undefined
  /** Codes of languages that every component must have. */
  readonly requiredLanguages: readonly string[]
}

type Wishes = { readonly [K in keyof GateOptions]?: GateOptions[K] | undefined }

/** Combines a request with a project's configuration. */
export function gateOptions(request: GateRequest, check: CheckConfig): GateOptions {
  const { checks, ignored = new Set(), maxDays = Number.POSITIVE_INFINITY } = request
  return {
    ...{ checks, ignored, maxDays },
    failOn: request.failOn ?? (check.failOn || 'error'),
    failUnder: request.failUnder ?? check.failUnder,
    requiredLanguages: request.requiredLanguages ?? check.requireLanguages,
  }
}
