import type { Component, Project } from '../../catalog/model.ts'
import { NOWHERE } from '../../catalog/place.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { type LanguageUse, languagesOf, translationsOf } from '../../catalog/view/view.ts'
import { compareLanguages } from '../../languages/language.ts'
import { Alerts } from '../components/alerts.tsx'
import { HeatCell, HeatKey } from '../components/heat.tsx'
import { CountCell, ShareCells } from '../components/overview-table.tsx'
import { Spine } from '../components/spine.tsx'
import { counted } from '../components/words.tsx'
import { figuresOf } from '../figures.ts'
import type { Links } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { ComponentRow, OverviewHead } from './home.tsx'

/** A project: what is wrong, how much is translated, languages by components, and components. */
export function project({ place, links }: PageRequest): PageContent {
  const project = place.project as Project
  const components = countedComponents(project)
  const figures = figuresOf(translationsOf(components))
  const languages = languagesOf(components).sort((a, b) => compareLanguages(a.language, b.language))
  const { name, slug, web } = project.config
  return {
    title: name,
    lead: (
      <p>
        {counted(components.length, 'component')}, {counted(languages.length, 'language')}.{' '}
        {/^https?:\/\//.test(web) && <a href={web}>{web.replace(/^https?:\/\//, '')}</a>}
      </p>
    ),
    description: `${name} is translated to ${figures.percent.toFixed(1)} %.`,
    facts: [
      `projects/${slug}/statistics/`,
      `projects/${slug}/languages/`,
      `projects/${slug}/components/statistics/`,
    ],
    main: (
      <>
        <Alerts components={components} links={links} />
        <Spine figures={figures} place={place} links={links} />
        <section>
          <h2 id="languages">Languages</h2>
          <div class="scroll">
            <table class="heat" aria-labelledby="languages">
              <LanguagesHead components={components} links={links} />
              <tbody>
                {languages.map((use) => (
                  <LanguageRow use={use} components={components} project={project} links={links} />
                ))}
              </tbody>
            </table>
          </div>
          <HeatKey />
        </section>
        <section>
          <h2 id="components">Components</h2>
          <div class="scroll">
            <table aria-labelledby="components">
              <OverviewHead first="Component" />
              <tbody>
                {components.map((component) => (
                  <ComponentRow component={component} links={links} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      </>
    ),
  }
}

function LanguagesHead({
  components,
  links,
}: {
  readonly components: readonly Component[]
  readonly links: Links
}) {
  return (
    <thead>
      <tr>
        <th scope="col">Language</th>
        <th scope="col" class="w">
          Translated
        </th>
        <th scope="col" class="n pc">
          %
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
        {components.map((component) => (
          <th scope="col" class="hh">
            <a href={links.place({ ...NOWHERE, project: component.project, component })}>
              {component.config.name}
            </a>
          </th>
        ))}
      </tr>
    </thead>
  )
}

function LanguageRow({
  use: { language, translations },
  components,
  project,
  links,
}: {
  readonly use: LanguageUse
  readonly components: readonly Component[]
  readonly project: Project
  readonly links: Links
}) {
  const figures = figuresOf(translations)
  const place = { ...NOWHERE, project, code: language.code }
  const byComponent = new Map(translations.map((one) => [one.component, one]))
  return (
    <tr>
      <th scope="row">
        <a href={links.place(place)}>{language.name}</a> <small class="m">{language.code}</small>
      </th>
      <ShareCells figures={figures} />
      <CountCell
        count={figures.needsEditing}
        address={links.strings(place, 'state:needs-editing')}
        classes="mid-w"
      />
      <CountCell count={figures.errors} address={links.area('checks', place)} kind="bad" />
      <CountCell
        count={figures.untranslated}
        address={links.strings(place, 'state:empty')}
        classes="mid-w"
      />
      {components.map((component) => (
        <HeatCell
          component={component}
          translation={byComponent.get(component)}
          languageName={language.name}
          links={links}
        />
      ))}
    </tr>
  )
}
