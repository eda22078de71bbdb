import { componentsAt, type Place, translationsAt } from '../../catalog/place.ts'
import type { Translation } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { languagesOf } from '../../view/view.ts'
import { componentPlace } from '../links.ts'
import type { PageRequest } from '../page.ts'
import { type Choice, menu } from './list-page.tsx'

/** The parameters that `narrowed` reads. */
export const NARROWING = ['component', 'language'] as const

/**
 * Narrows a page's place by the parameters `component` and `language`. Returns its components and translations, and the
 * menus for both. Throws NotFoundError if the page's own language has no translations.
 */
export function narrowed({ view, place, query }: PageRequest) {
  const [chosen = '', language = ''] = NARROWING.map((name) => query.get(name) ?? '')
  const all = componentsAt(view, place)
  const code = place.code ?? (language || undefined)
  const isIn = (translation: Translation) =>
    code === undefined || translation.language.code === code
  const components = all.filter(
    (component) =>
      (chosen === '' || placeOf(component) === chosen) &&
      // A component may have no translations at all.
      (code === undefined || component.translations.some(isIn)),
  )
  const translations = translationsAt(view, place).filter(isIn)
  const [only] = components
  const narrowedPlace: Place =
    chosen !== '' && only !== undefined ? componentPlace(only, code) : { ...place, code }
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
  return {
    components,
    translations:
      chosen === '' ? translations : translations.filter(({ component }) => component === only),
    place: narrowedPlace,
    menus,
  }
}
