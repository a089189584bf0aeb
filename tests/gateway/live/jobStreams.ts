import { buildArchive, buildBackup } from '../../support/longWork.ts'
import { orderCodeOf } from '../../support/purchases.ts'
import type { Upstreams } from '../../support/upstream.ts'
import { type EventStreams, type JobUpdate, jobTime } from '../../support/upstreamEvents.ts'

/** A stream of job events: its format at the service and at the API. */
export interface JobStream {
  readonly field: 'archiveEvents' | 'exportEvents' | 'importEvents' | 'orderEvents'
  /** The path of the service's socket. */
  readonly path: string
  /** All fields of its events. */
  readonly selection: string
  readonly of: (upstreams: Upstreams) => EventStreams<JobUpdate>
  /** An update of the job with this number, and the expected event at the API. */
  readonly update: (key: Key, job: number, progress?: number) => JobUpdate
  readonly expected: (key: Key, job: number, progress?: number) => object
}

/** The kinds of updates. */
type Key = 'begin' | 'progress' | 'end' | 'fail'

const words = { begin: 'started', progress: 'progress', end: 'finished', fail: 'error' } as const
const keys = { begin: 'STARTED', progress: 'PROGRESS', end: 'FINISHED', fail: 'ERROR' } as const
const statuses = { begin: 'REQUESTED', progress: 'IN_PROGRESS', end: 'READY', fail: 'FAILED' } as const

const internalStates = {
  begin: 'Confirmed',
  progress: 'ProductionStarted',
  end: 'Dispatched',
  fail: 'Cancelled',
} as const
const shownStates = { begin: 'ORDERED', progress: 'IN_PRODUCTION', end: 'SENT', fail: 'CANCELLED' } as const

/** All job streams, and the stream of orders, which behaves in the same way. */
export const jobStreams: readonly JobStream[] = [
  {
    field: 'archiveEvents',
    path: '/downloads/notifications',
    selection: 'cursor key timestamp progress downloadId',
    of: ({ archiveEvents }) => archiveEvents,
    update: (key, job, progress) => ({ key: words[key], job: buildArchive(job).id, ...(progress && { progress }) }),
    expected: (key, job, progress = 0) => ({
      key: keys[key],
      timestamp: jobTime,
      progress: progress || null,
      downloadId: buildArchive(job).id,
    }),
  },
  {
    field: 'exportEvents',
    path: '/exports/events',
    selection: 'cursor backupId status progress',
    of: ({ exportEvents }) => exportEvents,
    update: (key, job, progress) => ({
      key: statuses[key],
      job: buildBackup(job).backupId,
      ...(progress && { progress }),
    }),
    expected: (key, job, progress = 0) => ({ backupId: buildBackup(job).backupId, status: statuses[key], progress }),
  },
  {
    field: 'importEvents',
    path: '/push/messages',
    selection: 'cursor key timestamp progress',
    of: ({ importEvents }) => importEvents,
    update: (key, _job, progress) => ({ key: words[key], ...(progress && { progress }) }),
    expected: (key, _job, progress = 0) => ({ key: keys[key], timestamp: jobTime, progress: progress || null }),
  },
  {
    field: 'orderEvents',
    path: '/orders/v1/events',
    selection: 'cursor code status',
    of: ({ orderEvents }) => orderEvents,
    update: (key, job) => ({ key: internalStates[key], job: orderCodeOf(job) }),
    expected: (key, job) => ({ code: orderCodeOf(job), status: shownStates[key] }),
  },
]
