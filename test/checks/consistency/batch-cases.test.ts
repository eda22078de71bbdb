import { describe, expect, test } from 'vitest'
import { WEBLATE_VERSIONS } from '../../../src/weblate-version.ts'
import { compareScenario, readScenarios } from './batch-cases.ts'

describe.each(WEBLATE_VERSIONS)('Weblate %s', (version) => {
  describe.each(readScenarios(version))('$name', (scenario) => {
    test.each(compareScenario(scenario, version))('$name', ({ expected, actual }) => {
      expect(actual).toEqual(expected)
    })
  })
})
