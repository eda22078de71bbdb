import type { Contents } from '../discovery.ts'
import { templateRule } from '../template-discovery.ts'

const shared = { files: /\.ya?ml$/i, dataMasks: /\*/ }

/** A key of the mapping at the top. */
const TOP_KEY = /^["']?([\w-]+)["']?[ \t]*:/

/** YAML of texts, in files of any name with a language. */
export const yamlDiscovery = templateRule({
  ...shared,
  formatOf: (paths, contents) => (isRuby(paths, contents) ? undefined : 'yaml'),
})

/** YAML of Rails: https://guides.rubyonrails.org/i18n.html */
export const rubyYamlDiscovery = templateRule({
  ...shared,
  formatOf: (paths, contents) => (isRuby(paths, contents) ? 'ruby-yaml' : undefined),
})

/** Whether the template has all below one key, which is the language in its name. */
function isRuby([template = '']: readonly string[], contents: Contents): boolean {
  const lines = (contents.text(template) ?? '').split('\n')
  const top = lines.filter((line) => /^[^\s#%]/.test(line) && !line.startsWith('---'))
  const key = top.length === 1 ? TOP_KEY.exec(top[0] ?? '')?.[1] : undefined
  return key !== undefined && template.split(/[/._]/).includes(key)
}
