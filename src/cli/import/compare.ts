import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { NotFoundError, RepositoryError } from '../../errors.ts'
import type { Component, Translation } from '../../model/model.ts'
import { encodePlace, placeOf } from '../../model/paths.ts'
import { componentsOf } from '../../view/view.ts'
import type { WeblateVersion } from '../../weblate-version.ts'
import { parseConfig, readConfigFile } from '../config-file.ts'
import { withTarget } from '../open-target.ts'
import { wholeTarget } from '../target.ts'
import type { WeblateClient } from './client.ts'
import { placeOfComponent } from './component.ts'
import { asResponseBody, type ResponseBody, textOf, versionOf } from './fields.ts'
import type { RemoteProject } from './project.ts'

/** A Weblate server and the mirror to compare with it. */
interface CompareOptions {
  readonly client: WeblateClient
  readonly remotes: readonly RemoteProject[]
  /** Path of the mirror's configuration. */
  readonly file: string
  /** The configuration that an import would produce, for a mirror without one. */
  readonly imported: string
}

/** The differences as lines for people, and the number of compared translations. */
export interface Comparison {
  readonly lines: readonly string[]
  readonly compared: number
}

/**
 * Compares the counts of a Weblate server with those of its mirror, translation by translation. Makes one request for
 * each component, and one more if its files differ. Rejects like the client and like `withTarget`.
 */
export async function compareWithMirror(options: CompareOptions): Promise<Comparison> {
  const { client, remotes, file, imported } = options
  const config = existsSync(file)
    ? readConfigFile(file, process.env)
    : parseConfig({ text: imported, file })
  return withTarget(wholeTarget(file, config), { fromWorkTree: false }, async ({ view }) => {
    const byPlace = new Map(
      componentsOf(await view()).map((component) => [placeOf(component), component]),
    )
    const lines: string[] = []
    let compared = 0
    for (const { answer, components } of remotes) {
      for (const { vcs, ...body } of components) {
        const place = placeOfComponent(body)
        const component = byPlace.get(place)
        // Skips components without a repository, which exist only in the server's database.
        if (place === '' || (component === undefined && vcs === 'local')) continue
        const there = { place, version: versionOf(answer), client }
        const comparison = component && (await compareComponent(component, there, config))
        lines.push(...(comparison?.lines ?? [`${place}: not in ${file}`]))
        compared += comparison?.compared ?? 0
      }
    }
    return { lines, compared }
  })
}

/** A component of the Weblate server. */
interface Remote {
  readonly place: string
  readonly version: WeblateVersion
  readonly client: WeblateClient
}

async function compareComponent(
  component: Component,
  remote: Remote,
  { weblate }: Config,
): Promise<Comparison> {
  const { place, version, client } = remote
  const answers = (await client.list(`components/${encodePlace(place)}/translations/`)).map(
    asResponseBody,
  )
  const languageOf = (answer: ResponseBody) => textOf(asResponseBody(answer['language'])['code'])
  const byCode = new Map(
    component.translations.map((translation) => [translation.language.code, translation]),
  )
  const there = new Set(answers.map(languageOf))
  const pairs = answers.flatMap((answer) => {
    const translation = byCode.get(languageOf(answer))
    return translation === undefined
      ? []
      : [{ answer, translation, ...differenceOf(answer, translation) }]
  })
  const different = pairs.filter(({ counts }) => counts.length > 0)
  const state = different.some(({ isSameFile }) => !isSameFile)
    ? await commitsOf(component, remote)
    : ''
  const lines = different.map(({ translation, counts, isSameFile }) => {
    const cause = isSameFile ? causeOf(translation, counts, { version, weblate }) : state
    const shown = counts.map(({ name, there, here }) => `${name} ${there} there, ${here} here`)
    return `${place} ${translation.language.code}: ${shown.join('; ')}: ${cause}`
  })
  const missing = [...there].filter((code) => !byCode.has(code)).sort()
  const more = [...byCode.keys()].filter((code) => !there.has(code)).sort()
  const alerts = component.alerts.map(({ message }) => `${place}: ${message}`)
  return {
    lines: [
      ...lines,
      ...missing.map(
        (code) => `${place} ${code}: only on the server: the mirror has no file for it`,
      ),
      ...more.map((code) => `${place} ${code}: only in the mirror: Weblate has not read its file`),
      ...(different.length > 0 || missing.length > 0 ? alerts : []),
    ],
    compared: answers.length,
  }
}

interface CountDifference {
  readonly name: 'total' | 'translated' | 'failing'
  readonly there: number
  readonly here: number
}

/** Returns which counts differ, and whether both sides read the same file. */
function differenceOf(
  answer: ResponseBody,
  { statistics, revision }: Translation,
): { readonly counts: readonly CountDifference[]; readonly isSameFile: boolean } {
  const counts = [
    { name: 'total', there: answer['total'], here: statistics.total.units },
    { name: 'translated', there: answer['translated'], here: statistics.translated.units },
    { name: 'failing', there: answer['failing_checks'], here: statistics.failing.units },
  ] as const
  return {
    counts: counts.flatMap(({ there, ...difference }) =>
      typeof there === 'number' && there !== difference.here ? [{ ...difference, there }] : [],
    ),
    isSameFile: blobsOf(textOf(answer['revision'])) === blobsOf(revision),
  }
}

/** Returns the blob ids in a revision without the suffix that some versions of Weblate add. */
function blobsOf(revision: string): string {
  return revision.replace(/:\d+/g, '')
}

/** Returns the likely cause of different counts for the same file. */
function causeOf(
  { component: { config } }: Translation,
  counts: readonly CountDifference[],
  { version, weblate }: { readonly version: WeblateVersion; readonly weblate: WeblateVersion },
): string {
  if (version !== weblate) {
    return `another version: it answers as Weblate ${version}, the configuration says weblate: '${weblate}'`
  }
  const names = new Set(counts.map(({ name }) => name))
  if (names.has('total')) return 'another version of Weblate reads the same file in another way'
  if (!names.has('translated')) {
    return 'a state that only the database of Weblate has: checks that somebody dismissed or that have not run again'
  }
  const hint = config.stateFrom === 'commit' ? '; state_from: mirror estimates those' : ''
  return `a state that only the database of Weblate has: marked by hand, by an add-on, or as its source changed${hint}`
}

/**
 * Returns why a component's files differ, as far as the server reveals it: reading its commits requires a permission.
 */
async function commitsOf({ commit }: Component, { place, client }: Remote): Promise<string> {
  const here = commit?.oid.slice(0, 7) ?? 'nothing'
  let answer: ResponseBody
  try {
    answer = asResponseBody(await client.read(`components/${encodePlace(place)}/repository/`))
  } catch (error) {
    const isHidden = error instanceof RepositoryError && error.code === 'auth'
    if (!isHidden && !(error instanceof NotFoundError)) throw error
    return `another file: Weblate has commits that it has not pushed, or other ones than ${here}`
  }
  const there = textOf(asResponseBody(answer['weblate_commit'])['shortrevision']) || 'nothing'
  if (answer['needs_commit'] === true) return 'Weblate has changes that it has not committed'
  if (answer['needs_push'] === true) {
    return `Weblate has commits that it has not pushed: it is at ${there}, this mirror at ${here}`
  }
  return `another commit: Weblate is at ${there}, this mirror at ${here}`
}
