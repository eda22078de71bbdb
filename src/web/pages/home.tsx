import { withoutServerPaths } from '../../address.ts'
import { knowledgeOf } from '../../catalog/knowledge.ts'
import type { Component, Project, Translation } from '../../catalog/model.ts'
import { NOWHERE } from '../../catalog/place.ts'
import { lastChangeOf } from '../../catalog/view/last-change.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { componentsOf, languagesOf, translationsOf } from '../../catalog/view/view.ts'
import { unknownText } from '../components/alerts.tsx'
import { Mark } from '../components/mark.tsx'
import { CountCell, profileColumn, ShareCells } from '../components/overview-table.tsx'
import { Profile } from '../components/profile.tsx'
import { Spine } from '../components/spine.tsx'
import { counted, formatNumber, Time } from '../components/words.tsx'
import { type Figures, figuresOf } from '../figures.ts'
import type { Links } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'

/** Of a project with more components only their number is shown. */
const MAX_COMPONENTS = 12
/** Of a component; the rest is on its page. */
const MAX_ALERTS = 2

/** The start page: all projects with their components. */
export function home({ view, links, siteTitle, place }: PageRequest): PageContent {
  const { projects } = view
  if (projects.length === 0)
    return { title: siteTitle, hasTabs: false, main: <NothingConfigured /> }
  const translations = projects.flatMap((one) => translationsOf(countedComponents(one)))
  const figures = figuresOf(translations)
  const components = componentsOf(view)
  const languages = languagesOf(components).length
  return {
    title: siteTitle,
    lead: (
      <p>
        {counted(projects.length, 'project')}, {counted(components.length, 'component')},{' '}
        {counted(languages, 'language')}, {counted(figures.total, 'string')}.
      </p>
    ),
    description: `${counted(projects.length, 'project')}, translated to ${figures.percent.toFixed(1)} %.`,
    facts: ['statistics/', 'projects/', 'components/'],
    main: (
      <>
        <Spine figures={figures} place={place} links={links} />
        <ProjectsTable projects={projects} links={links} />
      </>
    ),
  }
}

/** Projects, each with its components below it. */
export function ProjectsTable({
  projects,
  links,
}: {
  readonly projects: readonly Project[]
  readonly links: Links
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
              {project.components.length > MAX_COMPONENTS ? (
                <tr class="sub">
                  <th scope="row" colspan={COLUMNS}>
                    <small>{counted(project.components.length, 'component')}</small>
                  </th>
                </tr>
              ) : (
                project.components.map((component) => (
                  <ComponentRow component={component} links={links} classes="sub" />
                ))
              )}
            </tbody>
          ))}
        </table>
      </div>
      <p class="key">
        <span>
          Each language: one column for each, the most complete first, filled as far as it is
          translated.
        </span>
      </p>
    </section>
  )
}

const COLUMNS = 10

/** The head of a table of overview rows. */
export function OverviewHead({ first }: { readonly first: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col" class="wide">
          Each language
        </th>
        <th scope="col" colspan={2}>
          Translated, %
        </th>
        <th scope="col" class="n mid-w">
          Needs editing
        </th>
        <th scope="col" class="n">
          Errors
        </th>
        <th scope="col" class="n mid-w">
          Untranslated
        </th>
        <th scope="col" class="n wide">
          Languages
        </th>
        <th scope="col" class="n wide">
          Strings
        </th>
        <th scope="col" class="n xw">
          Last change
        </th>
      </tr>
    </thead>
  )
}

function ProjectRow({ project, links }: { readonly project: Project; readonly links: Links }) {
  const components = countedComponents(project)
  const place = { ...NOWHERE, project }
  const known = components.filter((one) => knowledgeOf(one, 'units') === 'known')
  return (
    <tr class="group">
      <th scope="row">
        <a href={links.place(place)}>{project.config.name}</a>
      </th>
      {known.length === 0 && components.length > 0 ? (
        <UnknownCells text="nothing read yet" />
      ) : (
        <OverviewCells
          translations={translationsOf(components)}
          addresses={{
            strings: (q) => links.strings(place, q),
            checks: links.area('checks', place),
          }}
        />
      )}
    </tr>
  )
}

/** A row for a component: its numbers, or why there are none; its alerts below its name. */
export function ComponentRow({
  component,
  links,
  classes,
}: {
  readonly component: Component
  readonly links: Links
  readonly classes?: string
}) {
  const { config, alerts, project } = component
  const place = { ...NOWHERE, project, component }
  return (
    <tr class={classes}>
      <th scope="row">
        <a href={links.place(place)}>{config.name}</a>
        {alerts.slice(0, MAX_ALERTS).map(({ message }) => (
          <small class="alert">
            <Mark kind="error" /> {withoutServerPaths(message)}
          </small>
        ))}
        {alerts.length > MAX_ALERTS && (
          <small class="alert">{counted(alerts.length - MAX_ALERTS, 'more alert')}</small>
        )}
      </th>
      {knowledgeOf(component, 'units') === 'known' ? (
        <OverviewCells
          translations={component.translations}
          addresses={{
            strings: (q) => links.strings(place, q),
            checks: links.area('checks', place),
          }}
        />
      ) : (
        <UnknownCells text={unknownText(component)} />
      )}
    </tr>
  )
}

function UnknownCells({ text }: { readonly text: string }) {
  return (
    <td colspan={COLUMNS - 1} class="soft">
      {text}
    </td>
  )
}

function OverviewCells({
  translations,
  addresses,
}: {
  readonly translations: readonly Translation[]
  readonly addresses: { strings(q: string): string; readonly checks: string }
}) {
  const figures: Figures = figuresOf(translations)
  const byLanguage = groupByLanguage(translations)
  const lastChange = lastChangeOf(translations)
  return (
    <>
      <td class="wide">
        <Profile columns={[...byLanguage.values()].map(profileColumn)} thing="language" />
      </td>
      <ShareCells figures={figures} />
      <CountCell
        count={figures.needsEditing}
        address={addresses.strings('state:needs-editing')}
        classes="mid-w"
      />
      <CountCell count={figures.errors} address={addresses.checks} kind="bad" />
      <CountCell
        count={figures.untranslated}
        address={addresses.strings('state:empty')}
        classes="mid-w"
      />
      <td class="n wide">{formatNumber(byLanguage.size)}</td>
      <td class="n wide">{formatNumber(figures.total)}</td>
      <td class="n xw">{lastChange !== undefined && <Time seconds={lastChange} />}</td>
    </>
  )
}

function groupByLanguage(translations: readonly Translation[]): Map<string, Translation[]> {
  const groups = new Map<string, Translation[]>()
  for (const one of translations) {
    const group = groups.get(one.language.code)
    if (group === undefined) groups.set(one.language.code, [one])
    else group.push(one)
  }
  return groups
}

function NothingConfigured() {
  return (
    <>
      <p class="big">No project is configured yet.</p>
      <p class="after">
        In a repository with translations, <code>npx gitglot discover --write</code> writes a
        configuration file; <code>npx gitglot serve --config gitglot.yml</code> serves it.
      </p>
    </>
  )
}
