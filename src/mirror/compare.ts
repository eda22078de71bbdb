import { fieldName } from '../config/field.ts'
import { NotFoundError, RepositoryError } from '../errors.ts'
import type { Component, Translation, View } from '../model/model.ts'
import { encodePlace, placeOf } from '../model/paths.ts'
import { componentsOf } from '../view/view.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import type { WeblateClient } from './client.ts'
import { placeOfComponent, shown } from './component.ts'
import { asObject, type Json, textOf, versionOf } from './fields.ts'
import type { RemoteProject } from './project.ts'

/**
 * Compares the counts of a Weblate server with those of its mirror, translation by translation. Makes one request for
 * each component, and one more if its files differ. Returns lines for people: the differences, which call the mirror by its
 * name, and why components could not be compared; and the number of compared translations. Rejects if the server is
 * unreachable.
 */
export async function compareWithMirror(
  client: WeblateClient,
  remotes: readonly RemoteProject[],
  mirror: View,
  name: string,
): Promise<{
  readonly lines: readonly string[]
  readonly failures: readonly string[]
  readonly compared: number
}> {
  const byPlace = new Map(componentsOf(mirror).map((component) => [placeOf(component), component]))
  const lines: string[] = []
  const failures: string[] = []
  let compared = 0
  for (const { answer, components } of remotes) {
    for (const { vcs, ...body } of components) {
      const place = placeOfComponent(body)
      const component = byPlace.get(place)
      // Skips components without a repository, which exist only in the server's database.
      if (place === '' || (component === undefined && vcs === 'local')) continue
      const server = { version: versionOf(answer), body }
      try {
        const comparison = component && (await compareComponent(component, server, client))
        lines.push(...(comparison?.lines ?? [`${place}: not in ${name}`]))
        compared += comparison?.compared ?? 0
      } catch (error) {
        // The server may fail for one component alone.
        const isOne = error instanceof RepositoryError && error.code !== 'unreachable'
        if (!isOne && !(error instanceof NotFoundError)) throw error
        failures.push(`${place}: not compared: ${error.message}`)
      }
    }
  }
  return { lines, failures, compared }
}

async function compareComponent(
  component: Component,
  server: { readonly version: WeblateVersion; readonly body: Json },
  client: WeblateClient,
) {
  const place = placeOf(component)
  const path = `components/${encodePlace(place)}/`
  const answers = (await client.list(`${path}translations/`)).map(asObject)
  const languageOf = (answer: Json) => textOf(asObject(answer['language'])['code'])
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
    ? await commitsOf(component, client, `${path}repository/`)
    : ''
  const lines = different.map(({ translation, counts, isSameFile }) => {
    const cause = isSameFile ? causeOf(translation, counts, server) : state
    const counted = counts.map(({ name, there, here }) => `${name} ${there} there, ${here} here`)
    return `${place} ${translation.language.code}: ${counted.join('; ')}: ${cause}`
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

/** Returns which counts differ, and whether both sides read the same file. */
function differenceOf(answer: Json, { statistics, revision }: Translation) {
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

/** Settings by which the same file counts differently. Servers report them as they are configured. */
const COUNTING = ['fileFormat', 'keyFilter', 'checkFlags', 'isGlossary'] as const

/** Returns the likely cause of different counts for the same file. */
function causeOf(
  { component: { config } }: Translation,
  counts: ReturnType<typeof differenceOf>['counts'],
  { version, body }: { readonly version: WeblateVersion; readonly body: Json },
): string {
  const { weblate } = config
  if (version !== weblate) {
    return `another version: the server is Weblate ${version}, the configuration says weblate: '${weblate}'`
  }
  const settings = COUNTING.flatMap((property) => {
    const [field, here] = [fieldName(property), config[property]]
    const there = body[field]
    if (there === undefined || there === here) return []
    return `${field} ${shown(there)} there, ${shown(here)} here`
  })
  if (settings.length > 0) return `another setting: ${settings.join('; ')}`
  const names = new Set(counts.map(({ name }) => name))
  if (names.has('total')) return 'another version of Weblate reads the same file in another way'
  if (!names.has('translated')) {
    return "a state that only Weblate's database has: checks that somebody dismissed, or that have not run again"
  }
  const hint = config.stateFrom === 'commit' ? '; state_from: mirror estimates those' : ''
  return `a state that only Weblate's database has: set by hand, by an add-on, or when the source changed${hint}`
}

/** Returns why files differ, as far as the server reveals it: reading its commits requires a permission. */
async function commitsOf(
  { commit }: Component,
  client: WeblateClient,
  path: string,
): Promise<string> {
  const here = commit?.oid.slice(0, 7) ?? 'nothing'
  let answer: Json
  try {
    answer = asObject(await client.read(path))
  } catch (error) {
    const isHidden = error instanceof RepositoryError && error.code === 'auth'
    if (!isHidden && !(error instanceof NotFoundError)) throw error
    return `another file: Weblate has commits that it has not pushed, or that differ from ${here}`
  }
  const there = textOf(asObject(answer['weblate_commit'])['shortrevision']) || 'nothing'
  if (answer['needs_commit'] === true) return 'Weblate has changes that it has not committed'
  if (answer['needs_push'] === true) {
    return `Weblate has commits that it has not pushed: it is at ${there}, this mirror at ${here}`
  }
  return `another commit: Weblate is at ${there}, this mirror at ${here}`
}
