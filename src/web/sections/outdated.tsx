import type { OutdatedUnit } from '../../catalog/history/states/outdated.ts'
import { NOWHERE } from '../../catalog/place.ts'
import { contextOf, sourceForms } from '../../catalog/unit.ts'
import { CommitLink } from '../components/commit-link.tsx'
import { Mark } from '../components/mark.tsx'
import { counted, formatNumber, Time } from '../components/words.tsx'
import { languageTag } from '../language-name.ts'
import type { Later } from '../later.ts'
import type { Outdated } from '../outdated.ts'
import type { PageRequest } from '../page.ts'

const SHOWN = 4
const MAX_LANGUAGES = 8
const MAX_CHARACTERS = 300
const MONTH_DAYS = 30.44

/** The edits of sources that translations have been behind longest. */
export function OutdatedSection({
  outdated: { value },
  request,
}: {
  readonly outdated: Later<Outdated>
  readonly request: PageRequest
}) {
  if (value === undefined || value.count === 0) return null
  const { links, place } = request
  return (
    <section>
      <div class="bar-h">
        <h2>Outdated longest</h2>
        <a href={links.area('outdated', place)} class="small">
          All {formatNumber(value.count)}
        </a>
      </div>
      <ul class="log two">
        {groupByEdit(value.longest)
          .slice(0, SHOWN)
          .map((units) => (
            <Edit units={units} request={request} hasLanguages={place.code === undefined} />
          ))}
      </ul>
    </section>
  )
}

/** Strings in several languages whose source one commit changed. */
function Edit({
  units,
  request,
  hasLanguages,
}: {
  readonly units: readonly OutdatedUnit[]
  readonly request: PageRequest
  readonly hasLanguages: boolean
}) {
  const [first] = units
  if (first === undefined) return null
  const { translation, row, changed } = first
  const { component } = translation
  const { links } = request
  const content = translation.units()
  const [source = ''] = sourceForms(content, row)
  const shown = source.slice(0, MAX_CHARACTERS)
  const now = component.commit?.committer.timestamp ?? changed.seconds
  const place = { ...NOWHERE, project: component.project, component }
  return (
    <li>
      <div>
        <p class="old small nw">
          <Mark kind="outdated" /> {ageText(now - changed.seconds)}
        </p>
      </div>
      <div>
        <p>
          <span class="txt" lang={languageTag(component.sourceLanguage.code)} dir="auto">
            {shown}
            {shown.length < source.length && '…'}
          </span>
        </p>
        {hasLanguages && (
          <p class="meta">
            <span>
              {units.slice(0, MAX_LANGUAGES).map(({ translation: { language } }, index) => (
                <>
                  {index > 0 && ', '}
                  <a href={links.strings({ ...place, code: language.code }, 'is:outdated')}>
                    {language.name}
                  </a>
                </>
              ))}
              {units.length > MAX_LANGUAGES && ` and ${units.length - MAX_LANGUAGES} more`}
            </span>
          </p>
        )}
        <p class="meta">
          <span>
            <a href={links.place(place)}>{component.config.name}</a>{' '}
            <code>{contextOf(content, row)}</code>
          </span>
          <span>
            changed <Time seconds={changed.seconds} />
          </span>
          <CommitLink commit={changed.commit} component={component} request={request} />
        </p>
      </div>
    </li>
  )
}

function groupByEdit(units: readonly OutdatedUnit[]): OutdatedUnit[][] {
  const groups = new Map<string, OutdatedUnit[]>()
  for (const unit of units) {
    const { translation, row, changed } = unit
    const context = contextOf(translation.units(), row)
    const key = `${translation.component.id} ${changed.commit} ${context}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [unit])
    else group.push(unit)
  }
  return [...groups.values()]
}

/** `16 months`, up to the commit that is shown. */
function ageText(seconds: number): string {
  const days = Math.max(0, Math.floor(seconds / 86_400))
  const months = Math.floor(days / MONTH_DAYS)
  return months >= 2 ? counted(months, 'month') : counted(days, 'day')
}
