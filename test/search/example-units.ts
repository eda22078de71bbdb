import type { TestTranslation } from './units.ts'

/** The units that the example queries search. */
export const EXAMPLES: readonly TestTranslation[] = [
  {
    path: 'demo/app/cs',
    componentName: 'Main App',
    units: [
      {
        name: 'hello',
        source: 'Hello',
        target: 'Ahoj',
        context: 'menu.file',
        note: 'On a button',
        state: 20,
        id: 1,
        time: '2026-11-21T03:20:00Z',
        actions: [71],
        checks: ['same'],
      },
      { name: 'world', source: 'hello world', context: 'menu.edit', id: 2, time: '2026-11-20' },
      {
        name: 'bye',
        source: 'Bye world, multi word 5',
        target: 'Nazdar',
        context: 'bye.x',
        state: 10,
        sourceState: 10,
        id: 3,
        time: '2026-06-30T23:59:59.999Z',
        actions: [30],
        authors: ['nijel'],
        checks: ['c_format', 'xml-tags'],
      },
      {
        name: 'apples',
        source: '%d apple\u001e\u001e%d apples',
        target: 'jablko\u001e\u001ejablka\u001e\u001ejablek',
        explanation: 'x, the fruit',
        state: 30,
        priority: 120,
        id: 5,
        position: 12,
        time: '2026-01-01',
      },
    ],
  },
  {
    path: 'demo/web/de',
    componentName: 'Web site',
    units: [
      {
        name: 'brand',
        source: 'See https://example.org',
        target: 'See https://example.org',
        context: 'brand',
        state: 100,
        id: 9,
        time: '2025-12-31T23:59:59Z',
      },
      {
        name: 'literal',
        source: '50% of {name}',
        target: 'state:translated',
        context: 'literal',
        state: 20,
        id: 10,
        position: 19,
        time: '2026-01-02T03:04:00Z',
      },
    ],
  },
  {
    path: 'other/app-tools/cs',
    componentName: 'Tools',
    units: [
      {
        name: 'letters',
        source: 'a b',
        target: 'c b hello',
        context: 'world.ab',
        state: 20,
        id: 11,
      },
    ],
  },
]
