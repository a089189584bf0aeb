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
import { type Scale, scaleOf } from './gateway/scale.ts'
import { type Cores, MeasuredServer, type ServerOptions, chooseCores, pinThisProcess } from './gateway/servers.ts'
import { rounded } from './gateway/statistics.ts'
import { EventsBench, measureSubscriptionMemory } from './gateway/subscriptions.ts'
import { Target } from './gateway/targets.ts'
import { type BenchOptions, type Result, resultsFolder } from './result.ts'

const memoryAim = 300

interface Servers {
  readonly customers: readonly Customer[]
  readonly upstreams: MeasuredServer
  readonly floor: MeasuredServer
  readonly peers: readonly MeasuredServer[]
  startGateway(name: string): Promise<MeasuredServer>
}

/**
 * Compares the gateway, in its production settings, to a hand-written aggregator that makes the same calls and returns
 * the same bytes. Compares it to other gateways too, if they are installed.
 */
export async function run(options: BenchOptions): Promise<Result[]> {
  const cores = chooseCores(options)
  pinThisProcess(cores.other)
  announcePinning(cores)
  const logDir = mkdtempSync(join(tmpdir(), 'keepsake-bench-'))
  const servers: MeasuredServer[] = []
  try {
    const started = await startServers({ options, cores, logDir, servers })
    const results = [...(await measureQueries(started, options)), ...(await measureSubscriptions(started, options))]
    rmSync(logDir, { recursive: true, force: true })
    return results
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\nThe logs are in ${logDir}.`, { cause })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

function announcePinning({ measured, other }: Cores): void {
  process.stdout.write(
    measured === null
      ? 'No server is pinned to a core, so the figures vary more.\n'
      : `Servers are pinned to core ${measured}, upstreams and load to core ${other}.\n`,
  )
}

/** @param servers receives every server that is started, so that all of them are stopped at the end */
async function startServers({
  options: bench,
  cores,
  logDir,
  servers,
}: {
  readonly options: BenchOptions
  readonly cores: Cores
  readonly logDir: string
  readonly servers: MeasuredServer[]
}): Promise<Servers> {
  const scale = scaleOf(bench)
  const { customers, jwks } = await createCustomers(scale.customers)
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
  const peers = bench.small ? [] : await startPeers((peer) => start({ ...measured, ...peer }))
  if (peers.length === 0) process.stdout.write('The peers are not measured. npm run bench:peers installs them.\n')
  const environment = {
    ...gatewayEnvironment(upstreams.url),
    ...scale.settings,
    PERSISTED_DOCUMENTS: writeDocuments(logDir),
  }
  const gateway = { ...measured, environment, entry: '../../gateway/main.ts' }
  return { customers, upstreams, floor, peers, startGateway: (name) => start({ ...gateway, name }) }
}

/**
 * Returns the settings of `npm start`, with one difference: the gateway does not refuse load when its event loop is
 * delayed, because the benchmark sends requests at full speed.
 */
function gatewayEnvironment(upstreamUrl: string): Record<string, string> {
  return {
    PUBLIC_URL: publicUrl,
    SERVICES_URL: upstreamUrl,
    LOG_LEVEL: 'info',
    OVERLOAD_LAG: '10000',
  }
}

/** Writes the documents of our client and of the measured queries. @returns the path of the file */
function writeDocuments(folder: string): string {
  const file = join(folder, 'documents.json')
  const own = measuredQueries.filter(({ isPersisted }) => isPersisted)
  const documents = Object.fromEntries(own.map(({ document }) => [documentId(document), document]))
  writeFileSync(file, JSON.stringify({ ...clientDocuments(), ...documents }))
  return file
}

/** Measures all queries on one gateway, as in production: each query finds the caches and the heap that others left. */
async function measureQueries(started: Servers, options: BenchOptions): Promise<Result[]> {
  const scale = scaleOf(options)
  const gateway = await started.startGateway('gateway')
  const results: Result[] = []
  const profiled: MeasuredQuery[] = []
  for (const query of measuredQueries) {
    const ofQuery = await measureQuery(query, gateway, started, scale)
    results.push(...show(ofQuery))
    if (options.profile || ofQuery.some(({ met }) => !met)) profiled.push(query)
  }
  const memory = await Promise.all(
    [gateway, ...started.peers].map((server) => memoryAfterLoad(server, server === gateway, scale)),
  )
  results.push(...show(memory))
  // Profile at the end, because profiling itself takes memory and time.
  for (const query of profiled) await profileQuery(query, gateway, started, options)
  await gateway.stop()
  return results
}

async function measureQuery(
  query: MeasuredQuery,
  server: MeasuredServer,
  started: Servers,
  scale: Scale,
): Promise<Result[]> {
  const { customers } = started
  const gateway = new Target(server, 'gateway', query, customers)
  const floor = new Target(started.floor, 'floor', query, customers)
  const peers = (query.hasPeers ? started.peers : []).map((peer) => new Target(peer, 'peer', query, customers))
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

async function profileQuery(
  query: MeasuredQuery,
  server: MeasuredServer,
  { customers }: Servers,
  options: BenchOptions,
): Promise<void> {
  const gateway = new Target(server, 'gateway', query, customers)
  await profile(server, query.name, options, () => keepBusy(gateway, scaleOf(options).profileMilliseconds))
  await gateway.close()
}

/** Prints figures as soon as they are known: a run takes minutes, and its reader may stop it early. */
function show(results: readonly Result[]): readonly Result[] {
  for (const { metric, value, unit, spread, aim } of results) {
    const around = spread === undefined ? '' : ` (${spread})`
    process.stdout.write(`  ${metric}: ${value} ${unit}${around}${aim === '' ? '' : `, aim ${aim}`}\n`)
  }
  return results
}

/**
 * Measures a server's memory after the load. Garbage is not collected first, because the machine must have memory for
 * garbage too. The figures of the peers are lower limits, because the peers answered fewer queries.
 */
async function memoryAfterLoad(server: MeasuredServer, isOurs: boolean, scale: Scale): Promise<Result> {
  await pause(scale.restMilliseconds)
  const megabytes = Math.round((await server.usage()).memory / 1e6)
  const met = !isOurs || megabytes <= memoryAim
  const metric = `memory after load, ${server.name}`
  return { metric, value: megabytes, unit: 'MB', aim: isOurs ? `≤ ${memoryAim}` : '', met }
}

/**
 * Measures idle and busy subscriptions. Starts a new gateway for each measurement, because the heap that the first one
 * leaves would distort the second one.
 */
async function measureSubscriptions(started: Servers, options: BenchOptions): Promise<readonly Result[]> {
  const { customers, upstreams } = started
  const scale = scaleOf(options)
  const subscription = clientSubscription('libraryEvents')
  const idle = await started.startGateway('gateway of idle subscriptions')
  const memory = await measureSubscriptionMemory(idle, subscription, customers, scale)
  await idle.stop()
  const busy = await started.startGateway('gateway of busy subscriptions')
  const events = new EventsBench(busy, upstreams, subscription, scale)
  await events.join(customers)
  const costs = await events.measure()
  if (options.profile || costs.some(({ met }) => !met)) await profile(busy, 'events', options, () => events.deliver())
  return show([memory, ...costs])
}

async function profile(
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
