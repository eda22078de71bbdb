import { describe, expect, test } from 'vitest'
import { compareScenario, readScenarios } from './batch-cases.ts'

describe.each(readScenarios('fixtures/checks-batch-cases.json'))('$name', (scenario) => {
  test.each(compareScenario(scenario))('$name', ({ expected, actual }) => {
    expect(actual).toEqual(expected)
  })
})
