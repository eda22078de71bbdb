import { WEBLATE_VERSIONS } from '../weblate-version.ts'
import {
  checkAliases,
  checkCommit,
  checkHeader,
  checkOrigin,
  checkProxies,
  checkRate,
  checkRedis,
  checkSlug,
  checkWeb,
  RATE,
} from './checks.ts'
import {
  choice,
  type Field,
  flag,
  integer,
  mapping,
  size,
  text,
  texts,
  type ValuesOf,
} from './field.ts'

const HTTP_PATTERN = '^[hH][tT][tT][pP][sS]?://'
const HEADER_PATTERN = '^[A-Za-z0-9-]*$'
const YEAR_SECONDS = 31_536_000

/** The fields at the top of the file, beside `projects`. */
export const siteFields = {
  weblate: choice(
    'Version of Weblate, in quotes, whose answers gitglot gives: how files are read, which checks run, what the API says.',
    WEBLATE_VERSIONS,
    '2026.10',
  ),
  dataDir: text('Folder for clones and derived data, relative to this file.', {
    default: '.gitglot',
  }),
  baseUrl: text<string | undefined>(
    'Public address of the server (default: the origin that the client uses). Only with it may pages of other sites read answers, and may a server that listens on this machine alone have another name than localhost.',
    { default: undefined, pattern: HTTP_PATTERN, check: checkOrigin },
  ),
  siteTitle: text('Name of the site.', { default: 'gitglot' }),
  trustedProxies: texts(
    'Addresses or CIDR ranges whose X-Forwarded-* headers are trusted.',
    checkProxies,
  ),
  maxAge: integer(
    'Seconds for which caches and browsers may use an answer without revalidating it.',
    0,
    { minimum: 0, maximum: YEAR_SECONDS },
  ),
  staleWhileRevalidate: integer(
    'Seconds after max_age for which caches may keep using an answer while they revalidate it.',
    0,
    { minimum: 0, maximum: YEAR_SECONDS },
  ),
  staleIfError: integer(
    'Seconds after max_age for which caches may keep using an answer while gitglot cannot be reached or fails.',
    0,
    { minimum: 0, maximum: YEAR_SECONDS },
  ),
  redis: text(
    'Address of a Valkey or Redis server through which several servers share digests, looks at remotes and rate limits: redis://... or rediss://...; needs the package @redis/client (default: none).',
    { default: '', pattern: '^(rediss?://.*)?$', isSecret: true, check: checkRedis },
  ),
  requestTimeout: integer(
    'Seconds that a request waits for an answer that takes long to work out, before it is told how far that is (503).',
    10,
    { minimum: 1, maximum: 600 },
  ),
  rateLimit: text(
    'How much one client (a user, a token, or else an address) may ask that is not in the cache, such as 100/minute; also /second, /hour, /day (default: no limit).',
    { default: '', pattern: RATE, check: checkRate },
  ),
  maxObjectBytes: size('Size limit for Git objects, and so for files.', 64 * 1024 * 1024, {
    minimum: 1,
  }),
  memory: size<number | undefined>(
    'Memory for digests and caches together (default: half of what the machine or container has).',
    undefined,
    { minimum: 1 },
  ),
  disk: size(
    'Size limit for data_dir: over it derived values are removed, and no repository is cloned any more.',
    10 * 2 ** 30,
    { minimum: 1 },
  ),
  maxRemoteBytes: size('Size limit for the clone of a repository.', 2 * 2 ** 30, { minimum: 1 }),
  maxGitMemory: size('Memory limit for each process of git.', 2 ** 30, { minimum: 1 }),
  remoteTimeout: integer('Seconds after which a remote that is silent is given up.', 60, {
    minimum: 1,
    maximum: 3600,
  }),
  transferTimeout: integer('Seconds after which a fetch is given up.', 3600, {
    minimum: 1,
    maximum: 86_400,
  }),
  redirectHosts: texts(
    'Hosts that remotes may redirect to beside themselves, each with its port unless that is the default one.',
  ),
  hookSecret: text('What webhooks are signed with (default: unsigned ones are taken).', {
    default: '',
    isSecret: true,
  }),
  logLevel: choice(
    'What is logged: mistakes of gitglot (error), also what is wrong elsewhere (warning), also what was read (info), or also each request and fetch (debug).',
    ['error', 'warning', 'info', 'debug'],
    'info',
  ),
  logFormat: choice(
    'How: lines for people (text), or one JSON object a line (json).',
    ['text', 'json'],
    'text',
  ),
  requireLogin: flag('Whether only clients with a token or a user get answers.', false),
  userHeader: text(
    'Header in which a trusted proxy names the user that it has signed in, such as X-Forwarded-User (default: none is believed).',
    { default: '', pattern: HEADER_PATTERN, check: checkHeader },
  ),
  groupsHeader: text('Header in which it names the groups of the user, with commas between them.', {
    default: '',
    pattern: HEADER_PATTERN,
    check: checkHeader,
  }),
  authors: flag('Whether authors of commits are shown: users, credits, authors of changes.', true),
  bots: texts(
    'Names or addresses of programs that commit, beside well-known ones; * matches any text.',
  ),
}

/** A name in addresses: letters, digits, `_` and `-`, but not `-` alone. */
export function slug(description: string, maxLength: number): Field<string> {
  return text(description, { maxLength, pattern: '^(?!-$)[-a-zA-Z0-9_]+$', check: checkSlug })
}

/** Severities that differ from the defaults of the checks. */
export function severity(description: string): Field<Readonly<Record<string, Severity>>> {
  return mapping(description, ['error', 'warning', 'note'], 'rule')
}

type Severity = 'error' | 'warning' | 'note'

/** The defaults that a project sets for its components; the same fields stand in a component. */
export const sharedFields = {
  repo: text(
    'Address or path of the Git repository (relative to this file), weblate://project/component to share that of another component, or local: for none.',
    { default: '', maxLength: 300, isSecret: true, parser: 'address' },
  ),
  branch: text("Branch to serve (default: the repository's default branch).", {
    default: '',
    maxLength: 200,
    parser: 'branch',
  }),
  stateFrom: choice(
    'Where states come from: the served commit (commit), or the history, as in a Weblate that followed the branch (follow) or in the Weblate that commits to this repository (mirror, an estimate). With a history, translations need editing when their source changes.',
    ['commit', 'follow', 'mirror'],
    'commit',
  ),
  mirrorBaseline: text(
    'With state_from: mirror, ignore source changes up to this commit (default: the first commit written by Weblate).',
    { default: '', pattern: '^([0-9a-f]{40})?$', check: checkCommit },
  ),
  updateInterval: integer('Seconds between two fetches of the remote.', 300, { minimum: 1 }),
}

/** The fields of a project, beside `components` and `categories`. */
export const projectFields = {
  slug: slug('Name of the project in addresses.', 60),
  name: text('Name of the project.', { maxLength: 60 }),
  web: text(
    'Address of the web site of the project (default: that of its repository, where that has an address).',
    {
      default: '',
      pattern: `${HTTP_PATTERN}|^$`,
      check: (one) => (one === '' ? undefined : checkWeb(one)),
    },
  ),
  weblate: text(
    'Address of the Weblate in which the project is translated under the same slugs: "Edit" leads to its strings (default: none).',
    {
      default: '',
      pattern: `${HTTP_PATTERN}|^$`,
      check: (one) => (one === '' ? undefined : checkOrigin(one)),
    },
  ),
  instructions: text('Instructions for translators.', { default: '' }),
  languageAliases: text(
    'Comma-separated aliases of language codes in file names: file_code:weblate_code.',
    { default: '', pattern: '^$|^[^:,]+:[^:,]+(,[^:,]+:[^:,]+)*$', check: checkAliases },
  ),
  checkFlags: text('Flags of the checks for all components.', { default: '', parser: 'flags' }),
  translationReview: flag(
    'Whether translations that their files mark as approved are so, or translated as any other.',
    false,
  ),
  sourceReview: flag('The same for the texts of templates.', false),
  severity: severity(
    'Severities of checks for all components: error, warning or note for each id.',
  ),
  accessControl: choice(
    'Who sees the project: everybody (public, and protected, as nobody can write), or its members (private), for whom alone it exists.',
    ['public', 'protected', 'private'],
    'public',
  ),
  members: texts(
    'Who sees the private project: names of users, and of groups with an @ before them.',
  ),
  enableHooks: flag('Whether notification hooks refresh this project.', true),
  ...sharedFields,
}

/** The fields of a category, beside `categories`. */
export const categoryFields = {
  slug: slug('Name of the category in addresses.', 100),
  name: text('Name of the category.', { maxLength: 100 }),
}

export type SiteFields = ValuesOf<typeof siteFields>
export type SharedFields = ValuesOf<typeof sharedFields>
export type ProjectFields = ValuesOf<typeof projectFields>
export type CategoryFields = ValuesOf<typeof categoryFields>
