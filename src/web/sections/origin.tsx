import { withoutServerPaths } from '../../address.ts'
import type { ComponentRef } from '../../catalog/component-refs.ts'
import type { Component } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { hasStatesOfHistory } from '../../model/readiness.ts'
import { repowebLink } from '../../view/repoweb.ts'
import { Facts } from '../components/facts.tsx'
import { formatDay, joined } from '../components/words.tsx'
import type { PageRequest } from '../page.ts'

const MAX_REFS = 12

/** Shows the origin of a component: repository, branch and files. */
export function originFacts(
  component: Component,
  refs: readonly ComponentRef[],
  { links, place }: PageRequest,
) {
  const { config, branch, repo } = component
  const template =
    config.template === '' ? undefined : repowebLink(component, { filename: config.template })
  return (
    <Facts
      facts={[
        ['Repository', repo !== '' && <code>{withoutServerPaths(repo)}</code>],
        ['Clone', config.gitExport && <code>{links.absolute(`git/${placeOf(component)}/`)}</code>],
        ['Branch', branch !== '' && <code>{branch}</code>],
        ['Files', config.filemask !== '' && <code>{config.filemask}</code>],
        [
          'Template',
          config.template !== '' && <FileName path={config.template} address={template} />,
        ],
        ['Format', <code>{config.fileFormat}</code>],
        ['License', config.license],
        ['States', statesText(component)],
        [
          'Also at',
          refs.length > 0 &&
            joined(
              refs
                .slice(0, MAX_REFS)
                .map(({ name }) => <a href={links.here({ ref: name })}>{name}</a>),
            ),
        ],
        ['Download', <a href={links.area('download', place)}>all files</a>],
      ]}
    />
  )
}

/** Shows a path in the repository, linked to its page if known. */
export function FileName({ path, address }: { path: string; address: string | undefined }) {
  if (address === undefined || !/^https?:\/\//.test(address)) return <code>{path}</code>
  return (
    <a href={address}>
      <code>{path}</code>
    </a>
  )
}

function statesText({ config, completeness }: Component): string {
  const states = hasStatesOfHistory(config) ? 'follow the branch' : 'those of the files'
  if (completeness === undefined) return states
  return completeness.complete
    ? `${states}, whole history known`
    : `${states}, history known since ${formatDay(completeness.since)}`
}
