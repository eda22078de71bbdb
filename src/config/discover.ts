import { checkParam } from '../../formats/params.ts'
import { type ComponentFields, componentFields } from './component-fields.ts'
import type { ComponentConfig, DiscoverRules, ProjectConfig } from './config.ts'
import { type Table, text, texts, type ValuesOf } from './field.ts'
import { type Context, type FieldReader, readFields, readMap } from './field-reader.ts'
import { type ProjectFields, sharedFields } from './fields.ts'
import type { LocatedMap } from './yaml.ts'

/** Fields of a component that the project sets or discovery finds. */
const OWN: ReadonlySet<string> = new Set([
  ...['slug', 'name', 'vcs', 'filemask'],
  ...Object.keys(sharedFields),
])

const sharable = Object.fromEntries(
  Object.entries(componentFields).filter(([property]) => !OWN.has(property)),
) as Omit<typeof componentFields, 'slug' | 'name' | 'vcs' | 'filemask' | keyof typeof sharedFields>

const COMPONENT = '<component>'
const LANGUAGE = '<language>'

/** Fields that say what to discover. */
export const findingFields = {
  take: texts(
    'Only components whose filemask matches one of these patterns; * matches any text (default: all).',
  ),
  leave: texts('Skip components whose filemask matches one of these patterns.'),
  pattern: text(
    `Path of translations with ${COMPONENT} and ${LANGUAGE} in it; template, intermediate and new_base may contain ${COMPONENT} (default: gitglot finds the layouts).`,
    { maxLength: 400, check: checkPattern },
  ),
}

/** The fields of `discover` in a project: what to discover, then what all discovered components share. */
export const discoverFields = {
  ...findingFields,
  ...sharable,
  fileFormat: { ...componentFields.fileFormat, default: '' },
}

type GivenFields = Partial<ValuesOf<typeof sharable>>

/** Reads how to discover the components of a project without `components`. Reports fields that do not fit together. */
export function readDiscover(
  projectMap: LocatedMap,
  project: FieldReader<ProjectFields>,
  context: Context,
): DiscoverRules {
  const { repo = '' } = project.values
  if (repo === '' && !project.has('repo')) {
    project.report('repo', 'is required in a project without components')
  }
  if (repo.startsWith('weblate://') || repo === 'local:') {
    project.report('repo', 'needs an address or a path in a project without components')
  }
  const map = readMap('discover', projectMap, context)
  if (map === undefined) return { take: [], leave: [], pattern: '', fields: {} }
  const reader = readFields(discoverFields, map, context)
  const { take = [], leave = [], pattern = '', ...fields } = reader.values
  if (reader.has('pattern') && !reader.has('fileFormat')) reader.report('fileFormat', 'is required')
  const keys = ['fileFormat', 'fileFormatParams', 'template', 'intermediate', 'newBase'] as const
  for (const property of reader.has('pattern') ? [] : keys) {
    if (reader.has(property)) reader.report(property, 'needs a pattern')
  }
  checkParams(fields, map, context)
  return { take, leave, pattern, fields: fields as GivenFields }
}

function checkPattern(pattern: string): string | undefined {
  const count = (part: string) => pattern.split(part).length - 1
  if (count(COMPONENT) === 0) return `needs ${COMPONENT}`
  if (count(LANGUAGE) !== 1) return `needs ${LANGUAGE} once`
  return /[*?[\]]/.test(pattern) ? 'needs no wildcards' : undefined
}

type FoundFields = Pick<ComponentFields, 'slug' | 'name' | 'fileFormat' | 'filemask'> &
  Partial<ComponentFields>

const defaults = Object.fromEntries(
  Object.entries<Table[string]>(componentFields).flatMap(([property, field]) =>
    'default' in field ? [[property, field.default]] : [],
  ),
) as Omit<ComponentFields, 'slug' | 'name' | 'fileFormat' | 'filemask'>

/** Returns the configuration of a discovered component, with what the project sets for all components. */
export function discoveredComponent(
  { discover }: Pick<ProjectConfig, 'discover'>,
  foundFields: FoundFields,
): ComponentConfig {
  const { take: _take, leave: _leave, pattern: _pattern, fields, ...shared } = discover!
  const { template: _t, intermediate: _i, newBase: _n, checkFlags, ...givenFields } = fields
  return {
    ...defaults,
    ...shared,
    ...(foundFields.isGlossary && GLOSSARY),
    ...foundFields,
    ...givenFields,
    keyFilter: givenFields.keyFilter || foundFields.keyFilter || defaults.keyFilter,
    checkFlags: [foundFields.checkFlags, checkFlags].filter(Boolean).join(', '),
    languageRegex: givenFields.languageRegex || foundFields.languageRegex || defaults.languageRegex,
    linkedComponent: undefined,
  }
}

/** Weblate's defaults for glossaries. */
export const GLOSSARY = {
  allowTranslationPropagation: false,
  manageUnits: true,
  newLang: 'none',
} as const

/** Reports each parameter that the format does not have, at its location. */
export function checkParams(
  { fileFormat, fileFormatParams = {} }: Partial<ComponentFields>,
  map: LocatedMap,
  { report }: Context,
): void {
  const located = map.entries.get('file_format_params')?.value
  if (fileFormat === undefined || located?.kind !== 'map') return
  for (const [name, { offset, value }] of located.entries) {
    const param = fileFormatParams[name]
    const message = param === undefined ? undefined : checkParam(fileFormat, name, param)
    if (message !== undefined) report(offset, value.path, message)
  }
}
