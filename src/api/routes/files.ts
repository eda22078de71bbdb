import { basename } from 'node:path/posix'
import { strToU8, type Zippable } from 'fflate'
import { conversions, incompatibleConversions } from '../../../formats/conversions.ts'
import type { Conversion } from '../../../formats/format.ts'
import type { Component, Translation } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { formatOf } from '../../catalog/reading/translation-file.ts'
import { NotFoundError } from '../../errors.ts'
import { attachment } from '../../http/attachment.ts'
import { invalid, notFound } from '../../http/http-error.ts'
import { runYielding } from '../../run-yielding.ts'
import { createZip } from '../../zip.ts'
import { file } from '../define.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoints,
  type FileAnswer,
  projectOf,
  translationOf,
} from '../endpoint.ts'
import { createDocument } from '../resources/document.ts'
import { ARCHIVE, CONVERSION, LANGUAGE_CODE, Q } from '../schema/parameters.ts'
import { foundUnits } from './units.ts'

export const fileEndpoints: Endpoints = {
  '/projects/:project/file': file({
    name: 'File',
    summary: 'Files of a project as a zip.',
    query: [ARCHIVE, LANGUAGE_CODE],
    needsJob: () => true,
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
    needsJob: () => true,
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
  const document = createDocument(translation, { links: request.links, rows })
  return {
    bytes: Buffer.from(conversion.write(document)),
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
async function zipOf(request: ApiRequest, selection: Selection): Promise<FileAnswer> {
  const { query, view } = request
  const id = /^zip:(.*)$/s.exec(ARCHIVE.read(query))?.[1]
  const members =
    id === undefined
      ? await filesOf(request, selection)
      : await runYielding(convertAll(request, selection, id), request.signal)
  return {
    bytes: createZip(members, view.timestamp ?? 0),
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': attachment(selection.name, { isQuoted: true }),
    },
  }
}

/** Members are named `project/component/path`. */
async function filesOf(
  { catalog, signal }: ApiRequest,
  { components, wants }: Selection,
): Promise<Zippable> {
  const members: Zippable = {}
  for (const component of components) {
    for (const path of pathsOf(component, wants)) {
      const owner = component.config.linkedComponent ?? placeOf(component)
      const name = `${owner}/${path}`
      signal.throwIfAborted()
      const bytes = members[name] ?? (await readIfThere(catalog, component, path))
      if (bytes !== undefined) members[name] = bytes
    }
  }
  return members
}

/** One missing file, of a template for instance, leaves the others alone. */
async function readIfThere(
  catalog: ApiRequest['catalog'],
  component: Component,
  path: string,
): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await catalog.readFile(component, path))
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

/** A translation that cannot be converted is a member that ends in `.skipped` and says why. */
function* convertAll(
  { links, progress }: ApiRequest,
  { components, wants }: Selection,
  id: string,
): Generator<void, Zippable> {
  const conversion = conversions.get(id)
  const extension = conversion?.extension ?? incompatibleConversions.get(id)
  if (extension === undefined) throw notFound()
  const members: Zippable = {}
  for (const [index, { translations }] of components.entries()) {
    progress(index, components.length, 'components')
    for (const translation of translations.filter(wants)) {
      yield
      const name = `${nameOf(translation)}.${extension}`
      if (conversion !== undefined && isCompatible(conversion, translation)) {
        const converted = conversion.write(createDocument(translation, { links }))
        members[name] = typeof converted === 'string' ? strToU8(converted) : converted
      } else {
        members[`${name}.skipped`] = strToU8(NOT_COMPATIBLE)
      }
    }
  }
  return members
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
