import { describe, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { expectToSurviveKill } from '../smallKillRun.ts'

describe.each(databaseKinds)('a retention run whose process is killed, on %s', (kind) => {
  test('deletes the right photos and sends the right mails, each once', async () => {
    await expectToSurviveKill('retention', kind)
  })
})
