import { componentsAt, translationsAt } from '../../catalog/place.ts'
import { counted } from '../../facts/format-numbers.ts'
import { type Edit, editsOf, formatAge } from '../../facts/outdated.ts'
import type { People } from '../../history/people/people.ts'
import type { OutdatedUnit } from '../../history/states/outdated.ts'
import { namedProjects, refuseUnknown, refuseUnreadableFiles } from '../../http/refuse-unknown.ts'
import { sourceForms } from '../../model/unit.ts'
import { unitName } from '../../model/unit-name.ts'
import { type Choice, listFilter, listPage, menu, pageOf } from '../components/list-page.tsx'
import { Mark } from '../components/mark.tsx'
import { hidingNotes } from '../components/notes.tsx'
import { type Fact, factList, Time } from '../components/words.tsx'
import { languageName, textAttributes } from '../language-name.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { commitLink } from '../sections/commits.tsx'
import { Person } from '../sections/people.tsx'
import { outdatedAt } from '../strings/search.ts'
import { textsOf } from '../strings/unit.tsx'
import { Difference } from '../texts/difference.tsx'
import { Pieces } from '../texts/text.tsx'

const PAGE_SIZE = 50

/** Shows translations that are older than their source, grouped by the edit that outdated them, the oldest first. */
export async function outdated(request: PageRequest): Promise<PageContent> {
  const { view, place, query, catalog } = request
  const { project, component, code: ownCode } = place
  const projects = namedProjects(view, project?.config.slug)
  refuseUnknown(componentsAt(view, place), 'units', projects)
  if (component !== undefined && ownCode !== undefined) {
    refuseUnreadableFiles(translationsAt(view, place))
  }
  const { value, isAwaited } = await outdatedAt(request, 2000)
  const allUnits = value
    ? translationsAt(view, place).flatMap((translation) => [...value(translation).values()])
    : []
  const code = query.get('language') ?? ''
  const units = allUnits.filter(
    ({ translation }) => code === '' || translation.language.code === code,
  )
  const edits = editsOf(units)
  const list = pageOf(query, edits, PAGE_SIZE)
  const languages = menu('Language', 'language', code, languagesIn(allUnits, code))
  const people = await catalog.people(view)
  return {
    title: 'Outdated translations',
    lead: 'Translations whose source changed after they were written, the oldest first.',
    facts: place.project ? [`projects/${place.project.config.slug}/outdated/`] : [],
    isTransient: isAwaited,
    isUnlisted: code !== '',
    main: listPage(request, list, (edit) => editItem(edit, people, request), {
      isAwaited,
      ...{ filters: ['language'], empty: 'No translation is older than its source.' },
      above: (
        <>
          {hidingNotes(request)}
          {(isAwaited || edits.length > 0) && (
            <p class="big">
              {isAwaited ? 'Outdated translations are being counted.' : sentenceOf(units, edits)}
            </p>
          )}
          {place.code === undefined && allUnits.length > 0 && (
            <div class="after">
              {listFilter('Filter translations', ['language'], request, languages)}
            </div>
          )}
        </>
      ),
    }),
  }
}

/** Returns all languages of these translations, and the chosen one. */
function languagesIn(units: readonly OutdatedUnit[], chosen: string): Choice[] {
  const codes = new Set(units.map(({ translation }) => translation.language.code)).add(chosen)
  const named = [...codes].filter(Boolean).map((code): Choice => [code, languageName(code)])
  return [['', 'any'], ...named.sort(([, a], [, b]) => a.localeCompare(b, 'en'))]
}

function sentenceOf(units: readonly OutdatedUnit[], edits: readonly Edit[]): string {
  const oldest = edits[0]!
  const verb = units.length === 1 ? 'is older than its source' : 'are older than their source'
  const cause = `${counted(edits.length, 'edit')} of the source caused it`
  return `${counted(units.length, 'translation')} ${verb}. ${cause}; the oldest edit is ${formatAge(oldest[0])} old.`
}

function editItem(edit: Edit, people: People, request: PageRequest) {
  const [first] = edit
  const { translation, row, changed, commits, previousSource } = first
  const { component } = translation
  const { links } = request
  const translations = edit.map(
    ({ translation, row, translated }): Fact => [
      <a href={links.unit(translation, row)}>{translation.language.name}</a>,
      <>
        {textsOf(translation, row).targets.map((form) => (
          <>
            <span class="txt" {...textAttributes(translation.language)}>
              <Pieces {...form} />
            </span>{' '}
          </>
        ))}
        {translated !== undefined && (
          <span class="small soft">
            <Time seconds={translated.seconds} />{' '}
            <Person author={people.of(component, translated.commit).author} links={links} />
          </span>
        )}
      </>,
    ],
  )
  return (
    <li>
      <div>
        <p class="old small nw">
          <Mark kind="outdated" /> {formatAge(first)}
        </p>
        <p class="small soft">{component.config.name}</p>
      </div>
      <div>
        <p class="small">
          <code>{unitName(translation, row)}</code> changed <Time seconds={changed.seconds} /> by{' '}
          <Person author={people.of(component, changed.commit).author} links={links} />{' '}
          {commitLink(changed.commit, component, request)}
          {commits > 1 && `, and in ${counted(commits - 1, 'more commit')}`}
        </p>
        <Difference
          between={[previousSource, sourceForms(translation.units(), row)[0] ?? '']}
          language={component.sourceLanguage}
        />
        {factList(translations, 'tr')}
      </div>
    </li>
  )
}
