import { conversions, incompatibleConversions } from '../../../formats/conversions.ts'
import type { Conversion } from '../../../formats/format.ts'
import { isCompatible } from '../../catalog/compatible.ts'
import { attachment } from '../../http/attachment.ts'
import { notFound } from '../../http/http-error.ts'
import type { Content } from '../../http/serve-page.ts'
import type { Component, Translation } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { nextTurn } from '../../next-turn.ts'
import { type ZipMember, zipInSteps } from '../../zip.ts'
import { convert } from '../convert.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoints,
  file,
  projectLanguageOf,
  projectOf,
} from '../endpoint.ts'
import { parameter, readFileFormat } from '../schema/parameters.ts'
import { BINARY, oneOf } from '../schema/schema.ts'
import { fileNameOf, NOT_COMPATIBLE, nameOf, readIfThere, timeOf, ZIP_TYPE } from './files.ts'

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
      const code = request.query.get('language_code') ?? undefined
      return zipOf(request, config.slug, selected(components, code))
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
      return zipOf(request, `${project.config.slug}-${code}`, selected(project.components, code))
    },
  }),
  '/components/:project/:component/file': file({
    summary: 'Files of a component, as a zip archive.',
    mediaTypes: { [ZIP_TYPE]: BINARY },
    needs: 'units',
    query: [FORMAT],
    get(request) {
      const component = componentOf(request)
      return zipOf(request, fileNameOf(component), selected([component]))
    },
  }),
}

/** Returns the translations of each component; with `code`, only those into that language. */
function selected(components: readonly Component[], code?: string): (readonly Translation[])[] {
  return components.map(({ translations }) =>
    translations.filter(({ language }) => code === undefined || language.code === code),
  )
}

/** Returns a zip of the files of translations, or with `format=zip:ID` of their units converted to another format. */
function zipOf(
  request: ApiRequest,
  name: string,
  selection: readonly (readonly Translation[])[],
): Content {
  const id = /^zip:(.*)$/s.exec(readFileFormat(request.query))?.[1]
  const extension = conversions.get(id ?? '')?.extension ?? incompatibleConversions.get(id ?? '')
  if (id !== undefined && extension === undefined) throw notFound()
  const membersOf = () =>
    id === undefined
      ? readFiles(request, selection)
      : convertAll(request, selection.flat(), conversions.get(id), extension)
  const times = selection.map(([first]) => (first === undefined ? 0 : timeOf(first.component)))
  return {
    body: () => zipInSteps(membersOf(), Math.max(0, ...times)),
    headers: {
      'Content-Type': ZIP_TYPE,
      'Content-Disposition': attachment(`${name}.zip`),
    },
  }
}

/** Members are named `project/component/path`. */
async function* readFiles(
  { catalog }: ApiRequest,
  selection: readonly (readonly Translation[])[],
): AsyncGenerator<ZipMember> {
  const names = new Set<string>()
  for (const translations of selection) {
    const component = translations[0]?.component
    if (component === undefined) continue
    const owner = component.config.linkedComponent ?? placeOf(component)
    const { template, newBase, intermediate } = component.config
    const paths = [...translations.map(({ filename }) => filename), template, newBase, intermediate]
    for (const path of new Set(paths.filter(Boolean))) {
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
  translations: readonly Translation[],
  conversion: Conversion | undefined,
  extension: string | undefined,
): AsyncGenerator<ZipMember> {
  for (const translation of translations) {
    const name = `${nameOf(translation)}.${extension}`
    if (conversion !== undefined && isCompatible(conversion, translation)) {
      yield { name, bytes: await convert(translation, conversion, request) }
    } else {
      yield { name: `${name}.skipped`, bytes: Buffer.from(NOT_COMPATIBLE) }
    }
  }
}
