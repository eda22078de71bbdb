import { readProjects } from './goldens.ts'
import type { HistoryProject } from './history.ts'

const json = { file_format: 'json', filemask: 'json/*.json', template: 'json/en.json' }

/** A repository made for the purpose: every event in every format. */
export const scripted: HistoryProject = {
  name: 'scripted',
  repo: 'scripted/history',
  components: [
    { slug: 'json', name: 'json', ...json },
    {
      slug: 'nested',
      name: 'nested',
      file_format: 'json-nested',
      filemask: 'nested/*.json',
      template: 'nested/en.json',
    },
    {
      slug: 'arb',
      name: 'arb',
      file_format: 'arb',
      filemask: 'arb/app_*.arb',
      template: 'arb/app_en.arb',
    },
    {
      slug: 'android',
      name: 'android',
      file_format: 'aresource',
      filemask: 'android/values-*/strings.xml',
      template: 'android/values/strings.xml',
    },
    { slug: 'tbx', name: 'tbx', file_format: 'tbx', filemask: 'tbx/*.tbx' },
  ],
}

/** The projects with a recorded history; settings other than of `scripted` are those of the goldens. */
export function historyProjects(goldens: string): HistoryProject[] {
  const recorded = readProjects(goldens).map(
    ({ project: [name], repo, source, components }): HistoryProject => ({
      name,
      repo,
      ...(source === undefined ? {} : { source }),
      components,
    }),
  )
  return [scripted, ...recorded]
}
