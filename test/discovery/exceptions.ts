import type { Result } from './discovery-cases.ts'

/**
 * Cases in which our answer differs on purpose: by which of the ten better rules of discovery.md, section 4, and what it is.
 */
export const exceptions: Readonly<Record<string, Exception>> = {
  d004: { rule: 4, reason: 'no template', found: [] },
  d007: {
    rule: 4,
    reason: 'the template is of a region',
    found: [
      { filemask: 'lib/l10n/app_*.arb', template: 'lib/l10n/app_en_US.arb', file_format: 'arb' },
    ],
  },
  d008: {
    rule: 2,
    reason: 'EN is en',
    found: [
      { filemask: 'lib/l10n/app_*.arb', template: 'lib/l10n/app_EN.arb', file_format: 'arb' },
    ],
  },
  d015: {
    rule: 1,
    reason: 'built files',
    found: [
      { filemask: 'lib/l10n/app_*.arb', template: 'lib/l10n/app_en.arb', file_format: 'arb' },
    ],
  },
  d017: {
    rule: 4,
    reason: 'the template is named like the mask',
    found: [{ filemask: 'l10n/app_*.arb', template: 'l10n/app.arb', file_format: 'arb' }],
  },
  d022: {
    rule: 5,
    reason: 'the format is that of the readable files',
    found: [{ filemask: 'locales/*.json', template: 'locales/en.json', file_format: 'json' }],
  },
  d027: {
    rule: 5,
    reason: 'readable as plain JSON',
    found: [{ filemask: 'locales/*.json', template: 'locales/en.json', file_format: 'json' }],
  },
  d028: {
    rule: 5,
    reason: 'readable as plain JSON',
    found: [{ filemask: 'locales/*.json', template: 'locales/en.json', file_format: 'json' }],
  },
  d029: {
    rule: 5,
    reason: 'readable as plain JSON',
    found: [{ filemask: 'locales/*.json', template: 'locales/en.json', file_format: 'json' }],
  },
  d030: {
    rule: 5,
    reason: 'readable as plain JSON',
    found: [
      { filemask: 'locales/*.json', template: 'locales/en.json', file_format: 'json-nested' },
    ],
  },
  d031: {
    rule: 5,
    reason: 'readable as plain JSON',
    found: [
      { filemask: 'locales/*.json', template: 'locales/en.json', file_format: 'json-nested' },
    ],
  },
  d032: {
    rule: 5,
    reason: 'readable as plain JSON',
    found: [
      { filemask: 'locales/*.json', template: 'locales/en.json', file_format: 'json-nested' },
    ],
  },
  d037: {
    rule: 5,
    reason: 'readable as plain JSON',
    found: [{ filemask: 'locales/*.json', template: 'locales/en.json', file_format: 'json' }],
  },
  d042: {
    rule: 1,
    reason: 'copies',
    found: [
      { filemask: 'src/i18n/*.json', template: 'src/i18n/en.json', file_format: 'json-nested' },
    ],
  },
  d043: { rule: 2, reason: 'single files', found: [] },
  d045: {
    rule: 4,
    reason: 'the template is named like the mask',
    found: [
      { filemask: 'i18n/strings_*.json', template: 'i18n/strings.json', file_format: 'json' },
    ],
  },
  d046: {
    rule: 4,
    reason: 'the template is of a region',
    found: [{ filemask: 'i18n/*.json', template: 'i18n/en-US.json', file_format: 'json-nested' }],
  },
  d052: {
    rule: 1,
    reason: 'a test is left out where there is more',
    found: [
      { filemask: 'src/i18n/*.json', template: 'src/i18n/en.json', file_format: 'json-nested' },
    ],
  },
  d053: {
    rule: 1,
    reason: 'built files',
    found: [
      { filemask: 'src/lang/*.json', template: 'src/lang/en.json', file_format: 'json-nested' },
    ],
  },
  d054: {
    rule: 1,
    reason: 'minified files',
    found: [
      { filemask: 'locales/*.json', template: 'locales/en.json', file_format: 'json-nested' },
    ],
  },
  d055: { rule: 2, reason: 'no name is certainly a language', found: [] },
  d056: { rule: 4, reason: 'no template', found: [] },
  d058: { rule: 4, reason: 'no template', found: [] },
  d065: { rule: 2, reason: 'single files; there is no hint', found: [] },
  d066: { rule: 2, reason: 'single files; nothing is proposed eagerly', found: [] },
  d067: { rule: 2, reason: 'single files', found: [] },
  d069: {
    rule: 4,
    reason: 'base is an alias of the source language',
    found: [{ filemask: 'i18n/*.json', template: 'i18n/base.json', file_format: 'json-nested' }],
  },
  d071: {
    rule: 2,
    reason: 'eng is en',
    found: [{ filemask: 'i18n/*.json', template: 'i18n/eng.json', file_format: 'json-nested' }],
  },
  d075: { rule: 7, reason: 'no translation', found: [] },
  d077: {
    rule: 7,
    reason: 'no translation of the other files',
    found: [
      {
        filemask: 'app/src/main/res/values-*/strings.xml',
        template: 'app/src/main/res/values/strings.xml',
        file_format: 'aresource',
      },
    ],
  },
  d078: {
    rule: 7,
    reason: 'no translation of the other file',
    found: [
      {
        filemask: 'app/src/main/res/values-*/strings.xml',
        template: 'app/src/main/res/values/strings.xml',
        file_format: 'aresource',
      },
    ],
  },
  d079: {
    rule: 7,
    reason: 'no translation in two modules',
    found: [
      {
        filemask: 'app/src/foss/res/values-*/strings.xml',
        template: 'app/src/foss/res/values/strings.xml',
        file_format: 'aresource',
      },
      {
        filemask: 'app/src/main/res/values-*/strings.xml',
        template: 'app/src/main/res/values/strings.xml',
        file_format: 'aresource',
      },
    ],
  },
  d080: {
    rule: 1,
    reason: 'built files',
    found: [
      {
        filemask: 'app/src/main/res/values-*/strings.xml',
        template: 'app/src/main/res/values/strings.xml',
        file_format: 'aresource',
      },
    ],
  },
  d090: { rule: 7, reason: 'the translation has another name', found: [] },
  d092: {
    rule: 8,
    reason: 'no template for tbx',
    found: [{ filemask: 'glossary/*.tbx', file_format: 'tbx' }],
  },
  d099: {
    rule: 2,
    reason: 'a single file; the template is of a region',
    found: [{ filemask: 'i18n/*.json', template: 'i18n/en-US.json', file_format: 'json-nested' }],
  },
  d101: {
    rule: 7,
    reason: 'no translation',
    found: [
      {
        filemask: 'packages/smooth_app/lib/l10n/app_*.arb',
        template: 'packages/smooth_app/lib/l10n/app_en.arb',
        file_format: 'arb',
      },
    ],
  },
  d102: {
    rule: 7,
    reason: 'no translation; readable dialects (5); nothing known of a single file (2)',
    found: [
      {
        filemask: 'android/values-*/strings.xml',
        template: 'android/values/strings.xml',
        file_format: 'aresource',
      },
      {
        filemask: 'android-not-synced/values-*/strings.xml',
        template: 'android-not-synced/values/strings.xml',
        file_format: 'aresource',
      },
      { filemask: 'intermediate/*.json', template: 'intermediate/en.json', file_format: 'json' },
      { filemask: 'json-mono/*.json', template: 'json-mono/en.json', file_format: 'json' },
      {
        filemask: 'json-mono-sync/*.json',
        template: 'json-mono-sync/en.json',
        file_format: 'json',
      },
      {
        filemask: 'json-complex/*.json',
        template: 'json-complex/en.json',
        file_format: 'json-nested',
      },
      {
        filemask: 'json-nested/*.json',
        template: 'json-nested/en.json',
        file_format: 'json-nested',
      },
      {
        filemask: 'webextension/_locales/*/messages.json',
        template: 'webextension/_locales/en/messages.json',
        file_format: 'json-nested',
      },
      { filemask: 'tbx/*.tbx', file_format: 'tbx' },
    ],
  },
  d104: {
    rule: 8,
    reason: 'no template for tbx',
    found: [
      { filemask: 'lib/l10n/app_*.arb', template: 'lib/l10n/app_en.arb', file_format: 'arb' },
      {
        filemask: 'android/app/src/main/res/values-*/strings.xml',
        template: 'android/app/src/main/res/values/strings.xml',
        file_format: 'aresource',
      },
      {
        filemask: 'android/ucrop/src/main/res/values-*/strings.xml',
        template: 'android/ucrop/src/main/res/values/strings.xml',
        file_format: 'aresource',
      },
      { filemask: 'glossary/*.tbx', file_format: 'tbx' },
    ],
  },
  d105: {
    rule: 7,
    reason: 'no translation in debug',
    found: [
      {
        filemask: 'app/src/main/res/values-*/strings.xml',
        template: 'app/src/main/res/values/strings.xml',
        file_format: 'aresource',
      },
    ],
  },
  d106: {
    rule: 5,
    reason: 'i18next is readable',
    found: [
      { filemask: 'backend/*.json', template: 'backend/en.json', file_format: 'json' },
      { filemask: 'frontend/*.json', template: 'frontend/en.json', file_format: 'json' },
    ],
  },
  d109: {
    rule: 5,
    reason: 'i18next is readable',
    found: [{ filemask: '*.json', template: 'en.json', file_format: 'json' }],
  },
  d110: {
    rule: 2,
    reason: 'i18next is readable (5), codes are not split',
    found: [
      {
        filemask: 'admin/public/ep_admin_pads/*.json',
        template: 'admin/public/ep_admin_pads/en.json',
        file_format: 'json',
      },
      { filemask: 'src/locales/*.json', template: 'src/locales/en.json', file_format: 'json' },
    ],
  },
}

export interface Exception {
  readonly rule: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10
  readonly reason: string
  readonly found: readonly Result[]
}
