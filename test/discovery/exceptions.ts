import type { Result } from './discovery-cases.ts'

export interface Exception {
  readonly rule: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10
  readonly reason: string
  readonly found: readonly Result[]
}

/** Each result is written as its format, filemask and template, if any. */
function better(rule: Exception['rule'], reason: string, ...found: readonly string[]): Exception {
  return { rule, reason, found: found.map(resultOf) }
}

function resultOf(line: string): Result {
  const [file_format = '', filemask = '', template] = line.split(' ')
  return { filemask, ...(template === undefined ? {} : { template }), file_format }
}

/** Cases whose result differs on purpose, with the rule of discovery that is the reason. */
export const exceptions: Readonly<Record<string, Exception>> = {
  d004: better(4, 'no template'),
  d007: better(4, 'the template is of a region', 'arb lib/l10n/app_*.arb lib/l10n/app_en_US.arb'),
  d008: better(2, 'EN is en', 'arb lib/l10n/app_*.arb lib/l10n/app_EN.arb'),
  d015: better(1, 'built files', 'arb lib/l10n/app_*.arb lib/l10n/app_en.arb'),
  d017: better(4, 'the template is named like the mask', 'arb l10n/app_*.arb l10n/app.arb'),
  d022: better(
    5,
    'the format is that of the readable files',
    'json locales/*.json locales/en.json',
  ),
  d027: better(5, 'readable as plain JSON', 'json locales/*.json locales/en.json'),
  d030: better(5, 'readable as plain JSON', 'json-nested locales/*.json locales/en.json'),
  d035: better(5, "Weblate's id", 'gotext locales/*.json locales/en.json'),
  d037: better(5, 'readable as plain JSON', 'json locales/*.json locales/en.json'),
  d038: better(
    10,
    'one proposal for a mask',
    'webextension _locales/*/messages.json _locales/en/messages.json',
  ),
  d042: better(1, 'copies', 'json-nested src/i18n/*.json src/i18n/en.json'),
  d043: better(2, 'single files'),
  d045: better(
    4,
    'the template is named like the mask',
    'json i18n/strings_*.json i18n/strings.json',
  ),
  d046: better(4, 'the template is of a region', 'json-nested i18n/*.json i18n/en-US.json'),
  d052: better(
    1,
    'a test is left out where there is more',
    'json-nested src/i18n/*.json src/i18n/en.json',
  ),
  d053: better(1, 'built files', 'json-nested src/lang/*.json src/lang/en.json'),
  d054: better(1, 'minified files', 'json-nested locales/*.json locales/en.json'),
  d055: better(2, 'no name is certainly a language'),
  d056: better(4, 'no template'),
  d058: better(4, 'no template'),
  d065: better(2, 'single files; there is no hint'),
  d066: better(2, 'single files; nothing is proposed eagerly'),
  d067: better(2, 'single files'),
  d069: better(
    4,
    'base is an alias of the source language',
    'json-nested i18n/*.json i18n/base.json',
  ),
  d071: better(2, 'eng is en', 'json-nested i18n/*.json i18n/eng.json'),
  d075: better(7, 'no translation'),
  d077: better(
    7,
    'no translation of the other files',
    'aresource app/src/main/res/values-*/strings.xml app/src/main/res/values/strings.xml',
  ),
  d078: better(
    7,
    'no translation of the other file',
    'aresource app/src/main/res/values-*/strings.xml app/src/main/res/values/strings.xml',
  ),
  d079: better(
    7,
    'no translation in two modules',
    'aresource app/src/foss/res/values-*/strings.xml app/src/foss/res/values/strings.xml',
    'aresource app/src/main/res/values-*/strings.xml app/src/main/res/values/strings.xml',
  ),
  d080: better(
    1,
    'built files',
    'aresource app/src/main/res/values-*/strings.xml app/src/main/res/values/strings.xml',
  ),
  d090: better(7, 'the translation has another name'),
  d092: better(8, 'no template for tbx', 'tbx glossary/*.tbx'),
  d099: better(
    2,
    'a single file; the template is of a region',
    'json-nested i18n/*.json i18n/en-US.json',
  ),
  d101: better(
    7,
    'no translation',
    'arb packages/smooth_app/lib/l10n/app_*.arb packages/smooth_app/lib/l10n/app_en.arb',
  ),
  d102: better(
    7,
    'no translation; nothing known of a single file (2)',
    'aresource android/values-*/strings.xml android/values/strings.xml',
    'aresource android-not-synced/values-*/strings.xml android-not-synced/values/strings.xml',
    'json i18next/*.json i18next/en.json',
    'json intermediate/*.json intermediate/en.json',
    'json json-mono/*.json json-mono/en.json',
    'json json-mono-sync/*.json json-mono-sync/en.json',
    'json-nested json-nested/*.json json-nested/en.json',
    'tbx tbx/*.tbx',
    'webextension json-complex/*.json json-complex/en.json',
    'webextension webextension/_locales/*/messages.json webextension/_locales/en/messages.json',
  ),
  d104: better(
    8,
    'no template for tbx',
    'arb lib/l10n/app_*.arb lib/l10n/app_en.arb',
    'aresource android/app/src/main/res/values-*/strings.xml android/app/src/main/res/values/strings.xml',
    'aresource android/ucrop/src/main/res/values-*/strings.xml android/ucrop/src/main/res/values/strings.xml',
    'tbx glossary/*.tbx',
  ),
  d083: better(
    5,
    'the format is read',
    'cmp-resource shared/src/commonMain/composeResources/values-*/strings.xml shared/src/commonMain/composeResources/values/strings.xml',
  ),
  d085: better(
    5,
    'the format is read',
    'moko-resource app/src/main/res/values-*/strings.xml app/src/main/res/values/strings.xml',
  ),
  d105: better(
    7,
    'no translation in debug',
    'aresource app/src/main/res/values-*/strings.xml app/src/main/res/values/strings.xml',
  ),
  d110: better(
    2,
    'i18next is readable (5), codes are not split',
    'json admin/public/ep_admin_pads/*.json admin/public/ep_admin_pads/en.json',
    'json src/locales/*.json src/locales/en.json',
  ),
}
