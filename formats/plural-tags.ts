/** Base language codes by quantity names, as written in file names. All others have `one` and `other`. */
const LANGUAGES: readonly (readonly [string, string])[] = [
  ['one few many', 'be be@latin bel by pl plk pol ru rus ua uk ukr xbelorussian'],
  [
    'one few other',
    'bos bs ces cnr cs csy cz cze hbs hr hrv lit lt me mo mol ro ron rs rum scc scr sh shi sk ' +
      'sky slk slo sr sr@cyrillic sr@latin srb srl srp svk',
  ],
  [
    'one many other',
    'bp ca cat es esp fr fra frb fre it ita its lld mspanish por pt ptb ptg scn spa vec',
  ],
  ['one two few many other', 'br bre ga gle mlt mt'],
  ['one two few other', 'dsb gae gd gla glv gv hsb sl slv'],
  ['one two other', 'he heb ike iku iu iw naq sat se sma sme smi smj smn sms'],
  [
    'other',
    'adp bam bm bo bod bur chi chinese chs cht cmn cn dz dzo hnj ibo id ig ii iii in ind ja ' +
      'jav jbo jp jpn jv jw kde kea khm km ko kor lao lkt lo may ms msa my mya nqo osa sag sah ' +
      'schinese ses sg su sun tchinese th tha tib to ton tpi und vi vie vn wo wol yo yor yue zh ' +
      'zhcn zho zhtw zsm',
  ],
  ['zero one other', 'blo ksh lag lav lv lvs prg'],
  ['zero one two few many other', 'ar ara arb ars ary cor cy cym eg kw wel'],
]

const TAGS: ReadonlyMap<string, readonly string[]> = new Map(
  LANGUAGES.flatMap(([tags, codes]) => codes.split(' ').map((code) => [code, tags.split(' ')])),
)
/** Names of plural forms in all languages, in the order of CLDR. */
export const FORM_NAMES: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other']

const DEFAULT_TAGS = ['one', 'other']

/**
 * Returns the quantity names of Android plurals in a language, in the order of plural forms. Only the base language
 * counts: `pt` of `pt-rBR`, `sr` of `b+sr+Latn`.
 */
export function pluralTags(languageCode: string): readonly string[] {
  const code = languageCode.startsWith('b+') ? languageCode.slice(2) : languageCode
  return TAGS.get(code.split(/[-_+]/, 1)[0] ?? '') ?? DEFAULT_TAGS
}

/** Returns the tags without a text, for `Entry.missingForms`. */
export function missingTags(
  tags: readonly string[],
  textOf: (tag: string, index: number) => string | undefined,
): readonly string[] {
  return tags.filter((tag, index) => (textOf(tag, index) ?? '') === '')
}

/** The form for millions, such as `many` in French or Spanish, which many libraries do not know. */
export function formForMillions(languageCode: string): readonly string[] {
  return pluralTags(languageCode).join(' ') === 'one many other' ? ['many'] : []
}
