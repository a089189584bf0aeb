import { describe, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { expectToSurviveKill } from '../smallKillRun.ts'

describe.each(databaseKinds)('the deletion of an account whose services are killed, on %s', (kind) => {
  test('leaves nothing of the account, and changes nothing of another', async () => {
    await expectToSurviveKill('deletion', kind)
  })
})
