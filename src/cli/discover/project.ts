import { basename } from 'node:path'
import { withoutCredentials } from '../../address.ts'
import { checkSlug } from '../../config/checks.ts'
import { componentFields } from '../../config/component-fields.ts'
import { webOf } from '../../config/web-of.ts'
import { type ComponentText, type ProjectText, writeConfig } from '../../config/write.ts'
import type { DiscoveredComponent, Discovery } from '../../discovery/discover.ts'
import { slugify } from '../../discovery/names.ts'
import { remoteAddresses } from '../../git/remote/remote-addresses.ts'
import type { LocalRepository } from '../place.ts'

const MAX_NAME_LENGTH = 60

const NOTHING: Discovery = { components: [], nearMisses: [] }

interface ConfigOptions {
  /** The repository's address or path, as it is written in the configuration. */
  readonly repo: string
  /** Whether the project of a repository without a page is named after its folder, which differs between clones. */
  readonly isNamedByFolder: boolean
}

/** The text of a configuration with the components found in a repository, or of one that leaves them to be found. */
export function discoveredConfig(
  place: LocalRepository,
  discovery: Discovery | undefined,
  options: ConfigOptions,
): string {
  const { components, ...project } = discoveredProject(place, discovery ?? NOTHING, options)
  return writeConfig(
    [discovery === undefined ? project : { ...project, components }],
    ['Written by gitglot discover. All fields: gitglot export-config-schema'],
  )
}

/** A project with the components found in a repository, and the repository's name. */
export function discoveredProject(
  place: LocalRepository,
  { components }: Discovery,
  { repo, isNamedByFolder }: ConfigOptions,
): ProjectText {
  const address = addressOf(place)
  const web = address === undefined ? undefined : webOf(address)
  const path = web === undefined && !isNamedByFolder ? 'project' : (address ?? place.path)
  const last = basename(path.replace(/\/+$/, '')).replace(/\.git$/, '')
  const slug = slugify(last).slice(0, MAX_NAME_LENGTH)
  return {
    fields: {
      slug: slug !== '' && checkSlug(slug) === undefined ? slug : 'project',
      name: [...last].slice(0, MAX_NAME_LENGTH).join('') || 'Project',
      // That of an address is known from it.
      ...(web !== undefined && webOf(repo) === undefined && { web }),
      repo,
    },
    comments: [],
    categories: [],
    components: [...components].sort((a, b) => (a.slug < b.slug ? -1 : 1)).map(componentText),
  }
}

/** The address of the repository on the network, without credentials; undefined if it has none. */
function addressOf(place: LocalRepository): string | undefined {
  const address = [place.name, ...remoteAddresses(place.path)].find(isAddress)
  return address === undefined ? undefined : withoutCredentials(address)
}

/** Whether a repository's name is an address, not a path. */
export function isAddress(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/|^[^/:]{2,}:/i.test(name)
}

function componentText(discoveredComponent: DiscoveredComponent): ComponentText {
  const { slug, name, fileFormat, filemask, template, intermediate, languageRegex } =
    discoveredComponent
  const { newBase, sourceLanguage, keyFilter, isGlossary, checkFlags, explanation } =
    discoveredComponent
  const { fileFormatParams } = discoveredComponent
  return {
    fields: {
      slug,
      name,
      fileFormat,
      ...(fileFormatParams && { fileFormatParams }),
      filemask,
      ...(template && { template }),
      ...(intermediate && { intermediate }),
      ...(newBase && { newBase }),
      ...(sourceLanguage !== componentFields.sourceLanguage.default && { sourceLanguage }),
      ...(languageRegex && { languageRegex }),
      ...(keyFilter && { keyFilter }),
      ...(checkFlags && { checkFlags }),
      ...(isGlossary && { isGlossary }),
    },
    comments: isUsual(explanation) ? [] : [explanation],
  }
}

/** Whether what there is to say of a component repeats its fields. */
function isUsual(explanation: string): boolean {
  return /: the template is \S+, the file of the source language\.$/.test(explanation)
}
