import { sql } from 'kysely'
import type * as pgBoss from 'pg-boss'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { RunningPlatform } from '../../../services/platform/createPlatform.ts'
import type { JobQueue } from '../../../services/platform/platform.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'

const payloadSchema = z.object({ name: z.string() })
type Payload = z.infer<typeof payloadSchema>
const pollSchema = z.object({ notifyPollingIntervalSeconds: z.number() })

describe.each(databaseKinds)('on %s', (kind) => {
  let installation: Installation
  let running: RunningPlatform
  const ran: string[] = []
  const failed: { name: string; error: unknown }[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const atOnce = new Set<string>()
  let largest = 0
  const failedInBatch: { name: string; error: unknown }[] = []
  let secondDeclaration: unknown
  /** How often (s) each worker polls. */
  let pollSeconds: readonly number[]

  const queue = (name: string, options: Partial<JobQueue<Payload>>): JobQueue<Payload> => ({
    name,
    payload: payloadSchema,
    concurrency: 2,
    retries: 1,
    timeoutSeconds: 30,
    run: async (payload) => {
      ran.push(payload.name)
    },
    ...options,
  })
  const enqueue = (name: string, payload: unknown, options?: { key?: string; delaySeconds?: number }) =>
    running.platform
      .database('jobs')
      .transaction()
      .execute((transaction) => running.platform.jobs.enqueue(transaction, name, payload, options))

  beforeAll(async () => {
    // `setup.ts` extends this class once per test file, but the services keep the first one: only this prototype is shared.
    const { PgBoss } = await vi.importActual<typeof pgBoss>('pg-boss')
    const work = vi.spyOn(PgBoss.prototype, 'work')
    installation = await createInstallation(kind)
    running = await openPlatform(installation)
    const { jobs } = running.platform
    jobs.define(queue('test.plain', {}))
    jobs.define(
      queue('test.gated', {
        concurrency: 1,
        run: async ({ name }) => {
          const gate = Promise.withResolvers<void>()
          gates.set(name, gate)
          await gate.promise
          ran.push(name)
        },
      }),
    )
    jobs.define(
      queue('test.failing', {
        run: async ({ name }) => {
          ran.push(name)
          throw new Error(`no luck with ${name}`)
        },
        failed: async ({ name }, error) => {
          failed.push({ name, error })
        },
      }),
    )
    jobs.define(
      queue('test.slow', {
        retries: 0,
        timeoutSeconds: 1,
        run: ({ name }, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              ran.push(`${name} aborted`)
              reject(new Error('aborted'))
            })
          }),
      }),
    )
    jobs.define(
      queue('test.batched', {
        concurrency: 3,
        batch: 3,
        retries: 1,
        run: async ({ name }, signal) => {
          atOnce.add(name)
          largest = Math.max(largest, atOnce.size)
          await new Promise((resolve) => setTimeout(resolve, 50))
          atOnce.delete(name)
          ran.push(name)
          if (name === 'batched, failing') throw new Error('no luck in a batch')
          signal.throwIfAborted()
        },
        failed: async ({ name }, error) => {
          failedInBatch.push({ name, error })
        },
      }),
    )
    try {
      jobs.define(queue('test.plain', {}))
    } catch (error) {
      secondDeclaration = error
    }
    await running.start()
    pollSeconds = work.mock.calls.map(([, options]) => pollSchema.parse(options).notifyPollingIntervalSeconds)
    work.mockRestore()
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })

  test('a job runs once its transaction has committed', async () => {
    await enqueue('test.plain', { name: 'committed' })
    await expect.poll(() => ran).toContain('committed')
  })

  test('the workers poll at different intervals of 20 to 40 s, so that their queries do not come all at once', () => {
    expect(pollSeconds.length).toBeGreaterThan(5)
    expect(new Set(pollSeconds).size).toBe(pollSeconds.length)
    expect(Math.min(...pollSeconds)).toBeGreaterThanOrEqual(20)
    expect(Math.max(...pollSeconds)).toBeLessThanOrEqual(40)
  })

  test('a job of a transaction that is rolled back does not exist', async () => {
    const rolledBack = running.platform
      .database('jobs')
      .transaction()
      .execute(async (transaction) => {
        await running.platform.jobs.enqueue(transaction, 'test.plain', { name: 'rolled back' })
        throw new Error('changed its mind')
      })
    await expect(rolledBack).rejects.toThrow('changed its mind')
    await enqueue('test.plain', { name: 'after it' })
    await expect.poll(() => ran).toContain('after it')
    expect(ran).not.toContain('rolled back')
  })

  test('at most one job per key waits, even while another job with this key runs', async () => {
    await enqueue('test.gated', { name: 'first' }, { key: 'k' })
    await expect.poll(() => gates.has('first')).toBe(true)
    await enqueue('test.gated', { name: 'second' }, { key: 'k' })
    await enqueue('test.gated', { name: 'dropped' }, { key: 'k' })
    await enqueue('test.gated', { name: 'other' }, { key: 'l' })
    for (const name of ['first', 'second', 'other']) {
      await expect.poll(() => gates.has(name)).toBe(true)
      gates.get(name)?.resolve()
    }
    await expect.poll(() => ran).toEqual(expect.arrayContaining(['first', 'second', 'other']))
    expect(gates.has('dropped')).toBe(false)
  })

  test('a job whose key waits is not lost if the waiting job starts before the change is committed', async () => {
    await enqueue('test.gated', { name: 'early' }, { key: 'early', delaySeconds: 3_600 })
    await running.platform
      .database('jobs')
      .transaction()
      .execute(async (transaction) => {
        await running.platform.jobs.enqueue(transaction, 'test.gated', { name: 'late' }, { key: 'early' })
        // As if a worker started the waiting job now.
        await sql`update jobs.job_common set state = 'completed' where singleton_key = 'early'`.execute(transaction)
      })
    await expect.poll(() => gates.has('late')).toBe(true)
    gates.get('late')?.resolve()
    await expect.poll(() => ran).toContain('late')
  })

  test('jobs without a key do not exclude each other', async () => {
    for (const name of ['one', 'two', 'three']) await enqueue('test.plain', { name })
    await expect.poll(() => ran).toEqual(expect.arrayContaining(['one', 'two', 'three']))
  })

  test('a failed job is retried, and its final failure is handled', async () => {
    await enqueue('test.failing', { name: 'unlucky' })
    await expect.poll(() => failed).toHaveLength(1)
    const error = { name: 'Error', message: expect.stringContaining('no luck') }
    expect(failed[0]).toMatchObject({ name: 'unlucky', error })
    expect(ran.filter((name) => name === 'unlucky')).toHaveLength(2)
  })

  test('jobs of a batch run together, and a job of the batch that fails is retried alone', async () => {
    const names = ['batched 1', 'batched, failing', 'batched 2', 'batched 3']
    await running.platform
      .database('jobs')
      .transaction()
      .execute((transaction) =>
        running.platform.jobs.enqueueAll(
          transaction,
          'test.batched',
          names.map((name) => ({ payload: { name } })),
        ),
      )
    await expect.poll(() => failedInBatch).toHaveLength(1)
    const error = { name: 'Error', message: expect.stringContaining('no luck in a batch') }
    expect(failedInBatch[0]).toMatchObject({ name: 'batched, failing', error })
    expect(largest).toBe(3)
    const times = names.map((name) => ran.filter((other) => other === name).length)
    expect(times).toEqual([1, 2, 1, 1])
  })

  test('a job that takes too long is aborted', async () => {
    await enqueue('test.slow', { name: 'endless' })
    await expect.poll(() => ran).toContain('endless aborted')
  })

  test('a delayed job waits for its time', async () => {
    await enqueue('test.plain', { name: 'in an hour' }, { delaySeconds: 3600 })
    await enqueue('test.plain', { name: 'now' })
    await expect.poll(() => ran).toContain('now')
    expect(ran).not.toContain('in an hour')
    const { rows } = await sql<{ waits: boolean }>`
      select start_after > now() + interval '59 minutes' as waits from jobs.job
      where data->'payload'->>'name' = 'in an hour'`.execute(running.platform.database('jobs'))
    expect(rows).toEqual([{ waits: true }])
  })

  test('an invalid payload and an unknown queue are refused', async () => {
    await expect(enqueue('test.plain', { title: 'no name' })).rejects.toThrow('name')
    await expect(enqueue('test.nowhere', { name: 'x' })).rejects.toThrow('There is no queue test.nowhere')
  })

  test('a queue can be declared only once, and only before the start', () => {
    expect(secondDeclaration).toMatchObject({ message: 'The queue test.plain was declared twice.' })
    expect(() => running.platform.jobs.define(queue('test.late', {}))).toThrow('after the start')
  })

  test('the platform’s own maintenance is scheduled', async () => {
    const { rows } = await sql<{
      name: string
      cron: string
    }>`select name, cron from jobs.schedule order by name`.execute(running.platform.database('jobs'))
    expect(rows).toEqual([
      { name: 'platform.prune-events', cron: '23 * * * *' },
      { name: 'platform.prune-jobs', cron: '33 * * * *' },
      { name: 'platform.prune-mail-counts', cron: '57 * * * *' },
      { name: 'platform.prune-request-counts', cron: '53 * * * *' },
      { name: 'platform.remove-abandoned-blobs', cron: '47 * * * *' },
    ])
  })
})

describe.each(databaseKinds)('closing on %s', (kind) => {
  test('lets a running job end', async () => {
    const installation = await createInstallation(kind)
    const running = await openPlatform(installation)
    const began = Promise.withResolvers<void>()
    let ended = false
    running.platform.jobs.define({
      name: 'test.ending',
      payload: payloadSchema,
      concurrency: 1,
      retries: 0,
      timeoutSeconds: 30,
      async run() {
        began.resolve()
        await new Promise((resolve) => setTimeout(resolve, 500))
        ended = true
      },
    })
    await running.start()
    await running.platform
      .database('jobs')
      .transaction()
      .execute((transaction) => running.platform.jobs.enqueue(transaction, 'test.ending', { name: 'x' }))
    await began.promise
    await running.close()
    expect(ended).toBe(true)
    await installation.remove()
  })
})

/**
 * Tests only the embedded database, which one process uses at a time. On a server, pg-boss itself finds the jobs of a
 * crashed process.
 */
describe('the jobs of a crashed process', () => {
  test('are resumed, except that a job that crashed in its last attempt fails', async () => {
    const installation = await createInstallation('the embedded database')
    const ran: string[] = []
    const failed: string[] = []
    const open = async () => {
      const running = await openPlatform(installation)
      running.platform.jobs.define({
        name: 'test.crashing',
        payload: payloadSchema,
        concurrency: 1,
        retries: 2,
        timeoutSeconds: 30,
        run: async ({ name }) => {
          ran.push(name)
        },
        failed: async ({ name }) => {
          failed.push(name)
        },
      })
      await running.start()
      return running
    }
    const crashing = await open()
    await crashing.platform
      .database('jobs')
      .transaction()
      .execute(async (transaction) => {
        for (const name of ['first attempt', 'last attempt']) {
          await crashing.platform.jobs.enqueue(transaction, 'test.crashing', { name }, { delaySeconds: 3_600 })
        }
        // Simulates a process that died in the middle of both jobs a minute ago.
        await sql`
          update jobs.job set state = 'active', started_on = now() - interval '1 minute',
            heartbeat_on = now() - interval '1 minute',
            retry_count = case data->'payload'->>'name' when 'last attempt' then retry_limit else 0 end
          where name = 'test.crashing'`.execute(transaction)
      })
    await crashing.close()
    const next = await open()
    await expect.poll(() => [ran, failed]).toEqual([['first attempt'], ['last attempt']])
    await next.close()
    await installation.remove()
  })
})
