import {
  countFailures,
  explainFailures,
  type FailureCount,
} from '../../catalog/checking/explain-checks.ts'
import { failingRows } from '../../catalog/failing-checks.ts'
import type { Translation } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { pathOfPlace, translationsAt } from '../../catalog/place.ts'
import { checksumText } from '../../catalog/unit.ts'
import { unitName } from '../../catalog/unit-name.ts'
import type { Severity } from '../../checks/check.ts'
import { descriptionsById } from '../../checks/registry.ts'
import { counted, formatNumber } from '../../facts/words.ts'
import { notFound } from '../../http/http-error.ts'
import { CountBar } from '../components/bar.tsx'
import { ListPage, pageOf } from '../components/list-page.tsx'
import { Mark } from '../components/mark.tsx'
import { Table } from '../components/table.tsx'
import { Words } from '../components/words.tsx'
import { componentPlace } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { AboutCheck } from '../strings/failures.tsx'
import { textsOf } from '../strings/unit-texts.ts'
import { Text } from '../texts/text.tsx'

const PAGE_SIZE = 50

const GROUPS: readonly (readonly [Severity, title: string])[] = [
  ['error', 'Errors: may break the program or harm readers'],
  ['warning', 'Warnings: readers probably see a mistake'],
  ['note', 'Notes: style, or often a false alarm'],
]

/** Shows the failing checks of a place, errors first. */
export function checks(request: PageRequest): PageContent {
  const { view, place, links } = request
  const counts = countFailures(translationsAt(view, place))
  const max = Math.max(1, ...counts.map(({ units }) => units))
  return {
    title: 'Checks',
    lead: (
      <p>
        {counted(counts.length, 'check')} fail{counts.length === 1 ? 's' : ''} here.
      </p>
    ),
    facts: place.project ? [`projects/${place.project.config.slug}/checks/`] : ['checks/'],
    main: (
      <>
        {counts.length === 0 && <p class="note">No check fails.</p>}
        {GROUPS.map(([severity, title]) => {
          const ofSeverity = counts.filter(({ check }) => check.severity === severity)
          if (ofSeverity.length === 0) return null
          return (
            <section class="narrow after">
              <h2 id={`h-${severity}`}>
                <Mark kind={severity} /> {title}
              </h2>
              <Table
                labelledBy={`h-${severity}`}
                columns={[['Check'], ['What it reports', 'mid-w'], ['Strings', 'n', 2]]}
              >
                {ofSeverity.map((count) => (
                  <CheckRow count={count} max={max} address={addressOf(request, count.check.id)} />
                ))}
              </Table>
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

function CheckRow({
  count: { check, units },
  max,
  address,
}: {
  count: FailureCount
  max: number
  address: string
}) {
  const color = { error: 'f', warning: 'e', note: 'u' } as const
  return (
    <tr>
      <th scope="row">
        <a href={address}>{check.name}</a>
      </th>
      <td class="mid-w soft">{check.description}</td>
      <td class="w">
        <CountBar count={units} max={max} color={color[check.severity]} />
      </td>
      <td class="n">
        <a href={address} aria-label={`${counted(units, 'string')} with ${check.name}`}>
          {formatNumber(units)}
        </a>
      </td>
    </tr>
  )
}

function addressOf({ links, place }: PageRequest, check: string): string {
  return links.to(`checks/${check}/${pathOfPlace(place)}`)
}

/** Shows the strings that fail one check, each with its reason. */
export function check(request: PageRequest): PageContent {
  const { view, place, links, query, param } = request
  const description = descriptionsById.get(param('check'))
  if (description === undefined) throw notFound()
  const { id, name, ignoredBy, enabledBy } = description
  const failing: { readonly translation: Translation; readonly row: number }[] = []
  for (const translation of translationsAt(view, place)) {
    for (const [row, ids] of failingRows(translation.verdict)) {
      if (ids.includes(id)) failing.push({ translation, row })
    }
  }

  return {
    title: name,
    lead: (
      <p>
        {description.description.replace(/\.$/, '')}. <AboutCheck check={description} />
        {enabledBy !== undefined && (
          <>
            The flag <code>{enabledBy.join(', ')}</code> turns this check on,{' '}
          </>
        )}
        {enabledBy === undefined ? 'The flag ' : ''}
        <code>{ignoredBy}</code> turns it off.
      </p>
    ),
    main: (
      <>
        <p class="big">
          <Mark kind={description.severity} /> This check fails on{' '}
          {counted(failing.length, 'string')}. <a href={links.area('checks', place)}>All checks</a>
        </p>
        <ListPage
          title={name}
          request={request}
          list={{
            ...pageOf(query, failing, PAGE_SIZE),
            empty: 'No string here fails this check.',
            entry: (unit) => <FailingUnit {...unit} check={id} request={request} />,
          }}
        />
      </>
    ),
  }
}

function FailingUnit({
  translation,
  row,
  check,
  request: { links },
}: {
  translation: Translation
  row: number
  check: string
  request: PageRequest
}) {
  const { component, language } = translation
  const units = translation.units()
  const place = componentPlace(component, language.code)
  const [failure] = explainFailures(translation, row, [check])
  const { sources, targets } = textsOf(translation, row)
  const spans = failure?.spans ?? []
  const form = spans.find(({ side }) => side === 'target')?.form ?? 0
  const spansOf = (side: 'source' | 'target', of: number) =>
    spans.filter((span) => span.side === side && span.form === of)
  const source = sources[Math.min(form, sources.length - 1)]
  const checksum = checksumText(units, row)
  return (
    <li>
      <p class="small">
        <a href={links.area('translate', place, { checksum })}>
          <code>{unitName(translation, row)}</code>
        </a>{' '}
        <span class="soft">
          {placeOf(component)}, {language.name}
        </span>
      </p>
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
            marked={spansOf('source', Math.min(form, sources.length - 1))}
            classes="soft"
          />
        )}
        {!translation.isSource && targets[form] !== undefined && (
          <Text {...targets[form]} language={language} marked={spansOf('target', form)} />
        )}
      </div>
    </li>
  )
}
