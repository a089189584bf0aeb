import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { type Db, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from './database.ts'
import type { JobQueue, Jobs, OpenTransaction } from './platform.ts'

const schema = 'jobs'
const heartbeatSeconds = 10
const longestRetryPauseSeconds = 60
/** A failure handler is run until it succeeds, within reason. */
const failureRetries = 20
/** How long a job that was put off, or is tried again, may wait beyond its time. */
const lookMilliseconds = 1_000
/** A worker's own look, should nobody wake it. */
const ownLookSeconds = 30
const stored = z.object({ payload: z.unknown() })

/**
 * The queues, on pg-boss: jobs survive the death of the process. An embedded database takes up at once what a killed
 * process had begun; on a server it is the end of the heartbeat that says so (about 12 s).
 */
export function createJobs(database: Database, log: Logger): Jobs {
  const boss = new PgBoss({
    db: outsideTransactions(database),
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schema,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    // VACUUM is the server's, or our own on the embedded database.
    monitorVacuum: false,
    reindex: database.kind === 'server',
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'))
  const queues = new Map<string, JobQueue<unknown>>()
  let started = false
  let stopLooking: (() => Promise<void>) | undefined

  return {
    define(queue) {
      if (started) throw new Error(`The queue ${queue.name} is declared after the start.`)
      if (queues.has(queue.name)) throw new Error(`The queue ${queue.name} is declared twice.`)
      queues.set(queue.name, withUnknownPayload(queue))
    },
    async enqueue(transaction, name, payload, { key, delaySeconds } = {}) {
      const queue = queues.get(name)
      if (!queue) throw new Error(`There is no queue ${name}.`)
      if (!started) throw new Error(`A job for ${name} was queued before the start.`)
      queue.payload.parse(payload)
      await boss.send(
        name,
        { payload },
        {
          db: insideTransaction(transaction),
          singletonKey: key ?? randomUUID(),
          ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
        },
      )
    },
    async start() {
      await boss.start()
      for (const queue of queues.values()) await createQueue(boss, queue)
      if (database.kind === 'embedded') await takeUpAbandoned(database)
      started = true
      const workers = new Map<string, readonly string[]>()
      for (const queue of queues.values()) await work(boss, queue, workers, log)
      stopLooking = wakeWhenDue(boss, database, workers, log)
    },
    async stop(milliseconds) {
      if (!started) return
      await stopLooking?.()
      await boss.stop({ graceful: true, timeout: milliseconds, close: false })
    },
  }
}

/** Handlers get what their own schema parsed: the payload's type is known to the queue alone. */
function withUnknownPayload<Payload>(queue: JobQueue<Payload>): JobQueue<unknown> {
  return {
    ...queue,
    run: (payload, signal) => queue.run(queue.payload.parse(payload), signal),
    ...(queue.failed
      ? { failed: async (payload: unknown, error: unknown) => queue.failed?.(queue.payload.parse(payload), error) }
      : {}),
  }
}

/** Also sees to it that pg-boss knows the queue: looking for it inside a transaction would wait for ever. */
async function createQueue(boss: PgBoss, queue: JobQueue<unknown>): Promise<void> {
  const failures = failureQueue(queue)
  const options = {
    heartbeatSeconds,
    retryBackoff: true,
    retryDelay: 1,
    retryDelayMax: longestRetryPauseSeconds,
    notify: true,
  }
  if (failures) {
    const forFailures = { ...options, retryLimit: failureRetries, expireInSeconds: queue.timeoutSeconds }
    await boss.createQueue(failures, forFailures)
    await boss.updateQueue(failures, forFailures)
  }
  const own = {
    ...options,
    retryLimit: queue.retries,
    expireInSeconds: queue.timeoutSeconds,
    ...(failures ? { deadLetter: failures } : {}),
  }
  // `short`: one waiting job per key, and the queues of before get what is said now.
  await boss.createQueue(queue.name, { ...own, policy: 'short' })
  await boss.updateQueue(queue.name, own)
  await boss.findJobs(queue.name, { id: randomUUID() })
  if (queue.cron) await boss.schedule(queue.name, queue.cron, { payload: {} }, { tz: 'UTC', singletonKey: 'cron' })
}

async function work(
  boss: PgBoss,
  queue: JobQueue<unknown>,
  workers: Map<string, readonly string[]>,
  log: Logger,
): Promise<void> {
  const options = {
    includeMetadata: true,
    batchSize: 1,
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: ownLookSeconds,
  } as const
  const ids: string[] = []
  for (let number = 0; number < queue.concurrency; number += 1) {
    const worker: { id?: string } = {}
    worker.id = await boss.work(queue.name, options, (jobs: JobWithMetadata<unknown>[]) =>
      eachOf(jobs, async (job) => {
        try {
          await queue.run(stored.parse(job.data).payload, job.signal)
        } catch (error) {
          log.warn({ err: error, queue: queue.name, job: job.id, retry: job.retryCount }, 'job failed')
          throw error
        } finally {
          // Where there was one job there may be more: look at once instead of after the pause.
          if (worker.id !== undefined) boss.notifyWorker(worker.id)
        }
      }),
    )
    ids.push(worker.id)
  }
  workers.set(queue.name, ids)
  const failures = failureQueue(queue)
  if (!failures) return
  const id = await boss.work(failures, options, (jobs: JobWithMetadata<unknown>[]) =>
    eachOf(jobs, async (job) => queue.failed?.(stored.parse(job.data).payload, job.sourceOutput)),
  )
  workers.set(failures, [id])
}

/**
 * Of jobs that are put off or tried again nobody is told when their time comes. One look for all queues finds them: one
 * of each worker, every second, is most of what an idle embedded database does.
 * @returns ends it
 */
function wakeWhenDue(
  boss: PgBoss,
  database: Database,
  workers: ReadonlyMap<string, readonly string[]>,
  log: Logger,
): () => Promise<void> {
  const stopping = new AbortController()
  const due = `select distinct name from ${schema}.job where state < 'active' and start_after <= now()`
  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        for (const { name } of (await database.run(due)).rows)
          for (const id of workers.get(String(name)) ?? []) boss.notifyWorker(id)
      } catch (error) {
        log.error({ err: error }, 'job queue')
      }
      await pause(lookMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const looking = loop()
  return async () => {
    stopping.abort()
    await looking
  }
}

async function eachOf<Item>(items: Item[], run: (item: Item) => Promise<unknown>): Promise<void> {
  for (const item of items) await run(item)
}

function failureQueue(queue: JobQueue<unknown>): string | undefined {
  return queue.failed ? `${queue.name}.failed` : undefined
}

/**
 * This process has the embedded database alone, so a job that is active before its workers begin was that of a killed
 * process. The last attempt is left to the heartbeat: a job that kills its process must not do so for ever.
 */
async function takeUpAbandoned(database: Database): Promise<void> {
  await database.run(
    `update ${schema}.job set state = 'retry', start_after = now(), heartbeat_on = null
     where state = 'active' and retry_count < retry_limit`,
  )
}

function outsideTransactions(database: Database): Db {
  return {
    executeSql: (text, values) => database.run(text, values),
    async listen(channel, notified, reconnected) {
      const close = await database.listen(channel, notified, reconnected)
      return { close }
    },
  }
}

function insideTransaction(transaction: OpenTransaction): Db {
  return {
    async executeSql(text, values) {
      const { rows } = await transaction.getExecutor().executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}
