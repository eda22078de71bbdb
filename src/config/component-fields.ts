import {
  checkCategory,
  checkEmail,
  checkFilemask,
  checkLanguageCode,
  checkLicense,
  checkPath,
  checkRegex,
  checkRepoweb,
  checkSlug,
} from './checks.ts'
import type { ComponentConfig } from './config.ts'
import { sharedFields, slugPattern, type Table } from './fields.ts'
import { shownFields } from './shown-fields.ts'

/** What stands in a component. `linkedComponent` comes from `repo`. */
export type ComponentFields = Omit<ComponentConfig, 'linkedComponent'>

/** A path in its simplest form: no leading slash, no `.`, `..` or empty parts. */
const pathPattern = '^$|^(?!/)(?!.*//)(?!(.*/)?\\.{1,2}(/|$))[^\\x00-\\x1f\\x7f]*[^/]$'

/** What a component may say, in the order of the schema. */
export const componentFields: Table<ComponentFields> = {
  slug: {
    type: 'string',
    description: 'Name of the component in addresses.',
    maxLength: 100,
    pattern: slugPattern,
    check: checkSlug,
  },
  name: { type: 'string', description: 'Name of the component.', maxLength: 100 },
  category: {
    type: 'string',
    description: 'Category that it is in, with those around that one: apps/mobile; empty: in none.',
    default: '',
    pattern: '^$|^(?!(.*/)?-(/|$))[-a-zA-Z0-9_]+(/[-a-zA-Z0-9_]+)*$',
    check: checkCategory,
  },
  links: {
    type: 'strings',
    description: 'Slugs of other projects that it is shared into.',
    default: [],
  },
  vcs: {
    type: 'string',
    description: 'git, or local for a component without a repository.',
    default: 'git',
    oneOf: ['git', 'local'],
  },
  ...sharedFields,
  filemask: {
    type: 'string',
    description: 'Path of the translations with a * for the language code.',
    maxLength: 400,
    pattern: '\\*',
    check: checkFilemask,
  },
  template: {
    type: 'string',
    description:
      'Path of the file with the source strings, for formats with keys; empty: bilingual files.',
    default: '',
    maxLength: 400,
    pattern: pathPattern,
    check: checkPath,
  },
  editTemplate: {
    type: 'boolean',
    description: 'False makes the source strings read-only.',
    default: true,
  },
  intermediate: {
    type: 'string',
    description: "Path of the developers' source strings, when the template is their edited form.",
    default: '',
    maxLength: 400,
    pattern: pathPattern,
    check: checkPath,
  },
  newBase: {
    type: 'string',
    description: 'Path of the file that new translations start from.',
    default: '',
    maxLength: 400,
    pattern: pathPattern,
    check: checkPath,
  },
  fileFormat: {
    type: 'string',
    description: 'Format of the files.',
    oneOf: ['arb', 'json', 'json-nested', 'aresource', 'tbx'],
  },
  sourceLanguage: {
    type: 'string',
    description: 'Code of the source language.',
    default: 'en',
    maxLength: 50,
    pattern: '^[a-zA-Z0-9@_+-]+$',
    check: checkLanguageCode,
  },
  languageRegex: {
    type: 'string',
    description:
      'Files whose language code does not match are left out (Python syntax, anchored at the start).',
    default: '^[^.]+$',
    maxLength: 500,
    check: checkRegex,
  },
  keyFilter: {
    type: 'string',
    description:
      'Strings whose key does not match are left out (Python syntax, anchored at the start).',
    default: '',
    maxLength: 500,
    check: checkRegex,
  },
  license: {
    type: 'string',
    description: 'SPDX id of the license of the translations, or proprietary.',
    default: '',
    check: checkLicense,
  },
  newLang: {
    type: 'string',
    description: 'How new languages come in.',
    default: 'add',
    oneOf: ['contact', 'url', 'add', 'none'],
  },
  languageCodeStyle: {
    type: 'string',
    description: 'How new files would write their language code; empty: as the format does.',
    default: '',
    oneOf: [
      ...['', 'posix', 'posix_lowercase', 'bcp', 'posix_long', 'posix_long_lowercase', 'bcp_long'],
      ...[
        'bcp_legacy',
        'bcp_lower',
        'android',
        'appstore',
        'googleplay',
        'linux',
        'linux_lowercase',
      ],
    ],
  },
  checkFlags: {
    type: 'string',
    description: 'Flags of the checks.',
    default: '',
    parser: 'flags',
  },
  priority: {
    type: 'integer',
    description: '60 very high, 80 high, 100 medium, 120 low, 140 very low.',
    default: 100,
    oneOf: [60, 80, 100, 120, 140],
  },
  repoweb: {
    type: 'string',
    description: 'Template of the address that shows a file: {{branch}}, {{filename}}, {{line}}.',
    default: '',
    check: checkRepoweb,
  },
  reportSourceBugs: {
    type: 'string',
    description: 'E-mail address for reports about source strings.',
    default: '',
    check: checkEmail,
  },
  agreement: { type: 'string', description: 'Contributor agreement.', default: '' },
  isGlossary: {
    type: 'boolean',
    description: 'Whether its strings are the terms of the project.',
    default: false,
  },
  glossaryColor: {
    type: 'string',
    description: 'Color of the glossary.',
    default: 'silver',
    oneOf: [
      ...['navy', 'blue', 'aqua', 'teal', 'olive', 'green', 'lime', 'yellow', 'orange', 'red'],
      ...['maroon', 'fuchsia', 'purple', 'black', 'gray', 'silver'],
    ],
  },
  allowTranslationPropagation: {
    type: 'boolean',
    description: 'Whether equal strings of other components count as the same; a glossary: false.',
    default: true,
  },
  ...shownFields,
}
