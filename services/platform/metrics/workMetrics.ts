import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '../databaseTypes.ts'
import { jobSchema } from '../jobTables.ts'
import type { MetricReadings } from '../metricsRoute.ts'
import type { EventConsumer } from '../platform.ts'

type Consumer = Pick<EventConsumer<unknown>, 'name' | 'types'>

/** Maximum number of jobs that are counted in each queue, so that a long queue does not slow the query down. */
const countedJobs = 1_000
/**
 * Maximum number of events that are read after the position of a consumer. It must be above 200, because up to 200
 * events of other types may follow this position.
 */
const readEvents = 300
/** A database that takes longer (ms) counts as away: Prometheus needs the other metrics in time. */
const timeoutMilliseconds = 2_000

const jobRow = z.object({ name: z.string(), waiting: z.number(), running: z.number(), oldest: z.number() })
const eventRow = z.object({ name: z.string(), oldest: z.number() })

/** Reads few rows of each queue, by the indexes of `jobTables.ts`. */
const readQueues = `
  select queue.name, due.waiting, due.oldest, active.running from ${jobSchema}.queue
  cross join lateral (
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(start_after)), 0)::double precision as oldest
    from (
      select start_after from ${jobSchema}.job_common as job
      where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
      order by job.start_after limit ${countedJobs}
    ) as first
  ) as due
  cross join lateral (
    select count(*)::int as running from (
      select from ${jobSchema}.job_common as job
      where job.name = queue.name and job.state = 'active' limit ${countedJobs}
    ) as first
  ) as active
  where queue.name not like '\\_\\_%' order by queue.name`

/**
 * The age of the oldest event that a consumer has not handled. At most `readEvents` events are read. If as many are
 * read and none is for the consumer, the result is the age of the last event read.
 */
const readConsumers = `
  select consumer.name, coalesce(extract(epoch from now() - next.created), 0)::double precision as oldest
  from jsonb_to_recordset($1::jsonb) as consumer (name text, types text[])
  left join platform.event_consumers as stored using (name)
  cross join lateral (
    select coalesce(
      min(created) filter (where type = any(consumer.types)),
      case when count(*) = ${readEvents} then max(created) end
    ) as created
    from (
      select type, created from platform.events
      where position > coalesce(stored.handled_to, 0) order by position limit ${readEvents}
    ) as read
  ) as next order by consumer.name`

/**
 * Reads what waits in the database, and how the connections of this process are used. While the database is away, only
 * the use of the connections is known.
 * @param consumers the consumers of all services of this process
 */
export async function measureWork(
  database: Database,
  consumers: readonly Consumer[],
): Promise<readonly MetricReadings[]> {
  const { used, idle, waiting } = database.connections()
  const connections: MetricReadings = {
    name: 'services_database_connections',
    help: 'Connections of this process to the database, and statements that wait for one.',
    readings: Object.entries({ used, idle, waiting }).map(([state, value]) => ({ labels: { state }, value })),
  }
  const found = await Promise.race([
    readWork(database, consumers).catch(() => null),
    pause(timeoutMilliseconds, null, { ref: false }),
  ])
  const reachable: MetricReadings = {
    name: 'services_database_reachable',
    help: '1 if the database has answered this request for metrics.',
    readings: [{ labels: {}, value: found === null ? 0 : 1 }],
  }
  return [connections, reachable, ...(found ?? [])]
}

async function readWork(database: Database, consumers: readonly Consumer[]): Promise<readonly MetricReadings[]> {
  const names = JSON.stringify(consumers.map(({ name, types }) => ({ name, types })))
  const queues = z.array(jobRow).parse((await database.run(readQueues)).rows)
  const events = z.array(eventRow).parse((await database.run(readConsumers, [names])).rows)
  const ofQueues = (read: (row: z.infer<typeof jobRow>) => number) =>
    queues.map((row) => ({ labels: { queue: row.name }, value: read(row) }))
  return [
    {
      name: 'services_jobs_waiting',
      help: `Jobs that could run now, up to ${countedJobs} per queue.`,
      readings: ofQueues(({ waiting }) => waiting),
    },
    {
      name: 'services_jobs_running',
      help: `Jobs that run, in all processes, up to ${countedJobs} per queue.`,
      readings: ofQueues(({ running }) => running),
    },
    {
      name: 'services_jobs_oldest_seconds',
      help: 'For how long the oldest waiting job could have run.',
      readings: ofQueues(({ oldest }) => oldest),
    },
    {
      name: 'services_events_oldest_seconds',
      help: 'Age of the oldest event that a consumer has not handled.',
      readings: events.map(({ name, oldest }) => ({ labels: { consumer: name }, value: Math.max(0, oldest) })),
    },
  ]
}
