import { resolve } from 'node:path'
import { DOCUMENT } from '../../formats/document/document.ts'
import { formats, localFormat } from '../../formats/index.ts'
import { isAddress, withoutCredentials } from '../address.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import { type ComponentFields, componentFields } from './component-fields.ts'
import type { ComponentConfig } from './config.ts'
import { checkParams, GLOSSARY } from './discover.ts'
import { type Context, complete, type FieldReader, readFields } from './field-reader.ts'
import type { ProjectFields } from './fields.ts'
import type { LocatedMap } from './yaml.ts'

/** Reads a component without resolving its link. Reports combinations of valid fields that do not fit together. */
export function readComponent(
  map: LocatedMap,
  project: FieldReader<ProjectFields>,
  context: Context,
): Draft {
  const reader = readFields(componentFields, map, context)
  const defaults = defaultsFor(reader, project.values)
  const { partial, whole } = complete(componentFields, reader, defaults)
  checkRepository(partial, reader, project)
  checkFiles(partial, reader)
  checkParams(partial, map, context)
  if ((partial.suggestionAutoaccept ?? 0) > 0 && partial.suggestionVoting === false) {
    reader.report('suggestionAutoaccept', 'needs suggestion_voting: true')
  }
  if (partial.newLang === 'url' && !project.has('instructions')) {
    reader.report('newLang', 'needs instructions in the project')
  }
  const { slug, name, category = '', repo = '', fileFormat } = partial
  const fields = whole && {
    ...whole,
    ...(fileFormat === 'document' && {
      filemask: whole.filemask.replace(FOLDER_END, ''),
      template: whole.template.replace(FOLDER_END, ''),
    }),
    repo: localPath(repo, context.folder),
    // The address is only shown to clients, so its credentials are removed.
    push: withoutCredentials(whole.push),
  }
  return { map, project: project.values.slug, slug, category, name, reader, repo, fields }
}

/** Returns Weblate's defaults for glossaries and for components without a repository, and the project's defaults. */
function defaultsFor(
  { values }: FieldReader<ComponentFields>,
  project: Partial<ProjectFields>,
): Partial<ComponentFields> {
  const { stateFrom, mirrorBaseline, updateInterval } = project
  const isLocal = values.vcs === 'local' || values.repo === 'local:'
  const isLinked = (values.repo ?? project.repo)?.startsWith('weblate://') ?? false
  const isOfTerms = isLocal || formats.get(values.fileFormat ?? '')?.hasTerms === true
  return {
    ...(stateFrom && { stateFrom }),
    ...(mirrorBaseline && { mirrorBaseline }),
    ...(updateInterval && { updateInterval }),
    ...(project.repo && { repo: project.repo }),
    ...(project.branch && !isLinked && { branch: project.branch }),
    ...(isLocal && { vcs: 'local', repo: 'local:', branch: 'main' }),
    ...(isLocal && { filemask: `*.${localFormat.extension}`, fileFormat: localFormat.id }),
    ...(isOfTerms && { newLang: 'none' }),
    ...(values.isGlossary && GLOSSARY),
  }
}

function checkRepository(
  { repo, vcs, push, pushBranch, branch }: Partial<ComponentFields>,
  reader: FieldReader<ComponentFields>,
  project: FieldReader<ProjectFields>,
): void {
  // Invalid fields are undefined here, so that their errors are not reported twice.
  if (repo === undefined) return
  if (repo === '' && (reader.has('repo') || !project.has('repo'))) {
    reader.report('repo', 'is required, here or in the project')
  }
  if (vcs === 'local' && repo !== 'local:')
    reader.report('repo', 'needs local: because vcs is local')
  if (vcs === 'git' && repo === 'local:') reader.report('vcs', 'needs local because repo is local:')
  if (vcs === 'local' && push) reader.report('push', 'needs to be empty because vcs is local')
  if (!repo.startsWith('weblate://')) return
  const message = 'needs to be empty: the linked component sets it'
  if (branch) reader.report('branch', message)
  if (push) reader.report('push', message)
  if (pushBranch) reader.report('pushBranch', message)
}

function checkFiles(fields: Partial<ComponentFields>, reader: FieldReader<ComponentFields>): void {
  const { filemask, template, intermediate } = fields
  const format = formats.get(fields.fileFormat ?? '')
  if (filemask?.includes('*') === false && format !== undefined && !format.languages) {
    reader.report('filemask', 'needs a *')
  }
  if (format?.id === 'document' && filemask && template) checkDocuments(filemask, template, reader)
  if (template === '') {
    if (format?.template === 'always') reader.report('template', `is required for ${format.id}`)
    if (intermediate) reader.report('intermediate', 'needs a template')
    if (fields.keyFilter) reader.report('keyFilter', 'needs a template')
  } else if (template !== undefined) {
    if (format?.template === 'never')
      reader.report('template', `needs to be empty for ${format.id}`)
    if (intermediate === template)
      reader.report('intermediate', 'needs to differ from the template')
    if (intermediate && fields.editTemplate === false) {
      reader.report('intermediate', 'needs edit_template: true')
    }
  }
}

function checkDocuments(
  filemask: string,
  template: string,
  reader: FieldReader<ComponentFields>,
): void {
  const [mask, sources] = [filemask, template].map((path) => path.replace(FOLDER_END, ''))
  const message = 'allows ** only at the end, as in docs/*/**'
  if (mask?.includes('**')) reader.report('filemask', message)
  if (sources?.includes('**')) reader.report('template', message)
  const isFile = DOCUMENT.test(filemask)
  if (isFile !== DOCUMENT.test(template)) {
    const what = isFile ? 'the path of a document' : 'the path of a folder'
    reader.report('template', `needs ${what}, as the filemask has`)
  } else if (!mask?.includes('*') && (isFile || mask !== sources)) {
    const what = isFile ? '' : ', or the folder of the template'
    reader.report('filemask', `needs a * for the language${what}`)
  }
}

/** A folder with or without `/**` means all documents below it. */
const FOLDER_END = /\/\*\*$/

/** Resolves a relative path against a folder; returns an address unchanged. */
export function localPath(repo: string, folder: string): string {
  const isPath = repo !== '' && repo !== 'local:' && !isAddress(repo)
  return isPath ? resolve(folder, repo) : repo
}

/** A component that has been read, but whose link has not been resolved. */
export interface Draft {
  readonly map: LocatedMap
  /** Slug of the project; undefined if invalid. */
  readonly project: string | undefined
  readonly slug: string | undefined
  /** Path of the category; `''` if there is none or it is invalid. */
  readonly category: string
  readonly name: string | undefined
  readonly reader: FieldReader<ComponentFields>
  /** As configured in the component or project; `''` if invalid. */
  readonly repo: string
  /** Undefined if there were errors, which have been reported. */
  readonly fields: ComponentFields | undefined
}

const SCHEME = 'weblate://'

/** Resolves links: replaces `weblate://project/component` by that component's repository, branch and push address. */
export function linkComponents(
  drafts: readonly Draft[],
  weblate: WeblateVersion,
): ReadonlyMap<Draft, ComponentConfig> {
  const byName = new Map(drafts.map((draft) => [placeOf(draft), draft]))
  const finished = new Map<Draft, ComponentConfig>()
  for (const draft of drafts) {
    const { fields, reader, repo } = draft
    if (!isLink(repo)) {
      if (fields) finished.set(draft, { ...fields, weblate, linkedComponent: undefined })
      continue
    }
    const linkedComponent = repo.slice(SCHEME.length)
    const target = byName.get(linkedComponent)
    const message = messageAbout(linkedComponent, target, draft)
    if (message !== undefined) reader.report('repo', message)
    else if (fields && target?.fields) {
      const { repo: shared, branch, push, pushBranch } = target.fields
      const ofTarget = { repo: shared, branch, push, pushBranch, linkedComponent }
      finished.set(draft, { ...fields, weblate, ...ofTarget })
    }
  }
  return finished
}

function messageAbout(name: string, target: Draft | undefined, draft: Draft): string | undefined {
  if (!/^[-\w]+(?:\/[-\w]+)+$/.test(name)) return 'needs weblate://project/component'
  if (!target) return `there is no component ${name}`
  if (target === draft) return 'links to itself'
  if (isLink(target.repo)) return `${name} is itself linked to another component`
  if (target.repo === 'local:') return `${name} has no repository`
  return undefined
}

/** Returns the name in links: `project/component` or `project/category/component`. */
function placeOf({ project, category, slug }: Draft): string {
  return [project, ...(category === '' ? [] : [category]), slug].join('/')
}

function isLink(repo: string): boolean {
  return repo.startsWith(SCHEME)
}
