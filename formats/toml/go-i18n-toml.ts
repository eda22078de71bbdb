import type { Format } from '../format.ts'
import { messagesByKey } from '../json/go-i18n.ts'
import { pluralTags } from '../plural-tags.ts'
import { readToml } from './document.ts'
import { toml } from './toml.ts'
import { goI18nTomlDiscovery } from './toml-discovery.ts'

/** Messages of go-i18n 2 in TOML, read as those in JSON, but for plural forms: each is that of its name, as for go-i18n. */
export const goI18nToml: Format = {
  ...toml,
  id: 'go-i18n-toml',
  name: 'go-i18n TOML file',
  discovery: goI18nTomlDiscovery,
  parse(bytes, options) {
    const named = { ...options, names: pluralTags(options.languageCode) }
    return { entries: messagesByKey(readToml(bytes, options.onFault), named) }
  },
}
