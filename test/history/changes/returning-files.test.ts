import { expect, test } from 'vitest'
import { runsOf } from '../../../src/history/changes/step-change.ts'
import { openComponent } from '../../support/component.ts'

const po = (...sources: string[]) =>
  ['', ...sources].map((source) => `msgid "${source}"\nmsgstr ""\n`).join('\n')
const gettext = { file_format: 'po', filemask: 'l/*.po', new_base: 'l/app.pot', template: '' }

const [pot, cs] = ['l/app.pot', 'l/cs.po']
const [english, german] = ['l/en.json', 'l/de.json']

test.each([
  [
    'a source file',
    [
      { [pot]: po('a', 'b'), [cs]: po('a', 'b') },
      { README: '' },
      { [pot]: po('a'), [cs]: po('a') },
    ],
    gettext,
    ['71 en 1', '0 en 1', '71 cs 1', '0 cs 1'],
  ],
  [
    'a broken file',
    [{ [pot]: po('a'), [cs]: 'x' }, { [pot]: po('a') }, { [pot]: po('a'), [cs]: 'x' }],
    gettext,
    ['24 cs 1'],
  ],
  [
    'a file that went while the template was broken',
    [
      { [english]: '{"a":"A"}', [german]: '{"a":"Ä"}' },
      { [english]: '{' },
      { [english]: '{"a":"A"}' },
      { [english]: '{"a":"A"}', [german]: '{"a":"Ä"}' },
    ],
    { state_from: 'follow' },
    ['71 de 1', '0 de 1'],
  ],
])(
  '%s that returns is new, whether the log is read as a whole or in part',
  async (_, trees, fields, last) => {
    const steps = trees.map((files, index) => ({ name: `${index}`, files }))
    const open = async () => {
      const { catalog, component } = await openComponent(steps, { ...fields })
      return catalog.historyOf(component)!.log
    }
    const step = steps.length - 1
    const part = runsOf((await open()).changes(step))
    const whole = await open()
    whole.readAll()
    const shown = part.map(({ action, language, count }) => `${action} ${language} ${count}`)
    expect(shown.filter((run) => !run.startsWith('101'))).toEqual(last)
    expect(whole.knownRuns(step)).toEqual(part)
  },
)
