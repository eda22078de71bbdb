import { describe, expect, test } from 'vitest'
import { bidiControl } from '../../src/checks/safety/bidi-control.ts'
import { mixedScript } from '../../src/checks/safety/mixed-script.ts'
import { newLink } from '../../src/checks/safety/new-link.ts'
import { unsafeMarkup } from '../../src/checks/safety/unsafe-markup.ts'
import { languageForCode } from '../../src/languages/language.ts'
import { explain, unitOf } from './support.ts'

type Row = readonly [
  source: string,
  target: string,
  finding?: string | undefined,
  more?: { code?: string; hosts?: string[] },
]

/** The ids and explanations of all failing checks. */
function findings([source, target, , { code = 'cs', hosts = [] } = {}]: Row): string[] {
  const unit = unitOf(source, target, '', {
    language: languageForCode(code),
    hosts: new Set(hosts),
  })
  return [unsafeMarkup, newLink, bidiControl, mixedScript].flatMap(({ id }) => {
    const [sentence] = explain(id, unit) ?? []
    return sentence === undefined ? [] : [`${id}: ${sentence}`]
  })
}

const adds = (shown: string) => `unsafe-markup: The translation adds \`${shown}\``
const differs = (shown: string) =>
  `unsafe-markup: The translation has \`${shown}\` with different content from the source`
const links = (host: string) =>
  `new-link: The translation links to \`${host}\`, which no source of the component names`
const hides = (code: string, name: string) =>
  `bidi-control: The translation has the invisible character U+${code} (${name})`
const mixes = (word: string, script: string) =>
  `mixed-script: The word \`${word}\` mixes Latin and ${script} letters that look alike`

describe.each<[what: string, rows: readonly Row[]]>([
  [
    'markup that runs or loads something',
    [
      ['Hi', 'Hi<script>alert(1)</script>', adds('<script>')],
      ['Hi', 'Hi<ScRiPt\n>alert(1)</sCrIpT >', adds('<script>')],
      ['Hi', 'Hi<script/x>alert(1)', adds('<script>')],
      ['Hi', 'Hi < script >alert(1)', adds('<script>')],
      ['Hi', '</script><b>Hi</b>', adds('<script>')],
      ['Hi', '&lt;script&gt;alert(1)&lt;/script&gt;', adds('<script>')],
      ['Hi', '&#60;script&#x3e;alert(1)', adds('<script>')],
      ['Hi', '&#0000060script>alert(1)', adds('<script>')],
      ['Hi', '&amp;lt;script&amp;gt;alert(1)', adds('<script>')],
      ['Hi', '\\u003cscript\\u003ealert(1)', adds('<script>')],
      ['Hi', '\\x3cscript>alert(1)', adds('<script>')],
      ['Hi', '%3Cscript%3Ealert(1)', adds('<script>')],
      ['Hi', '＜script＞alert(1)', adds('<script>')],
      ['Hi', '<svg:script>alert(1)</svg:script>', adds('<script>')],
      ['Hi', '"><iframe src=x>', adds('<iframe>')],
      ['Hi', '<object data=x></object>', adds('<object>')],
      ['Hi', '<EMBED src=x>', adds('<embed>')],
      ['Hi', '<style>*{display:none}</style>', adds('<style>')],
      ['Hi', '<meta http-equiv=refresh content="0;url=x">', adds('<meta>')],
      ['Hi', '<base href="x/">', adds('<base>')],
      ['Hi', '<link rel=stylesheet href=x.css>', adds('<link>')],
      ['Hi', '<form action=x><input name=password></form>', adds('<form>')],
      ['Hi', '<math><b>x</b></math>', adds('<math>')],
      ['Hi', '<img src=x onerror=alert(1)>', adds('onerror')],
      ['Hi', '<img/src=x/oNeRrOr = "alert(1)">', adds('onerror')],
      ['Hi', '<b\tonmouseover\n=\nalert(1)>Hi</b>', adds('onmouseover')],
      ['Hi', '<details open ontoggle=alert(1)>', adds('ontoggle')],
      ['Hi', '" onfocus="alert(1)" autofocus="', adds('onfocus')],
      ['Hi', "x' onclick='alert(1)", adds('onclick')],
      ['<b>Hi</b>', '<b style="position:fixed">Hi</b>', adds('style')],
      ['<b>Hi</b>', '<b =x style="position:fixed">Hi</b>', adds('style')],
      ['<b>Hi</b>', '<b style="direction:rtl;position:fixed">Hi</b>', adds('style')],
      ['Hi', '<form–action=x>', adds('<form>')],
      ['Hi', '<a href="javascript:alert(1)">Hi</a>', adds('javascript:')],
      ['Hi', '<a href=" java\tscript:alert(1)">Hi</a>', adds('javascript:')],
      ['Hi', '<a href="&#106;avascript&colon;alert(1)">Hi</a>', adds('javascript:')],
      ['Hi', '[Hi](JaVaScRiPt:alert(1))', adds('javascript:')],
      ['Hi', '[Hi](javascript：name)', adds('javascript:')],
      ['Hi', '[Hi]: vbscript:msgbox', adds('vbscript:')],
      ['Hi', '[Hi]: intent:x', adds('intent:')],
      ['Hi', 'Hi\n [Hi]: <intent:x>  (Title)\nHi', adds('intent:')],
      ['Hi', '[Hi]: intent://x//:', adds('intent:')],
      ['Hi', '[Hi]: javascript:alert(1)//:', adds('javascript:')],
      ['Hi', '[Hi]: <intent:x y>', adds('intent:')],
      ['Hi', '[Hi]: <intent:x', adds('intent:')],
      ['Hi', '[Hi]: intent:x>y', adds('intent:')],
      ['Hi', '[Hi]: intent:x\u00a0y', adds('intent:')],
      ['Hi', '[Hi]:\n  intent:x', adds('intent:')],
      ['Hi', '> 1. [Hi]: intent:x', adds('intent:')],
      ['Hi', '[H\\]i]: intent:x', adds('intent:')],
      ['Hi', '[H\\]: intent:x', adds('intent:')],
      ['Hi', '[H\ni]: intent:x', adds('intent:')],
      ['Hi', 'Hi\n[a]: [Hi](intent:x)', adds('intent:')],
      ['Hi', '[a]:\n[Hi]: intent:x', adds('intent:')],
      ['Hi', 'javascript：alert(1)', adds('javascript:')],
      ['Hi', 'javascript：/*é*/alert(1)', adds('javascript:')],
      ['Hi', 'javascript："é",alert(1)', adds('javascript:')],
      ['Hi', 'javascript：é=1,alert(1)', adds('javascript:')],
      ['Hi', 'javascript：é/**/=alert(1)', adds('javascript:')],
      ['Hi', 'javascript：é:alert(1)', adds('javascript:')],
      ['Hi', 'javascript：typeof é,alert(1)', adds('javascript:')],
      ['Hi', `javascript：${';'.repeat(300)}alert(1)`, adds('javascript:')],
      ['Hi', `javascript：${'é'.repeat(300)}=alert(1)`, adds('javascript:')],
      ['Hi', 'javascript：alert（1）', adds('javascript:')],
      ['Hi', 'javascript：x=1', adds('javascript:')],
      ['Hi', 'javascript：//\n1 ,alert(1)', adds('javascript:')],
      ['Hi', 'data：text/html;base64,PHNjcmlwdD4=', adds('data:')],
      ['Hi', '[url=javascript:alert(1)]Hi[/url]', adds('javascript:')],
      ['Hi', 'javascript:alert(1)', adds('javascript:')],
      ['Hi', 'data:text/html;base64,PHNjcmlwdD4=', adds('data:')],
      ['Hi', '<a href="data:text/html,x">Hi</a>', adds('data:')],
      ['Hi', '<a href="intent://scan/#Intent;end">Hi</a>', adds('intent:')],
      ['Hi', '[Hi](file:///etc/passwd)', adds('file:')],
      ['Hi', '<?php system($x) ?>', adds('<?php')],
      ['Hi', '<%= system("ls") %>', adds('<%')],
      ['Hi', '<%puts 1%>', adds('<%')],
      ['Hi', '<%@ include file="/etc/passwd" %>', adds('<%')],
      ['Hi', '<%p system("id") %>', adds('<%')],
      ['Hi', '<%h(params[:x])%>', adds('<%')],
      ['Hi', '<!--#exec cmd="ls" -->', adds('<!--#')],
      ['<a onclick="open()">Hi</a>', '<a onclick="steal()">Hi</a>', differs('onclick')],
      ['<script>a()</script>', '<script>b()</script>', differs('<script>')],
    ],
  ],
  [
    'links to other hosts',
    [
      ['Hi', 'Hi https://evil.example.cz', links('evil.example.cz')],
      ['https://good.org', 'https://good.org.evil.cz/', links('good.org.evil.cz')],
      ['https://good.org', 'https://evil-good.org', links('evil-good.org')],
      ['https://good.org', 'https://good.org@evil.cz/', links('evil.cz')],
      ['https://good.org', 'https://good.org/?to=https://evil.cz', links('evil.cz')],
      ['https://good.org', 'https://good.org/?to=https%3A%2F%2Fevil.cz', links('evil.cz')],
      ['https://good.org', 'https://gооd.org', links('xn--gd-fmca.org')],
      ['https://good.org', 'https://xn--gd-fmca.org', links('xn--gd-fmca.org')],
      ['Hi', '<img src="//evil.cz/x.png">', links('evil.cz')],
      ['Hi', '<a href="/\\evil.cz">Hi</a>', links('evil.cz')],
      ['Hi', '<a href="https:evil.cz">Hi</a>', links('evil.cz'), { hosts: ['good.org'] }],
      ['Hi', '<a href="ht\ntps://evil.cz">Hi</a>', links('evil.cz')],
      ['Hi', '[Hi](//evil.cz)', links('evil.cz')],
      ['Hi', 'Hi //evil.cz/x', links('evil.cz')],
      ['Hi', 'HTTPS:\\\\EVIL.CZ', links('evil.cz')],
      ['Hi', 'https&#58;//evil.cz', links('evil.cz')],
      ['Hi', 'www.evil.cz', links('www.evil.cz')],
      ['Hi', 'Hi evil.com/login', links('evil.com')],
      ['Hi', '<a href="mailto:me@evil.cz">Hi</a>', links('evil.cz')],
      ['Mail me@good.org', 'Mail me@evil.cz', links('evil.cz')],
      ['https://{host}/', 'https://{host}.evil.cz/', links('x.evil.cz')],
      ['Hi', 'http://0x7f.66.1.2.evil.cz', links('0x7f.66.1.2.evil.cz')],
      ['Hi', 'http://134744072/', links('8.8.8.8')],
      ['Hi', 'https://evil。cz', links('evil.cz')],
      ['Hi', 'https：//evil.cz', links('evil.cz')],
    ],
  ],
  [
    'controls of direction',
    [
      ['Hi', 'abc\u202edef', hides('202E', 'right-to-left override')],
      ['Hi', 'abc&#8238;def', hides('202E', 'right-to-left override')],
      ['Hi', 'abc\\u202Edef', hides('202E', 'right-to-left override')],
      ['Hi', 'abc\u2066def\u2069', hides('2066', 'left-to-right isolate')],
      ['Hi', 'abc\u200fdef', hides('200F', 'right-to-left mark')],
      ['Hi', 'שלום\u202eabc', hides('202E', 'right-to-left override'), { code: 'he' }],
      ['Hi', 'שלום\u2067abc', hides('2067', 'right-to-left isolate'), { code: 'he' }],
      ['Hi', 'שלום abc\u202c', hides('202C', 'pop directional formatting'), { code: 'he' }],
    ],
  ],
  [
    'words of two scripts',
    [
      ['Pay', 'pаypal', mixes('pаypal', 'Cyrillic')],
      ['Pay', 'Раypal', mixes('Раypal', 'Cyrillic')],
      ['Pay', 'gοοgle', mixes('gοοgle', 'Greek')],
      ['In', 'Bход', mixes('Bход', 'Cyrillic'), { code: 'ru' }],
      ['In', 'Aποθήκευση', mixes('Aποθήκευση', 'Greek'), { code: 'el' }],
      ['In', 'APІ', mixes('APІ', 'Cyrillic'), { code: 'uk' }],
    ],
  ],
])('%s', (_, rows) => {
  test.each(rows.map((row) => ({ row, from: row[0], to: row[1] })))(
    '$from becomes $to',
    ({ row }) => {
      expect(findings(row)).toContain(row[2])
    },
  )
})

const harmless: readonly Row[] = [
  ['<b>Hi</b>', '<b>Ahoj</b> 3 < 4 & 5 > 2'],
  ['<a onclick="open()">Hi</a>', '<a onclick="open()">Ahoj</a>'],
  ['Use <style> and &lt;script&gt; here', 'Zde &lt;script&gt; a <style>'],
  ['Report bugs to: %s', 'Chyby hlaste na <%s> nebo <%1$s>'],
  ['%<PRIuMAX> bytes', 'Bajty: <%<PRIuMAX>>'],
  ['{TIME:<format>}', '{TIME:<formátum>}'],
  [
    '<p>Hi</p>',
    '<p style="direction: rtl; text-align:right;">مرحبا</p>',
    undefined,
    { code: 'ar' },
  ],
  ['Learn JavaScript: now', 'Učte se JavaScript: ihned'],
  ['JavaScript: on', 'JavaScript：已启用（推荐）', undefined, { code: 'zh_Hans' }],
  ['JavaScript: V8 (new)', 'JavaScript：V8、新(A=B)', undefined, { code: 'ja' }],
  [
    'JavaScript: on',
    'JavaScript：状态：已启用 ES6、开启/关闭（推荐）',
    undefined,
    { code: 'zh_Hans' },
  ],
  ['JavaScript: on', 'JavaScript：V8 1.5, 已启用 (A=B)', undefined, { code: 'zh_Hans' }],
  ['JavaScript: on', 'JavaScript：on'],
  ['[Error]: file: missing', '[Fehler]: Datei: fehlt'],
  ['[Error]: file: (%s)', '[Fehler]: Datei: (%s)'],
  ['[Error]: file:', '[Fehler]:\n  Datei:'],
  ['[Note]: see:\n%s', '[Hinweis]: siehe:\n%s'],
  ['Data: 3', 'Data: 3/4, on = 5, online=ano'],
  ['<a href="tel:123">Call</a>', '<a href="tel:456">Volat</a>'],
  ['See https://good.org/a', 'Viz https://good.org/b'],
  ['See https://en.wikipedia.org/a', 'Viz https://cs.wikipedia.org/b'],
  ['See https://good.org', 'Viz https://www.good.org, nebo'],
  ['See https://good.org', '见https://good.org。详情', undefined, { code: 'zh_Hans' }],
  ['See https://good.org', 'https://good.org를 보세요', undefined, { code: 'ko' }],
  ['Elsewhere', 'Jinde https://good.org', undefined, { hosts: ['good.org'] }],
  ['Host', 'Například https://server.example, http://localhost:80 a //server'],
  ['Address (rtsp://...)', '地址（rtsp://...）', undefined, { code: 'zh_Hans' }],
  ['https://{host}/%s', 'https://{host}/%s'],
  ['a//b.txt and README.md', 'a//b.txt a README.md, tj. soubor.txt'],
  ['Mail me@good.org', 'Pište me@good.org'],
  ['Hi', 'שלום \u2066abc\u2069\u200f', undefined, { code: 'he' }],
  ['Hi', 'العربية\u200f: Arabic'],
  ['Hi', 'abc\u200edef'],
  ['\u202aHi\u202c', '\u202aAhoj\u202c'],
  ['Hi', '\u202eHi\u202c', undefined, { code: 'ar_XB' }],
  ['GitHub', 'На GitHubу', undefined, { code: 'sr' }],
  ['PDF', 'Отвори PDFу и IPа', undefined, { code: 'sr' }],
  ['5 µm and kΩ', '5 μm, 3 kΩ, Δx, IFNα'],
  ['Hi', 'ＨＴＭＬを開くHTMLファイル', undefined, { code: 'ja' }],
  ['%s file', '%sсорок \\nстрока &nbsp;ас', undefined, { code: 'ru' }],
  ['%(user)s saves %(n)d', '%(user)sсохранил %(n)dраз', undefined, { code: 'ru' }],
  ['Hi', 'XML-файл, Wi-Fi и др.', undefined, { code: 'ru' }],
  ['pаypal', 'pаypal'],
  ['and', 'дзырд æмæ', undefined, { code: 'os' }],
]

test.each(harmless.map((row) => ({ row, from: row[0], to: row[1] })))(
  '$from becomes $to',
  ({ row }) => {
    expect(findings(row)).toStrictEqual([])
  },
)
