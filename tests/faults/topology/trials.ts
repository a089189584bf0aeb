import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresServer } from '../../support/postgresServer.ts'
import type { S3Server } from '../../support/s3Server.ts'
import type { Measure } from '../measures.ts'
import type { Load } from './load.ts'
import type { Operation, OperationKind } from './operations.ts'
import type { Part } from './part.ts'

/** One fault of one part, and its measured effects. */
export interface Trial {
  readonly upstream: string
  readonly fault: string
  readonly measures: readonly Measure[]
}

/** The durations (ms) in a run. */
export interface Pace {
  /** How long the load continues after a fault, so that late effects are seen. */
  readonly calm: number
  /** How long a part hangs, or the S3 server is unavailable. */
  readonly away: number
  /** The same as `calm`, after the S3 server is back. */
  readonly s3Return: number
}

/** How long (ms) a part may take to end. */
const endAim = 10_000
/** How long (ms) requests may still fail after the database is available again. */
const databaseAim = 1_000
/**
 * How long (ms) requests may still fail after S3 is available again: edges and haproxy ask once a second whether a part
 * is ready, and the answer takes up to 1.5 s.
 */
const s3Aim = 3_000
/**
 * How long (ms) it takes until other parts notice that a part hangs: they ask once a second, and wait a second for the
 * answer.
 */
const noticeMilliseconds = 2_500
/** These need no files. */
const withoutFiles: ReadonlySet<OperationKind> = new Set(['query', 'page', 'album'])

/** Stops a part gracefully, and starts it again, as in an update. */
export async function roll(part: Part, load: Load, { calm }: Pace): Promise<Trial> {
  const since = performance.now()
  const milliseconds = await part.end('SIGTERM')
  await part.start()
  await pause(calm)
  return trialOf(part.name, 'rolled', [
    measureOf('ended', milliseconds, endAim, 'ms'),
    countOf('failed', failuresSince(load, since), 0),
  ])
}

/** Kills a part with SIGKILL, and starts it again. Requests in flight at this part may fail. */
export async function kill(part: Part, load: Load, { calm }: Pace): Promise<Trial> {
  const since = performance.now()
  await part.end('SIGKILL')
  // Until this moment, the dying process may still hold its connections.
  const gone = performance.now()
  await pause(calm)
  await part.start()
  await pause(calm)
  const failed = failuresSince(load, since)
  return trialOf(part.name, 'killed', [
    countOf('failed', failed, Infinity),
    countOf('sent after it', sentAfter(failed, gone), 0),
  ])
}

/** Stops a part with SIGSTOP, and continues it. Requests that were sent before the other parts noticed may fail. */
export async function hang(part: Part, load: Load, { calm, away }: Pace): Promise<Trial> {
  const since = performance.now()
  part.pause()
  await pause(away)
  part.continue()
  await pause(calm)
  const failed = failuresSince(load, since)
  return trialOf(part.name, 'hung', [
    countOf('failed', failed, Infinity),
    countOf('sent after it', sentAfter(failed, since + noticeMilliseconds), 0),
  ])
}

/** Restarts PostgreSQL. Requests may fail until it is back, and a second longer. */
export async function restartDatabase(
  database: PostgresServer,
  load: Load,
  { mode, calm }: { readonly mode: 'fast' | 'immediate'; readonly calm: number },
): Promise<Trial> {
  const since = performance.now()
  await database.restart(mode)
  const back = await database.accepts()
  await pause(calm)
  return trialOf('database', `restarted, ${mode}`, [
    countOf('failed', failuresSince(load, since), Infinity),
    lastFailure(load, back, databaseAim),
  ])
}

/**
 * Kills or pauses the S3 server for a while. Meanwhile, only requests that need files may fail, with an error that says
 * that a part is unavailable.
 */
export async function loseS3(
  s3: S3Server,
  load: Load,
  { how, away, s3Return }: Pace & { readonly how: 'killed' | 'hung' },
): Promise<Trial> {
  const since = performance.now()
  await (how === 'killed' ? s3.kill() : s3.pause())
  await pause(away)
  await (how === 'killed' ? s3.startGateway() : s3.continue())
  const back = performance.now()
  await pause(s3Return)
  const failed = failuresSince(load, since)
  return trialOf('s3', how, [
    countOf('failed', failed, Infinity),
    countOf(
      'unclear',
      failed.filter(({ isClear }) => !isClear),
      0,
    ),
    countOf(
      'without files',
      failed.filter(({ kind }) => withoutFiles.has(kind)),
      0,
    ),
    lastFailure(load, back, s3Aim),
  ])
}

function trialOf(upstream: string, fault: string, measures: readonly Measure[]): Trial {
  return { upstream, fault, measures }
}

function failuresSince({ operations }: Load, time: number): Operation[] {
  return operations.all.filter(({ failure, endedAt }) => failure !== null && endedAt > time)
}

function sentAfter(failed: readonly Operation[], time: number): Operation[] {
  return failed.filter(({ sentAt }) => sentAt > time)
}

/** How long after `back` a request was sent that still failed: the latest such request. */
function lastFailure({ operations }: Load, back: number, aim: number): Measure {
  const failed = operations.all.filter(({ failure, sentAt }) => failure !== null && sentAt > back)
  const last = Math.max(0, ...failed.map(({ sentAt }) => sentAt - back))
  return { ...measureOf('last failure', last, aim, 'ms'), detail: describe(failed) }
}

function countOf(name: string, failed: readonly Operation[], aim: number): Measure {
  return { ...measureOf(name, failed.length, aim), detail: describe(failed) }
}

/** @param unit such as `ms`; by default a number without a unit */
export function measureOf(name: string, value: number, aim: number, unit = ''): Measure {
  return { name, shown: `${Math.round(value)}${unit && ` ${unit}`}`, met: value <= aim, detail: '' }
}

function describe(failed: readonly Operation[]): string {
  const texts = failed.map(({ kind, failure, sentAt, endedAt }) => {
    const milliseconds = Math.round(endedAt - sentAt)
    return `${kind} after ${milliseconds} ms: ${failure}`.slice(0, 250)
  })
  return texts.slice(0, 3).join('; ')
}
