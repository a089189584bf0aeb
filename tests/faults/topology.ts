import { setTimeout as pause } from 'node:timers/promises'
import type { Measure } from './measures.ts'
import { compareWithLedger } from './topology/compare.ts'
import { readFacts, readFound } from './topology/found.ts'
import { Load } from './topology/load.ts'
import type { Part } from './topology/part.ts'
import { readScratch } from './topology/scratch.ts'
import { startTopology, type Topology } from './topology/stack.ts'
import { hang, kill, loseS3, measureOf, type Pace, restartDatabase, roll, type Trial } from './topology/trials.ts'

export type { Trial }

const paces: Readonly<Record<'small' | 'whole', Pace>> = {
  small: { calm: 500, away: 2_000, s3Return: 500 },
  whole: { calm: 3_000, away: 8_000, s3Return: 6_000 },
}
/** How many differences are shown. */
const shownDifferences = 5

/** The machine may be busy, so a part must not refuse requests because it is slow. */
const patient = { OVERLOAD_LAG: '60000', LOG_LEVEL: 'warn' }

/**
 * Runs the product as on several machines, and replaces, kills, stops and restarts its parts in turn under load.
 * @param filters `s3`, `roll`, `kill`, `hang` or `database`; by default all
 * @param options.small one part of each kind
 */
export async function run(
  filters: readonly string[],
  report: (trial: Trial) => void,
  { small }: { readonly small: boolean },
): Promise<void> {
  const topology = await startTopology(patient)
  try {
    const load = await Load.start(topology)
    const pace = paces[small ? 'small' : 'whole']
    await pause(pace.calm)
    for (const trial of trialsOf(topology, load, { small, pace, filters })) report(await trial())
    await load.stop()
    report(await judge(topology, load))
  } finally {
    await topology.close()
  }
}

function trialsOf(
  topology: Topology,
  load: Load,
  { small, pace, filters }: { readonly small: boolean; readonly pace: Pace; readonly filters: readonly string[] },
): (() => Promise<Trial>)[] {
  const { database, s3 } = topology
  const parts = partsOf(topology, small)
  const all = {
    // The faults of S3 come first: work that they make fail is retried up to a minute later, during the other faults.
    s3: (['killed', 'hung'] as const).map((how) => async () => loseS3(s3, load, { ...pace, how })),
    roll: parts.roll.map((part) => async () => roll(part, load, pace)),
    kill: parts.kill.map((part) => async () => kill(part, load, pace)),
    hang: parts.hang.map((part) => async () => hang(part, load, pace)),
    database: (['fast', 'immediate'] as const).map(
      (mode) => async () => restartDatabase(database, load, { ...pace, mode }),
    ),
  }
  return Object.entries(all).flatMap(([name, trials]) => (filters.length === 0 || filters.includes(name) ? trials : []))
}

function partsOf(
  { edges, gateways, services }: Topology,
  small: boolean,
): Record<'roll' | 'kill' | 'hang', readonly Part[]> {
  const all = [...edges, ...gateways, ...services]
  if (!small) return { roll: all, kill: all, hang: all }
  const some = [edges[0], gateways[0], services[1]].filter((part) => part !== undefined)
  return { roll: some, kill: [...some, ...services.slice(2)], hang: services.slice(1, 2) }
}

/** Compares the ledger with the installation. */
async function judge(topology: Topology, load: Load): Promise<Trial> {
  const { edges, gateways, services, database } = topology
  const { ledger, customer } = load
  await load.end(await readFacts(database, customer.id))
  const { lost, doubled, left } = compareWithLedger(ledger, await readFound(topology, customer.id))
  const scratch = await readScratch(topology)
  const ended = [...edges, ...gateways, ...services].filter((part) => part.ended > 0).map(({ name }) => name)
  return {
    upstream: 'all',
    fault: describeLedger(load),
    measures: [
      differences('lost', lost),
      differences('doubled', doubled),
      differences('left', [...left, ...scratch.left]),
      differences('processes ended', ended),
      { ...differences('removed from scratch', scratch.removed), met: true },
    ],
  }
}

function describeLedger({ ledger, subscribers, exports }: Load): string {
  const events = subscribers.reduce((sum, { received }) => sum + received.length, 0)
  const resumptions = subscribers.reduce((sum, subscriber) => sum + subscriber.resumptions, 0)
  return [
    `${ledger.albums.size} albums`,
    `${ledger.uploads.size} uploads`,
    `${ledger.archives.size} archives`,
    `${ledger.exports.length} exports (the last of ${exports.files} files)`,
    `${events} facts in ${resumptions} resumptions`,
  ].join(', ')
}

function differences(name: string, found: readonly string[]): Measure {
  return { ...measureOf(name, found.length, 0), detail: found.slice(0, shownDifferences).join(', ') }
}
