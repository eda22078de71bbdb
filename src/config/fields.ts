import { WEBLATE_VERSIONS } from '../weblate-version.ts'
import {
  choice,
  type Field,
  flag,
  integer,
  requiredText,
  size,
  text,
  texts,
  type ValuesOf,
} from './field.ts'
import {
  checkHosts,
  checkOrigin,
  checkProxies,
  checkRedis,
  checkSlug,
  checkWeb,
} from './field-checks.ts'

const HTTP_PATTERN = '^[hH][tT][tT][pP][sS]?://'
const HEADER = { pattern: '^[A-Za-z0-9-]*$', wants: 'the name of a header' }
const RATE_PATTERN = '^([1-9][0-9]{0,4}/(second|minute|hour|day))?$'
const UP_TO_A_YEAR = { minimum: 0, maximum: 31_536_000 }

/** The fields at the top of the file, besides `projects`. */
export const siteFields = {
  weblate: choice(
    'Version of Weblate to imitate, in quotes: how files are read, which checks run, what the API answers.',
    WEBLATE_VERSIONS,
    '2026.10',
  ),
  dataDir: text('Folder for clones and derived data, relative to the configuration.', {
    default: '.gitglot',
  }),
  baseUrl: text<string | undefined>(
    'Public address of the server (default: the one that the client uses). Required behind a proxy on the same machine, and for CORS.',
    { default: undefined, pattern: HTTP_PATTERN, check: checkOrigin },
  ),
  siteTitle: text('Name of the site.', { default: 'gitglot' }),
  trustedProxies: texts(
    'Addresses or CIDR ranges of proxies whose X-Forwarded-* headers are trusted.',
    checkProxies,
  ),
  maxAge: integer(
    'Seconds for which caches may reuse an answer without revalidation.',
    0,
    UP_TO_A_YEAR,
  ),
  staleWhileRevalidate: integer(
    'Seconds after max_age for which caches may reuse an answer while they revalidate it.',
    0,
    UP_TO_A_YEAR,
  ),
  staleIfError: integer(
    'Seconds after max_age for which caches may reuse an answer while gitglot fails.',
    0,
    UP_TO_A_YEAR,
  ),
  redis: text(
    'Address of a Valkey or Redis server that several servers share: redis://... or rediss://...; needs the package @redis/client.',
    { pattern: '^(rediss?://.*)?$', isSecret: true, check: checkRedis },
  ),
  requestTimeout: integer('Seconds after which a slow request gets 503 with its progress.', 10, {
    minimum: 1,
    maximum: 600,
  }),
  rateLimit: text(
    'Limit for uncached requests of one client (user, token or address), such as 100/minute; also /second, /hour, /day (default: no limit).',
    {
      pattern: RATE_PATTERN,
      wants: 'a number and second, minute, hour or day, such as 100/minute',
    },
  ),
  maxObjectBytes: size('Size limit for Git objects, which include files.', 64 * 1024 * 1024),
  memory: size<number | undefined>(
    'Memory for counts and caches (default: half of the memory of the machine or container).',
    undefined,
  ),
  disk: size(
    'Size limit for data_dir; beyond it derived data is deleted and new clones are refused.',
    10 * 2 ** 30,
  ),
  maxRemoteBytes: size('Size limit for the clone of a repository.', 2 * 2 ** 30),
  maxGitMemory: size('Memory limit of each git process.', 2 ** 30),
  remoteTimeout: integer('Seconds of silence after which a fetch is aborted.', 60, {
    minimum: 1,
    maximum: 3600,
  }),
  transferTimeout: integer('Seconds after which a fetch is aborted.', 3600, {
    minimum: 1,
    maximum: 86_400,
  }),
  redirectHosts: texts(
    'Other hosts that remotes may redirect to, with the port unless it is the default.',
    checkHosts,
  ),
  hookSecret: text('Secret that webhooks are signed with (default: unsigned ones are accepted).', {
    isSecret: true,
  }),
  logLevel: choice(
    'error, warning (problems of remotes and files), info (components read) or debug (every request and fetch).',
    ['error', 'warning', 'info', 'debug'],
    'info',
  ),
  logFormat: choice('text, or json with one object per line.', ['text', 'json'], 'text'),
  requireLogin: flag('Whether every client needs a token or a signed-in user.', false),
  userHeader: text(
    'Header in which a trusted proxy names the signed-in user, such as X-Forwarded-User.',
    HEADER,
  ),
  groupsHeader: text(
    'Header in which the proxy lists the groups of the user, separated by commas.',
    HEADER,
  ),
  authors: flag('Whether names of commit authors are shown.', true),
  bots: texts(
    'More commit authors to treat as bots: names or e-mail addresses; * matches any text.',
  ),
}

/** Returns a field with a slug: letters, digits, `_` and `-`, but not `-` alone. */
export function slug(description: string, maxLength: number): Field<string> {
  return requiredText(description, {
    maxLength,
    pattern: '^(?!-$)[-a-zA-Z0-9_]+$',
    check: checkSlug,
  })
}

/** Returns a field with severities that override the defaults of checks. */
export function severity(description: string): Field<Readonly<Record<string, Severity>>> {
  const valuesOf = ['error', 'warning', 'note']
  return { type: 'mapping', description, default: {}, valuesOf, parser: 'rule' }
}

type Severity = 'error' | 'warning' | 'note'

/** Defaults that a project sets for its components; a component has the same fields. */
export const sharedFields = {
  repo: text(
    'Address of the Git repository, or its path relative to the configuration; weblate://project/component for the repository of another component; local: for none.',
    { maxLength: 300, isSecret: true, parser: 'address' },
  ),
  branch: text("Branch to serve (default: the repository's default branch).", {
    maxLength: 200,
    parser: 'branch',
  }),
  stateFrom: choice(
    'Where the states of units come from: the files (commit), an imaginary Weblate that follows the branch (follow), or an estimate of the Weblate that commits to it (mirror).',
    ['commit', 'follow', 'mirror'],
    'commit',
  ),
  mirrorBaseline: text(
    'With state_from: mirror, ignore source changes up to this commit (default: the first one by Weblate).',
    { pattern: '^([0-9a-f]{40})?$', wants: 'a full commit id of 40 digits' },
  ),
  updateInterval: integer('Seconds between two fetches of the remote.', 300, { minimum: 1 }),
}

/** The fields of a project, besides `components` and `categories`. */
export const projectFields = {
  slug: slug('Name of the project in addresses.', 60),
  name: requiredText('Name of the project.', { maxLength: 60 }),
  web: text("Web site of the project (default: its repository's).", {
    pattern: `${HTTP_PATTERN}|^$`,
    check: checkWeb,
  }),
  weblate: text(
    'Address of a Weblate that has the project under the same slugs; "Edit" links lead there.',
    { pattern: `${HTTP_PATTERN}|^$`, check: checkOrigin },
  ),
  instructions: text('Instructions for translators.'),
  languageAliases: text(
    'Comma-separated aliases of language codes in file names: file_code:weblate_code.',
    {
      pattern: '^$|^[^:,]+:[^:,]+(,[^:,]+:[^:,]+)*$',
      wants: 'file_code:weblate_code, comma separated',
    },
  ),
  checkFlags: text('Check flags of all strings.', { parser: 'flags' }),
  translationReview: flag(
    'Whether translations marked as approved in files count as approved, not as translated.',
    false,
  ),
  sourceReview: flag(
    'Whether source strings marked as approved in files count as approved.',
    false,
  ),
  severity: severity('Severity of checks by id: error, warning or note.'),
  accessControl: choice(
    'Who sees the project: everybody (public, protected) or its members (private).',
    ['public', 'protected', 'private'],
    'public',
  ),
  members: texts('Users and @groups that see the private project.'),
  enableHooks: flag('Whether webhooks refresh the project.', true),
  ...sharedFields,
}

/** The fields of a category, besides `categories`. */
export const categoryFields = {
  slug: slug('Name of the category in addresses.', 100),
  name: requiredText('Name of the category.', { maxLength: 100 }),
}

export type SiteFields = ValuesOf<typeof siteFields>
export type SharedFields = ValuesOf<typeof sharedFields>
export type ProjectFields = ValuesOf<typeof projectFields>
export type CategoryFields = ValuesOf<typeof categoryFields>
