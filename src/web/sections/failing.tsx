import { countFailures } from '../../catalog/checking/explain-checks.ts'
import { severityOf } from '../../catalog/checking/severity.ts'
import type { Translation } from '../../catalog/model.ts'
import type { Place } from '../../catalog/place.ts'
import { pathOfPlace } from '../../catalog/place.ts'
import { knownTranslations } from '../../catalog/readiness.ts'
import type { Severity } from '../../checks/check.ts'
import { counted, formatNumber } from '../../facts/words.ts'
import { CountBar } from '../components/bar.tsx'
import { Mark } from '../components/mark.tsx'
import { Table } from '../components/table.tsx'
import type { Links } from '../links.ts'

const SHOWN = 8
const ORDER: readonly Severity[] = ['error', 'warning', 'note']
const COLORS = { error: 'f', warning: 'e', note: 'u' } as const

/** Shows failing checks, errors first; notes are only counted. */
export function FailingSection({
  translations,
  place,
  links,
}: {
  translations: readonly Translation[]
  place: Place
  links: Links
}) {
  const readTranslations = knownTranslations(translations)
  const component = place.component ?? readTranslations[0]?.component
  if (component === undefined) return null
  const counts = countFailures(readTranslations)
    .map((count) => ({ ...count, severity: severityOf(count.check.id, component) ?? 'note' }))
    .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || b.units - a.units)
  if (counts.length === 0) return null
  const shown = counts.filter(({ severity }) => severity !== 'note').slice(0, SHOWN)
  const rest = counts.length - shown.length
  const max = Math.max(...shown.map(({ units }) => units))
  return (
    <section>
      <div class="bar-h">
        <h2 id="failing">Failing checks</h2>
        <a href={links.area('checks', place)} class="small">
          All checks
        </a>
      </div>
      {shown.length > 0 && (
        <Table labelledBy="failing" columns={[['Check'], ['Strings', 'n', 2]]}>
          {shown.map(({ check, units, severity }) => (
            <tr>
              <th scope="row">
                <Mark kind={severity} />{' '}
                <a href={links.to(`checks/${check.id}/${pathOfPlace(place)}`)}>{check.name}</a>
              </th>
              <td class="w">
                <CountBar count={units} max={max} color={COLORS[severity]} />
              </td>
              <td class="n">{formatNumber(units)}</td>
            </tr>
          ))}
        </Table>
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
