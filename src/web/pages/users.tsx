import { counted, formatNumber } from '../../facts/words.ts'
import { Pager } from '../components/pager.tsx'
import { Person } from '../components/person.tsx'
import { TableHead } from '../components/table-head.tsx'
import { Time } from '../components/words.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { findTranslators } from '../translators.ts'

const PAGE_SIZE = 100

/** Everybody who made a commit that changed translations, with how many strings they translated; most first. */
export async function users(request: PageRequest): Promise<PageContent> {
  const { catalog, view, links, query, part } = request
  const { directory } = await catalog.people(view)
  const { value = [], isAwaited } = await findTranslators(request)
  const units = new Map(value)
  const others = directory.authors.filter((author) => !units.has(author))
  const all = [...units.keys(), ...others]
  const asked = Number.parseInt(query.get('offset') ?? '', 10) || 1
  const start = Math.max(0, Math.min(asked, all.length) - 1)
  return {
    title: 'People',
    crumbs: [{ name: 'People' }],
    lead: <p>{counted(all.length, 'person').replace(/persons$/, 'people')} in commits.</p>,
    facts: ['users/'],
    main: part('people', isAwaited, (own) => (
      <div class="narrow" {...own}>
        {all.length === 0 && <p class="note">Nobody is known, or authors are not shown here.</p>}
        <table>
          <caption class="vh">People</caption>
          <TableHead
            columns={[['Name'], ['User name', 'mid-w'], ['Strings', 'n'], ['Since', 'n']]}
          />
          <tbody>
            {all.slice(start, start + PAGE_SIZE).map((author) => (
              <tr>
                <th scope="row">
                  <Person author={author} links={links} />
                </th>
                <td class="mid-w">
                  <code>{author.userName}</code>
                  {author.isBot && ', a bot'}
                </td>
                <td class="n">{isAwaited ? '…' : formatNumber(units.get(author) ?? 0)}</td>
                <td class="n">
                  <Time seconds={author.since} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Pager links={links} start={start} size={PAGE_SIZE} count={all.length} />
      </div>
    )),
  }
}
