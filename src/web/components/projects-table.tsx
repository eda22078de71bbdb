import type { Project } from '../../catalog/model.ts'
import { NOWHERE } from '../../catalog/place.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { translationsOf } from '../../catalog/view/view.ts'
import { figuresOfComponents } from '../../facts/figures.ts'
import { counted } from '../../facts/words.ts'
import type { Links } from '../links.ts'
import { exceptGlossaries, readSoFar } from '../reading.ts'
import {
  AlertsRow,
  ComponentRow,
  OVERVIEW_COLUMNS,
  OverviewCells,
  OverviewHead,
  ProfileKey,
  UnknownCells,
} from './overview-table.tsx'

/** A project with more components only shows their number. */
const MAX_COMPONENTS = 12
/** If there are more projects, none shows its components. */
const MAX_PROJECTS = 12

/**
 * Shows projects, each followed by its components unless it has only one, or too many, or there are too many projects,
 * or `isShort`.
 */
export function ProjectsTable({
  projects,
  links,
  isShort = false,
}: {
  projects: readonly Project[]
  links: Links
  isShort?: boolean
}) {
  const hasComponents = !isShort && projects.length <= MAX_PROJECTS
  return (
    <section>
      <div class="scroll">
        <table>
          <caption class="vh">Projects{hasComponents && ' and their components'}</caption>
          <OverviewHead first="Project" />
          {projects.map((project) => (
            <tbody class={hasComponents ? 'group' : undefined}>
              <ProjectRow project={project} links={links} />
              {hasComponents && <Components project={project} links={links} />}
            </tbody>
          ))}
        </table>
      </div>
      <ProfileKey />
    </section>
  )
}

function ProjectRow({ project, links }: { project: Project; links: Links }) {
  const components = countedComponents(project)
  const place = { ...NOWHERE, project }
  const reading = project.reading ? 'its components are being found' : readSoFar(components)
  const figures = figuresOfComponents(components, { projects: [project] })
  const unknown =
    reading ?? (figures.percent === undefined ? 'unknown: it cannot be read' : undefined)
  return (
    <tr>
      <th scope="row">
        <a href={links.place(place)}>{project.config.name}</a>
      </th>
      {unknown === undefined ? (
        <OverviewCells
          figures={figures}
          translations={translationsOf(components)}
          place={place}
          links={links}
          except={exceptGlossaries(components)}
        />
      ) : (
        <UnknownCells text={unknown} />
      )}
    </tr>
  )
}

function Components({ project, links }: { project: Project; links: Links }) {
  const { components } = project
  const [only] = components
  if (only !== undefined && components.length === 1) {
    const address = links.place({ ...NOWHERE, project, component: only })
    return <AlertsRow alerts={only.alerts} address={address} />
  }
  if (components.length <= MAX_COMPONENTS) {
    return (
      <>
        {components.map((component) => (
          <ComponentRow component={component} links={links} classes="sub" />
        ))}
      </>
    )
  }
  const alerts = components.reduce((sum, component) => sum + component.alerts.length, 0)
  return (
    <tr class="sub">
      <th scope="row" colspan={OVERVIEW_COLUMNS}>
        <small>
          {counted(components.length, 'component')}
          {alerts > 0 && <span class="bad">, {counted(alerts, 'alert')}</span>}
        </small>
      </th>
    </tr>
  )
}
