import { componentsAt } from '../../catalog/place.ts'
import { figuresAt } from '../../facts/figures.ts'
import { counted } from '../../facts/format-numbers.ts'
import { languagesOf } from '../../view/view.ts'
import { projectsTable } from '../components/overview-table.tsx'
import { readSoFar, shareSentence } from '../components/share.tsx'
import { spine } from '../components/spine.tsx'
import { readOutdated } from '../outdated.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { CommitsSection } from '../sections/commits.tsx'

/** Shows the start page: all projects with their components, and recent activity. */
export async function home(request: PageRequest): Promise<PageContent> {
  const { view, links, siteTitle, place, isDemo } = request
  const { projects } = view
  if (projects.length === 0) {
    return { title: siteTitle, hasTabs: false, main: nothingConfigured() }
  }
  const components = componentsAt(view, place)
  const figures = figuresAt(view, place)
  const languages = languagesOf(components).length
  const counts = [counted(projects.length, 'project'), counted(components.length, 'component')]
  const isRead = readSoFar(components) === undefined
  if (isRead) counts.push(counted(languages, 'language'), counted(figures.total, 'string'))
  const [outdated, commits] = await Promise.all([readOutdated(request), CommitsSection(request)])
  return {
    title: siteTitle,
    lead: `${counts.join(', ')}.`,
    description: shareSentence(counted(projects.length, 'project'), components, figures),
    facts: ['statistics/', 'projects/', 'components/', 'changes/'],
    main: (
      <>
        {isDemo && (
          <p class="note">
            <b>This is a demo</b> of an app that does not exist. To see your own translations, type{' '}
            <code>gitglot serve OWNER/NAME</code> or <code>gitglot serve FOLDER</code>; to keep what
            it finds in a configuration, <code>gitglot discover --write</code>.
          </p>
        )}
        {spine(request, figures, outdated)}
        <div class="cols">
          {projectsTable(view, links)}
          <aside class="stack" aria-label="Lately">
            {commits}
          </aside>
        </div>
      </>
    ),
  }
}

function nothingConfigured() {
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
