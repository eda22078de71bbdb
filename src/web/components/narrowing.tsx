import { componentsAt, translationsAt } from '../../catalog/place.ts'
import { placeOf } from '../../model/paths.ts'
import { languagesOf } from '../../view/view.ts'
import type { PageRequest } from '../page.ts'
import { type Choice, menu } from './list-page.tsx'

/** The parameters that `narrowed` reads. */
export const NARROWING = ['component', 'language'] as const

/** Returns what a query chooses of a page's place: components, a language and translations; with the menus for that. */
export function narrowed({ view, place, query }: PageRequest) {
  const [chosen = '', language = ''] = NARROWING.map((name) => query.get(name) ?? '')
  const all = componentsAt(view, place)
  const components = all.filter((component) => chosen === '' || placeOf(component) === chosen)
  const code = place.code ?? (language || undefined)
  const translations = translationsAt(view, place).filter(
    (translation) =>
      components.includes(translation.component) &&
      (code === undefined || translation.language.code === code),
  )
  const named = all.map((component): Choice => {
    const { project, config } = component
    const name = place.project ? config.name : `${project.config.name}/${config.name}`
    return [placeOf(component), name]
  })
  const languages = languagesOf(all)
    .map(({ language }): Choice => [language.code, language.name])
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'))
  const menus = (
    <>
      {all.length > 1 && menu('Component', 'component', chosen, [['', 'any'], ...named])}
      {place.code === undefined &&
        menu('Language', 'language', language, [['', 'any'], ...languages])}
    </>
  )
  return { components, code, translations, menus }
}
