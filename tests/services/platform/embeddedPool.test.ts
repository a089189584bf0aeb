import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmbeddedPool } from '../../../services/platform/embeddedPool.ts'

let pglite: PGlite
let database: Kysely<unknown>
beforeAll(async () => {
  pglite = await PGlite.create()
  database = open()
})
afterAll(() => database.destroy())

function open(waitMilliseconds?: number): Kysely<unknown> {
  return new Kysely({ dialect: new PostgresDialect({ pool: createEmbeddedPool(pglite, waitMilliseconds) }) })
}

describe('the one connection of the embedded database', () => {
  test('a transaction fails if it waits for a query outside of it, and the next transaction gets the connection', async () => {
    const shortWaitDatabase = open(200)
    const stuck = shortWaitDatabase.transaction().execute(async () => {
      await sql`select 1`.execute(shortWaitDatabase)
    })
    await expect(stuck).rejects.toThrow('Does a transaction wait for a query outside of it?')
    const { rows } = await shortWaitDatabase
      .transaction()
      .execute((transaction) => sql`select 2 as two`.execute(transaction))
    expect(rows).toEqual([{ two: 2 }])
  })

  test('callers get the connection in the order of their requests', async () => {
    const order: number[] = []
    const ask = (number: number) => sql`select 1`.execute(database).then(() => order.push(number))
    await Promise.all([0, 1, 2, 3, 4].map(ask))
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  test('changes report how many rows they changed', async () => {
    await sql`create table counted (id int)`.execute(database)
    const inserted = await sql`insert into counted values (1), (2), (3)`.execute(database)
    const deleted = await sql`delete from counted where id > 1`.execute(database)
    expect([inserted.numAffectedRows, deleted.numAffectedRows]).toEqual([3n, 2n])
  })
})
