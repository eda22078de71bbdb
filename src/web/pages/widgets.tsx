import { findPlace, NOWHERE, type Place } from '../../catalog/place.ts'
import { compareLanguages } from '../../languages/language.ts'
import type { Project } from '../../model/model.ts'
import { pathInProject } from '../../model/paths.ts'
import { languagesOf } from '../../view/view.ts'
import { readFacts } from '../../widgets/facts.ts'
import { WIDGETS } from '../../widgets/widgets.ts'
import { badgeFigure, MARKUPS } from '../components/badge.tsx'
import { type Choice, ListFilter, Menu } from '../components/list-page.tsx'
import type { PageContent, PageRequest } from '../page.ts'

/** The colors to choose from. */
const COLORS = ['multi', '88x31'].flatMap((kind) => WIDGETS.get(kind)?.colors ?? [])

/** Shows the badges of a project, component or language, with the markup that embeds them. */
export function widgets(request: PageRequest): PageContent {
  const { view, place, query, siteTitle } = request
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
  const languages = languagesOf(project.components)
    .map(({ language }) => language)
    .sort(compareLanguages)
  const places = project.components.map(
    ({ config }): Choice => [pathInProject(config), config.name],
  )
  const codes = languages.map(({ code, name }): Choice => [code, name])
  const asIs = (name: string): Choice => [name, name]
  const menus: readonly (readonly [string, string, string, readonly Choice[]])[] = [
    ['Of', 'component', component, [['', 'the project'], ...places]],
    ['In', 'language', language, [['', 'all languages'], ...codes]],
    ['As', 'as', markup, Object.keys(MARKUPS).map(asIs)],
    ['Color', 'color', color, [['', 'default'], ...COLORS.map(asIs)]],
  ]
  return {
    title: `Badges of ${name}`,
    lead: <p>Pictures of the state of {facts.name}, for a README or a site.</p>,
    isUnlisted: query.size > 0,
    main: (
      <>
        <ListFilter label="Choose badges" names={menus.map(([, name]) => name)} request={request}>
          {menus.map(([label, name, chosen, choices]) => (
            <Menu {...{ label, name, chosen, choices }} />
          ))}
        </ListFilter>
        <h2 class="vh">All badges</h2>
        {[...WIDGETS.keys()].map((kind) =>
          badgeFigure(kind, { facts, request, place: shown, color, markup }),
        )}
      </>
    ),
  }
}
