import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { type Db, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from './databaseTypes.ts'
import { afterCommit } from './afterCommit.ts'
import { dueQueues, jobSchema, prepareJobTables, putDeletionOff, waitingSeconds } from './jobTables.ts'
import type { JobQueue, Jobs, OpenTransaction, Role } from './platform.ts'

const heartbeatSeconds = 10
const longestRetryPauseSeconds = 60
/** The number of retries for a failure handler. */
const failureRetries = 20
/** The interval (ms) of the check for delayed and retried jobs that are due. */
const dueCheckMilliseconds = 1_000
/** Minimum duration (ms) of a batch of jobs, so that several jobs arrive for the next batch. */
const collectMilliseconds = 100
/**
 * The shortest and the longest time (s) after which a worker polls by itself, in case a notification is lost. Each
 * worker has a random time in between: if all of them polled at the same moment, requests would wait for a hundred
 * queries in a row.
 */
const workerPoll = { shortest: 20, longest: 40 }
const stored = z.object({ payload: z.unknown() })

/**
 * The job queues, on pg-boss. Jobs survive a crash of the process. With the embedded database, jobs of a crashed
 * process are resumed at the next start; on a server, when their heartbeat expires (about 12 s).
 * @param role with `web`, jobs are only queued, and the schedules and the search for jobs whose process is gone are
 *   left to other processes
 */
export function createJobs(database: Database, log: Logger, role: Role = 'all'): Jobs {
  const works = role !== 'web'
  const boss = new PgBoss({
    db: outsideTransactions(database),
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schema: jobSchema,
    createSchema: false,
    useListenNotify: true,
    // Every two seconds, jobs whose process is gone are marked as failed. `prepareJobTables` makes this cheap.
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    // A server vacuums by itself. In the embedded database, `vacuum.ts` does it.
    monitorVacuum: false,
    reindex: database.kind === 'server',
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'))
  const queues = new Map<string, JobQueue<unknown>>()
  let started = false
  let stopDueCheck: (() => Promise<void>) | undefined

  const enqueueAll: Jobs['enqueueAll'] = async (transaction, name, jobs) => {
    const queue = queues.get(name)
    if (!queue) throw new Error(`There is no queue ${name}.`)
    if (!started) throw new Error(`A job for ${name} was queued before the start.`)
    if (jobs.length === 0) return
    const wanted = jobs.map(({ payload, key = randomUUID(), owner, delaySeconds }) => {
      queue.payload.parse(payload)
      return {
        id: randomUUID(),
        data: { payload, ...(owner === undefined ? {} : { owner }) },
        singletonKey: key,
        ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
      }
    })
    const inserted = new Set(await boss.insert(name, wanted, { db: insideTransaction(transaction), returnId: true }))
    const dropped = wanted.filter(({ id }) => !inserted.has(id))
    if (dropped.length === 0) return
    // Another job with the key waits. It can start before the commit, and then does not see what this transaction does.
    await afterCommit(transaction, () => {
      boss.insert(name, dropped).catch((error: unknown) => {
        log.warn({ err: error, queue: name }, 'jobs were not queued again')
      })
    })
  }

  return {
    define(queue) {
      if (started) throw new Error(`The queue ${queue.name} was declared after the start.`)
      if (queues.has(queue.name)) throw new Error(`The queue ${queue.name} was declared twice.`)
      queues.set(queue.name, withUnknownPayload(queue))
    },
    enqueue: async (transaction, name, payload, options) => enqueueAll(transaction, name, [{ payload, ...options }]),
    enqueueAll,
    async start() {
      await boss.start()
      await prepareJobTables(database)
      for (const queue of queues.values()) await createQueue(boss, queue)
      await putDeletionOff(database)
      if (database.kind === 'embedded') await resumeAbandoned(database)
      started = true
      if (!works) return
      const workers = new Map<string, readonly string[]>()
      for (const queue of queues.values()) await work(boss, queue, workers, log)
      stopDueCheck = wakeWhenDue(boss, database, workers, log)
    },
    async stop(milliseconds) {
      if (!started) return
      await stopDueCheck?.()
      await boss.stop({ graceful: true, timeout: milliseconds, close: false })
    },
  }
}

/**
 * Hides the type of a payload. Only the queue knows the type of its payload, so its own schema parses the payload
 * before each handler.
 */
function withUnknownPayload<Payload>(queue: JobQueue<Payload>): JobQueue<unknown> {
  return {
    ...queue,
    run: (payload, signal) => queue.run(queue.payload.parse(payload), signal),
    ...(queue.failed
      ? { failed: async (payload: unknown, error: unknown) => queue.failed?.(queue.payload.parse(payload), error) }
      : {}),
  }
}

/** Creates the queue and loads it into pg-boss's cache. Loading it later, inside a transaction, would deadlock. */
async function createQueue(boss: PgBoss, queue: JobQueue<unknown>): Promise<void> {
  const failures = failureQueue(queue)
  const options = {
    heartbeatSeconds,
    retryBackoff: true,
    retryDelay: 1,
    retryDelayMax: longestRetryPauseSeconds,
    notify: true,
    retentionSeconds: waitingSeconds,
    // pg-boss deletes no ended jobs, because it would read all jobs in one statement. `pruneEndedJobs` deletes them.
    deleteAfterSeconds: 0,
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
  // Policy `short`: one waiting job per key. `updateQueue` applies the current options to queues that exist already.
  await boss.createQueue(queue.name, { ...own, policy: 'short' })
  await boss.updateQueue(queue.name, own)
  await boss.findJobs(queue.name, { id: randomUUID() })
  if (queue.cron) await boss.schedule(queue.name, queue.cron, { payload: {} }, { tz: 'UTC', singletonKey: 'cron' })
}

function ownPoll(): { readonly notifyPollingIntervalSeconds: number } {
  const { shortest, longest } = workerPoll
  return { notifyPollingIntervalSeconds: shortest + Math.random() * (longest - shortest) }
}

async function work(
  boss: PgBoss,
  queue: JobQueue<unknown>,
  workers: Map<string, readonly string[]>,
  log: Logger,
): Promise<void> {
  const options = {
    includeMetadata: true,
    batchSize: queue.batch ?? 1,
    perJobResults: true,
    pollingIntervalSeconds: 0.5,
  } as const
  const run = async (job: JobWithMetadata<unknown>): Promise<JobResult> => {
    try {
      await queue.run(stored.parse(job.data).payload, job.signal)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      log.warn({ err: error, queue: queue.name, job: job.id, retry: job.retryCount }, 'job failed')
      return { id: job.id, status: 'failed', output: error }
    }
  }
  const ids: string[] = []
  for (let number = 0; number < queue.concurrency; number += options.batchSize) {
    const worker: { id?: string } = {}
    worker.id = await boss.work(queue.name, { ...options, ...ownPoll() }, async (jobs: JobWithMetadata<unknown>[]) => {
      const collected = options.batchSize > 1 ? pause(collectMilliseconds) : undefined
      const results = await Promise.all(jobs.map(run))
      await collected
      // More jobs may be waiting: look now instead of after the polling interval.
      if (worker.id !== undefined) boss.notifyWorker(worker.id)
      return results
    })
    ids.push(worker.id)
  }
  workers.set(queue.name, ids)
  const failures = failureQueue(queue)
  if (!failures) return
  const one = { ...options, ...ownPoll(), batchSize: 1, perJobResults: false } as const
  const id = await boss.work(failures, one, async (jobs: JobWithMetadata<unknown>[]) => {
    for (const job of jobs) await queue.failed?.(stored.parse(job.data).payload, job.sourceOutput)
  })
  workers.set(failures, [id])
}

/**
 * Wakes the workers of queues with due jobs: pg-boss sends no notification when a delayed or retried job becomes due.
 * One query finds the due jobs of all queues. If each worker polled every second instead, polling would be most of the
 * work of an idle embedded database.
 * @returns a function that stops the polling
 */
function wakeWhenDue(
  boss: PgBoss,
  database: Database,
  workers: ReadonlyMap<string, readonly string[]>,
  log: Logger,
): () => Promise<void> {
  const stopping = new AbortController()
  const names = [...workers.keys()]
  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        for (const { name } of (await database.run(dueQueues, [names])).rows)
          for (const id of workers.get(String(name)) ?? []) boss.notifyWorker(id)
      } catch (error) {
        log.error({ err: error }, 'job queue')
      }
      await pause(dueCheckMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const checking = loop()
  return async () => {
    stopping.abort()
    await checking
  }
}

function failureQueue(queue: JobQueue<unknown>): string | undefined {
  return queue.failed ? `${queue.name}.failed` : undefined
}

/**
 * Resumes jobs of a crashed process. No other process uses the embedded database, so every job that is active before
 * our workers start is such a job. Jobs on their last attempt are left to the heartbeat: a job that crashes its process
 * must not do so forever.
 */
async function resumeAbandoned(database: Database): Promise<void> {
  await database.run(
    `update ${jobSchema}.job set state = 'retry', start_after = now(), heartbeat_on = null
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
