import type { Component, Project } from '../../catalog/model.ts'
import * as s from '../schema/schema.ts'

/** Returns whether translation is locked: Weblate locks a component if one of its files cannot be read. */
export function isLocked({ alerts }: Component): boolean {
  return alerts.some(({ name }) => name === 'ParseError')
}

export const LOCK = s.resource('Lock', 'Whether translating is locked.', { locked: s.BOOLEAN })

/** Returns a Workflow. No language has a workflow of its own. */
export function workflowResource({ config }: Project, code: string): s.JsonOf<typeof WORKFLOW> {
  return {
    language: code,
    source_language: null,
    translation_review: config.translationReview,
    enable_suggestions: true,
    restrict_direct_editing: false,
    suggestion_voting: false,
    suggestion_autoaccept: 0,
  }
}

export const WORKFLOW = s.resource(
  'Workflow',
  'Settings for the translation of a project into a language.',
  {
    language: s.STRING,
    source_language: s.nullable(s.STRING),
    translation_review: s.BOOLEAN,
    enable_suggestions: s.BOOLEAN,
    restrict_direct_editing: s.BOOLEAN,
    suggestion_voting: s.BOOLEAN,
    suggestion_autoaccept: s.INTEGER,
  },
)

/** The item schema of lists that are always empty. */
export const NOTHING = s.resource('Nothing', 'An object that only exists in Weblate.', {})
