import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterCommit } from '../../../services/platform/afterCommit.ts'
import { openDatabase } from '../../../services/platform/database.ts'
import type { Database } from '../../../services/platform/databaseTypes.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'

describe.each(databaseKinds)('after a commit, on %s,', (kind) => {
  let installation: Installation
  let database: Database
  const called: string[] = []

  beforeAll(async () => {
    installation = await createInstallation(kind)
    database = await openDatabase(installation, pino({ level: 'silent' }))
  })
  afterAll(async () => {
    await database.close()
    await installation.remove()
  })

  const change = async (root: Kysely<unknown>, name: string, statement = 'select 1') =>
    root.transaction().execute(async (transaction) => {
      await afterCommit(transaction, () => called.push(name))
      await afterCommit(transaction.withSchema('platform'), () => called.push(`${name} again`))
      await sql.raw(statement).execute(transaction)
      expect(called).not.toContain(name)
    })

  test('callbacks are called once and in order, and never for a transaction that was rolled back', async () => {
    // All on one connection.
    await database.root.connection().execute(async (root) => {
      await change(root, 'first')
      expect(called).toEqual(['first', 'first again'])
      await expect(change(root, 'failed', 'select 1 / 0')).rejects.toThrow('division by zero')
      await root.transaction().execute((transaction) => sql`select 1`.execute(transaction))
    })
    await change(database.inSchema('platform'), 'last')
    expect(called).toEqual(['first', 'first again', 'last', 'last again'])
  })
})
