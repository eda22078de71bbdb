import type { Child } from 'hono/jsx'
import { componentsAt, translationsAt } from '../../catalog/place.ts'
import { countFailures, type FailureCount } from '../../checking/explain-checks.ts'
import { beginningOf } from '../../errors.ts'
import type { Figures } from '../../facts/figures.ts'
import { counted, formatNumber } from '../../facts/format-numbers.ts'
import { type Edit, editsOf, formatAge } from '../../facts/outdated.ts'
import { knownTranslations } from '../../model/readiness.ts'
import { contextOf, sourceForms } from '../../model/unit.ts'
import { countColumns } from '../components/figure-columns.tsx'
import { Mark } from '../components/mark.tsx'
import { readSoFar } from '../components/share.tsx'
import { spine } from '../components/spine.tsx'
import { type Column, column, Table } from '../components/table.tsx'
import { joined, linkedTitle, Time } from '../components/words.tsx'
import { languageTag } from '../language-name.ts'
import { componentPlace } from '../links.ts'
import { type Outdated, readOutdated } from '../outdated.ts'
import type { Later, PageRequest } from '../page.ts'
import { CommitsSection, commitLink } from './commits.tsx'
import { PeopleSection } from './people.tsx'
import { TrendSection } from './trend.tsx'

/** What the overview of a place shows besides its numbers and history. */
interface OverviewContent {
  readonly alerts?: Child
  /** Replaces percentages and states if there are none. */
  readonly instead?: Child
  /** What the place consists of. */
  readonly content: Child
  /** Content after the outdated strings. */
  readonly after?: Child
  /** The label of the column beside the content. */
  readonly label: string
  /** Facts about the place in that column, with their title. */
  readonly about?: readonly [title: string, facts: Child] | undefined
}

/** Shows a place: percentage, states and contents, and beside them failing checks, recent activity and people. */
export async function overview(
  request: PageRequest,
  figures: Figures,
  { alerts, content, after, label, about, instead }: OverviewContent,
): Promise<Child> {
  const [outdated, trend, commits, people] = await Promise.all([
    readOutdated(request),
    TrendSection(request),
    CommitsSection(request),
    PeopleSection(request),
  ])
  return (
    <>
      {alerts}
      {instead || spine(request, figures, outdated)}
      <div class="cols">
        <div>
          {content}
          {outdatedSection(outdated, request)}
          {after}
        </div>
        <aside class="stack" aria-label={label}>
          {trend}
          {failingSection(request)}
          {about && (
            <section>
              <h2>{about[0]}</h2>
              {about[1]}
            </section>
          )}
          {commits}
          {people}
        </aside>
      </div>
    </>
  )
}

const SHOWN_CHECKS = 8

/** Shows failing checks, errors first, once all components have been read; notes are only counted. */
function failingSection({ view, place, links }: PageRequest) {
  if (readSoFar(componentsAt(view, place)) !== undefined) return null
  const readTranslations = knownTranslations(translationsAt(view, place))
  const counts = countFailures(readTranslations).sort((a, b) => b.units - a.units)
  if (counts.length === 0) return null
  const shown = (['error', 'warning'] as const)
    .flatMap((severity) => counts.filter((count) => count.severity === severity))
    .slice(0, SHOWN_CHECKS)
  const columns: readonly Column<FailureCount>[] = [
    column('Check', '', ({ check: { id, name }, severity }) => (
      <>
        <Mark kind={severity} /> <a href={links.check(id, place)}>{name}</a>
      </>
    )),
    ...countColumns(shown, ({ severity }) => severity),
  ]
  const rest = counts.length - shown.length
  return (
    <section>
      {linkedTitle('Failing checks', links.area('checks', place), 'All checks', 'failing')}
      {shown.length > 0 && <Table labelledBy="failing" rows={shown} columns={columns} />}
      {rest > 0 && (
        <p class="small soft">
          {shown.length > 0
            ? `And ${counted(rest, 'more check')} with only notes or fewer strings.`
            : `${counted(rest, 'check')} with only notes.`}
        </p>
      )}
    </section>
  )
}

const SHOWN_EDITS = 4
const MAX_LANGUAGES = 8
const MAX_CHARACTERS = 300

/** Shows the source edits that translations of a project have lagged behind longest. */
function outdatedSection({ value, isAwaited }: Later<Outdated>, request: PageRequest) {
  const { links, place, part } = request
  if (place.project === undefined) return null
  return part('outdated', isAwaited, (attributes) => {
    if (value === undefined) return isAwaited && <section hidden {...attributes} />
    if (value.count === 0) return null
    const address = links.area('outdated', place)
    return (
      <section {...attributes}>
        {linkedTitle('Longest outdated', address, `All ${formatNumber(value.count)}`)}
        <ul class="log two">
          {editsOf(value.longest)
            .slice(0, SHOWN_EDITS)
            .map((edit) => editItem(edit, request))}
        </ul>
      </section>
    )
  })
}

function editItem(edit: Edit, request: PageRequest) {
  const { links } = request
  const [first] = edit
  const { translation, row, changed } = first
  const { component } = translation
  const units = translation.units()
  const [source = ''] = sourceForms(units, row)
  const place = componentPlace(component)
  const languages = edit
    .slice(0, MAX_LANGUAGES)
    .map(({ translation: { language } }) => (
      <a href={links.strings({ ...place, code: language.code }, 'is:outdated')}>{language.name}</a>
    ))
  return (
    <li>
      <div>
        <p class="old small nw">
          <Mark kind="outdated" /> {formatAge(first)}
        </p>
      </div>
      <div>
        <p>
          <span class="txt" lang={languageTag(component.sourceLanguage.code)} dir="auto">
            {beginningOf(source, MAX_CHARACTERS)}
          </span>
        </p>
        {request.place.code === undefined && (
          <p class="meta">
            <span>
              {joined(languages)}
              {edit.length > MAX_LANGUAGES && ` and ${edit.length - MAX_LANGUAGES} more`}
            </span>
          </p>
        )}
        <p class="meta">
          <span>
            <a href={links.place(place)}>{component.config.name}</a>{' '}
            <code>{contextOf(units, row)}</code>
          </span>
          <span>
            changed <Time seconds={changed.seconds} />
          </span>
          {commitLink(changed.commit, component, request)}
        </p>
      </div>
    </li>
  )
}
