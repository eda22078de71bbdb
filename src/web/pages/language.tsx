import type { Project, View } from '../../catalog/model.ts'
import { componentsAt, NOWHERE, translationsAt } from '../../catalog/place.ts'
import { figuresOf } from '../../facts/figures.ts'
import { counted } from '../../facts/words.ts'
import { LanguageFacts, OwnName } from '../components/language-facts.tsx'
import { Spine } from '../components/spine.tsx'
import { findOutdated } from '../outdated.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { readSoFar, shareSentence } from '../reading.ts'
import { CommitsSection } from '../sections/commits.tsx'
import { FailingSection } from '../sections/failing.tsx'
import { findHistory, Overview } from '../sections/overview.tsx'
import { PeopleSection } from '../sections/people.tsx'
import { TranslationsSection } from '../sections/translations.tsx'

/** Shows a language across the whole server, project by project. */
export async function language(request: PageRequest): Promise<PageContent> {
  const { view, place, links } = request
  const code = place.code as string
  const translations = translationsAt(view, place)
  const components = componentsAt(view, place)
  const isRead = readSoFar(components) === undefined
  const [first] = translations
  const name = first?.language.name ?? code
  const figures = figuresOf(translations, { whenEmpty: 0 })
  const [outdated, commits, people] = await Promise.all([
    findOutdated(request),
    CommitsSection(request),
    PeopleSection(request),
  ])
  return {
    title: name,
    lead: (
      <p>
        <OwnName code={code} />
        {isRead
          ? `${counted(projectsWith(view, code).length, 'project')}, ${counted(translations.length, 'component')}, ${counted(figures.total, 'string')}.`
          : 'in all projects.'}
      </p>
    ),
    description: shareSentence(name, components, figures),
    facts: [
      `languages/${encodeURIComponent(code)}/`,
      `languages/${encodeURIComponent(code)}/statistics/`,
    ],
    main: (
      <>
        <Spine {...{ request, components, figures, outdated }} />
        <div class="cols">
          <div>
            {projectsWith(view, code).map((project) => (
              <TranslationsSection
                title={project.config.name}
                address={links.place({ ...NOWHERE, project, code })}
                translations={translations.filter(
                  // Compares configurations: if a client cannot see every shared component, its view has another
                  // project object.
                  ({ component }) => component.project.config === project.config,
                )}
                request={request}
              />
            ))}
          </div>
          <aside class="stack" aria-label="About this language">
            {isRead && <FailingSection translations={translations} place={place} links={links} />}
            {first && <LanguageFacts translation={first} />}
            {commits}
            {people}
          </aside>
        </div>
      </>
    ),
  }
}

/** Shows a language of a project: its components, failing checks and outdated strings. */
export async function projectLanguage(request: PageRequest): Promise<PageContent> {
  const { view, place, links } = request
  const project = place.project as Project
  const code = place.code as string
  const translations = translationsAt(view, place)
  const components = componentsAt(view, place)
  const figures = figuresOf(translations)
  const isRead = readSoFar(components) === undefined
  const [first] = translations
  const language = first?.language
  const history = await findHistory(request)
  return {
    title: language?.name ?? code,
    lead: (
      <p>
        <OwnName code={code} />
        <a href={links.place({ ...NOWHERE, project })}>{project.config.name}</a>
        {isRead &&
          `: ${counted(translations.length, 'component')}, ${counted(figures.total, 'string')}`}
        . In all projects: <a href={links.place({ ...NOWHERE, code })}>{language?.name ?? code}</a>.
      </p>
    ),
    description: shareSentence(
      `${project.config.name} in ${language?.name ?? code}`,
      components,
      figures,
    ),
    facts: [`projects/${project.config.slug}/languages/`],
    main: (
      <Overview
        {...{ request, history, components, translations, figures, isRead }}
        label="About this language"
        about={language && <LanguageFacts translation={first} />}
      >
        <TranslationsSection title="Components" translations={translations} request={request} />
      </Overview>
    ),
  }
}

function projectsWith({ projects }: View, code: string): View['projects'] {
  return projects.filter(({ components }) =>
    components.some(({ translations }) =>
      translations.some(({ language }) => language.code === code),
    ),
  )
}
