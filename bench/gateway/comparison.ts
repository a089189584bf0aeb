import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchOptions, type Result, resultsFolder } from '../result.ts'
import { measureLatency } from './latency.ts'
import type { Servers } from './measuredServers.ts'
import { keepBusy, measureProcessorTime } from './processorTime.ts'
import { summarizeProfile } from './profile.ts'
import type { MeasuredQuery } from './queries.ts'
import { checkAnswers } from './sameAnswers.ts'
import { type Scale, scaleOf } from './scale.ts'
import type { MeasuredServer } from './servers.ts'
import { rounded } from './statistics.ts'
import { Target } from './targets.ts'

/** The figures of queries. */
export interface Comparison {
  readonly results: readonly Result[]
  /** The queries to profile. They are profiled at the end, because profiling itself takes memory and time. */
  readonly toProfile: readonly MeasuredQuery[]
}

/**
 * Compares queries on one gateway. As in production, each query finds the caches and the heap that earlier queries
 * left.
 */
export async function compareQueries(
  queries: readonly MeasuredQuery[],
  gateway: MeasuredServer,
  servers: Servers,
  options: BenchOptions,
): Promise<Comparison> {
  const results: Result[] = []
  const toProfile: MeasuredQuery[] = []
  for (const query of queries) {
    const ofQuery = await compareQuery(query, gateway, servers, scaleOf(options))
    results.push(...show(ofQuery))
    if (options.profile || ofQuery.some(({ met }) => !met)) toProfile.push(query)
  }
  return { results, toProfile }
}

async function compareQuery(
  query: MeasuredQuery,
  server: MeasuredServer,
  servers: Servers,
  scale: Scale,
): Promise<Result[]> {
  const { customers } = servers
  const gateway = new Target(server, 'gateway', query, customers)
  const floor = new Target(servers.floor, 'floor', query, customers)
  const peers = (query.hasPeers ? servers.peers : []).map((peer) => new Target(peer, 'peer', query, customers))
  try {
    const bytes = await checkAnswers(query, { gateway, floor, peers })
    process.stdout.write(`${query.title}: ${rounded(bytes / 1000)} kB, the same from every server\n`)
    const results = await measureProcessorTime(query, { floor, others: [gateway, ...peers] }, scale)
    if (query.name === 'timeline') results.push(...(await measureLatency(floor, gateway, scale)))
    return results
  } finally {
    await Promise.all([gateway, floor, ...peers].map((target) => target.close()))
  }
}

/** Profiles the gateway while it answers queries. */
export async function profileQueries(
  queries: readonly MeasuredQuery[],
  server: MeasuredServer,
  { customers }: Servers,
  options: BenchOptions,
): Promise<void> {
  for (const query of queries) {
    const gateway = new Target(server, 'gateway', query, customers)
    await profile(server, query.name, options, () => keepBusy(gateway, scaleOf(options).profileMilliseconds))
    await gateway.close()
  }
}

/** Profiles a server during some work, writes the profile and prints where the time went. */
export async function profile(
  server: MeasuredServer,
  name: string,
  options: BenchOptions,
  work: () => Promise<unknown>,
): Promise<void> {
  const folder = resultsFolder(options)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `gateway-${name}.cpuprofile`)
  await server.profile(file, work)
  process.stdout.write(`\n${summarizeProfile(name, file)}\n\n`)
}

/** Prints figures as soon as they are known: a run takes minutes, and its reader may stop it early. */
export function show(results: readonly Result[]): readonly Result[] {
  for (const { metric, value, unit, spread, aim } of results) {
    const around = spread === undefined ? '' : ` (${spread})`
    process.stdout.write(`  ${metric}: ${value} ${unit}${around}${aim === '' ? '' : `, aim ${aim}`}\n`)
  }
  return results
}
