import { countFailures, explainFailures, type FailureCount } from '../../checking/explain-checks.ts'
import { SEVERITIES } from '../../checks/check.ts'
import { descriptionsById } from '../../checks/registry.ts'
import { counted, formatNumber } from '../../facts/format-numbers.ts'
import { notFound } from '../../http/http-error.ts'
import { failingRows } from '../../model/failing-checks.ts'
import { placeOf } from '../../model/paths.ts'
import { unitName } from '../../model/unit-name.ts'
import type { FoundUnit } from '../../view/find.ts'
import { countColumns } from '../components/figure-columns.tsx'
import {
  type Choice,
  emptyNote,
  listFilter,
  listPage,
  menu,
  pageOf,
  unitEntry,
} from '../components/list-page.tsx'
import { Mark } from '../components/mark.tsx'
import { NARROWING, narrowed } from '../components/narrowing.tsx'
import { hidingNotes } from '../components/notes.tsx'
import { type Column, column, Table } from '../components/table.tsx'
import { Words } from '../components/words.tsx'
import type { Links } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { AboutCheck, textsOf } from '../strings/unit.tsx'
import { Text } from '../texts/text.tsx'

const PAGE_SIZE = 50

const TITLES = {
  error: 'Errors: may break the program or harm readers',
  warning: 'Warnings: readers probably see a mistake',
  note: 'Notes: style, or often a false alarm',
}

const FILTERS = ['severity', ...NARROWING]
const SEVERITY_CHOICES: readonly Choice[] = [
  ['', 'any'],
  ...SEVERITIES.map((severity) => [severity, `${severity}s`] as const),
]

/** Shows the failing checks of a place, errors first. */
export function checks(request: PageRequest): PageContent {
  const { place, links, query } = request
  const { translations, menus } = narrowed(request)
  const chosen = query.get('severity') ?? ''
  const counts = countFailures(translations).filter(
    ({ severity }) => chosen === '' || severity === chosen,
  )
  const filters = Object.fromEntries(NARROWING.map((name) => [name, query.get(name) ?? undefined]))
  const addressOf = (id: string) => links.check(id, place, filters)
  const columns: readonly Column<FailureCount>[] = [
    column('Check', '', ({ check: { id, name } }) => <a href={addressOf(id)}>{name}</a>),
    column('What it reports', 'mid-w soft', ({ check }) => check.description),
    ...countColumns(
      counts,
      ({ severity }) => severity,
      ({ check, units }) => (
        <a href={addressOf(check.id)} aria-label={`${counted(units, 'string')} with ${check.name}`}>
          {formatNumber(units)}
        </a>
      ),
    ),
  ]
  return {
    title: 'Checks',
    lead: `${counted(counts.length, 'check')} fail${counts.length === 1 ? 's' : ''} here.`,
    facts: place.project ? [`projects/${place.project.config.slug}/checks/`] : ['checks/'],
    isUnlisted: FILTERS.some((name) => query.has(name)),
    main: (
      <>
        {listFilter(
          'Filter checks',
          FILTERS,
          request,
          <>
            {menu('Severity', 'severity', chosen, SEVERITY_CHOICES)}
            {menus}
          </>,
        )}
        {hidingNotes(request)}
        {counts.length === 0 && emptyNote('No check fails.', FILTERS, request)}
        {SEVERITIES.map((severity) => {
          const rows = counts.filter((count) => count.severity === severity)
          if (rows.length === 0) return null
          return (
            <section class="narrow after">
              <h2 id={`h-${severity}`}>
                <Mark kind={severity} /> {TITLES[severity]}
              </h2>
              <Table labelledBy={`h-${severity}`} {...{ columns, rows }} />
            </section>
          )
        })}
        <p class="small after">
          <a href={links.to('api/checks/')}>All checks</a>
        </p>
      </>
    ),
  }
}

/** Shows the strings that fail one check, each with its reason. */
export function check(request: PageRequest): PageContent {
  const { place, links, query, param } = request
  const description = descriptionsById.get(param('check'))
  if (description === undefined) throw notFound()
  const { id, name, ignoredBy, enabledBy } = description
  const failing: FoundUnit[] = []
  const { translations, menus } = narrowed(request)
  const counts = countFailures(translations).filter(({ check }) => check.id === id)
  const { severity } = counts[0] ?? description
  for (const translation of translations) {
    for (const [row, ids] of failingRows(translation.verdict)) {
      if (ids.includes(id)) failing.push({ translation, row })
    }
  }
  const list = pageOf(query, failing, PAGE_SIZE)
  return {
    title: name,
    lead: (
      <>
        {description.description.replace(/\.$/, '')}. <AboutCheck check={description} />
        The flag {enabledBy && [<code>{enabledBy.join(', ')}</code>, ' turns this check on, ']}
        <code>{ignoredBy}</code> turns it off.
      </>
    ),
    isUnlisted: NARROWING.some((name) => query.has(name)),
    main: (
      <>
        {listFilter('Filter strings', NARROWING, request, menus)}
        <p class="big">
          <Mark kind={severity} /> This check fails on {counted(failing.length, 'string')}.{' '}
          <a href={links.area('checks', place)}>All checks</a>
        </p>
        {hidingNotes(request)}
        {listPage(request, list, (unit) => failingUnit(unit, id, links), {
          ...{ filters: NARROWING, empty: 'No string here fails this check.' },
          classes: 'log narrow',
        })}
      </>
    ),
  }
}

function failingUnit({ translation, row }: FoundUnit, check: string, links: Links) {
  const { component, language } = translation
  const [failure] = explainFailures(translation, row, [check])
  const { sources, targets } = textsOf(translation, row)
  const spans = failure?.spans ?? []
  const form = spans.find(({ side }) => side === 'target')?.form ?? 0
  const sourceForm = Math.min(form, sources.length - 1)
  const spansOf = (side: 'source' | 'target', of: number) =>
    spans.filter((span) => span.side === side && span.form === of)
  const source = sources[sourceForm]
  const target = translation.isSource ? undefined : targets[form]
  return unitEntry(
    unitName(translation, row),
    links.unit(translation, row),
    `${placeOf(component)}, ${language.name}`,
    <>
      {failure !== undefined && (
        <p>
          <Words text={`${failure.explanation}.`} />
        </p>
      )}
      <div class="pair tight">
        {source !== undefined && (
          <Text
            {...source}
            language={component.sourceLanguage}
            marked={spansOf('source', sourceForm)}
            classes="soft"
          />
        )}
        {target !== undefined && (
          <Text {...target} language={language} marked={spansOf('target', form)} />
        )}
      </div>
    </>,
  )
}
