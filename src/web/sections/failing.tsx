import { pathOfPlace } from '../../catalog/place.ts'
import { countFailures } from '../../checking/explain-checks.ts'
import { severityOf } from '../../checking/severity.ts'
import { SEVERITIES } from '../../checks/check.ts'
import { counted } from '../../facts/words.ts'
import type { Translation } from '../../model/model.ts'
import { knownTranslations } from '../../model/readiness.ts'
import { countColumns } from '../components/bar.tsx'
import { linkedTitle } from '../components/linked-title.tsx'
import { Mark } from '../components/mark.tsx'
import { Table } from '../components/table.tsx'
import type { PageRequest } from '../page.ts'

const SHOWN = 8

/** Shows failing checks, errors first; notes are only counted. */
export function failingSection(
  translations: readonly Translation[],
  { place, links }: PageRequest,
) {
  const readTranslations = knownTranslations(translations)
  const component = place.component ?? readTranslations[0]?.component
  if (component === undefined) return null
  const counts = countFailures(readTranslations)
    .map((count) => ({ ...count, severity: severityOf(count.check.id, component) ?? 'note' }))
    .sort((a, b) => b.units - a.units)
  if (counts.length === 0) return null
  const shown = SEVERITIES.filter((severity) => severity !== 'note')
    .flatMap((severity) => counts.filter((count) => count.severity === severity))
    .slice(0, SHOWN)
  const rest = counts.length - shown.length
  return (
    <section>
      {linkedTitle('Failing checks', links.area('checks', place), 'All checks', 'failing')}
      {shown.length > 0 && (
        <Table
          labelledBy="failing"
          rows={shown}
          columns={[
            {
              name: 'Check',
              cell: ({ check: { id, name }, severity }) => (
                <>
                  <Mark kind={severity} />{' '}
                  <a href={links.to(`checks/${id}/${pathOfPlace(place)}`)}>{name}</a>
                </>
              ),
            },
            ...countColumns(shown, ({ severity }) => severity),
          ]}
        />
      )}
      {rest > 0 && (
        <p class="small soft">
          {shown.length > 0 ? 'Also ' : ''}
          {counted(rest, 'check')} with notes alone or with fewer strings.
        </p>
      )}
    </section>
  )
}
