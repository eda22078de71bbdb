import { basename } from 'node:path/posix'
import { conversions, incompatibleConversions } from '../../../formats/conversions.ts'
import { formats } from '../../../formats/index.ts'
import { isCompatible } from '../../catalog/compatible.ts'
import { NotFoundError } from '../../errors.ts'
import { attachment } from '../../http/attachment.ts'
import { invalid, notFound } from '../../http/http-error.ts'
import { refuseUnreadableFiles } from '../../http/refuse-unknown.ts'
import type { Content } from '../../http/serve-page.ts'
import type { Component, Translation } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import type { RepositoryFile } from '../../reading/read-file.ts'
import { formatOf } from '../../reading/translation-file.ts'
import { zipInSteps } from '../../zip.ts'
import { convert } from '../convert.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoints,
  type Files,
  file,
  translationOf,
} from '../endpoint.ts'
import { parameter, Q, readFileFormat } from '../schema/parameters.ts'
import { BINARY, fromKeys, oneOf, STRING } from '../schema/schema.ts'
import { foundUnits, searchNeeds } from './units.ts'

const NEW_BASE_TYPE = 'application/binary'
export const ZIP_TYPE = 'application/zip'
/** The media type of a folder. */
const ZIP = new Map([['zip', { mediaType: ZIP_TYPE }]])

export const fileEndpoints: Endpoints = {
  '/components/:project/:component/monolingual_base': file({
    summary: 'Template file of a component.',
    mediaTypes: typesOf(formats, ZIP),
    needs: 'files',
    get(request) {
      const component = componentOf(request)
      const { template } = component.config
      if (template === '') throw notFound('This component has no template.')
      const { mediaType } = formatOf(component.config)
      return download(request, component, template, mediaType)
    },
  }),
  '/components/:project/:component/new_template': file({
    summary: 'File that new translations of a component start from.',
    mediaTypes: { [NEW_BASE_TYPE]: BINARY },
    needs: 'files',
    get(request) {
      const component = componentOf(request)
      const { newBase } = component.config
      if (newBase === '') throw notFound('This component has no new_base.')
      return download(request, component, newBase, NEW_BASE_TYPE)
    },
  }),
  '/translations/:project/:component/:language/file': file({
    summary: 'File of a translation, unchanged or converted.',
    mediaTypes: typesOf(formats, conversions, ZIP),
    needs: searchNeeds,
    allow: 'GET, POST, PUT, HEAD, OPTIONS',
    query: [
      parameter('format', 'Id of the file format to convert to.', oneOf(...conversions.keys())),
      Q,
    ],
    needsJob: (query) => readFileFormat(query) !== '',
    get: downloadTranslation,
  }),
}

/** Lists text types first, because generated clients use the first type that they support. */
function typesOf(
  ...tables: readonly ReadonlyMap<string, { readonly mediaType: string }>[]
): Files['mediaTypes'] {
  const types = tables.flatMap((table) => [...table.values()].map(({ mediaType }) => mediaType))
  const names = [...new Set(types)].sort().reverse()
  return fromKeys(names, (name) => {
    // The project decides on the content of its JSON files.
    if (name === 'application/json') return {}
    return name.startsWith('text/') ? STRING : BINARY
  })
}

async function downloadTranslation(request: ApiRequest): Promise<Content> {
  const translation = translationOf(request)
  const { query } = request
  const format = readFileFormat(query)
  if (format !== '') return convertTranslation(request, translation, format)
  if (query.has('q')) throw invalid('Query string is ignored without format', 'q')
  const { component, filename: path, lastChange } = translation
  if (path === '') throw notFound('This translation has no file.')
  const extension = /\.[^./]*$/.exec(path)?.[0] ?? ''
  const name = nameOf(translation)
  const { mediaType } = formatOf(component.config)
  const disposition = attachment(name + extension, quotesNames(request))
  const answer = await download(request, component, path, mediaType, name, disposition)
  if (lastChange === undefined) return answer
  const lastModified = new Date(lastChange.timestamp * 1000).toUTCString()
  return { ...answer, headers: { ...answer.headers, 'Last-Modified': lastModified } }
}

async function convertTranslation(
  request: ApiRequest,
  translation: Translation,
  format: string,
): Promise<Content> {
  const conversion = conversions.get(format)
  if (conversion === undefined && !incompatibleConversions.has(format)) {
    throw invalid(`Conversion to ${format} is not supported`, 'format')
  }
  if (conversion === undefined || !isCompatible(conversion, translation)) {
    throw invalid(NOT_COMPATIBLE, 'format')
  }
  refuseUnreadableFiles([translation])
  const { mediaType, extension } = conversion
  const units = await foundUnits(translation, request)
  const name = nameOf(translation)
  const rows = Uint32Array.from({ length: units.count }, (_, index) => units.unit(index).row)
  return {
    body: await convert(translation, conversion, request, rows),
    headers: {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Content-Disposition': attachment(`${name}.${extension}`, quotesNames(request)),
    },
  }
}

/** Returns whether the file names of translations are quoted. Those of all other files are quoted in every version. */
function quotesNames({ weblate }: ApiRequest): boolean {
  return weblate !== '5.14'
}

export const NOT_COMPATIBLE = 'File format is not compatible with this translation'

export function nameOf({ component, language }: Translation): string {
  return `${fileNameOf(component)}-${language.code}`
}

/** Returns a file that a component refers to; a folder as a zip with paths in the repository. Throws 404. */
async function download(
  { catalog }: ApiRequest,
  component: Component,
  path: string,
  mediaType: string,
  name = basename(path),
  disposition = attachment(name),
): Promise<Content> {
  const files = await readIfThere(catalog, component, path)
  const [file] = files
  if (file === undefined) throw notFound(`The repository has no ${path}.`)
  if (file.path === path) {
    return {
      body: file.bytes,
      headers: { 'Content-Type': mediaType, 'Content-Disposition': disposition },
    }
  }
  const members = files.map(({ path, bytes }) => ({ name: path, bytes }))
  return {
    body: () => zipInSteps(members, timeOf(component)),
    headers: {
      'Content-Type': ZIP_TYPE,
      'Content-Disposition': attachment(`${name}.zip`),
    },
  }
}

/** Returns the time of a component's commit, in seconds since 1970. */
export function timeOf({ commit }: Component): number {
  return commit?.committer.timestamp ?? 0
}

/** Reads the file at a path, or all files in a folder. A missing file, such as a template, is skipped. */
export async function readIfThere(
  catalog: ApiRequest['catalog'],
  component: Component,
  path: string,
): Promise<readonly RepositoryFile[]> {
  try {
    return await catalog.readFiles(component, path)
  } catch (error) {
    if (error instanceof NotFoundError) return []
    throw error
  }
}

/** Returns `project-component`, or `project-category-component`. */
export function fileNameOf(component: Component): string {
  return placeOf(component).replaceAll('/', '-')
}
