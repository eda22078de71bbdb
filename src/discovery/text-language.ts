/** Scripts with the languages that mostly use them, and letters that distinguish these languages. */
const SCRIPTS: readonly {
  readonly letters: RegExp
  /** Languages with letters that only they use, the most distinctive first; the last language needs none. */
  readonly languages: readonly (readonly [code: string, letters?: RegExp])[]
}[] = [
  { letters: /[\u3040-\u30ff]/gu, languages: [['ja']] },
  { letters: /\p{Script=Hangul}/gu, languages: [['ko']] },
  {
    letters: /\p{Script=Han}/gu,
    languages: [
      ['zh_Hant', /[們個這為說國學會時來對開關於請點選檔儲設訊]/gu],
      ['zh_Hans', /[们个这为说国学会时来对开关于请点选档储设讯]/gu],
      ['zh_Hans'],
    ],
  },
  {
    letters: /\p{Script=Cyrillic}/gu,
    languages: [
      ['be', /ў/giu],
      ['uk', /[іїєґ]/giu],
      ['kk', /[әғқңұһ]/giu],
      ['sr', /[ђћљњџј]/giu],
      ['ru', /[ыэё]/giu],
      ['bg'],
    ],
  },
  { letters: /\p{Script=Arabic}/gu, languages: [['fa', /[پچژگ]/gu], ['ar']] },
  { letters: /\p{Script=Greek}/gu, languages: [['el']] },
  { letters: /\p{Script=Hebrew}/gu, languages: [['he']] },
  { letters: /\p{Script=Thai}/gu, languages: [['th']] },
  { letters: /\p{Script=Devanagari}/gu, languages: [['hi']] },
  { letters: /\p{Script=Bengali}/gu, languages: [['bn']] },
  { letters: /\p{Script=Tamil}/gu, languages: [['ta']] },
  { letters: /\p{Script=Georgian}/gu, languages: [['ka']] },
  { letters: /\p{Script=Armenian}/gu, languages: [['hy']] },
]

/** Short words and letters that are nearly unique to a language. */
const WORDS: readonly (readonly [code: string, words: RegExp])[] = [
  ['en', /\b(?:the|and|of|to|is|are|you|your|this|with|for|not)\b/gi],
  ['de', /\b(?:der|die|das|und|nicht|ist|ein|eine|für|mit|oder|auf|wird)\b|ß/gi],
  ['fr', /\b(?:les|des|une|est|pour|vous|votre|avec|dans|sur|du|et|le)\b|[êçœ]/gi],
  ['es', /\b(?:el|los|las|una|para|con|del|por|este|esta|y)\b|[ñ¿¡]/gi],
  ['pt', /\b(?:não|uma|para|com|os|do|da|você|seu|e|ao)\b|[ãõ]/gi],
  ['it', /\b(?:il|gli|una|per|non|del|della|che|sono|di)\b/gi],
  ['nl', /\b(?:het|een|niet|van|voor|met|en|zijn|wordt)\b/gi],
  ['pl', /\b(?:nie|jest|dla|lub|się|na|do)\b|[łśźżćńęą]/gi],
  ['cs', /\b(?:není|pro|nebo|jsou|se)\b|[ěřů]/gi],
  ['tr', /\b(?:ve|bir|için|bu)\b|[ğıİ]/gi],
  ['vi', /[ơưạảấầẩẫậắằẵặẹẻẽếềểễệịọỏốồổộớờởợụủứừữự]/gi],
  ['id', /\b(?:dan|untuk|tidak|yang|dengan|anda)\b/gi],
  ['sv', /\b(?:och|att|för|inte|är|med|som)\b/gi],
  ['da', /\b(?:og|ikke|til|er|med|af)\b|[æø]/gi],
  ['fi', /\b(?:ja|ei|on|tai|ole)\b/gi],
  ['hu', /\b(?:és|nem|az|egy|vagy)\b|[őű]/gi],
  ['ro', /\b(?:și|nu|este|pentru|cu)\b|[țșă]/gi],
]

/** How many characters are examined; a part is enough evidence. */
const MAX_LENGTH = 20_000

/** Guesses the language of texts, by script or by words of languages that `isWanted` accepts, if there is evidence. */
export function languageOfText(
  texts: readonly string[],
  isWanted: (code: string) => boolean,
): string | undefined {
  const text = texts.join('\n').slice(0, MAX_LENGTH)
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0
  const latin = count(/\p{Script=Latin}/gu)
  for (const { letters, languages } of SCRIPTS) {
    // Texts in other scripts contain English names and placeholders too, so Latin letters may be numerous.
    if (count(letters) * 2 < latin || count(letters) === 0) continue
    const ranked = languages.map(([code, words]) => ({ code, count: words ? count(words) : 0.5 }))
    return ranked.toSorted((a, b) => b.count - a.count)[0]?.code
  }
  const ranked = WORDS.filter(([code]) => isWanted(code)).map(([code, words]) => ({
    code,
    count: count(words),
  }))
  const [first] = ranked.toSorted((a, b) => b.count - a.count)
  return first && first.count > 0 ? first.code : undefined
}
