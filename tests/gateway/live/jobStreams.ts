import { buildArchive, buildBackup } from '../../support/longWork.ts'
import type { Upstreams } from '../../support/upstream.ts'
import { type EventStreams, type JobUpdate, jobTime } from '../../support/upstreamEvents.ts'

/** A stream of what happens to jobs, and how it is written and told. */
export interface JobStream {
  readonly field: 'archiveEvents' | 'exportEvents' | 'importEvents'
  /** Of the socket. */
  readonly path: string
  /** All that its events have. */
  readonly selection: string
  readonly of: (upstreams: Upstreams) => EventStreams<JobUpdate>
  /** News of the job with this number, and what is told of it. */
  readonly news: (key: Key, job: number, progress?: number) => JobUpdate
  readonly told: (key: Key, job: number, progress?: number) => object
}

/** What happens to a job. */
type Key = 'begin' | 'progress' | 'end' | 'fail'

const words = { begin: 'started', progress: 'progress', end: 'finished', fail: 'error' } as const
const keys = { begin: 'STARTED', progress: 'PROGRESS', end: 'FINISHED', fail: 'ERROR' } as const
const statuses = { begin: 'REQUESTED', progress: 'IN_PROGRESS', end: 'READY', fail: 'FAILED' } as const

/** All that there are. */
export const jobStreams: readonly JobStream[] = [
  {
    field: 'archiveEvents',
    path: '/downloads/notifications',
    selection: 'cursor key timestamp progress downloadId',
    of: ({ archiveEvents }) => archiveEvents,
    news: (key, job, progress) => ({ key: words[key], job: buildArchive(job).id, ...(progress && { progress }) }),
    told: (key, job, progress = 0) => ({
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
    news: (key, job, progress) => ({
      key: statuses[key],
      job: buildBackup(job).backupId,
      ...(progress && { progress }),
    }),
    told: (key, job, progress = 0) => ({ backupId: buildBackup(job).backupId, status: statuses[key], progress }),
  },
  {
    field: 'importEvents',
    path: '/push/messages',
    selection: 'cursor key timestamp progress',
    of: ({ importEvents }) => importEvents,
    news: (key, _job, progress) => ({ key: words[key], ...(progress && { progress }) }),
    told: (key, _job, progress = 0) => ({ key: keys[key], timestamp: jobTime, progress: progress || null }),
  },
]
