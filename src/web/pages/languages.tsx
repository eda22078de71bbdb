import { componentsAt, NOWHERE, translationsAt } from '../../catalog/place.ts'
import { figuresAt } from '../../facts/figures.ts'
import { counted } from '../../facts/format-numbers.ts'
import type { Project } from '../../model/model.ts'
import { componentsOf } from '../../view/view.ts'
import { figureColumns } from '../components/figure-columns.tsx'
import {
  languageColumn,
  languageFacts,
  languageRows,
  OwnName,
  translationsSection,
} from '../components/language.tsx'
import { languageProfile } from '../components/overview-table.tsx'
import { readSoFar, StillReading, shareSentence } from '../components/share.tsx'
import { type Column, column, numbers, Table } from '../components/table.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { overview } from '../sections/overview.tsx'

/** Lists all languages with at least one translation. */
export function languages(request: PageRequest): PageContent {
  const { view, place, links } = request
  const components = componentsOf(view)
  const shared = { title: 'Languages', crumb: 'Languages', facts: ['languages/'] }
  if (readSoFar(components) !== undefined) {
    return { ...shared, main: <StillReading components={components} /> }
  }
  const rows = languageRows(components, place)
  const columns: readonly Column<(typeof rows)[number]>[] = [
    languageColumn(links),
    column('Own name', 'mid-w', ({ language }) => <OwnName code={language.code} />),
    column('Each component', 'wide', ({ translations }) => languageProfile(translations)),
    ...figureColumns(rows, links, true),
    numbers('Strings', 'n wide', ({ figures }) => figures.total, 'total'),
    numbers('Components', 'n wide', ({ translations }) => translations.length),
  ]
  const description = `${counted(rows.length, 'language')} with a translation somewhere.`
  return {
    ...shared,
    ...{ description, lead: description },
    main: <Table scrolls title="Languages" sortedFor={request} {...{ columns, rows }} />,
  }
}

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
  const subject = project ? `${project.config.name} in ${name}` : name
  const sectionOf = (project: Project) => {
    const { config } = project
    // Compares configurations: if a client cannot see every shared component, its view has another project object.
    const ofProject = translations.filter(({ component }) => component.project.config === config)
    return translationsSection(
      config.name,
      ofProject,
      links,
      links.place({ ...NOWHERE, project, code }),
    )
  }
  return {
    title: name,
    lead: (
      <>
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
      </>
    ),
    description: shareSentence(subject, components, figures),
    facts: project ? [`projects/${project.config.slug}/languages/`] : [path, `${path}statistics/`],
    main: await overview(request, figures, {
      label: 'About this language',
      about: first && ['The language', languageFacts(first.language)],
      content: project
        ? translationsSection('Components', translations, links)
        : projects.map(sectionOf),
    }),
  }
}
