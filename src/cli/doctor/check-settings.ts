import { statSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
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
      'not set; set it to the public address, or links repeat the one that a client used',
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
        'trusted_proxies contains every address, so anybody can claim to be anybody; list only the proxies',
      ),
    userHeader !== '' &&
      trustedProxies.length === 0 &&
      error('user_header is ignored; list the proxy that sets it in trusted_proxies'),
    userHeader === '' &&
      groupsHeader !== '' &&
      error('groups_header is ignored without user_header; set both'),
    privates.length > 0 &&
      hookSecret === '' &&
      warning('webhooks of private projects find nothing; set hook_secret'),
    closed.length > 0 &&
      warning(
        `nobody can see ${closed.map(({ slug }) => slug).join(', ')}; add members, or a token with the project`,
      ),
  ].filter((finding) => finding !== false)
}

function checkSecrets(config: Config, file: string): Finding[] {
  const mode = statSync(file).mode & 0o077
  if (mode === 0 || secretsOf(config).length === 0) return []
  const { warning } = findingsOf('secrets')
  return [
    warning(
      `${file} has secrets, and other users can read it; chmod 600, or use settings with _file`,
    ),
  ]
}
