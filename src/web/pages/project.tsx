import type { Category, Component, Project } from '../../catalog/model.ts'
import { componentsAt } from '../../catalog/place.ts'
import { componentsIn } from '../../catalog/view/category.ts'
import { languagesOf, translationsOf } from '../../catalog/view/view.ts'
import { type Figures, figuresOfComponents } from '../../facts/figures.ts'
import { counted } from '../../facts/words.ts'
import { Alerts } from '../components/alerts.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { readSoFar, shareSentence } from '../reading.ts'
import { ComponentsSection } from '../sections/components.tsx'
import { LanguagesSection } from '../sections/languages.tsx'
import { findHistory, Overview } from '../sections/overview.tsx'

/** Shows a project: its problems, share, languages by component, components and recent activity. */
export async function project(request: PageRequest): Promise<PageContent> {
  const project = request.place.project as Project
  const { name, slug, web } = project.config
  const components = componentsAt(request.view, request.place)
  const figures = figuresOfComponents(components, { projects: [project] })
  if (project.reading !== undefined) {
    return { title: name, main: <p class="big">The components are being discovered.</p> }
  }
  return {
    title: name,
    lead: (
      <p>
        {extent(components)}{' '}
        {/^https?:\/\//.test(web) && <a href={web}>{web.replace(/^https?:\/\//, '')}</a>}
      </p>
    ),
    description: shareSentence(name, components, figures),
    facts: ['statistics/', 'components/statistics/', 'trend/', 'outdated/', 'changes/'].map(
      (fact) => `projects/${slug}/${fact}`,
    ),
    main: await overview({
      request,
      components,
      absent: project.absent,
      figures,
      categories: categoriesIn(project, undefined),
    }),
  }
}

/** Shows a category in the form of a project. */
export async function category(request: PageRequest): Promise<PageContent> {
  const category = request.place.category as Category
  const { name, path } = category.config
  const components = componentsAt(request.view, request.place)
  const figures = figuresOfComponents(components, { whenEmpty: 0 })
  return {
    title: name,
    lead: <p>{extent(components)}</p>,
    description: shareSentence(`${category.project.config.name}: ${name}`, components, figures),
    facts: [`categories/${category.id}/`, `categories/${category.id}/statistics/`],
    main: await overview({
      request,
      components,
      absent: componentsIn(category, category.project.absent),
      figures,
      categories: categoriesIn(category.project, path),
    }),
  }
}

/** Returns `5 components, 16 languages.`; languages are counted once all components have been read. */
function extent(components: readonly Component[]): string {
  const count = counted(components.length, 'component')
  if (readSoFar(components) !== undefined) return `${count}.`
  return `${count}, ${counted(languagesOf(components).length, 'language')}.`
}

/** Returns the direct subcategories of a path; the outermost categories if it is undefined. */
function categoriesIn({ categories }: Project, path: string | undefined): Category[] {
  return categories.filter(({ parent }) => parent?.config.path === path)
}

async function overview({
  request,
  components,
  absent,
  figures,
  categories,
}: {
  request: PageRequest
  components: readonly Component[]
  absent: readonly Component[]
  figures: Figures
  categories: readonly Category[]
}) {
  const { links } = request
  const translations = translationsOf(components)
  const history = await findHistory(request)
  const isRead = readSoFar(components) === undefined
  return (
    <>
      <Alerts components={components} absent={absent} links={links} />
      <Overview
        {...{ request, history, components, translations, figures, isRead }}
        label="History"
      >
        {isRead && <LanguagesSection components={components} request={request} />}
        <ComponentsSection components={components} categories={categories} request={request} />
      </Overview>
    </>
  )
}
