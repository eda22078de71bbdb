import {
  checkAliases,
  checkCommit,
  checkOrigin,
  checkProxies,
  checkSlug,
  checkWeb,
} from './checks.ts'
import type { CategoryConfig, Config, ProjectConfig, StateFrom } from './config.ts'

/**
 * One field of the configuration: what the reader checks, what the editors' schema says and what people read about it.
 * Its name in the file is that of the property in snake_case, as Weblate's.
 */
export interface Field<V> {
  readonly type: TypeName<V>
  readonly description: string
  /** Absent: the field is required. */
  readonly default?: V
  readonly oneOf?: readonly V[]
  /** In characters; for numbers the largest value is `maximum`. */
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  /** The value may also stand in a file that `<name>_file` names. */
  readonly isSecret?: boolean
  /** Which of the reader's parsers must take the text. */
  readonly parser?: ParserName
  /** A regular expression for the schema; `check` says the same in words. */
  readonly pattern?: string
  /** What is wrong with a value of the right type; undefined: nothing. */
  readonly check?: (value: V) => string | undefined
}

type TypeName<V> = V extends string | undefined
  ? 'string'
  : V extends number
    ? 'integer'
    : V extends boolean
      ? 'boolean'
      : 'strings'

/** Languages inside the configuration that other rooms know how to parse. */
export type ParserName = 'flags' | 'address' | 'branch'

/** A field for each property. */
export type Table<T> = { readonly [K in keyof T]-?: Field<T[K]> }

/** What stands at the top of the file, beside `projects`. */
type SiteFields = Omit<Config, 'projects'>

/** What a project says for all its components that do not say otherwise. */
interface ComponentDefaults {
  readonly repo: string
  readonly branch: string
  readonly stateFrom: StateFrom
  /** A commit id; `''`: the first commit that a Weblate signed. */
  readonly mirrorBaseline: string
  readonly updateInterval: number
}

/** What stands in a project, beside `components`. */
export type ProjectFields = Omit<ProjectConfig, 'components' | 'categories'> & ComponentDefaults

/** What stands in a category, beside `categories`. */
export type CategoryFields = Omit<CategoryConfig, 'path'>

/** Letters, digits, `_` and `-`, but not `-` alone. */
export const slugPattern = '^(?!-$)[-a-zA-Z0-9_]+$'

const httpPattern = '^[hH][tT][tT][pP][sS]?://'

/** What stands at the top of the file. */
export const siteFields: Table<SiteFields> = {
  dataDir: {
    type: 'string',
    description: 'Folder for clones and derived data, relative to this file.',
    default: '.gitglot',
  },
  baseUrl: {
    type: 'string',
    description:
      'Public address of the server. Without it links start with the origin that the client used.',
    default: undefined,
    pattern: httpPattern,
    check: checkOrigin,
  },
  siteTitle: { type: 'string', description: 'Name of the site.', default: 'gitglot' },
  trustedProxies: {
    type: 'strings',
    description: 'Addresses or CIDR ranges whose X-Forwarded-* headers are believed.',
    default: [],
    check: checkProxies,
  },
  maxAge: {
    type: 'integer',
    description:
      'Seconds that caches and browsers may use an answer without asking whether it is still right.',
    default: 0,
    minimum: 0,
    maximum: 31_536_000,
  },
  staleWhileRevalidate: {
    type: 'integer',
    description: 'Seconds after max_age that caches may go on using an answer while they ask.',
    default: 0,
    minimum: 0,
    maximum: 31_536_000,
  },
  maxObjectBytes: {
    type: 'integer',
    description: 'Largest Git object that is read, in bytes.',
    default: 64 * 1024 * 1024,
    minimum: 1,
  },
  authors: {
    type: 'boolean',
    description: 'Whether authors of commits are shown: users, credits, authors of changes.',
    default: true,
  },
  bots: {
    type: 'strings',
    description:
      'Names or addresses of programs that commit, beside those known everywhere; * stands for any text.',
    default: [],
  },
}

/** The defaults that a project sets for its components; the same fields stand in a component. */
export const sharedFields: Table<ComponentDefaults> = {
  repo: {
    type: 'string',
    description:
      'Address or path of the Git repository (a path is relative to this file), weblate://project/component to share the one of another component, or local: for none.',
    default: '',
    maxLength: 300,
    isSecret: true,
    parser: 'address',
  },
  branch: {
    type: 'string',
    description: "Branch to serve; empty: the repository's default branch.",
    default: '',
    maxLength: 200,
    parser: 'branch',
  },
  stateFrom: {
    type: 'string',
    description:
      'What states are computed from: the served commit alone (commit), or also the commits before it: as a Weblate knows them that followed the branch (follow), or as the Weblate that commits to this repository most likely does (mirror). Then a changed source makes its translations need edit.',
    default: 'commit',
    oneOf: ['commit', 'follow', 'mirror'],
  },
  mirrorBaseline: {
    type: 'string',
    description:
      'With state_from mirror: nothing up to this commit makes a translation need edit; empty: up to the first commit that a Weblate signed.',
    default: '',
    pattern: '^([0-9a-f]{40})?$',
    check: checkCommit,
  },
  updateInterval: {
    type: 'integer',
    description: 'Seconds between two looks at the remote.',
    default: 300,
    minimum: 1,
  },
}

/** What a project may say. */
export const projectFields: Table<ProjectFields> = {
  slug: {
    type: 'string',
    description: 'Name of the project in addresses.',
    maxLength: 60,
    pattern: slugPattern,
    check: checkSlug,
  },
  name: { type: 'string', description: 'Name of the project.', maxLength: 60 },
  web: {
    type: 'string',
    description: 'Address of the web site of the project.',
    pattern: httpPattern,
    check: checkWeb,
  },
  instructions: { type: 'string', description: 'What translators should know.', default: '' },
  languageAliases: {
    type: 'string',
    description:
      'Language codes in file names and what they stand for: file_code:weblate_code, ...',
    default: '',
    pattern: '^$|^[^:,]+:[^:,]+(,[^:,]+:[^:,]+)*$',
    check: checkAliases,
  },
  checkFlags: {
    type: 'string',
    description: 'Flags of the checks for all components.',
    default: '',
    parser: 'flags',
  },
  enableHooks: {
    type: 'boolean',
    description: 'Whether notification hooks refresh this project.',
    default: true,
  },
  ...sharedFields,
}

/** What a category may say. */
export const categoryFields: Table<CategoryFields> = {
  slug: {
    type: 'string',
    description: 'Name of the category in addresses.',
    maxLength: 100,
    pattern: slugPattern,
    check: checkSlug,
  },
  name: { type: 'string', description: 'Name of the category.', maxLength: 100 },
}

/** The name in the file of a property: `languageRegex` is `language_regex`. */
export function fieldName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
