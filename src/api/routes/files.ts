import { basename } from 'node:path/posix'
import { strToU8, type Zippable, zipSync } from 'fflate'
import type { Component, Translation } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/place.ts'
import { formatOf } from '../../catalog/translation-file.ts'
import { createDocument } from '../conversions/document.ts'
import { CONVERSIONS, type Conversion, INCOMPATIBLE } from '../conversions/index.ts'
import { ApiError, notFound } from '../errors.ts'
import { type Answer, type ApiRequest, componentOf, projectOf, translationOf } from '../request.ts'
import { foundUnits } from './units.ts'

/** The file of a translation as it is in the repository, or its units in the format of `format=`. */
export async function downloadTranslation(request: ApiRequest): Promise<Answer> {
  const translation = translationOf(request)
  const { query, catalog } = request
  const format = query.get('format') ?? ''
  if (format !== '') return convertTranslation(request, translation, format)
  if (query.has('q')) throw invalid('Query string is ignored without format', 'q')
  const { component, filename, lastTouch } = translation
  if (filename === '') throw notFound()
  const extension = /\.[^./]*$/.exec(filename)?.[0] ?? ''
  return {
    bytes: await catalog.readFile(component, filename),
    headers: {
      'Content-Type': formatOf(component.config).mediaType,
      'Content-Disposition': `attachment; filename=${nameOf(translation)}${extension}`,
      ...(lastTouch && { 'Last-Modified': new Date(lastTouch.timestamp * 1000).toUTCString() }),
    },
  }
}

function convertTranslation(request: ApiRequest, translation: Translation, format: string): Answer {
  const conversion = CONVERSIONS.get(format)
  if (conversion === undefined && !INCOMPATIBLE.has(format)) {
    throw invalid(`Conversion to ${format} is not supported`, 'format')
  }
  if (conversion === undefined || !isCompatible(conversion, translation)) {
    throw invalid(NOT_COMPATIBLE, 'format')
  }
  const { mediaType, extension, convert } = conversion
  const found = foundUnits(translation, request)
  const rows = Array.from({ length: found.count }, (_, index) => found.unit(index).row)
  const document = createDocument(translation, { links: request.links, rows })
  return {
    bytes: Buffer.from(convert(document)),
    headers: {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Content-Disposition': `attachment; filename=${nameOf(translation)}.${extension}`,
    },
  }
}

const NOT_COMPATIBLE = 'File format is not compatible with this translation'

function isCompatible({ needsTemplate }: Conversion, { component }: Translation): boolean {
  return !needsTemplate || component.config.template !== ''
}

function nameOf({ component, language }: Translation): string {
  return `${fileNameOf(component)}-${language.code}`
}

function invalid(message: string, attribute: string): ApiError {
  return new ApiError(400, 'invalid', message, attribute)
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
  const name = `${fileNameOf(component)}.zip`
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

/** The files, or with `format=zip:ID` the units in another format. */
async function zipOf(request: ApiRequest, selection: Selection): Promise<Answer> {
  const { query, view } = request
  const id = /^zip:(.*)$/s.exec(query.get('format') ?? '')?.[1]
  const members =
    id === undefined ? await filesOf(request, selection) : convertAll(request, selection, id)
  const mtime = zipTime(view.timestamp ?? 0)
  const bytes = Object.keys(members).length === 0 ? EMPTY_ZIP : zipSync(members, { mtime })
  return {
    bytes,
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${selection.name}"`,
    },
  }
}

/** Members are named `project/component/path`. */
async function filesOf(
  { catalog }: ApiRequest,
  { components, wants }: Selection,
): Promise<Zippable> {
  const members: Zippable = {}
  for (const component of components) {
    for (const path of pathsOf(component, wants)) {
      const owner = component.config.linkedComponent ?? placeOf(component)
      members[`${owner}/${path}`] ??= new Uint8Array(await catalog.readFile(component, path))
    }
  }
  return members
}

/** A translation that cannot be converted is a member that ends in `.skipped` and says why. */
function convertAll({ links }: ApiRequest, { components, wants }: Selection, id: string): Zippable {
  const conversion = CONVERSIONS.get(id)
  const extension = conversion?.extension ?? INCOMPATIBLE.get(id)
  if (extension === undefined) throw notFound()
  const members: Zippable = {}
  for (const { translations } of components) {
    for (const translation of translations.filter(wants)) {
      const name = `${nameOf(translation)}.${extension}`
      if (conversion !== undefined && isCompatible(conversion, translation)) {
        members[name] = strToU8(conversion.convert(createDocument(translation, { links })))
      } else {
        members[`${name}.skipped`] = strToU8(NOT_COMPATIBLE)
      }
    }
  }
  return members
}

/**
 * The day of the newest commit, so that equal commits give equal bytes: a zip has local times, and noon is one of each day
 * in all time zones.
 */
function zipTime(seconds: number): Date {
  const day = new Date(Math.max(seconds, EARLIEST_ZIP_SECOND) * 1000)
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 12)
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

/** `project-component`, or `project-category-component`. */
function fileNameOf(component: Component): string {
  return placeOf(component).replaceAll('/', '-')
}
