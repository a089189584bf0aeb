import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clientDocuments, clientSubscription } from './gateway/clientDocuments.ts'
import { type Customer, createCustomers, publicUrl } from './gateway/customers.ts'
import { measureLatency } from './gateway/latency.ts'
import { startPeers } from './gateway/peers.ts'
import { keepBusy, measureProcessorTime } from './gateway/processorTime.ts'
import { summarizeProfile } from './gateway/profile.ts'
import { type MeasuredQuery, documentId, measuredQueries } from './gateway/queries.ts'
import { checkAnswers } from './gateway/sameAnswers.ts'
import { MeasuredServer, type ServerOptions, canPin, cores, pinThisProcess } from './gateway/servers.ts'
import { rounded } from './gateway/statistics.ts'
import { EventsBench, measureSubscriptionMemory } from './gateway/subscriptions.ts'
import { Target } from './gateway/targets.ts'
import type { Result } from './result.ts'

const customerCount = 2_200
const restTime = 5_000
const profileTime = 4_000
const memoryAim = 300
const profileDir = 'bench/results'

interface Ground {
  readonly customers: readonly Customer[]
  readonly upstreams: MeasuredServer
  readonly floor: MeasuredServer
  readonly peers: readonly MeasuredServer[]
  startGateway(name: string): Promise<MeasuredServer>
}

/**
 * The gateway as customers get it, against an aggregator written by hand that makes the same calls and answers the same
 * bytes, and against others when they are installed.
 * @param options.profile write a profile of every figure, and not only of those that miss their aim
 */
export async function run(options: { profile: boolean } = { profile: false }): Promise<Result[]> {
  announcePinning()
  const logDir = mkdtempSync(join(tmpdir(), 'keepsake-bench-'))
  const servers: MeasuredServer[] = []
  try {
    const ground = await prepareGround(logDir, servers)
    const results = [...(await measureQueries(ground, options)), ...(await measureSubscriptions(ground, options))]
    rmSync(logDir, { recursive: true, force: true })
    return results
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\nThe logs are in ${logDir}.`, { cause })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

function announcePinning(): void {
  pinThisProcess(cores.other)
  process.stdout.write(
    canPin
      ? `Servers are held to core ${cores.measured}, upstreams and load to core ${cores.other}.\n`
      : 'Nothing is held to a core here (no taskset, or one core): the figures are noisier.\n',
  )
}

async function prepareGround(logDir: string, servers: MeasuredServer[]): Promise<Ground> {
  const { customers, jwks } = await createCustomers(customerCount)
  const start = async (options: Omit<ServerOptions, 'logDir'>) => {
    const server = await MeasuredServer.start({ ...options, logDir })
    servers.push(server)
    return server
  }
  const upstreams = await start({
    name: 'upstreams',
    entry: 'upstreams.ts',
    core: cores.other,
    environment: { JWKS: JSON.stringify(jwks) },
  })
  const measured = { core: cores.measured, environment: { UPSTREAM_URL: upstreams.url } }
  const floor = await start({ ...measured, name: 'by hand', entry: 'floor.ts' })
  const peers = await startPeers((peer) => start({ ...measured, ...peer }))
  if (peers.length === 0) process.stdout.write('Without the peers of bench/peers: npm run bench:peers installs them.\n')
  const environment = { ...gatewayEnvironment(upstreams.url), PERSISTED_DOCUMENTS: writeDocuments(logDir) }
  const gateway = { ...measured, environment, entry: '../../gateway/main.ts' }
  return { customers, upstreams, floor, peers, startGateway: (name) => start({ ...gateway, name }) }
}

/** As `npm start` has it, but for the one limit that load at full speed is made to meet: it counts, and refuses later. */
function gatewayEnvironment(upstreamUrl: string): Record<string, string> {
  return {
    PUBLIC_URL: publicUrl,
    SERVICES_URL: upstreamUrl,
    LOG_LEVEL: 'info',
    OVERLOAD_LAG: '10000',
  }
}

/** The documents of our client, and those of the measurement. */
function writeDocuments(folder: string): string {
  const file = join(folder, 'documents.json')
  const own = measuredQueries.filter(({ isPersisted }) => isPersisted)
  const documents = Object.fromEntries(own.map(({ document }) => [documentId(document), document]))
  writeFileSync(file, JSON.stringify({ ...clientDocuments(), ...documents }))
  return file
}

/** All on one gateway, as it lives: what one query leaves behind is there for the next. */
async function measureQueries(ground: Ground, options: { profile: boolean }): Promise<Result[]> {
  const gateway = await ground.startGateway('gateway')
  const results: Result[] = []
  const profiled: MeasuredQuery[] = []
  for (const query of measuredQueries) {
    const ofQuery = await measureQuery(query, gateway, ground)
    results.push(...tell(ofQuery))
    if (options.profile || ofQuery.some(({ met }) => !met)) profiled.push(query)
  }
  results.push(...tell(await Promise.all([gateway, ...ground.peers].map(memoryAfterLoad))))
  // At the end, because a profile takes memory and time for itself.
  for (const query of profiled) await profileQuery(query, gateway, ground)
  await gateway.stop()
  return results
}

async function measureQuery(query: MeasuredQuery, server: MeasuredServer, ground: Ground): Promise<Result[]> {
  const { customers } = ground
  const gateway = new Target(server, 'gateway', query, customers)
  const floor = new Target(ground.floor, 'floor', query, customers)
  const peers = (query.hasPeers ? ground.peers : []).map((peer) => new Target(peer, 'peer', query, customers))
  try {
    const bytes = await checkAnswers(query, { gateway, floor, peers })
    process.stdout.write(`${query.title}: ${rounded(bytes / 1000)} kB, the same from everybody\n`)
    const results = await measureProcessorTime(query, floor, [gateway, ...peers])
    if (query.name === 'timeline') results.push(...(await measureLatency(floor, gateway)))
    return results
  } finally {
    await Promise.all([gateway, floor, ...peers].map((target) => target.close()))
  }
}

async function profileQuery(query: MeasuredQuery, server: MeasuredServer, { customers }: Ground): Promise<void> {
  const gateway = new Target(server, 'gateway', query, customers)
  await profile(server, query.name, () => keepBusy(gateway, profileTime))
  await gateway.close()
}

/** Shows figures as they are found: a run takes minutes, and may be stopped when one of them says enough. */
function tell(results: readonly Result[]): readonly Result[] {
  for (const { metric, value, unit, spread, aim } of results) {
    const around = spread === undefined ? '' : ` (${spread})`
    process.stdout.write(`  ${metric}: ${value} ${unit}${around}${aim === '' ? '' : `, aim ${aim}`}\n`)
  }
  return results
}

/** Without collecting garbage for it: it is what the machine has to have. The peers' is of fewer queries. */
async function memoryAfterLoad(server: MeasuredServer, index: number): Promise<Result> {
  await pause(restTime)
  const megabytes = Math.round((await server.usage()).memory / 1e6)
  const isOurs = index === 0
  const met = !isOurs || megabytes <= memoryAim
  const metric = `memory after load, ${server.name}`
  return { metric, value: megabytes, unit: 'MB', aim: isOurs ? `≤ ${memoryAim}` : '', met }
}

/** On gateways of their own: the memory is theirs alone, and collecting garbage for it would disturb what follows. */
async function measureSubscriptions(ground: Ground, options: { profile: boolean }): Promise<readonly Result[]> {
  const { customers, upstreams } = ground
  const subscription = clientSubscription('libraryEvents')
  const idle = await ground.startGateway('gateway of idle subscriptions')
  const memory = await measureSubscriptionMemory(idle, subscription, customers)
  await idle.stop()
  const busy = await ground.startGateway('gateway of busy subscriptions')
  const events = new EventsBench(busy, upstreams, subscription)
  await events.join(customers)
  const costs = await events.measure()
  if (options.profile || costs.some(({ met }) => !met)) await profile(busy, 'events', () => events.deliver())
  return tell([memory, ...costs])
}

async function profile(server: MeasuredServer, name: string, work: () => Promise<unknown>): Promise<void> {
  mkdirSync(profileDir, { recursive: true })
  const file = join(profileDir, `gateway-${name}.cpuprofile`)
  await server.profile(file, work)
  process.stdout.write(`\n${summarizeProfile(name, file)}\n\n`)
}
