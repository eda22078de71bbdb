import { templateRule } from '../template-discovery.ts'

const shared = { files: /\.toml$/i, dataMasks: /\*/ }
/** Go-i18n names its files: https://github.com/nicksnyder/go-i18n */
const GO = /(?:^|\/)(?:active|translate)\.[^/]*$/
const FORM = /^[ \t]*(?:zero|one|two|few|many|other)[ \t]*=/m

/** TOML of texts in files with a language in their name. */
export const tomlDiscovery = templateRule({
  ...shared,
  formatOf: ([template = ''], contents) =>
    isOfGo(template, contents.text(template) ?? '') ? undefined : 'toml',
})

/** Messages of go-i18n: by the name of the files, or by plural forms in tables. */
export const goI18nTomlDiscovery = templateRule({
  ...shared,
  formatOf: ([template = ''], contents) =>
    isOfGo(template, contents.text(template) ?? '') ? 'go-i18n-toml' : undefined,
})

function isOfGo(path: string, text: string): boolean {
  return GO.test(path) || FORM.test(text)
}
