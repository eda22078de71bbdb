import { basename } from 'node:path/posix'
import { conversions, incompatibleConversions } from '../../../formats/conversions.ts'
import type { Conversion } from '../../../formats/format.ts'
import type { Component, Translation } from '../../catalog/model.ts'
import { encodeSegment, placeOf } from '../../catalog/paths.ts'
import { formatOf } from '../../catalog/reading/translation-file.ts'
import { NotFoundError } from '../../errors.ts'
import { attachment } from '../../http/attachment.ts'
import { invalid, notFound } from '../../http/http-error.ts'
import { nextTurn, runYielding } from '../../run-yielding.ts'
import { type ZipMember, zipInSteps } from '../../zip.ts'
import { file } from '../define.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoints,
  type FileAnswer,
  projectOf,
  translationOf,
} from '../endpoint.ts'
import { documentInSteps } from '../resources/document.ts'
import { ARCHIVE, CONVERSION, LANGUAGE_CODE, Q } from '../schema/parameters.ts'
import { foundUnits } from './units.ts'

export const fileEndpoints: Endpoints = {
  '/projects/:project/file': file({
    name: 'File',
    summary: 'Files of a project as a zip.',
    query: [ARCHIVE, LANGUAGE_CODE],
    get(request) {
      const project = projectOf(request)
      const code = LANGUAGE_CODE.read(request.query)
      return zipOf(request, {
        components: project.components,
        name: `${project.config.slug}.zip`,
        wants: ({ language }) => code === null || language.code === code,
      })
    },
  }),
  '/components/:project/:component/file': file({
    name: 'File',
    summary: 'Files of a component as a zip.',
    query: [ARCHIVE],
    get(request) {
      const component = componentOf(request)
      const name = `${fileNameOf(component)}.zip`
      return zipOf(request, { components: [component], name, wants: () => true })
    },
  }),
  '/components/:project/:component/monolingual_base': file({
    name: 'Monolingual Base',
    summary: 'The template.',
    get(request) {
      const component = componentOf(request)
      const { mediaType } = formatOf(component.config)
      return download(request, component, { path: component.config.template, mediaType })
    },
  }),
  '/components/:project/:component/new_template': file({
    name: 'New Template',
    summary: 'What new translations start from.',
    get(request) {
      const component = componentOf(request)
      const mediaType = 'application/binary'
      return download(request, component, { path: component.config.newBase, mediaType })
    },
  }),
  '/translations/:project/:component/:language/file': file({
    name: 'File',
    summary: 'The file of a translation, as it is or converted.',
    allow: 'GET, POST, PUT, HEAD, OPTIONS',
    query: [CONVERSION, Q],
    needsJob: (query) => query.has('format'),
    get: downloadTranslation,
  }),
}

async function downloadTranslation(request: ApiRequest): Promise<FileAnswer> {
  const translation = translationOf(request)
  const { query, catalog } = request
  const format = CONVERSION.read(query)
  if (format !== '') return convertTranslation(request, translation, format)
  if (query.has('q')) throw invalid('Query string is ignored without format', 'q')
  const { component, filename, lastChange } = translation
  if (filename === '') throw notFound()
  const extension = /\.[^./]*$/.exec(filename)?.[0] ?? ''
  return {
    bytes: await catalog.readFile(component, filename),
    headers: {
      'Content-Type': formatOf(component.config).mediaType,
      'Content-Disposition': attachment(nameOf(translation) + extension, { isQuoted: false }),
      ...(lastChange && { 'Last-Modified': new Date(lastChange.timestamp * 1000).toUTCString() }),
    },
  }
}

async function convertTranslation(
  request: ApiRequest,
  translation: Translation,
  format: string,
): Promise<FileAnswer> {
  const conversion = conversions.get(format)
  if (conversion === undefined && !incompatibleConversions.has(format)) {
    throw invalid(`Conversion to ${format} is not supported`, 'format')
  }
  if (conversion === undefined || !isCompatible(conversion, translation)) {
    throw invalid(NOT_COMPATIBLE, 'format')
  }
  const { mediaType, extension } = conversion
  const found = await foundUnits(translation, request)
  const rows = Array.from({ length: found.count }, (_, index) => found.unit(index).row)
  return {
    bytes: await convert(translation, conversion, { ...request, rows }),
    headers: {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Content-Disposition': attachment(`${nameOf(translation)}.${extension}`, {
        isQuoted: false,
      }),
    },
  }
}

const NOT_COMPATIBLE = 'File format is not compatible with this translation'

function isCompatible({ needsKeys }: Conversion, { component }: Translation): boolean {
  return !needsKeys || component.config.template !== ''
}

function nameOf({ component, language }: Translation): string {
  return `${fileNameOf(component)}-${language.code}`
}

async function download(
  { catalog }: ApiRequest,
  component: Component,
  { path, mediaType }: { path: string; mediaType: string },
): Promise<FileAnswer> {
  if (path === '') throw notFound()
  return {
    bytes: await catalog.readFile(component, path),
    headers: {
      'Content-Type': mediaType,
      'Content-Disposition': attachment(basename(path), { isQuoted: true }),
    },
  }
}

interface Selection {
  readonly components: readonly Component[]
  readonly name: string
  readonly wants: (translation: Translation) => boolean
}

/** The files, or with `format=zip:ID` the units in another format. */
function zipOf(request: ApiRequest, selection: Selection): FileAnswer {
  const { query, view } = request
  const id = /^zip:(.*)$/s.exec(ARCHIVE.read(query))?.[1]
  const extension = conversions.get(id ?? '')?.extension ?? incompatibleConversions.get(id ?? '')
  if (id !== undefined && extension === undefined) throw notFound()
  const membersOf = () =>
    id === undefined ? readFiles(request, selection) : convertAll(request, selection, id)
  return {
    bytes: () => zipInSteps(membersOf(), view.timestamp ?? 0),
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': attachment(selection.name, { isQuoted: true }),
    },
  }
}

/** Members are named `project/component/path`. */
async function* readFiles(
  { catalog }: ApiRequest,
  { components, wants }: Selection,
): AsyncGenerator<ZipMember> {
  const names = new Set<string>()
  for (const component of components) {
    const owner = component.config.linkedComponent ?? placeOf(component)
    for (const path of pathsOf(component, wants)) {
      const name = `${owner}/${path}`
      if (names.has(name)) continue
      const bytes = await readIfThere(catalog, component, path)
      if (bytes === undefined) continue
      names.add(name)
      yield { name, bytes }
    }
  }
}

/** One missing file, of a template for instance, leaves the others alone. */
async function readIfThere(
  catalog: ApiRequest['catalog'],
  component: Component,
  path: string,
): Promise<Uint8Array | undefined> {
  try {
    return await catalog.readFile(component, path)
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

/** A translation that cannot be converted is a member that ends in `.skipped` and says why. */
async function* convertAll(
  { links }: ApiRequest,
  { components, wants }: Selection,
  id: string,
): AsyncGenerator<ZipMember> {
  const conversion = conversions.get(id)
  const extension = conversion?.extension ?? incompatibleConversions.get(id)
  for (const { translations } of components) {
    for (const translation of translations.filter(wants)) {
      const name = `${nameOf(translation)}.${extension}`
      if (conversion !== undefined && isCompatible(conversion, translation)) {
        const bytes = await convert(translation, conversion, { links })
        yield { name, bytes }
      } else {
        yield { name: `${name}.skipped`, bytes: Buffer.from(NOT_COMPATIBLE) }
      }
    }
  }
}

/** Units are gathered in slices; then the file is written in one piece. */
interface ConvertOptions extends Pick<ApiRequest, 'links'> {
  /** Default: all. */
  readonly rows?: Iterable<number>
  readonly signal?: AbortSignal
}

async function convert(
  translation: Translation,
  conversion: Conversion,
  { links, rows, signal }: ConvertOptions,
): Promise<Uint8Array> {
  const { component, language } = translation
  const page = links.page(`projects/${placeOf(component)}/${encodeSegment(language.code)}/`)
  const options = rows === undefined ? { page } : { page, rows }
  const document = await runYielding(documentInSteps(translation, options), signal)
  await nextTurn()
  const converted = conversion.write(document)
  return typeof converted === 'string' ? Buffer.from(converted) : converted
}

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
