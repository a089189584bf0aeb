import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../../services/platform/databaseTypes.ts'
import { openDatabase } from '../../../../services/platform/database.ts'
import { Buckets } from '../../../../services/platform/limits/buckets.ts'
import { CountExchange, pruneCounts } from '../../../../services/platform/limits/exchange.ts'
import { createInstallation } from '../../../support/database.ts'
import { openPlatform } from '../../../support/platform.ts'

const silent = pino({ level: 'silent' })
const anna = 'anna'

/**
 * Creates replicas on one PostgreSQL server. Each replica admits 20 requests of a caller without a pause, and then one
 * request a minute. The clocks of the replicas are stopped.
 */
async function createReplicas() {
  const installation = await createInstallation('a PostgreSQL server')
  // Applies the migrations.
  const platform = await openPlatform(installation)
  const database = await openDatabase(installation, silent)
  onTestFinished(async () => {
    await database.close()
    await platform.close()
    await installation.remove()
  })
  const createReplica = (run: Database['run'] = (text, values) => database.run(text, values)) => {
    const buckets = new Buckets({ rate: 1 / 60, burst: 20 }, () => 0)
    const limits = [{ name: 'account calls', buckets }]
    const exchange = new CountExchange({ database: { run }, limits, hash: (text) => `#${text}`, log: silent })
    return { buckets, exchange }
  }
  return { database, createReplica }
}

/** @returns how many of these requests are admitted */
function send(buckets: Buckets, requests: number, caller = anna): number {
  return Array.from({ length: requests }, () => buckets.take(caller)).filter((wait) => wait === 0).length
}

test('replicas share the counts of a caller', async () => {
  const { createReplica } = await createReplicas()
  const [one, two] = [createReplica(), createReplica()]
  expect(send(one.buckets, 15)).toBe(15)
  expect(send(two.buckets, 2)).toBe(2)
  await one.exchange.exchange()
  await two.exchange.exchange()
  expect(send(two.buckets, 10)).toBe(3)
  expect(send(two.buckets, 10, 'ben')).toBe(10)
  await two.exchange.exchange()
  await one.exchange.exchange()
  expect(two.buckets.take(anna)).toBeGreaterThan(0)
})

test('the counts of many requests are exchanged in one statement, and refused requests cause no statement', async () => {
  const { database, createReplica } = await createReplicas()
  const statements: string[] = []
  const { buckets, exchange } = createReplica((text, values) => {
    statements.push(text)
    return database.run(text, values)
  })
  send(buckets, 1)
  await exchange.exchange()
  expect(statements).toHaveLength(0)
  send(buckets, 500)
  send(buckets, 500, 'ben')
  await exchange.exchange()
  send(buckets, 500)
  await exchange.exchange()
  expect(statements).toHaveLength(1)
})

test('no request is refused because the database fails, and the counts are exchanged later', async () => {
  const { database, createReplica } = await createReplicas()
  let fails = true
  const one = createReplica((text, values) =>
    fails ? Promise.reject(new Error('no database')) : database.run(text, values),
  )
  const two = createReplica()
  send(one.buckets, 10)
  await one.exchange.exchange()
  expect(send(one.buckets, 5)).toBe(5)
  fails = false
  await one.exchange.exchange()
  send(two.buckets, 2)
  await two.exchange.exchange()
  expect(send(two.buckets, 10)).toBe(3)
})

test('the table contains only hashes of callers, and forgets a caller whose bucket is full again', async () => {
  const { database, createReplica } = await createReplicas()
  const { buckets, exchange } = createReplica()
  send(buckets, 20)
  await exchange.exchange()
  const count = async () => (await database.run('select caller from platform.request_counts')).rows
  expect(await count()).toEqual([{ caller: `#account calls ${anna}` }])
  await pruneCounts(database, new AbortController().signal)
  expect(await count()).toHaveLength(1)
  await database.run("update platform.request_counts set full_at = now() - interval '1 s'")
  await pruneCounts(database, new AbortController().signal)
  expect(await count()).toHaveLength(0)
})
