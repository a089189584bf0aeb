import { describe, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { expectToSurviveKill } from '../smallKillRun.ts'

describe.each(databaseKinds)(
  'orders whose services are killed during payment, dispatch and invoicing, on %s',
  (kind) => {
    test('exist once, are paid, sent and invoiced once, and use their vouchers once', async () => {
      await expectToSurviveKill('orders', kind)
    })
  },
)
