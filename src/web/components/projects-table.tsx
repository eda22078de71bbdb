import type { Project } from '../../catalog/model.ts'
import { NOWHERE } from '../../catalog/place.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { translationsOf } from '../../catalog/view/view.ts'
import { figuresOfComponents } from '../figures.ts'
import type { Links } from '../links.ts'
import { exceptGlossaries, readSoFar } from '../reading.ts'
import {
  ComponentRow,
  OVERVIEW_COLUMNS,
  OverviewCells,
  OverviewHead,
  ProfileKey,
  UnknownCells,
} from './overview-table.tsx'
import { counted } from './words.tsx'

/** Of a project with more components only their number is shown. */
const MAX_COMPONENTS = 12

/** Projects, each with its components below it unless those are many or `isShort`. */
export function ProjectsTable({
  projects,
  links,
  isShort = false,
}: {
  readonly projects: readonly Project[]
  readonly links: Links
  readonly isShort?: boolean
}) {
  return (
    <section>
      <div class="scroll">
        <table>
          <caption class="vh">Projects and their components</caption>
          <OverviewHead first="Project" />
          {projects.map((project) => (
            <tbody>
              <ProjectRow project={project} links={links} />
              {!isShort && <Components project={project} links={links} />}
            </tbody>
          ))}
        </table>
      </div>
      <ProfileKey />
    </section>
  )
}

function ProjectRow({ project, links }: { readonly project: Project; readonly links: Links }) {
  const components = countedComponents(project)
  const place = { ...NOWHERE, project }
  const reading = project.reading ? 'its components are being found' : readSoFar(components)
  const figures = figuresOfComponents(components, { projects: [project] })
  const unknown =
    reading ?? (figures.percent === undefined ? 'unknown: it cannot be read' : undefined)
  return (
    <tr class="group">
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

function Components({ project, links }: { readonly project: Project; readonly links: Links }) {
  const { components } = project
  if (components.length <= MAX_COMPONENTS) {
    return (
      <>
        {components.map((component) => (
          <ComponentRow component={component} links={links} classes="sub" />
        ))}
      </>
    )
  }
  const alerts = components.reduce((sum, one) => sum + one.alerts.length, 0)
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
