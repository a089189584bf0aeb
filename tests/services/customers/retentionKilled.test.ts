import { describe, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { expectToSurviveKill } from '../smallKillRun.ts'

describe.each(databaseKinds)('a retention run whose process is killed, on %s', (kind) => {
  test('deletes and sends the right things, once', async () => {
    await expectToSurviveKill('retention', kind)
  })
})
