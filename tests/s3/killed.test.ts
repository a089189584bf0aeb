import { describe, test } from 'vitest'
import { expectToSurviveKill } from '../services/smallKillRun.ts'

describe('with the files in a bucket, services that are killed', () => {
  test.each(['downloads', 'exports', 'import'] as const)(
    'complete %s, with nothing duplicated or lost',
    async (work) => {
      await expectToSurviveKill(work, 'a PostgreSQL server')
    },
  )
})
