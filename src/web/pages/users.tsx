import { counted, formatNumber } from '../../facts/format-numbers.ts'
import type { Author } from '../../people/directory.ts'
import { pageOf, pager } from '../components/list-page.tsx'
import { Person } from '../components/person.tsx'
import { column, Table } from '../components/table.tsx'
import { Time } from '../components/words.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { findTranslators } from '../sections/people.tsx'

const PAGE_SIZE = 100

/** Lists the authors of commits that changed translations with their numbers of strings, the most active first. */
export async function users(request: PageRequest): Promise<PageContent> {
  const { catalog, view, links, query, part } = request
  const { directory } = await catalog.people(view)
  const { value = [], isAwaited } = await findTranslators(request)
  const units = new Map(value)
  const others = directory.authors.filter((author) => !units.has(author))
  const people = [...units.keys(), ...others]
  const list = pageOf(query, people, PAGE_SIZE)
  return {
    title: 'People',
    crumb: 'People',
    lead: <p>{counted(people.length, 'person').replace(/persons$/, 'people')} in commits.</p>,
    facts: ['users/'],
    main: part('list', isAwaited, (attributes) => (
      <div {...attributes}>
        {people.length === 0 && !isAwaited && (
          <p class="note">No authors are known, or they are not shown here.</p>
        )}
        <Table
          classes="narrow"
          title="People"
          rows={list.items}
          columns={[
            { name: 'Name', cell: (author) => <Person author={author} links={links} /> },
            column('User name', 'mid-w', ({ userName, isBot }: Author) => (
              <>
                <code>{userName}</code>
                {isBot && ', a bot'}
              </>
            )),
            column('Strings', 'n', (author: Author) =>
              isAwaited ? '…' : formatNumber(units.get(author) ?? 0),
            ),
            column('Since', 'n', ({ since }: Author) => <Time seconds={since} />),
          ]}
        />
        {pager(list, links)}
      </div>
    )),
  }
}
