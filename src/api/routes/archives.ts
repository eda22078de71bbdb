import { conversions, incompatibleConversions } from '../../../formats/conversions.ts'
import { isCompatible } from '../../catalog/compatible.ts'
import { attachment } from '../../http/attachment.ts'
import { notFound } from '../../http/http-error.ts'
import type { Component, Translation } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { nextTurn } from '../../next-turn.ts'
import { type ZipMember, zipInSteps } from '../../zip.ts'
import { convert } from '../convert.ts'
import { file } from '../define.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoints,
  type FileResult,
  projectLanguageOf,
  projectOf,
} from '../endpoint.ts'
import { parameter, readFileFormat } from '../schema/parameters.ts'
import { BINARY, oneOf } from '../schema/schema.ts'
import { fileNameOf, NOT_COMPATIBLE, nameOf, readIfThere, ZIP_TYPE } from './files.ts'

const FORMAT = parameter('format', '`zip`, or `zip:FORMAT` to convert each translation.', {
  ...oneOf(
    'zip',
    ...[...conversions.keys(), ...incompatibleConversions.keys()].map((id) => `zip:${id}`),
  ),
  default: 'zip',
})

export const archiveEndpoints: Endpoints = {
  '/projects/:project/file': file({
    summary: 'Files of a project, as a zip archive.',
    mediaTypes: { [ZIP_TYPE]: BINARY },
    needs: 'units',
    query: [FORMAT, parameter('language_code', 'Only files of this language.')],
    get(request) {
      const { components, config } = projectOf(request)
      const code = request.query.get('language_code')
      const wants = code === null ? () => true : isIn(code)
      return zipOf(request, { components, name: `${config.slug}.zip`, wants })
    },
  }),
  // The zip is empty if the project has no files in a known language.
  '/projects/:project/languages/:language/file': file({
    summary: 'Files of a language of a project and their templates, as a zip archive.',
    mediaTypes: { [ZIP_TYPE]: BINARY },
    needs: 'units',
    query: [FORMAT],
    get(request) {
      const { project, code } = projectLanguageOf(request)
      const name = `${project.config.slug}-${code}.zip`
      return zipOf(request, { components: project.components, name, wants: isIn(code) })
    },
  }),
  '/components/:project/:component/file': file({
    summary: 'Files of a component, as a zip archive.',
    mediaTypes: { [ZIP_TYPE]: BINARY },
    needs: 'units',
    query: [FORMAT],
    get(request) {
      const component = componentOf(request)
      const name = `${fileNameOf(component)}.zip`
      return zipOf(request, { components: [component], name, wants: () => true })
    },
  }),
}

function isIn(code: string): Selection['wants'] {
  return ({ language }) => language.code === code
}

interface Selection {
  readonly components: readonly Component[]
  readonly name: string
  readonly wants: (translation: Translation) => boolean
}

/** Returns a zip of the files, or with `format=zip:ID` of the units converted to another format. */
function zipOf(request: ApiRequest, selection: Selection): FileResult {
  const { query, view } = request
  const id = /^zip:(.*)$/s.exec(readFileFormat(query))?.[1]
  const extension = conversions.get(id ?? '')?.extension ?? incompatibleConversions.get(id ?? '')
  if (id !== undefined && extension === undefined) throw notFound()
  const membersOf = () =>
    id === undefined ? readFiles(request, selection) : convertAll(request, selection, id)
  return {
    bytes: () => zipInSteps(membersOf(), view.timestamp ?? 0),
    headers: {
      'Content-Type': ZIP_TYPE,
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
      const root = `${owner}/${path}`
      if (names.has(root)) continue
      await nextTurn()
      for (const file of await readIfThere(catalog, component, path)) {
        names.add(root)
        yield { name: `${owner}/${file.path}`, bytes: file.bytes }
      }
    }
  }
}

/** Writes a member that ends in `.skipped` and holds the reason for a translation that cannot be converted. */
async function* convertAll(
  request: ApiRequest,
  { components, wants }: Selection,
  id: string,
): AsyncGenerator<ZipMember> {
  const conversion = conversions.get(id)
  const extension = conversion?.extension ?? incompatibleConversions.get(id)
  for (const { translations } of components) {
    for (const translation of translations.filter(wants)) {
      const name = `${nameOf(translation)}.${extension}`
      if (conversion !== undefined && isCompatible(conversion, translation)) {
        const bytes = await convert(translation, conversion, request)
        yield { name, bytes }
      } else {
        yield { name: `${name}.skipped`, bytes: Buffer.from(NOT_COMPATIBLE) }
      }
    }
  }
}

function pathsOf(component: Component, wants: Selection['wants']): ReadonlySet<string> {
  const chosen = component.translations.filter(wants)
  if (chosen.length === 0) return new Set()
  const { template, newBase, intermediate } = component.config
  const paths = [...chosen.map(({ filename }) => filename), template, newBase, intermediate]
  return new Set(paths.filter((path) => path !== ''))
}
