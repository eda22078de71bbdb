import type { Component, Project } from '../../catalog/model.ts'
import { pathInProject } from '../../catalog/paths.ts'
import { findPlace, NOWHERE, type Place } from '../../catalog/place.ts'
import { type LanguageUse, languagesOf } from '../../catalog/view/view.ts'
import { compareLanguages } from '../../languages/language.ts'
import { readFacts } from '../../widgets/facts.ts'
import { WIDGETS } from '../../widgets/widgets.ts'
import { BadgeFigure, MARKUPS } from '../components/badge.tsx'
import { ListFilter, Menu } from '../components/list-page.tsx'
import type { PageContent, PageRequest } from '../page.ts'

/** The colors to choose from. A badge that does not come in a color keeps its own. */
const COLORS = ['multi', '88x31'].flatMap((kind) => WIDGETS.get(kind)?.colors ?? [])

/** Shows the badges of a project, component or language, with the markup that embeds them. */
export function widgets(request: PageRequest): PageContent {
  const { view, place, query, links, ref, siteTitle } = request
  const project = place.project as Project
  const { slug, name } = project.config
  const component = query.get('component') ?? ''
  const language = query.get('language') ?? ''
  const markup = Object.keys(MARKUPS).find((name) => name === query.get('as')) ?? 'Markdown'
  const color = COLORS.find((name) => name === query.get('color')) ?? ''
  const path = component === '' ? [] : component.split('/')
  const shown: Place =
    component === '' && language !== ''
      ? { ...NOWHERE, project, code: language }
      : findPlace(view, [slug, ...path, ...(language === '' ? [] : [language])])
  const facts = readFacts(view, shown, siteTitle)
  return {
    title: `Badges of ${name}`,
    lead: <p>Pictures of the state of {facts.name}, for a README or a site.</p>,
    isUnlisted: query.size > 0,
    main: (
      <>
        <Choice {...{ project, request }} chosen={{ component, language, markup, color }} />
        <h2 class="vh">All badges</h2>
        {[...WIDGETS].map(([kind, widget]) => (
          <BadgeFigure
            id={`code-${kind}`}
            widget={widget}
            name={`${kind}-${widget.colors.find((name) => name === color) ?? widget.colors[0]}`}
            {...{ place: shown, facts, links, ref, markup }}
          />
        ))}
      </>
    ),
  }
}

interface Chosen {
  readonly component: string
  readonly language: string
  readonly markup: string
  readonly color: string
}

function Choice({
  project,
  chosen,
  request,
}: {
  project: Project
  chosen: Chosen
  request: PageRequest
}) {
  const languages = [...languagesOf(project.components)].sort((a, b) =>
    compareLanguages(a.language, b.language),
  )
  const ofComponent = ({ config }: Component) => [pathInProject(config), config.name] as const
  const ofLanguage = ({ language }: LanguageUse) => [language.code, language.name] as const
  return (
    <ListFilter
      label="Choose badges"
      names={['component', 'language', 'as', 'color']}
      request={request}
    >
      <Menu
        label="Of"
        name="component"
        choices={[['', 'the project'], ...project.components.map(ofComponent)]}
        chosen={chosen.component}
      />
      <Menu
        label="In"
        name="language"
        choices={[['', 'all languages'], ...languages.map(ofLanguage)]}
        chosen={chosen.language}
      />
      <Menu
        label="As"
        name="as"
        choices={Object.keys(MARKUPS).map((name) => [name, name])}
        chosen={chosen.markup}
      />
      <Menu
        label="Color"
        name="color"
        choices={[['', 'default'], ...COLORS.map((name) => [name, name] as const)]}
        chosen={chosen.color}
      />
    </ListFilter>
  )
}
