import { componentsAt } from '../../catalog/place.ts'
import { figuresAt } from '../../facts/figures.ts'
import { counted } from '../../facts/format-numbers.ts'
import type { Component } from '../../model/model.ts'
import { componentsIn } from '../../view/category.ts'
import { languagesOf } from '../../view/view.ts'
import { alertsOf } from '../components/alerts.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { componentsSection } from '../sections/components.tsx'
import { languagesSection } from '../sections/languages.tsx'
import { overview } from '../sections/overview.tsx'
import { readSoFar, shareSentence } from '../share-sentences.tsx'

const FACTS = ['statistics/', 'components/statistics/', 'trend/', 'outdated/', 'changes/']

/** Shows a project or a category: problems, share, languages by component, components and recent activity. */
export async function project(request: PageRequest): Promise<PageContent> {
  const { view, place, links } = request
  const { category } = place
  const project = place.project!
  const { name, slug, web } = project.config
  if (project.reading !== undefined) {
    return { title: name, main: <p class="big">The components are being discovered.</p> }
  }
  const components = componentsAt(view, place)
  const figures = figuresAt(view, place, category ? 0 : 100)
  const categories = project.categories.filter(
    ({ parent }) => parent?.config.path === category?.config.path,
  )
  const isRead = readSoFar(components) === undefined
  const absent = category ? componentsIn(category, project.absent) : project.absent
  return {
    title: category?.config.name ?? name,
    lead: (
      <p>
        {extent(components)}{' '}
        {category === undefined && /^https?:\/\//.test(web) && (
          <a href={web}>{web.replace(/^https?:\/\//, '')}</a>
        )}
      </p>
    ),
    description: shareSentence(
      category ? `${name}: ${category.config.name}` : name,
      components,
      figures,
    ),
    facts: category
      ? [`categories/${category.id}/`, `categories/${category.id}/statistics/`]
      : FACTS.map((fact) => `projects/${slug}/${fact}`),
    main: (
      <>
        {alertsOf(components, links, absent)}
        {
          await overview(request, figures, {
            label: 'History',
            content: (
              <>
                {isRead && languagesSection(components, request)}
                {componentsSection(components, categories, request)}
              </>
            ),
          })
        }
      </>
    ),
  }
}

/** Returns `5 components, 16 languages.`; languages are counted once all components have been read. */
function extent(components: readonly Component[]): string {
  const count = counted(components.length, 'component')
  if (readSoFar(components) !== undefined) return `${count}.`
  return `${count}, ${counted(languagesOf(components).length, 'language')}.`
}
