import { contextOf, sourceForms } from '../../catalog/unit.ts'
import { formatNumber } from '../../facts/words.ts'
import { CommitLink } from '../components/commit-link.tsx'
import { Mark } from '../components/mark.tsx'
import { Time } from '../components/words.tsx'
import { languageTag } from '../language-name.ts'
import type { Later } from '../later.ts'
import { componentPlace } from '../links.ts'
import { ageOf, type Edit, editsOf, type Outdated } from '../outdated.ts'
import type { PageRequest } from '../page.ts'

const SHOWN = 4
const MAX_LANGUAGES = 8
const MAX_CHARACTERS = 300

/** Shows the source edits that translations have lagged behind longest. */
export function OutdatedSection({
  outdated: { value, isAwaited },
  request,
}: {
  outdated: Later<Outdated>
  request: PageRequest
}) {
  const { links, place, part } = request
  return part('outdated', isAwaited, (attributes) => {
    if (value === undefined) return isAwaited && <section hidden {...attributes} />
    if (value.count === 0) return null
    return (
      <section {...attributes}>
        <div class="bar-h">
          <h2>Longest outdated</h2>
          <a href={links.area('outdated', place)} class="small">
            All {formatNumber(value.count)}
          </a>
        </div>
        <ul class="log two">
          {editsOf(value.longest)
            .slice(0, SHOWN)
            .map((edit) => (
              <EditEntry edit={edit} request={request} hasLanguages={place.code === undefined} />
            ))}
        </ul>
      </section>
    )
  })
}

/** Shows the strings of several languages that one commit outdated. */
function EditEntry({
  edit,
  request,
  hasLanguages,
}: {
  edit: Edit
  request: PageRequest
  hasLanguages: boolean
}) {
  const [first] = edit
  const { translation, row, changed } = first
  const { component } = translation
  const { links } = request
  const content = translation.units()
  const [source = ''] = sourceForms(content, row)
  const shown = source.slice(0, MAX_CHARACTERS)
  const place = componentPlace(component)
  return (
    <li>
      <div>
        <p class="old small nw">
          <Mark kind="outdated" /> {ageOf(first)}
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
              {edit.slice(0, MAX_LANGUAGES).map(({ translation: { language } }, index) => (
                <>
                  {index > 0 && ', '}
                  <a href={links.strings({ ...place, code: language.code }, 'is:outdated')}>
                    {language.name}
                  </a>
                </>
              ))}
              {edit.length > MAX_LANGUAGES && ` and ${edit.length - MAX_LANGUAGES} more`}
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
