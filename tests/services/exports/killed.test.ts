import { describe, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { expectToSurviveKill } from '../smallKillRun.ts'

describe.each(databaseKinds)('an export whose services are killed, on %s', (kind) => {
  test('completes, with nothing duplicated, lost or left behind', async () => {
    await expectToSurviveKill('exports', kind)
  })
})
