import { componentsAt, NOWHERE, translationsAt } from '../../catalog/place.ts'
import { figuresAt } from '../../facts/figures.ts'
import { counted } from '../../facts/format-numbers.ts'
import { LanguageFacts, OwnName } from '../components/language.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { overview } from '../sections/overview.tsx'
import { translationsSection } from '../sections/translations.tsx'
import { readSoFar, shareSentence } from '../share-sentences.tsx'

/** Shows a language of a project, or across the whole server project by project. */
export async function language(request: PageRequest): Promise<PageContent> {
  const { view, place, links } = request
  const { project } = place
  const code = place.code as string
  const translations = translationsAt(view, place)
  const components = componentsAt(view, place)
  const figures = figuresAt(view, place, project ? 100 : 0)
  const isRead = readSoFar(components) === undefined
  const [first] = translations
  const name = first?.language.name ?? code
  const extent = `${counted(translations.length, 'component')}, ${counted(figures.total, 'string')}`
  const projects = view.projects.filter(({ components }) =>
    components.some(({ translations }) =>
      translations.some(({ language }) => language.code === code),
    ),
  )
  const path = `languages/${encodeURIComponent(code)}/`
  return {
    title: name,
    lead: (
      <p>
        <OwnName code={code} after=" · " />
        {project ? (
          <>
            <a href={links.place({ ...NOWHERE, project })}>{project.config.name}</a>
            {isRead && `: ${extent}`}. In all projects:{' '}
            <a href={links.place({ ...NOWHERE, code })}>{name}</a>.
          </>
        ) : isRead ? (
          `${counted(projects.length, 'project')}, ${extent}.`
        ) : (
          'in all projects.'
        )}
      </p>
    ),
    description: shareSentence(
      project ? `${project.config.name} in ${name}` : name,
      components,
      figures,
    ),
    facts: project ? [`projects/${project.config.slug}/languages/`] : [path, `${path}statistics/`],
    main: await overview(request, figures, {
      label: 'About this language',
      about: first && <LanguageFacts translation={first} />,
      content: project
        ? translationsSection('Components', translations, links)
        : projects.map((project) =>
            translationsSection(
              project.config.name,
              translations.filter(
                // Compares configurations: if a client cannot see every shared component, its view has another
                // project object.
                ({ component }) => component.project.config === project.config,
              ),
              links,
              links.place({ ...NOWHERE, project, code }),
            ),
          ),
    }),
  }
}
