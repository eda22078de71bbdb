import { expect, test } from 'vitest'
import { openRepository } from '../src/library.ts'
import { createBranch, shop } from './support/branch.ts'
import { gitglot } from './support/command.ts'
import { createTemporaryFolder } from './support/git-repository.ts'

const ADA = 'Ada <ada@example.org>'

test('the library returns what commands print as JSON', async () => {
  const { path } = await createBranch([
    [0, ADA, shop({ en: { a: 'Save.', b: 'Open' }, de: { a: 'Sichern.', b: 'Offen' } })],
    [10, ADA, shop({ en: { a: 'Save it.', b: 'Open' }, de: { a: 'Sichern.', b: 'Offen' } })],
    [20, ADA, shop({ en: { a: 'Save it.', b: 'Open' }, de: { a: 'Sichern', b: 'Öffnen' } })],
  ])
  const printed = async (...args: string[]) => {
    const { out } = await gitglot(createTemporaryFolder(), [...args, '--format', 'json'])
    return JSON.parse(out)
  }
  const repository = await openRepository(path)
  const [status, old, units, outdated, compared, histories] = [
    await repository.status(),
    await repository.status('main~1'),
    await repository.units('language:de'),
    await repository.units('is:outdated', 'main~1'),
    await repository.compare('main~2', 'main'),
    await repository.history('a', { language: 'de' }),
  ]
  await repository.close()
  expect(status).toEqual(await printed('status', path))
  expect(old).toEqual(await printed('status', path, '--ref', 'main~1'))
  expect(units).toEqual((await printed('list', path, '-q', 'language:de')).units)
  expect(outdated.map(({ language, context }) => [language, context])).toEqual([['de', 'a']])
  expect(outdated).toEqual(
    (await printed('list', path, '-q', 'is:outdated', '--ref', 'main~1')).units,
  )
  expect(compared.components.map(({ newAlerts }) => newAlerts)).toEqual([[]])
  expect(histories).toEqual((await printed('history', 'a', path, '--language', 'de')).strings)
})

test('a check with an unknown severity fails', async () => {
  const { path } = await createBranch([[0, ADA, shop({ en: { a: 'Save' }, de: { a: '' } })]])
  const repository = await openRepository(path)
  // As a program without types would pass it.
  const options: object = { failOn: 'errors' }
  await expect(repository.check(options)).rejects.toMatchObject({
    name: 'UsageError',
    message: 'failOn needs one of error, warning, note, none; found "errors"',
  })
  await repository.close()
})

test('a check with an empty base reports all problems', async () => {
  const { path } = await createBranch([[0, ADA, shop({ en: { a: 'Save' }, de: { a: 'x ' } })]])
  const repository = await openRepository(path)
  const findings = (await repository.check({ base: '' })).findings.map(({ rule }) => rule)
  expect([findings, (await repository.check({ base: '' })).base]).toEqual([
    ['end_space'],
    undefined,
  ])
  await repository.close()
})

test('a closed repository rejects requests', async () => {
  const { path } = await createBranch([[0, ADA, shop({ en: { a: 'Save' } })]])
  const repository = await openRepository(path)
  await repository.close()
  await expect(repository.status()).rejects.toMatchObject({
    name: 'UsageError',
    message: `${path}: the repository was closed`,
  })
})

test('errors for unknown keys and missing repositories mention no command-line options', async () => {
  const { path } = await createBranch([[0, ADA, shop({ en: { a: 'Save' } })]])
  const repository = await openRepository(path)
  await expect(repository.history('zz')).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringMatching(
      /^no string has .*"zz"; if it was removed, name an older commit as ref$/,
    ),
  })
  await repository.close()
  await expect(openRepository(`${path}/gone`)).rejects.toMatchObject({ name: 'ConfigError' })
})
