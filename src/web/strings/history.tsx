import { unitVersionsOf } from '../../facts/unit-history.ts'
import type { Version } from '../../history/unit-history/read-unit-history.ts'
import type { Language } from '../../languages/language.ts'
import type { Translation } from '../../model/model.ts'
import { STATE } from '../../model/statistics.ts'
import { formsOf } from '../../model/unit.ts'
import type { FoundUnit } from '../../view/find.ts'
import { Time } from '../components/words.tsx'
import type { PageRequest } from '../page.ts'
import { commitLink } from '../sections/commits.tsx'
import { Person } from '../sections/people.tsx'
import { Difference } from '../texts/difference.tsx'

const WORDS: Readonly<Record<number, string>> = {
  [STATE.empty]: 'untranslated',
  [STATE.fuzzy]: 'needs editing',
  [STATE.needsRewriting]: 'needs editing',
  [STATE.translated]: 'translated',
  [STATE.approved]: 'approved',
  [STATE.readOnly]: 'read-only',
}

/** Finds the versions of a unit, newest first. */
export function findVersions(unit: FoundUnit, { catalog, view, later }: PageRequest) {
  return later('history', async ({ signal }) => {
    const { versions } = await unitVersionsOf(unit, { catalog, view, signal })
    return versions
  })
}

/** Shows every version of a unit: how its texts changed, by whom and in which commit. */
export function historySection(
  { value, isAwaited }: Awaited<ReturnType<typeof findVersions>>,
  { language, component }: Translation,
  request: PageRequest,
) {
  if (value === undefined) {
    return (
      <p class="soft">The history of this string is {isAwaited ? 'being read' : 'not known'}.</p>
    )
  }
  if (value.length === 0) return <p class="soft">The history of this string is not known yet.</p>
  return (
    <section>
      <h2>History</h2>
      <ol class="hist">
        {value.map((version, index) => {
          const before = value[index + 1]
          const { target, source, step, author } = version
          const isReworded = before !== undefined && before.target !== target
          return (
            <li>
              <p class="small soft">
                <Time seconds={step.seconds} />
              </p>
              <div>
                <p class="meta">
                  <Person author={author} links={request.links} />
                  {commitLink(step.commit, component, request)}
                  <span>{effectOf(version, before)}</span>
                </p>
                {before !== undefined &&
                  before.source !== source &&
                  difference(before.source, source, component.sourceLanguage)}
                {(isReworded || (before === undefined && target !== '')) &&
                  difference(before?.target ?? '', target, language)}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function difference(before: string, after: string, language: Language) {
  const shown = (text: string) => formsOf(text).join('\n')
  return <Difference between={[shown(before), shown(after)]} language={language} />
}

function effectOf(version: Version, before: Version | undefined): string {
  const { change, state = -1, source } = version
  const word = WORDS[state] ?? ''
  if (change === 'removed') return 'removed'
  if (change === 'present') return `existed before, ${word}`
  if (change === 'renamed') return 'moved or renamed'
  if (change === 'added' || before === undefined) return `added, ${word}`
  const parts: string[] = []
  if (before.source !== source) parts.push('source changed')
  if (before.state !== version.state) parts.push(`${WORDS[before.state ?? -1] ?? 'gone'} → ${word}`)
  else if (before.target !== version.target) parts.push('reworded')
  return parts.join(', ') || 'changed'
}
