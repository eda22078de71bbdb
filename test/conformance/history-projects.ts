import { formats } from '../../formats/index.ts'
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

/** As `scripted`, in formats whose files tell states and plural forms themselves. */
const scripted2: HistoryProject = {
  name: 'scripted2',
  repo: 'scripted/history2',
  components: [
    {
      slug: 'po',
      name: 'po',
      file_format: 'po',
      filemask: 'po/*.po',
      new_base: 'po/app.pot',
    },
    {
      slug: 'ts',
      name: 'ts',
      file_format: 'ts',
      filemask: 'ts/app_*.ts',
      new_base: 'ts/app.ts',
    },
    {
      slug: 'xliff',
      name: 'xliff',
      file_format: 'plainxliff',
      filemask: 'xliff/app.*.xlf',
    },
    {
      slug: 'i18next',
      name: 'i18next',
      file_format: 'i18nextv4',
      filemask: 'i18next/*.json',
      template: 'i18next/en.json',
    },
    {
      slug: 'rails',
      name: 'rails',
      file_format: 'ruby-yaml',
      filemask: 'rails/*.yml',
      template: 'rails/en.yml',
    },
  ],
}

/** Those that were made for the purpose. */
export const scriptedProjects: readonly HistoryProject[] = [scripted, scripted2]

/** As `historyProjects`, of the second set: the components whose formats are read. */
export function moreHistoryProjects(goldens: string): HistoryProject[] {
  return [scripted2, ...recordedProjects(goldens)].map((project) => ({
    ...project,
    components: project.components.filter(({ file_format: id }) => formats.has(String(id))),
  }))
}

/** The projects with a recorded history; settings other than of `scripted` are those of the goldens. */
export function historyProjects(goldens: string): HistoryProject[] {
  return [scripted, ...recordedProjects(goldens)]
}

function recordedProjects(goldens: string): HistoryProject[] {
  return readProjects(goldens).map(
    ({ project: [name], repo, source, components }): HistoryProject => ({
      name,
      repo,
      ...(source === undefined ? {} : { source }),
      components,
    }),
  )
}
