import type { JSONObject, JSONValue } from '@modelcontextprotocol/server'
import diff from '../../schemas/diff.schema.json' with { type: 'json' }
import history from '../../schemas/history.schema.json' with { type: 'json' }
import list from '../../schemas/list.schema.json' with { type: 'json' }
import review from '../../schemas/review.schema.json' with { type: 'json' }
import status from '../../schemas/status.schema.json' with { type: 'json' }

/** JSON Schema. */
export type Schema = JSONObject

type Schemas = Record<string, Schema>

/** The JSON Schema of a tool's result. */
export interface OutputSchema extends Schema {
  type: 'object'
}

const STRING = { type: 'string' }
const TEXTS = { type: 'array', items: STRING }
/** Null if the position was not looked up. */
const POSITION = { type: ['integer', 'null'], minimum: 1 }
/** A commit id, or on a server the requested ref. */
const SIDES = { base: STRING, head: { type: ['string', 'null'] } }

function ref(name: string): Schema {
  return { $ref: `#/definitions/${name}` }
}

function object(properties: Schemas): OutputSchema {
  return { type: 'object', required: Object.keys(properties), properties }
}

/** Returns the schemas of a page from `pageOf`, for items with a definition. */
function page(name: string): Schemas {
  return {
    total: { type: 'integer', minimum: 0, description: 'Number of items on all pages.' },
    items: { type: 'array', items: ref(name) },
    next: { type: ['integer', 'null'], description: 'The `offset` of the next page.' },
  }
}

/** Returns the schema of a result with these properties, and the reasons for missing parts. */
function answer(properties: Schemas, definitions: Schemas): OutputSchema {
  const unreadable = {
    ...TEXTS,
    description: 'Files and repositories that cannot be read, and why.',
  }
  return {
    ...object(properties),
    properties: { ...properties, unreadable },
    definitions: withCuts(definitions),
  }
}

/** Allows for lists cut by `pageOf`, whose last item may be a text with the number of omitted items. */
function withCuts(schema: Schema): Schema {
  const copied = Object.entries(schema).map(([keyword, value]): [string, JSONValue] => {
    if (keyword === 'items') return [keyword, { anyOf: [value, STRING] }]
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [keyword, isSchema ? withCuts(value) : value]
  })
  return Object.fromEntries(copied)
}

/** Adds properties to the definition of an object, all of whose properties are required. */
function extended(definition: { readonly properties: Schemas }, more: Schemas): Schema {
  return { ...definition, ...object({ ...definition.properties, ...more }) }
}

const { component, translation } = status.definitions
const { translations: _, ...ofComponent } = component.properties

export const outputs = {
  components: answer(page('component'), {
    ...status.definitions,
    component: extended({ ...component, properties: ofComponent }, { languages: TEXTS }),
  }),
  statistics: answer(
    {
      sums: ref('counts'),
      projects: status.properties.projects,
      languages: object(page('language')),
      ...page('row'),
    },
    { ...status.definitions, row: extended(translation, { component: STRING }) },
  ),
  strings: answer(page('string'), {
    ...list.definitions,
    string: extended(list.definitions.unit, {
      placeholders: { ...TEXTS, description: 'Parts of the source that a translation must keep.' },
      glossary: { type: 'array', items: object({ source: STRING, target: STRING }) },
      otherLanguages: { type: 'object', additionalProperties: TEXTS },
    }),
  }),
  differences: answer(
    { ...SIDES, newAlerts: object(page('alert')), ...page('difference') },
    {
      ...diff.definitions,
      alert: diff.properties.components.items.properties.newAlerts.items,
      difference: extended(diff.definitions.unit, { component: STRING, language: STRING }),
    },
  ),
  review: answer(
    {
      ...{ summary: STRING, ...SIDES, languages: review.properties.languages },
      ...{ authors: review.properties.authors, bulk: review.properties.bulk },
      newAlerts: review.properties.newAlerts,
      ...page('string'),
    },
    review.definitions,
  ),
  histories: answer(page('string'), history.definitions),
  keys: answer(page('finding'), {
    finding: object({
      ...{ component: STRING, rule: { enum: ['unused-key', 'undefined-key'] }, key: STRING },
      ...{ message: STRING, filename: STRING, line: POSITION, column: POSITION },
    }),
  }),
}
