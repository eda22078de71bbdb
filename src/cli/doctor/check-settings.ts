import { statSync } from 'node:fs'
import { parseAddress, withoutCredentials } from '../../address.ts'
import { limitsOf, repositoriesOf } from '../../catalog/updates/sources.ts'
import type { Config } from '../../config/config.ts'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { createSource } from '../../git/create-source.ts'
import { pickRefs } from '../../git/remote/clone-refs.ts'
import { readCredentials } from '../../git/remote/credentials.ts'
import { Remote } from '../../git/remote/remote.ts'
import { RemoteQueue } from '../../git/remote/remote-queue.ts'
import { secretsOf } from '../renew-config.ts'

/** The result of one check. A warning means that something works, but probably not as intended. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error'
  /** The subject of the check: `disk`. */
  readonly subject: string
  /** The situation, followed by a semicolon and what to do about it. */
  readonly message: string
}

/** Returns functions that create findings about one subject. */
export function findingsOf(subject: string) {
  const finding =
    (level: Finding['level']) =>
    (message: string): Finding => ({ level, subject, message })
  return { ok: finding('ok'), warning: finding('warning'), error: finding('error') }
}

/** Finds settings that are valid but probably unintended. */
export function checkSettings(config: Config, file: string): Finding[] {
  return [checkBaseUrl(config), ...checkAccess(config), ...checkSecrets(config, file)]
}

function checkBaseUrl({ baseUrl }: Config): Finding {
  const { ok, warning } = findingsOf('base_url')
  if (baseUrl === undefined) {
    return warning(
      'not set; set it to the public address, or links repeat the address that the client used',
    )
  }
  const { protocol, hostname } = new URL(baseUrl)
  if (/^(?:localhost|127\.|0\.0\.0\.0$|\[::1?\]$)/.test(hostname)) {
    return warning(
      `${baseUrl}; set it to the public address: this one leads to each reader's own machine`,
    )
  }
  if (protocol === 'http:') {
    return warning(`${baseUrl}; serve it over https, or tokens and pages can be read in transit`)
  }
  return ok(baseUrl)
}

function checkAccess(config: Config): Finding[] {
  const { warning, error } = findingsOf('access')
  const { trustedProxies, userHeader, groupsHeader, hookSecret, tokens, projects } = config
  const isAnyProxy = trustedProxies.some((range) => range.endsWith('/0'))
  const privates = projects.filter(({ accessControl }) => accessControl === 'private')
  const isEmpty = (slug: string) => !tokens.some((token) => token.projects.includes(slug))
  const closed = privates.filter(({ slug, members }) => members.length === 0 && isEmpty(slug))
  return [
    isAnyProxy &&
      error(
        'trusted_proxies contains every address, so anybody can pose as any user; list only the proxies',
      ),
    userHeader !== '' &&
      trustedProxies.length === 0 &&
      error('user_header is ignored; list the proxy that sets it in trusted_proxies'),
    userHeader === '' &&
      groupsHeader !== '' &&
      error('groups_header is ignored without user_header; set both'),
    privates.length > 0 &&
      hookSecret === '' &&
      warning('webhooks cannot refresh private projects; set hook_secret'),
    closed.length > 0 &&
      warning(
        `nobody can see ${closed.map(({ slug }) => slug).join(', ')}; add members, or a token with the project`,
      ),
  ].filter((finding) => finding !== false)
}

function checkSecrets(config: Config, file: string): Finding[] {
  const mode = statSync(file).mode & 0o077
  if (mode === 0 || secretsOf(config).length === 0) return []
  const message = `${file} has secrets, and other users can read it; chmod 600, or use settings with _file`
  return [findingsOf('secrets').warning(message)]
}

/** Checks whether repositories can be reached with the available credentials and have all branches. Fetches nothing. */
export async function checkRemotes(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Finding[]> {
  const { ok, error } = findingsOf('remote')
  const queue = new RemoteQueue()
  const repositories = [...repositoriesOf(config)]
  return Promise.all(
    repositories.map(async ([repo, { branches }]) => {
      const shown = withoutCredentials(repo)
      try {
        const missing = await missingBranches(repo, [...branches])
        if (missing.length === 0)
          return ok(`${shown} answers, and has all branches that are served`)
        const names = missing.map((branch) => branch || 'the default branch').join(', ')
        return error(`${shown}: has no ${names}; ${adviceFor('no-branch', repo)}`)
      } catch (failure) {
        if (!(failure instanceof RepositoryError)) throw failure
        return error(`${failure.message}; ${adviceFor(failure.code, repo)}`)
      }
    }),
  )

  async function missingBranches(repo: string, branches: readonly string[]) {
    const address = parseAddress(repo)
    if (address.transport === 'local') {
      const { dataDir, maxObjectBytes } = config
      const source = createSource({ url: repo, branches, dataDir, maxObjectBytes, environment })
      await source.open()
      const missing = branches.filter((branch) => source.head(branch) === undefined)
      const { error } = source
      await source.close()
      if (error !== undefined) throw error
      return missing
    }
    readCredentials(address, environment)
    const remote = new Remote({ address, environment, limits: limitsOf(config) }, queue)
    try {
      return pickRefs(await remote.list(branches.filter(Boolean)), branches).missing
    } finally {
      await remote.close()
    }
  }
}

function adviceFor(code: RepositoryErrorCode, repo: string): string {
  if (code !== 'auth') return ADVICE[code] ?? 'check repo:, and that this machine reaches the host'
  const { transport, host } = parseAddress(repo)
  if (transport === 'ssh') return 'give the account that runs gitglot a key that the host accepts'
  const name = host.toUpperCase().replace(/[^A-Z0-9]/g, '_')
  return `set GITGLOT_TOKEN_${name}, and check that it may read the repository`
}

const ADVICE: Partial<Readonly<Record<RepositoryErrorCode, string>>> = {
  credentials: 'correct the variable, or let gitglot read the file',
  damaged: 'check it with git fsck',
  disk: 'free disk space there, and let gitglot read and write the folder',
  'no-branch': 'correct branch: or push it',
  'not-found': 'correct repo:, and check that gitglot may read it',
  'not-installed': 'install the missing program',
  refused: 'correct repo:, or allow it',
  'too-large': 'raise the limit, or serve another repository',
}
