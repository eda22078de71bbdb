import { beginningOf } from '../../errors.ts'
import { formatNumber } from '../../facts/words.ts'
import { contextOf, sourceForms } from '../../model/unit.ts'
import { commitLink } from '../components/commit.tsx'
import { linkedTitle } from '../components/linked-title.tsx'
import { Mark } from '../components/mark.tsx'
import { joined, Time } from '../components/words.tsx'
import { languageTag } from '../language-name.ts'
import type { Later } from '../later.ts'
import { componentPlace } from '../links.ts'
import { ageOf, type Edit, editsOf, type Outdated } from '../outdated.ts'
import type { PageRequest } from '../page.ts'

const SHOWN = 4
const MAX_LANGUAGES = 8
const MAX_CHARACTERS = 300

/** Shows the source edits that translations of a project have lagged behind longest. */
export function outdatedSection({ value, isAwaited }: Later<Outdated>, request: PageRequest) {
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
            .slice(0, SHOWN)
            .map((edit) => editItem(edit, request))}
        </ul>
      </section>
    )
  })
}

/** Shows the strings that one edit of a source outdated, and in which languages. */
function editItem(edit: Edit, request: PageRequest) {
  const { links } = request
  const [first] = edit
  const { translation, row, changed } = first
  const { component } = translation
  const content = translation.units()
  const [source = ''] = sourceForms(content, row)
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
          <Mark kind="outdated" /> {ageOf(first)}
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
            <code>{contextOf(content, row)}</code>
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
