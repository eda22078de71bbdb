import { strings, stringsUtf8 } from './apple/strings.ts'
import { stringsdict } from './apple/stringsdict.ts'
import { xcstrings } from './apple/xcstrings.ts'
import { appstore } from './appstore/appstore.ts'
import {
  csv,
  csvMulti,
  csvMultiUtf8,
  csvSimple,
  csvSimpleIso,
  csvSimpleUtf8,
  csvUtf8,
} from './csv/csv.ts'
import { document } from './document/document.ts'
import { resx } from './dotnet/resx.ts'
import { fluent } from './fluent/fluent.ts'
import type { Format } from './format.ts'
import { po, poMono } from './gettext/po.ts'
import { ini, islu } from './ini/ini.ts'
import { arb } from './json/arb.ts'
import { formatjs } from './json/formatjs.ts'
import { goI18n, goI18nV2 } from './json/go-i18n.ts'
import { gotext } from './json/gotext.ts'
import { i18next, i18nextv4 } from './json/i18next.ts'
import { json, jsonNested } from './json/json.ts'
import { mediawikiJson } from './json/mediawiki-json.ts'
import { nextcloudJson } from './json/nextcloud-json.ts'
import { resjson } from './json/resjson.ts'
import { vscodeL10n } from './json/vscode-l10n.ts'
import { webextension } from './json/webextension.ts'
import { mediawiki } from './mediawiki/mediawiki.ts'
import { laravel, php, phpSources } from './php/php.ts'
import { gwt, gwtIso } from './properties/gwt.ts'
import { joomla } from './properties/joomla.ts'
import { mi18nLang, properties, propertiesUtf8, propertiesUtf16 } from './properties/properties.ts'
import { xwikiFullPage, xwikiJavaProperties, xwikiPageProperties } from './properties/xwiki.ts'
import { ts } from './qt/ts.ts'
import { goI18nToml, toml } from './toml/toml.ts'
import { appleXliff } from './xliff/apple-xliff.ts'
import { plainxliff } from './xliff/plain-xliff.ts'
import { poxliff } from './xliff/poxliff.ts'
import { xliff } from './xliff/xliff.ts'
import { xliff2 } from './xliff/xliff2.ts'
import { aresource } from './xml/aresource.ts'
import { dtd } from './xml/dtd.ts'
import { cmpResource, mokoResource } from './xml/kotlin-resource.ts'
import { tbx } from './xml/tbx.ts'
import { goI18nYaml } from './yaml/go-i18n-yaml.ts'
import { rubyYaml } from './yaml/ruby-yaml.ts'
import { yaml } from './yaml/yaml.ts'

/** All formats of components, by id. */
export const formats: ReadonlyMap<string, Format> = new Map(
  [
    ...[arb, json, jsonNested, aresource, tbx, po, poMono],
    ...[i18nextv4, i18next, webextension, formatjs, goI18n, goI18nV2, gotext, appstore, xcstrings],
    ...[document, mediawikiJson, mediawiki, vscodeL10n, nextcloudJson, resjson],
    ...[cmpResource, mokoResource, ts],
    ...[plainxliff, xliff, poxliff, xliff2, appleXliff, resx, stringsdict],
    ...[properties, propertiesUtf8, propertiesUtf16, mi18nLang, gwt, gwtIso, joomla, dtd],
    ...[xwikiJavaProperties, xwikiPageProperties, xwikiFullPage, strings, stringsUtf8],
    ...[php, phpSources, laravel, ini, islu],
    ...[csv, csvUtf8, csvMulti, csvMultiUtf8, csvSimple, csvSimpleUtf8, csvSimpleIso],
    ...[yaml, rubyYaml, goI18nYaml, toml, goI18nToml, fluent],
  ].map((format) => [format.id, format]),
)

/** The format of components without a repository, which are glossaries. */
export const localFormat: Format = tbx
