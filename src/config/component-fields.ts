import { formats } from '../../formats/index.ts'
import {
  choice,
  type Field,
  flag,
  integer,
  requiredText,
  scalars,
  size,
  text,
  texts,
  type ValuesOf,
} from './field.ts'
import {
  checkFilemask,
  checkPath,
  checkRegex,
  checkRepoweb,
  checkVariantRegex,
  LANGUAGE_CODE,
} from './field-checks.ts'
import { severity, sharedFields, slug } from './fields.ts'

/** A normalized path: no leading slash, and no `.`, `..` or empty segments. */
const PATH_PATTERN = '^(?!/)(?!.*//)(?!(.*/)?\\.{1,2}(/|$))[^\\x00-\\x1f\\x7f]*[^/]$'

function path(description: string): Field<string> {
  const pattern = `^$|${PATH_PATTERN}`
  return text(description, { maxLength: 400, pattern, check: checkPath })
}

/** The fields of a component, in the order of the schema. */
export const componentFields = {
  slug: slug('Name of the component in addresses.', 100),
  name: requiredText('Name of the component.', { maxLength: 100 }),
  category: text('Path of its category, such as apps/mobile.', {
    pattern: '^$|^(?!(.*/)?-(/|$))[-a-zA-Z0-9_]+(/[-a-zA-Z0-9_]+)*$',
    wants: 'slugs joined with /',
  }),
  links: texts('Slugs of other projects that share the component.'),
  vcs: choice('git, or local for a component without a repository.', ['git', 'local'], 'git'),
  ...sharedFields,
  filemask: requiredText(
    'Path of the translations, with * for the language code; without * if one file holds all languages.',
    { maxLength: 400, pattern: PATH_PATTERN, check: checkPath },
  ),
  template: path('Path of the file with the source strings; empty if translations contain them.'),
  editTemplate: flag('Whether source strings are editable; false: read-only.', true),
  intermediate: path(
    "Path of the developers' source strings, if the template is an edited form of them.",
  ),
  newBase: path('Path of the file that new translations start from.'),
  fileFormat: choice<string>('Format of the files.', [...formats.keys()]),
  fileFormatParams: scalars('Parameters of the format, named as in Weblate 2026.10.'),
  sourceLanguage: text('Code of the source language.', {
    default: 'en',
    maxLength: 50,
    pattern: LANGUAGE_CODE,
    wants: 'a language code',
  }),
  languageRegex: text(
    'Skip files whose language code does not match (Python syntax, anchored at the start).',
    { default: '^[^.]+$', maxLength: 500, check: checkRegex },
  ),
  keyFilter: text('Skip strings whose key does not match (Python syntax, anchored at the start).', {
    maxLength: 500,
    check: checkRegex,
  }),
  maxBytes: size('Size limit for all files together; files beyond it are not read.', 1024 ** 3),
  maxUnits: integer(
    'Limit for units in all files together; files beyond it are not read.',
    10_000_000,
    { minimum: 1 },
  ),
  license: text('License of the translations: an SPDX id, proprietary, or another text.', {
    maxLength: 150,
  }),
  newLang: choice(
    'Shown to clients: how to add new languages.',
    ['contact', 'url', 'add', 'none', 'existing'],
    'add',
  ),
  languageCodeStyle: choice(
    'Shown to clients: style of language codes in new files (default: that of the format).',
    [
      ...['', 'posix', 'posix_lowercase', 'bcp', 'posix_long', 'posix_long_lowercase', 'bcp_long'],
      ...['bcp_legacy', 'bcp_lower', 'android', 'appstore', 'googleplay', 'linux'],
      'linux_lowercase',
    ],
    '',
  ),
  checkFlags: text('Check flags of all strings.', { parser: 'flags' }),
  severity: severity("Severity of checks by id; overrides the project's."),
  priority: integer('Priority: 60 very high, 80 high, 100 medium, 120 low, 140 very low.', 100, {
    oneOf: [60, 80, 100, 120, 140],
  }),
  repoweb: text('Address of files on the web, with {{branch}}, {{filename}} and {{line}}.', {
    check: checkRepoweb,
  }),
  gitExport: flag('Whether readers of the component can clone its repository from /git/.', false),
  reportSourceBugs: text('Shown to clients: e-mail address for reports about source strings.', {
    pattern: '^$|^[^\\s@<>]+@[^\\s@<>]+$',
    wants: 'an e-mail address',
  }),
  agreement: text('Shown to clients: contributor agreement.'),
  isGlossary: flag('Whether the component is a glossary of the project.', false),
  glossaryColor: choice(
    'Shown to clients: color of the glossary.',
    [
      ...['navy', 'blue', 'aqua', 'teal', 'olive', 'green', 'lime', 'yellow', 'orange', 'red'],
      ...['maroon', 'fuchsia', 'purple', 'black', 'gray', 'silver'],
    ],
    'silver',
  ),
  allowTranslationPropagation: flag(
    'Whether the checks inconsistent and reused compare the component with others (default for glossaries: false).',
    true,
  ),
  manageUnits: flag(
    'Shown to clients: whether strings can be added and removed (default for glossaries: true).',
    false,
  ),
  enableSuggestions: flag('Shown to clients: whether suggestions can be made.', true),
  suggestionVoting: flag('Shown to clients: whether suggestions are voted on.', false),
  suggestionAutoaccept: integer(
    'Shown to clients: votes that accept a suggestion: 0, or at least 2 together with suggestion_voting.',
    0,
    { minimum: 0, check: (value) => (value === 1 ? 'needs 0 or at least 2' : undefined) },
  ),
  pushBranch: text('Shown to clients: branch that translations are pushed to.', {
    maxLength: 200,
    parser: 'branch',
  }),
  push: text('Shown to clients: address that translations are pushed to.', {
    maxLength: 300,
    isSecret: true,
    parser: 'address',
  }),
  screenshotFilemask: text('Shown to clients: path of screenshots with a *.', {
    maxLength: 400,
    pattern: '^$|\\*',
    check: checkFilemask,
  }),
  variantRegex: text('Shown to clients: expression for the part of a key that names a variant.', {
    maxLength: 190,
    check: checkVariantRegex,
  }),
  restricted: flag('Shown to clients: whether only some users have access.', false),
  enforcedChecks: texts('Shown to clients: ids of checks that translations must pass.'),
  mergeStyle: choice(
    'Shown to clients: how changes of the remote are merged.',
    ['merge', 'rebase', 'merge_noff'],
    'rebase',
  ),
  pushOnCommit: flag('Shown to clients: whether commits are pushed at once.', true),
  commitPendingAge: integer('Shown to clients: hours after which changes are committed.', 24, {
    minimum: 0,
    maximum: 2160,
  }),
  autoLockError: flag('Shown to clients: whether an error locks the component.', true),
}

/** The values of a component. `linkedComponent` is derived from `repo`. */
export type ComponentFields = ValuesOf<typeof componentFields>
