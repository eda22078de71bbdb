import { basename, join } from 'node:path'
import { isAddress, withoutCredentials } from '../../address.ts'
import { componentFields } from '../../config/component-fields.ts'
import type { DiscoverConfig } from '../../config/config.ts'
import { checkSlug, webOf } from '../../config/field-checks.ts'
import { type ComponentText, type ProjectText, writeConfig } from '../../config/write.ts'
import type { DiscoveredComponent, Discovery } from '../../discovery/discover.ts'
import { type CachedDiscovery, discoverTree, settingsOf } from '../../discovery/find-components.ts'
import { slugify } from '../../discovery/names.ts'
import { missingBranch } from '../../git/missing-branch.ts'
import { remoteAddresses } from '../../git/remote/remote-addresses.ts'
import { resolveRevision } from '../../git/revision.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { type Bucket, openStore } from '../../store/store.ts'
import { cacheFolder } from '../cache-folder.ts'
import type { LocalRepository } from '../find-repository.ts'
import { warn } from '../output/progress.ts'
import { withRepository } from '../repository.ts'

/** Works like `discoverPlace`, but reuses the last result if nothing that it depends on has changed. */
export async function discoverPlaceOnce(
  place: LocalRepository,
  ref?: string,
  only?: DiscoverConfig,
): Promise<Discovery> {
  const store = openStore({ path: join(cacheFolder(), 'store'), warn })
  try {
    const cache = store.bucket<CachedDiscovery>({ name: 'discovery' })
    return discoverPlace(place, ref, { cache, only })
  } finally {
    await store.close()
  }
}

/**
 * Finds the components of a repository at a ref, by default in the files on disk, or at `HEAD` if there is no work
 * tree. Throws NotFoundError for an unknown ref, RepositoryError if the repository cannot be read.
 */
export function discoverPlace(
  { path, name, folder }: LocalRepository,
  ref?: string,
  { cache, only }: { cache?: Bucket<CachedDiscovery>; only?: DiscoverConfig | undefined } = {},
): Discovery {
  const isOnDisk = folder !== undefined && ref === undefined
  return withRepository(
    path,
    (repository) => {
      const committed = () =>
        ref === undefined ? repository.resolve('HEAD') : resolveRevision(repository, ref)
      const oid = isOnDisk ? WORK_TREE_OID : committed()
      if (oid === undefined) throw missingBranch(name, '', repository)
      const { tree } = repository.readCommit(oid)
      return discoverTree({ repository, tree, isOnDisk }, only ? settingsOf(only) : {}, cache)
    },
    isOnDisk,
  )
}

const MAX_NAME_LENGTH = 60

/**
 * Returns the text of a configuration that lists the components found in a repository, or that leaves them to
 * discovery. `repo` is the repository's address or path, as written there.
 */
export function discoveredConfig(
  place: LocalRepository,
  discovery: Discovery | undefined,
  repo: string,
): string {
  const project = discoveredProject(place, discovery, repo)
  return writeConfig(
    [project],
    ['Written by gitglot discover. All fields: gitglot export-config-schema'],
  )
}

/** Returns the project of `discoveredConfig`, named after the first remote of its repository, or else the folder. */
export function discoveredProject(
  place: LocalRepository,
  discovery: Discovery | undefined,
  repo: string,
): ProjectText {
  const address = addressOf(place)
  const web = address === undefined ? undefined : webOf(address)
  const path = address ?? remoteAddresses(place.path)[0] ?? place.path
  const last = basename(path.replace(/\/+$/, '')).replace(/\.git$/, '')
  const slug = slugify(last).slice(0, MAX_NAME_LENGTH)
  return {
    fields: {
      slug: slug !== '' && checkSlug(slug) === undefined ? slug : 'project',
      name: [...last].slice(0, MAX_NAME_LENGTH).join('') || 'Project',
      // Written only if it cannot be derived from the address.
      ...(web !== undefined && webOf(repo) === undefined && { web }),
      repo,
    },
    comments: [],
    categories: [],
    components: discovery?.components
      .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
      .map(componentText),
  }
}

/** Returns the network address of the repository without credentials; undefined if it has none. */
function addressOf(place: LocalRepository): string | undefined {
  const address = [place.name, ...remoteAddresses(place.path)].find(isAddress)
  return address === undefined ? undefined : withoutCredentials(address)
}

/** The fields of a discovered component, in the order in which they are written. */
const FIELDS = [
  ...(['slug', 'name', 'fileFormat', 'fileFormatParams', 'filemask', 'template'] as const),
  ...(['intermediate', 'newBase', 'sourceLanguage', 'languageRegex', 'keyFilter'] as const),
  ...(['checkFlags', 'isGlossary'] as const),
]

function componentText(component: DiscoveredComponent): ComponentText {
  const usual = componentFields.sourceLanguage.default
  const written = FIELDS.filter(
    (name) => component[name] && !(name === 'sourceLanguage' && component[name] === usual),
  )
  return {
    fields: Object.fromEntries(written.map((name) => [name, component[name]])),
    comments: isUsual(component.explanation) ? [] : [component.explanation],
  }
}

/** Returns whether an explanation only repeats the component's fields. */
function isUsual(explanation: string): boolean {
  return /: the template is \S+, the file of the source language\.$/.test(explanation)
}
