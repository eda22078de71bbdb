import { findAuthor } from '../../catalog/find.ts'
import { NOWHERE } from '../../catalog/place.ts'
import { componentsOf } from '../../catalog/view/view.ts'
import { counted, formatNumber, Time } from '../components/words.tsx'
import type { PageContent, PageRequest } from '../page.ts'

/** What somebody translated, by component and language; 404 where authors are not shown. */
export async function user({
  catalog,
  view,
  param,
  links,
  later,
}: PageRequest): Promise<PageContent> {
  const people = await catalog.people(view)
  const author = findAuthor(people.directory, param('name'))
  const { value: credits, isAwaited } = await later('credits', (job) =>
    people.credits(componentsOf(view), { author }, job),
  )
  const own = [...(credits ?? [])].sort((a, b) => b.units - a.units)
  const total = own.reduce((sum, { units }) => sum + units, 0)
  const languages = new Set(own.map(({ language }) => language.code)).size
  const { userName, fullName, since } = author
  const api = `users/${encodeURIComponent(userName)}/`
  return {
    title: fullName,
    crumbs: [{ name: fullName }],
    hasTabs: false,
    lead: (
      <p>
        <code>{userName}</code>
        {author.isBot && ', a bot'}, since <Time seconds={since} />.
      </p>
    ),
    facts: [api, `${api}statistics/`, `${api}contributions/`, `${api}changes/`],
    main: (
      <div class="narrow stack">
        {credits === undefined ? (
          <p class="soft">
            {isAwaited
              ? 'What they translated is being counted. Reload this page in a moment to see it.'
              : 'What they translated cannot be counted.'}
          </p>
        ) : (
          <p>
            {total === 0
              ? 'No string was translated in their commits.'
              : `${counted(total, 'string')} translated in ${counted(languages, 'language')}.`}{' '}
            <a href={links.to('changes/', { user: userName })}>All their changes</a>
          </p>
        )}
        {own.length > 0 && (
          <div class="scroll">
            <table>
              <caption class="vh">Translated strings</caption>
              <thead>
                <tr>
                  <th scope="col">Project</th>
                  <th scope="col">Component</th>
                  <th scope="col">Language</th>
                  <th scope="col" class="n">
                    Strings
                  </th>
                </tr>
              </thead>
              <tbody>
                {own.map(({ component, language, units }) => {
                  const place = { ...NOWHERE, project: component.project, component }
                  return (
                    <tr>
                      <td>{component.project.config.name}</td>
                      <th scope="row">
                        <a href={links.place(place)}>{component.config.name}</a>
                      </th>
                      <td>
                        {component.translations.some((one) => one.language === language) ? (
                          <a href={links.place({ ...place, code: language.code })}>
                            {language.name}
                          </a>
                        ) : (
                          language.name
                        )}
                      </td>
                      <td class="n">{formatNumber(units)}</td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        )}
      </div>
    ),
  }
}
