import { countedComponents } from '../../catalog/view/share.ts'
import { componentsOf, languagesOf, translationsOf } from '../../catalog/view/view.ts'
import { ProjectsTable } from '../components/projects-table.tsx'
import { Spine } from '../components/spine.tsx'
import { counted } from '../components/words.tsx'
import { figuresOf } from '../figures.ts'
import { findOutdated } from '../outdated.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { readSoFar } from '../reading.ts'
import { CommitsSection } from '../sections/commits.tsx'

/** The start page: all projects with their components, and what changed lately. */
export async function home(request: PageRequest): Promise<PageContent> {
  const { view, links, siteTitle, place } = request
  const { projects } = view
  if (projects.length === 0) {
    return { title: siteTitle, hasTabs: false, main: <NothingConfigured /> }
  }
  const figures = figuresOf(projects.flatMap((one) => translationsOf(countedComponents(one))))
  const components = componentsOf(view)
  const languages = languagesOf(components).length
  const counts = [counted(projects.length, 'project'), counted(components.length, 'component')]
  const isRead = readSoFar(components) === undefined
  if (isRead) counts.push(counted(languages, 'language'), counted(figures.total, 'string'))
  const [outdated, commits] = await Promise.all([findOutdated(request), CommitsSection(request)])
  return {
    title: siteTitle,
    lead: <p>{counts.join(', ')}.</p>,
    ...(isRead && {
      description: `${counted(projects.length, 'project')}, translated to ${figures.percent.toFixed(1)} %.`,
    }),
    facts: ['statistics/', 'projects/', 'components/', 'changes/'],
    main: (
      <>
        <Spine
          components={components}
          figures={figures}
          place={place}
          links={links}
          outdated={outdated.value?.count}
        />
        <div class="cols">
          <ProjectsTable projects={projects} links={links} />
          <aside class="stack" aria-label="Lately">
            {commits}
          </aside>
        </div>
      </>
    ),
  }
}

function NothingConfigured() {
  return (
    <>
      <p class="big">No project is configured yet.</p>
      <p class="after">
        In a repository with translations, <code>gitglot discover --write</code> writes a
        configuration file, and <code>gitglot serve --config gitglot.yml</code> serves it.
      </p>
    </>
  )
}
