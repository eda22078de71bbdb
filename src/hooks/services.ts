/** The facts about a push in a delivery. */
export interface Push {
  /** Addresses of the repository, in all forms that a component may use. */
  readonly repositories: readonly string[]
  /** `owner/name`; `''` if the delivery does not contain it. */
  readonly fullName: string
  /** Undefined for any branch. */
  readonly branch: string | undefined
  /** The repository's default branch, if the delivery contains it. */
  readonly defaultBranch?: string | undefined
  /** New commit of the branch, if the delivery contains it. */
  readonly commit: string | undefined
}

/** Parsed JSON of unknown structure. */
export type Payload = { readonly [key: string]: unknown }

/** A service that sends webhooks, and how it signs them. */
export interface Service {
  isPush(header: (name: string) => string | undefined, payload: Payload): boolean
  /** Throws TypeError if fields are missing. */
  read(payload: Payload): Push
  /** Header with the HMAC-SHA-256 of the body as hex digits, after an optional `sha256=`. */
  readonly signature?: string
  /** Header with the secret itself. */
  readonly token?: string
}

/** Services by their name in addresses: those of Weblate, and Forgejo. */
export const services: Readonly<Record<string, Service>> = {
  github: {
    isPush: (header) => header('x-github-event') === 'push',
    signature: 'x-hub-signature-256',
    read: (payload) => {
      const repository = mapOf(payload['repository'])
      const owner = mapOf(repository['owner'])
      const fullName = `${optional(owner['login']) ?? textOf(owner['name'])}/${textOf(repository['name'])}`
      const fields = ['clone_url', 'git_url', 'ssh_url', 'svn_url', 'html_url', 'url']
      const addresses = textsIn(repository, fields)
      const named =
        repository['clone_url'] === undefined
          ? ['git://github.com/', 'https://github.com/', 'git@github.com:'].map(
              (start) => `${start}${fullName}.git`,
            )
          : []
      return { ...branchOf(payload), repositories: bothForms([...addresses, ...named]), fullName }
    },
  },
  gitea: {
    isPush: () => true,
    signature: 'x-gitea-signature',
    read: (payload) => readPush(payload, ['clone_url', 'ssh_url', 'html_url'], 'full_name'),
  },
  gitee: {
    isPush: () => true,
    token: 'x-gitee-token',
    read: (payload) => {
      const fields = ['git_http_url', 'git_ssh_url', 'git_url', 'ssh_url', 'html_url']
      return readPush(payload, fields, 'path_with_namespace')
    },
  },
  gitlab: {
    isPush: (_, payload) => payload['ref'] !== undefined,
    token: 'x-gitlab-token',
    read: (payload) => {
      const repository = mapOf(payload['repository'])
      const homepage = optional(repository['homepage'])
      const repositories = [
        ...textsIn(repository, ['url', 'git_http_url', 'git_ssh_url', 'homepage']),
        ...(homepage === undefined ? [] : [`${homepage}.git`]),
      ]
      const fullName = textOf(mapOf(payload['project'])['path_with_namespace'])
      return { ...branchOf(payload), repositories, fullName }
    },
  },
  bitbucket: {
    isPush: (header) => BITBUCKET_PUSHES.has(header('x-event-key') ?? ''),
    signature: 'x-hub-signature',
    read: readBitbucket,
  },
  pagure: {
    isPush: (_, { msg, topic }) => msg !== undefined && topic === 'git.receive',
    signature: 'x-pagure-signature-256',
    read: (payload) => {
      const message = mapOf(payload['msg'])
      const fullName = textOf(message['project_fullname'])
      const { host } = new URL(textOf(message['pagure_instance']))
      const repositories = bothForms([
        `https://${host}/${fullName}.git`,
        `ssh://git@${host}/${fullName}.git`,
      ])
      const commit = optional(message['end_commit'])
      return { repositories, fullName, branch: textOf(message['branch']), commit }
    },
  },
  azure: {
    isPush: (_, { eventType }) => eventType === 'git.push',
    read: readAzure,
  },
}

const BITBUCKET_PUSHES: ReadonlySet<string> = new Set([
  ...['repo:push', 'repo:refs_changed', 'pullrequest:fulfilled', 'pr:merged'],
])

/** Returns the service with a name in an address; undefined if there is none. */
export function findService(name: string): Service | undefined {
  if (name === 'forgejo') return services['gitea']
  return Object.hasOwn(services, name) ? services[name] : undefined
}

function readPush(payload: Payload, addresses: readonly string[], name: string): Push {
  const repository = mapOf(payload['repository'])
  const repositories = textsIn(repository, addresses)
  return { ...branchOf(payload), repositories, fullName: textOf(repository[name]) }
}

function readBitbucket(payload: Payload): Push {
  const pull = payload['pullRequest'] ?? payload['pullrequest']
  const fromRef = pull === undefined ? undefined : mapOf(pull)['fromRef']
  const repository = mapOf(payload['repository'] ?? (fromRef && mapOf(fromRef)['repository']))
  const fullName =
    optional(repository['full_name']) ??
    optional(repository['fullName']) ??
    `${ownerOf(repository)}/${textOf(repository['slug'])}`
  const links = mapOf(repository['links'] ?? {})
  const clones = (Array.isArray(links['clone']) ? links['clone'] : []).map((link) =>
    textOf(mapOf(link)['href']),
  )
  const hosts = ['bitbucket.org', hostOf(links)].filter((host) => host !== undefined)
  const named = hosts.flatMap((host) =>
    ['ssh://git@HOST/', 'git@HOST:', 'https://HOST/'].map(
      (start) => `${start.replace('HOST', host)}${fullName}.git`,
    ),
  )
  const repositories = clones.length > 0 ? clones : named
  return { repositories, fullName, branch: bitbucketBranch(payload), commit: undefined }
}

function ownerOf(repository: Payload): string {
  const { owner, project } = repository
  if (owner !== undefined) {
    const named = mapOf(owner)
    return optional(named['username']) ?? textOf(named['slug'] ?? named['nickname'])
  }
  return textOf(mapOf(project)['key'])
}

function hostOf(links: Payload): string | undefined {
  const page = links['html'] ?? (Array.isArray(links['self']) ? links['self'][0] : links['self'])
  const href = page === undefined ? undefined : optional(mapOf(page)['href'])
  return href !== undefined && URL.canParse(href) ? new URL(href).host : undefined
}

function bitbucketBranch(payload: Payload): string | undefined {
  const lists = [mapOf(payload['push'] ?? {})['changes'], payload['changes'], payload['commits']]
  const changes = lists.find((list) => Array.isArray(list) && list.length > 0) as
    | unknown[]
    | undefined
  if (changes !== undefined) {
    const last = mapOf(changes.at(-1))
    return (
      optional(last['branch']) ??
      textAt(last['new'], 'name') ??
      textAt(last['old'], 'name') ??
      textAt(last['ref'], 'displayId')
    )
  }
  const pull = payload['pullrequest']
  if (pull === undefined) return undefined
  return optional(mapOf(mapOf(mapOf(pull)['destination'] ?? {})['branch'] ?? {})['name'])
}

function readAzure(payload: Payload): Push {
  const resource = mapOf(payload['resource'])
  const repository = mapOf(resource['repository'])
  const project = mapOf(repository['project'])
  const [name, id] = [textOf(repository['name']), optional(repository['id']) ?? '']
  const [projectName, projectId] = [textOf(project['name']), optional(project['id']) ?? '']
  const remote = optional(repository['remoteUrl']) ?? ''
  const [, organization] =
    /^https:\/\/(?:[^@/]*@)?dev\.azure\.com\/([^/]+)/.exec(remote) ??
    /^https:\/\/([^./]+)\.visualstudio\.com/.exec(remote) ??
    []
  const at = organization ?? ''
  const forms = organization
    ? [
        `https://dev.azure.com/${at}/${projectName}/_git/${name}`,
        `https://dev.azure.com/${at}/${projectId}/_git/${id}`,
        `https://${at}@dev.azure.com/${at}/${projectName}/_git/${name}`,
        `git@ssh.dev.azure.com:v3/${at}/${projectName}/${name}`,
        `https://${at}.visualstudio.com/${projectName}/_git/${name}`,
        `${at}@vs-ssh.visualstudio.com:v3/${at}/${projectName}/${name}`,
      ]
    : [remote]
  // Names may contain spaces, which addresses encode as %20.
  const repositories = forms.flatMap((form) => [form, encodeURI(form)])
  const updates = resource['refUpdates']
  const update = mapOf(Array.isArray(updates) ? updates[0] : undefined)
  const branch = withoutHeads(textOf(update['name']))
  return { repositories, fullName: name, branch, commit: optional(update['newObjectId']) }
}

function branchOf(payload: Payload): Pick<Push, 'branch' | 'defaultBranch' | 'commit'> {
  const { ref, after, repository, project } = payload
  const defaultBranch = textAt(repository, 'default_branch') ?? textAt(project, 'default_branch')
  return { branch: withoutHeads(textOf(ref)), defaultBranch, commit: optional(after) }
}

function withoutHeads(ref: string): string {
  return ref.replace(/^refs\/heads\//, '')
}

/** Returns each address with and without `.git`. */
function bothForms(addresses: readonly string[]): string[] {
  return [...new Set(addresses.flatMap((address) => [address, address.replace(/\.git$/, '')]))]
}

function textsIn(map: Payload, keys: readonly string[]): string[] {
  return keys.flatMap((key) => optional(map[key]) ?? [])
}

/** Returns a text in a field that the service may leave out. */
function textAt(value: unknown, key: string): string | undefined {
  return typeof value === 'object' && value !== null ? optional((value as Payload)[key]) : undefined
}

function mapOf(value: unknown): Payload {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Payload
  throw new TypeError('expected an object')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw new TypeError('expected a text')
}

function optional(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
