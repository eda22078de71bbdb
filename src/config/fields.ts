import {
  checkAliases,
  checkCommit,
  checkOrigin,
  checkProxies,
  checkSlug,
  checkWeb,
} from './checks.ts'
import { choice, type Field, flag, integer, text, texts, type ValuesOf } from './field.ts'

const httpPattern = '^[hH][tT][tT][pP][sS]?://'
const year = 31_536_000

/** What stands at the top of the file, beside `projects`. */
export const siteFields = {
  dataDir: text('Folder for clones and derived data, relative to this file.', {
    default: '.gitglot',
  }),
  baseUrl: text<string | undefined>(
    'Public address of the server. Without it links start with the origin that the client used.',
    { default: undefined, pattern: httpPattern, check: checkOrigin },
  ),
  siteTitle: text('Name of the site.', { default: 'gitglot' }),
  trustedProxies: texts(
    'Addresses or CIDR ranges whose X-Forwarded-* headers are believed.',
    checkProxies,
  ),
  maxAge: integer(
    'Seconds that caches and browsers may use an answer without asking whether it is still right.',
    0,
    { minimum: 0, maximum: year },
  ),
  staleWhileRevalidate: integer(
    'Seconds after max_age that caches may go on using an answer while they ask.',
    0,
    { minimum: 0, maximum: year },
  ),
  maxObjectBytes: integer('Largest Git object that is read, in bytes.', 64 * 1024 * 1024, {
    minimum: 1,
  }),
  authors: flag('Whether authors of commits are shown: users, credits, authors of changes.', true),
  bots: texts(
    'Names or addresses of programs that commit, beside those known everywhere; * stands for any text.',
  ),
}

/** A name in addresses: letters, digits, `_` and `-`, but not `-` alone. */
export function slug(description: string, maxLength: number): Field<string> {
  return text(description, { maxLength, pattern: '^(?!-$)[-a-zA-Z0-9_]+$', check: checkSlug })
}

/** The defaults that a project sets for its components; the same fields stand in a component. */
export const sharedFields = {
  repo: text(
    'Address or path of the Git repository (a path is relative to this file), weblate://project/component to share the one of another component, or local: for none.',
    { default: '', maxLength: 300, isSecret: true, parser: 'address' },
  ),
  branch: text("Branch to serve; empty: the repository's default branch.", {
    default: '',
    maxLength: 200,
    parser: 'branch',
  }),
  stateFrom: choice(
    'What states are computed from: the served commit alone (commit), or also the commits before it: as a Weblate knows them that followed the branch (follow), or as the Weblate that commits to this repository most likely does (mirror). Then a changed source makes its translations need edit.',
    ['commit', 'follow', 'mirror'],
    'commit',
  ),
  mirrorBaseline: text(
    'With state_from mirror: nothing up to this commit makes a translation need edit; empty: up to the first commit that a Weblate signed.',
    { default: '', pattern: '^([0-9a-f]{40})?$', check: checkCommit },
  ),
  updateInterval: integer('Seconds between two looks at the remote.', 300, { minimum: 1 }),
}

/** What a project may say, beside `components` and `categories`. */
export const projectFields = {
  slug: slug('Name of the project in addresses.', 60),
  name: text('Name of the project.', { maxLength: 60 }),
  web: text('Address of the web site of the project.', { pattern: httpPattern, check: checkWeb }),
  instructions: text('What translators should know.', { default: '' }),
  languageAliases: text(
    'Language codes in file names and what they stand for: file_code:weblate_code, ...',
    { default: '', pattern: '^$|^[^:,]+:[^:,]+(,[^:,]+:[^:,]+)*$', check: checkAliases },
  ),
  checkFlags: text('Flags of the checks for all components.', { default: '', parser: 'flags' }),
  enableHooks: flag('Whether notification hooks refresh this project.', true),
  ...sharedFields,
}

/** What a category may say, beside `categories`. */
export const categoryFields = {
  slug: slug('Name of the category in addresses.', 100),
  name: text('Name of the category.', { maxLength: 100 }),
}

export type SiteFields = ValuesOf<typeof siteFields>
export type SharedFields = ValuesOf<typeof sharedFields>
export type ProjectFields = ValuesOf<typeof projectFields>
export type CategoryFields = ValuesOf<typeof categoryFields>
