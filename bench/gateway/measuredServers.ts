import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchOptions } from '../result.ts'
import { clientDocuments } from './clientDocuments.ts'
import { type Customer, createCustomers, publicUrl } from './customers.ts'
import { startPeers } from './peers.ts'
import { type MeasuredQuery, documentId } from './queries.ts'
import { scaleOf } from './scale.ts'
import {
  type Cores,
  MeasuredServer,
  type ServerOptions,
  chooseCores,
  pinThisProcess,
  releaseThisProcess,
} from './servers.ts'

/** The servers of a measurement. */
export interface Servers {
  readonly customers: readonly Customer[]
  readonly upstreams: MeasuredServer
  /** An aggregator written by hand for speed alone (`floor.ts`): what the gateway is compared with. */
  readonly floor: MeasuredServer
  /** Other gateways, if they are installed and can answer one of the queries. */
  readonly peers: readonly MeasuredServer[]
  startGateway(name: string): Promise<MeasuredServer>
}

/**
 * Starts upstreams, the floor and the peers for a measurement, and stops them and all gateways at its end.
 * @param queries the queries that will be measured
 * @throws Error that names the folder of the logs
 */
export async function withServers<Outcome>(
  options: BenchOptions,
  queries: readonly MeasuredQuery[],
  measure: (servers: Servers) => Promise<Outcome>,
): Promise<Outcome> {
  const cores = chooseCores(options)
  pinThisProcess(cores.other)
  announcePinning(cores)
  const logDir = mkdtempSync(join(tmpdir(), 'keepsake-bench-'))
  const servers: MeasuredServer[] = []
  try {
    const outcome = await measure(await startServers({ options, queries, cores, logDir, servers }))
    rmSync(logDir, { recursive: true, force: true })
    return outcome
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\nThe logs are in ${logDir}.`, { cause })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    releaseThisProcess(cores.other)
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
  queries,
  cores,
  logDir,
  servers,
}: {
  readonly options: BenchOptions
  readonly queries: readonly MeasuredQuery[]
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
  const canHavePeers = queries.some((query) => query.hasPeers)
  const peers = canHavePeers && !bench.small ? await startPeers((peer) => start({ ...measured, ...peer })) : []
  if (canHavePeers && peers.length === 0)
    process.stdout.write('The peers are not measured. npm run bench:peers installs them.\n')
  const environment = {
    ...gatewayEnvironment(upstreams.url),
    ...scale.settings,
    PERSISTED_DOCUMENTS: writeDocuments(logDir, queries),
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
function writeDocuments(folder: string, queries: readonly MeasuredQuery[]): string {
  const file = join(folder, 'documents.json')
  const own = queries.filter(({ isPersisted }) => isPersisted)
  const documents = Object.fromEntries(own.map(({ document }) => [documentId(document), document]))
  writeFileSync(file, JSON.stringify({ ...clientDocuments(), ...documents }))
  return file
}
