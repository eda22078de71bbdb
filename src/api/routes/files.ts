import { basename } from 'node:path/posix'
import { strToU8, type Zippable, zipSync } from 'fflate'
import type { Component, Translation } from '../../catalog/model.ts'
import { formatOf } from '../../catalog/translation-file.ts'
import { ApiError, notFound } from '../errors.ts'
import { type Answer, type ApiRequest, componentOf, projectOf, translationOf } from '../request.ts'

/** The file of a translation as it is in the repository. */
export async function downloadTranslation(request: ApiRequest): Promise<Answer> {
  const translation = translationOf(request)
  refuseConversion(request.query)
  const { component, filename, language } = translation
  if (filename === '') throw notFound()
  const extension = /\.[^./]*$/.exec(filename)?.[0] ?? ''
  const { slug } = component.config
  const name = `${component.project.config.slug}-${slug}-${language.code}${extension}`
  return {
    bytes: await request.catalog.readFile(component, filename),
    headers: {
      'Content-Type': formatOf(component.config).mediaType,
      'Content-Disposition': `attachment; filename=${name}`,
    },
  }
}

/** The template of a component. */
export async function downloadTemplate(request: ApiRequest): Promise<Answer> {
  const component = componentOf(request)
  const { mediaType } = formatOf(component.config)
  return attachment(request, component, { path: component.config.template, mediaType })
}

/** The file that new translations start from. */
export async function downloadNewBase(request: ApiRequest): Promise<Answer> {
  const component = componentOf(request)
  const mediaType = 'application/binary'
  return attachment(request, component, { path: component.config.newBase, mediaType })
}

/** All files of a component as a zip. */
export async function downloadComponent(request: ApiRequest): Promise<Answer> {
  const component = componentOf(request)
  const name = `${component.project.config.slug}-${component.config.slug}.zip`
  return zipOf(request, { components: [component], name, wants: () => true })
}

/** All files of a project as a zip; of one language with `language_code=`. */
export async function downloadProject(request: ApiRequest): Promise<Answer> {
  const project = projectOf(request)
  const code = request.query.get('language_code')
  return zipOf(request, {
    components: project.components,
    name: `${project.config.slug}.zip`,
    wants: ({ language }) => code === null || language.code === code,
  })
}

function refuseConversion(query: URLSearchParams): void {
  const format = query.get('format')
  if (format !== null) {
    throw new ApiError(400, 'invalid', `Conversion to ${format} is not supported`, 'format')
  }
  if (query.has('q')) {
    throw new ApiError(400, 'invalid', 'Query string is ignored without format', 'q')
  }
}

async function attachment(
  { catalog }: ApiRequest,
  component: Component,
  { path, mediaType }: { path: string; mediaType: string },
): Promise<Answer> {
  if (path === '') throw notFound()
  return {
    bytes: await catalog.readFile(component, path),
    headers: {
      'Content-Type': mediaType,
      'Content-Disposition': `attachment; filename="${basename(path).replaceAll(/["\\\r\n]/g, '_')}"`,
    },
  }
}

interface Selection {
  readonly components: readonly Component[]
  readonly name: string
  readonly wants: (translation: Translation) => boolean
}

/** Members are named `project/component/path`; their time is the commit's, so equal commits give equal bytes. */
async function zipOf(
  { catalog, query, view }: ApiRequest,
  { components, name, wants }: Selection,
): Promise<Answer> {
  if (/^zip:/.test(query.get('format') ?? '')) throw notFound()
  const members: Zippable = {}
  for (const component of components) {
    for (const path of pathsOf(component, wants)) {
      const owner = component.config.linkedComponent ?? placeOf(component)
      members[`${owner}/${path}`] ??= new Uint8Array(await catalog.readFile(component, path))
    }
  }
  const mtime = new Date(Math.max(view.timestamp ?? 0, EARLIEST_ZIP_SECOND) * 1000)
  const bytes = Object.keys(members).length === 0 ? EMPTY_ZIP : zipSync(members, { mtime })
  return {
    bytes,
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  }
}

/** Zip's calendar starts in 1980. */
const EARLIEST_ZIP_SECOND = Date.UTC(1980, 0, 2) / 1000
const EMPTY_ZIP = strToU8(`PK\u0005\u0006${'\0'.repeat(18)}`)

function pathsOf(component: Component, wants: Selection['wants']): ReadonlySet<string> {
  const chosen = component.translations.filter(wants)
  if (chosen.length === 0) return new Set()
  const { template, newBase, intermediate } = component.config
  const paths = [...chosen.map(({ filename }) => filename), template, newBase, intermediate]
  return new Set(paths.filter((path) => path !== ''))
}

function placeOf({ project, config }: Component): string {
  return `${project.config.slug}/${config.slug}`
}
