import { withoutServerPaths } from '../../address.ts'
import type { Component, Project } from '../../catalog/model.ts'
import { componentsAt, NOWHERE, translationsAt } from '../../catalog/place.ts'
import { editLink, repowebLink } from '../../catalog/repoweb.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { type LanguageUse, languagesOf, translationsOf } from '../../catalog/view/view.ts'
import { type Figures, figuresOf, figuresOfComponents } from '../../facts/figures.ts'
import { counted, formatNumber, formatPercent } from '../../facts/words.ts'
import { compareLanguages } from '../../languages/language.ts'
import { type CountedFacts, readFacts } from '../../widgets/facts.ts'
import { WIDGETS } from '../../widgets/widgets.ts'
import { Alerts } from '../components/alerts.tsx'
import { BadgeFigure } from '../components/badge.tsx'
import { ShareCells } from '../components/overview-table.tsx'
import { Table } from '../components/table.tsx'
import { languageName, languageTag, ownName } from '../language-name.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { shareDefinition } from '../reading.ts'
import { FileName } from '../sections/origin.tsx'
import { NewLanguage } from './engage/new-language.tsx'
import { Thanks } from './engage/thanks.tsx'

/** The badges beside the text; the page of badges has the others. */
const SHOWN = ['svg', 'language', 'multi']
const SHOWN_OF_LANGUAGE = ['svg']

/** Invites readers to translate a project or one of its languages: what is left to do, and how. */
export async function engage(request: PageRequest): Promise<PageContent> {
  const { view, place, links, siteTitle } = request
  const project = place.project as Project
  const { name, slug, web } = project.config
  const facts = readFacts(view, place, siteTitle)
  const components = countedComponents(project)
  const isOne = place.code !== undefined
  const languages = isOne ? languageName(place.code) : counted(facts.languages.length, 'language')
  const isReadable = components.some(({ state }) => state === 'ready')
  const figures = isReadable ? figuresAt(request, components) : undefined
  const percent = figures?.percent
  const strings = isOne && figures ? figures.total : facts.strings
  const lead =
    percent === undefined
      ? 'Its files cannot be read, so the state of the translations is unknown.'
      : `${counted(strings, 'string')}, ${languages}, ${formatPercent(percent)} % translated.`
  return {
    title: `Get involved in ${name}!`,
    lead: <p>{lead}</p>,
    description: `Help to translate ${name}: ${lead}`,
    facts: [`projects/${slug}/languages/`, `projects/${slug}/credits/`],
    main: (
      <>
        {figures === undefined || percent === undefined ? (
          <Alerts components={components} links={links} />
        ) : (
          <>
            <p class="big">{invitation(name, strings, figures)}</p>
            {!isOne && <p class="small soft">{shareDefinition(components, percent)}</p>}
          </>
        )}
        <p class="after">
          {/^https?:\/\//.test(web) && (
            <a class="btn" href={web}>
              Go to the project
            </a>
          )}{' '}
          <a class="btn" href={links.place(place)}>
            See all numbers
          </a>
        </p>
        <div class="cols after">
          <div>
            <section>
              <h2 id="left">{isOne ? 'What is left' : 'Your language'}</h2>
              <div class="scroll">
                {isOne ? (
                  <Parts components={components} request={request} />
                ) : (
                  <Languages components={components} request={request} />
                )}
              </div>
            </section>
            <Contribute request={request} />
            {!isOne && <NewLanguage components={project.components} />}
            <Thanks request={request} />
          </div>
          <Badges facts={facts} request={request} />
        </div>
      </>
    ),
  }
}

/** Returns the figures that the place's overview shows. */
function figuresAt({ view, place }: PageRequest, components: readonly Component[]): Figures {
  if (place.code !== undefined) return figuresOf(translationsAt(view, place))
  return figuresOfComponents(components, { projects: place.project ? [place.project] : [] })
}

function Badges({
  facts,
  request: { place, links, ref },
}: {
  facts: CountedFacts
  request: PageRequest
}) {
  const shown = place.code === undefined ? SHOWN : SHOWN_OF_LANGUAGE
  return (
    <aside aria-label="Badges">
      <h2>Badges</h2>
      {[...WIDGETS]
        .filter(([kind]) => shown.includes(kind))
        .map(([kind, widget]) => (
          <BadgeFigure
            id={`code-${kind}`}
            widget={widget}
            name={`${kind}-${widget.colors[0]}`}
            markup="Markdown"
            {...{ place, facts, links, ref }}
          />
        ))}
      <p class="after">
        <a href={links.area('widgets', { ...NOWHERE, project: place.project })}>All badges</a>
      </p>
    </aside>
  )
}

function invitation(
  name: string,
  strings: number,
  { needsEditing, untranslated }: Figures,
): string {
  const texts = `${name} has ${counted(strings, 'text')}: buttons, messages, help pages.`
  const left = needsEditing + untranslated
  if (left === 0) return `${texts} All of them are translated. Corrections are welcome.`
  const state = left === 1 ? 'is missing or no longer fits' : 'are missing or no longer fit'
  return `${texts} ${counted(left, 'translation')} ${state}. If you know the language, you can add a few in minutes.`
}

interface ListProps {
  readonly components: readonly Component[]
  readonly request: PageRequest
}

function Languages({ components, request: { place, links } }: ListProps) {
  const uses = languagesOf(components)
    .filter(({ translations }) => !translations.every(({ isSource }) => isSource))
    .sort((a, b) => compareLanguages(a.language, b.language))
  const row = ({ language, translations }: LanguageUse) => {
    const endonym = ownName(language.code)
    const figures = figuresOf(translations)
    const there = { ...place, code: language.code }
    return (
      <tr>
        <th scope="row">
          <a href={links.area('engage', there)}>{language.name}</a>
        </th>
        <td class="mid-w">
          {endonym && (
            <bdi lang={languageTag(language.code)} dir={language.direction}>
              {endonym}
            </bdi>
          )}
        </td>
        <ShareCells figures={figures} />
        <td>
          <Left figures={figures} addressOf={(q) => links.strings(there, q)} />
        </td>
      </tr>
    )
  }
  return (
    <Table
      labelledBy="left"
      columns={[
        ['Language'],
        ['In itself', 'mid-w'],
        ['Translated, %', undefined, 2],
        ['What is left'],
      ]}
    >
      {uses.map(row)}
    </Table>
  )
}

/** Explains where to edit translations: the repository and the files in it. */
function Contribute({ request: { view, place } }: { request: PageRequest }) {
  const { weblate, components } = place.project?.config ?? { weblate: '', components: [] }
  const translations = place.code === undefined ? [] : translationsAt(view, place)
  const repos = new Set(componentsAt(view, place).map(({ repo }) => withoutServerPaths(repo)))
  return (
    <section>
      <h2>How to contribute</h2>
      {weblate === '' ? (
        <p>
          Change the file of your language and send it as a change to the repository:{' '}
          {[...repos].filter(Boolean).map((repo) => (
            <>{/^https?:\/\//.test(repo) ? <a href={repo}>{repo}</a> : <code>{repo}</code>} </>
          ))}
        </p>
      ) : (
        <p>
          Strings are edited in <a href={weblate}>the project's Weblate</a>.
        </p>
      )}
      <dl class="facts after">
        {translations.length === 0
          ? components.map(({ name, filemask }) => <File name={name} path={filemask} />)
          : translations.map(({ component, filename }) => (
              <File
                name={component.config.name}
                path={filename}
                address={editLink(component, { filename }) ?? repowebLink(component, { filename })}
              />
            ))}
      </dl>
    </section>
  )
}

function File({
  name,
  path,
  address,
}: Omit<Parameters<typeof FileName>[0], 'address'> & {
  readonly name: string
  readonly address?: string | undefined
}) {
  if (path === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <FileName path={path} address={address} />
      </dd>
    </>
  )
}

/** Lists the components in one language. */
function Parts({ components, request: { place, links } }: ListProps) {
  const translations = translationsOf(components).filter(
    ({ language }) => language.code === place.code,
  )
  return (
    <Table
      labelledBy="left"
      columns={[['Component'], ['Translated, %', undefined, 2], ['What is left']]}
    >
      {translations.map((translation) => {
        const { component } = translation
        const there = { ...place, project: component.project, component }
        const figures = figuresOf([translation])
        return (
          <tr>
            <th scope="row">
              <a href={links.place(there)}>{component.config.name}</a>
            </th>
            <ShareCells figures={figures} />
            <td>
              <Left figures={figures} addressOf={(q) => links.strings(there, q)} />
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

/** Shows `25 to translate, 5 to recheck, 6 to correct`, each linked to its strings. */
function Left({
  figures: { percent, untranslated, needsEditing, errors },
  addressOf,
}: {
  figures: Figures
  addressOf: (q: string) => string
}) {
  if (percent === undefined) return <span class="soft">unknown</span>
  const parts = [
    { count: untranslated, what: 'to translate', q: 'state:empty' },
    { count: needsEditing, what: 'to recheck', q: 'state:needs-editing' },
    { count: errors, what: 'to correct', q: 'has:check' },
  ].filter(({ count }) => count > 0)
  if (parts.length === 0) return <span class="none">nothing</span>
  return (
    <>
      {parts.map(({ count, what, q }, index) => (
        <>
          {index > 0 && ', '}
          <a href={addressOf(q)}>
            {formatNumber(count)} {what}
          </a>
        </>
      ))}
    </>
  )
}
