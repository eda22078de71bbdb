import { withoutServerPaths } from '../address.ts'
import { knowledgeOf } from '../catalog/knowledge.ts'
import type { Component, View } from '../catalog/model.ts'
import { encodedPlaceOf } from '../catalog/paths.ts'
import { percent, type Statistics, sumStatistics } from '../catalog/statistics.ts'
import { statisticsOf } from '../catalog/view/view.ts'

/** The style of all pages. */
export const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { padding: .35rem .6rem; text-align: left; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
small { font-weight: normal; opacity: .75 }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
progress { width: 8rem; vertical-align: middle }
.alert { color: light-dark(#a40000, #ff9c9c) }
footer { margin-top: 2rem; opacity: .75 }
`

/** The page at `/`: projects and components with their percentages, and where the API is. */
export function renderHome(view: View, siteTitle: string): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{siteTitle}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <h1>{siteTitle}</h1>
        {view.projects.map(({ config, components }) => (
          <section>
            <h2>
              <a href={`/api/projects/${config.slug}/`}>{config.name}</a>{' '}
              <small>{projectState(components)}</small>
            </h2>
            <table>
              <thead>
                <tr>
                  <th scope="col">Component</th>
                  <th scope="col">Translated</th>
                  <th scope="col" class="number">
                    Languages
                  </th>
                  <th scope="col" class="number">
                    Strings
                  </th>
                  <th scope="col">States</th>
                </tr>
              </thead>
              <tbody>{components.map(row)}</tbody>
            </table>
          </section>
        ))}
        <footer>
          The API is at <a href="/api/">/api/</a>, its documentation at{' '}
          <a href="/api/docs/">/api/docs/</a>.
        </footer>
      </body>
    </html>
  )
  return `<!doctype html>${page}`
}

function row(component: Component) {
  const { config, translations, alerts } = component
  const isKnown = knowledgeOf(component, 'units') === 'known'
  const statistics = statisticsOf(component)
  const done = translatedPercent(statistics)
  return (
    <tr>
      <td>
        <a href={`/api/components/${encodedPlaceOf(component)}/`}>{config.name}</a>
        {alerts.map(({ message }) => (
          <div class="alert">{withoutServerPaths(message)}</div>
        ))}
      </td>
      <td>
        {isKnown ? (
          <>
            <progress max="100" value={done} aria-label={`${config.name}: translated`} /> {done} %
          </>
        ) : (
          unknownState(component)
        )}
      </td>
      <td class="number">{isKnown ? translations.length : ''}</td>
      <td class="number">{isKnown ? statistics.total.units : ''}</td>
      <td>{historyOf(component)}</td>
    </tr>
  )
}

/** Over what is known: the rest says of itself why it is not. */
function projectState(components: readonly Component[]): string {
  const known = components.filter((one) => knowledgeOf(one, 'units') === 'known')
  const awaited = components.filter((one) => knowledgeOf(one, 'units') === 'awaited')
  if (awaited.length > 0)
    return `${components.length - awaited.length} of ${components.length} components read`
  if (known.every(({ config }) => config.vcs === 'local') && known.length < components.length)
    return 'cannot be read'
  return `${translatedPercent(sumStatistics(known.map(statisticsOf)))} % translated`
}

function unknownState({ reading, isReady }: Component): string {
  if (reading === undefined) return 'cannot be read'
  return isReady ? 'history not read yet' : 'not read yet'
}

/** Which setting the states come from, and how far back history is known: `follow, since 2024-02-06`. */
function historyOf({ config, completeness }: Component): string {
  if (completeness === undefined) return config.stateFrom
  if (completeness.complete) return `${config.stateFrom}, whole history`
  return `${config.stateFrom}, since ${new Date(completeness.since * 1000).toISOString().slice(0, 10)}`
}

/** With its one decimal: `73.0`. */
function translatedPercent({ total, translated }: Statistics): string {
  return percent(translated.units, total.units, 100).toFixed(1)
}
