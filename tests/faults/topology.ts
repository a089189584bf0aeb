import { setTimeout as pause } from 'node:timers/promises'
import type { Measure } from './measures.ts'
import { type Balance, Load, type Operation } from './topology/load.ts'
import type { Part } from './topology/part.ts'
import { startTopology, type Topology } from './topology/stack.ts'

/** What happened to one part. */
export interface Trial {
  readonly upstream: string
  readonly fault: string
  readonly measures: readonly Measure[]
}

/** How long (ms) the load runs on after a fault: what is late would show by then. */
const calmMilliseconds = { small: 1_000, whole: 3_000 }
/** How long (ms) a part may take to end. */
const endAim = 10_000
/** How long (ms) after the database is back requests may still fail. */
const databaseAim = 1_000

/** The machine may be busy, so a part must not refuse requests because it is slow. */
const patient = { OVERLOAD_LAG: '60000', LOG_LEVEL: 'warn' }

/**
 * Runs the product as on several machines, and replaces, kills and restarts its parts in turn under load.
 * @param filters `roll`, `kill` or `database`; by default all
 * @param options.small one part of each kind
 */
export async function run(
  filters: readonly string[],
  report: (trial: Trial) => void,
  { small }: { readonly small: boolean },
): Promise<void> {
  const calm = calmMilliseconds[small ? 'small' : 'whole']
  const topology = await startTopology(small ? 2 : 3, patient)
  try {
    const load = await Load.start(topology)
    await pause(calm)
    const isWanted = (name: string) => filters.length === 0 || filters.includes(name)
    for (const part of partsOf(topology, small)) {
      if (isWanted('roll')) report(await roll(part, load, calm))
      if (isWanted('kill')) report(await kill(part, load, calm))
    }
    if (isWanted('database')) {
      report(await restartDatabase(topology, load, { mode: 'fast', calm }))
      report(await restartDatabase(topology, load, { mode: 'immediate', calm }))
    }
    await load.stop()
    report(judge(topology, await load.balance()))
  } finally {
    await topology.close()
  }
}

function partsOf({ edges, gateways, services }: Topology, small: boolean): Part[] {
  const kinds = [edges, gateways, services]
  return small ? kinds.flatMap((parts) => parts.slice(0, 1)) : kinds.flat()
}

/** Ends a part in order, and starts it again, as in an update. */
async function roll(part: Part, load: Load, calm: number): Promise<Trial> {
  const since = performance.now()
  const milliseconds = await part.end('SIGTERM')
  await part.start()
  await pause(calm)
  const failed = failuresSince(load, since)
  return {
    upstream: part.name,
    fault: 'rolled',
    measures: [
      measureOf('ended', milliseconds, endAim, 'ms'),
      measureOf('failed', failed.length, 0, '', describe(failed)),
    ],
  }
}

async function kill(part: Part, load: Load, calm: number): Promise<Trial> {
  const since = performance.now()
  await part.end('SIGKILL')
  // Until then, the dying process still has its connections.
  const gone = performance.now()
  await pause(calm)
  await part.start()
  await pause(calm)
  const failed = failuresSince(load, since)
  const late = failed.filter(({ sentAt }) => sentAt > gone)
  return {
    upstream: part.name,
    fault: 'killed',
    measures: [
      // What was in flight at this part may fail.
      measureOf('failed', failed.length, Infinity, '', describe(failed)),
      measureOf('sent after it', late.length, 0, '', describe(late)),
    ],
  }
}

async function restartDatabase(
  { database }: Topology,
  load: Load,
  { mode, calm }: { readonly mode: 'fast' | 'immediate'; readonly calm: number },
): Promise<Trial> {
  await database.restart(mode)
  const back = await database.accepts()
  await pause(calm)
  const failed = load.operations.filter(({ failure, sentAt }) => failure !== null && sentAt > back)
  const last = Math.max(0, ...failed.map(({ sentAt }) => sentAt - back))
  return {
    upstream: 'database',
    fault: `restarted, ${mode}`,
    measures: [measureOf('last failure', last, databaseAim, 'ms', describe(failed))],
  }
}

function judge({ edges, gateways, services }: Topology, balance: Balance): Trial {
  const ended = [...edges, ...gateways, ...services].filter((part) => part.ended > 0).map(({ name }) => name)
  return {
    upstream: 'all',
    fault: `${balance.acknowledgedAlbums} albums, ${balance.acknowledgedUploads} uploads`,
    measures: [
      measureOf('lost', balance.lost.length, 0, '', balance.lost.slice(0, 5).join(', ')),
      measureOf('doubled', balance.doubled.length, 0, '', balance.doubled.slice(0, 5).join(', ')),
      measureOf('processes ended', ended.length, 0, '', ended.join(', ')),
    ],
  }
}

function failuresSince({ operations }: Load, time: number): Operation[] {
  return operations.filter(({ failure, endedAt }) => failure !== null && endedAt > time)
}

function measureOf(name: string, value: number, aim: number, unit: string, detail = ''): Measure {
  return { name, shown: `${Math.round(value)}${unit && ` ${unit}`}`, met: value <= aim, detail }
}

function describe(failed: readonly Operation[]): string {
  return [...new Set(failed.map(({ kind, failure }) => `${kind}: ${failure}`.slice(0, 200)))].slice(0, 3).join('; ')
}
