import { checkScreenshotFilemask, checkVariantRegex } from './checks.ts'
import type { ComponentConfig } from './config.ts'
import type { Table } from './fields.ts'

/** What a component says of a Weblate's own doings: clients are shown it, nothing here depends on it. */
type ShownFields = Pick<
  ComponentConfig,
  | 'manageUnits'
  | 'enableSuggestions'
  | 'suggestionVoting'
  | 'suggestionAutoaccept'
  | 'pushBranch'
  | 'push'
  | 'screenshotFilemask'
  | 'variantRegex'
  | 'restricted'
  | 'enforcedChecks'
  | 'mergeStyle'
  | 'pushOnCommit'
  | 'commitPendingAge'
  | 'autoLockError'
>

/** What a component may say for clients alone, in the order of the schema. */
export const shownFields: Table<ShownFields> = {
  manageUnits: {
    type: 'boolean',
    description: 'Shown to clients; a glossary: true.',
    default: false,
  },
  enableSuggestions: { type: 'boolean', description: 'Shown to clients.', default: true },
  suggestionVoting: { type: 'boolean', description: 'Shown to clients.', default: false },
  suggestionAutoaccept: {
    type: 'integer',
    description: 'Shown to clients: 0, or at least 2 together with suggestion_voting.',
    default: 0,
    minimum: 0,
    check: (value) => (value === 1 ? 'needs 0 or at least 2' : undefined),
  },
  pushBranch: {
    type: 'string',
    description: 'Shown to clients.',
    default: '',
    maxLength: 200,
    parser: 'branch',
  },
  push: {
    type: 'string',
    description: 'Shown to clients.',
    default: '',
    maxLength: 300,
    isSecret: true,
    parser: 'address',
  },
  screenshotFilemask: {
    type: 'string',
    description: 'Shown to clients.',
    default: '',
    maxLength: 400,
    pattern: '^$|\\*',
    check: checkScreenshotFilemask,
  },
  variantRegex: {
    type: 'string',
    description: 'Shown to clients.',
    default: '',
    maxLength: 190,
    check: checkVariantRegex,
  },
  restricted: { type: 'boolean', description: 'Shown to clients.', default: false },
  enforcedChecks: {
    type: 'strings',
    description: 'Shown to clients: names of checks.',
    default: [],
  },
  mergeStyle: {
    type: 'string',
    description: 'Shown to clients.',
    default: 'rebase',
    oneOf: ['merge', 'rebase', 'merge_noff'],
  },
  pushOnCommit: { type: 'boolean', description: 'Shown to clients.', default: true },
  commitPendingAge: {
    type: 'integer',
    description: 'Shown to clients: hours.',
    default: 24,
    minimum: 0,
    maximum: 2160,
  },
  autoLockError: { type: 'boolean', description: 'Shown to clients.', default: true },
}
