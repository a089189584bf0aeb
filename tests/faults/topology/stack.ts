import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allocatorSettings } from '../../../launcher/allocator.ts'
import { freePort } from '../../../launcher/ports.ts'
import { PostgresServer } from '../../support/postgresServer.ts'
import { type IssueToken, prepareIdentityKeys } from '../identityKeys.ts'
import { Part } from './part.ts'

const haproxy = '/usr/sbin/haproxy'
/** Longer than the second after which the edge and haproxy ask again whether a replica is ready. */
const drainDelay = '2000'
/** A port on which nothing listens. */
const nowhere = '127.0.0.1:9'

/** The product on several machines, as processes of one: two edges, two gateways, services, haproxy and PostgreSQL. */
export interface Topology {
  readonly edges: readonly Part[]
  readonly gateways: readonly Part[]
  readonly services: readonly Part[]
  readonly database: PostgresServer
  readonly edgeUrls: readonly string[]
  readonly issueToken: IssueToken
  close(): Promise<void>
}

/** @param replicas how many services, at most 3. @param settings of all parts that differ from the defaults */
export async function startTopology(replicas: number, settings: Readonly<Record<string, string>>): Promise<Topology> {
  const dataDir = mkdtempSync(join(tmpdir(), 'keepsake-topology-'))
  writeFileSync(join(dataDir, 'index.html'), '<!doctype html><title>client</title>')
  writeFileSync(join(dataDir, 'routes.json'), '[]')
  const database = await PostgresServer.start()
  const [edgePorts, gatewayPorts, servicesPorts] = [await freePorts(2), await freePorts(2), await freePorts(replicas)]
  const balancerPort = await freePort()
  const publicUrl = urlOf(edgePorts[0])
  const issueToken = await prepareIdentityKeys(dataDir, publicUrl)
  const shared = {
    ...settings,
    PUBLIC_URL: publicUrl,
    PRODUCTION: 'false',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DRAIN_DELAY: drainDelay,
    CURSOR_SECRET: 'the same secret for both gateways',
  }
  const ofNode = (kind: string, environment: Readonly<Record<string, string>>, port: number, index: number) =>
    new Part({
      name: `${kind}-${index + 1}`,
      program: { module: `${kind}/main.ts` },
      environment: { ...shared, ...environment },
      readyUrl: `${urlOf(port)}/readyz`,
    })
  const services = servicesPorts.map((port, index) => {
    const own = { ...allocatorSettings, DATA_DIR: dataDir, DATABASE_URL: database.url(), SERVICES_PORT: String(port) }
    return ofNode('services', own, port, index)
  })
  const [first = nowhere, second = nowhere, third = nowhere] = servicesPorts.map((port) => `127.0.0.1:${port}`)
  const balancer = new Part({
    name: 'balancer',
    program: { command: haproxy, options: ['-db', '-f', 'deploy/haproxy.cfg'] },
    environment: { LISTEN: `127.0.0.1:${balancerPort}`, SERVICES_1: first, SERVICES_2: second, SERVICES_3: third },
    readyUrl: `${urlOf(balancerPort)}/readyz`,
  })
  const gateways = gatewayPorts.map((port, index) =>
    ofNode('gateway', { SERVICES_URL: urlOf(balancerPort), GATEWAY_PORT: String(port) }, port, index),
  )
  const edges = edgePorts.map((port, index) => {
    const own = {
      PORT: String(port),
      GATEWAY_URLS: gatewayPorts.map(urlOf).join(','),
      SERVICES_URLS: servicesPorts.map(urlOf).join(','),
      WEB_ROOT: dataDir,
    }
    return ofNode('edge', own, port, index)
  })
  const parts = [...services, balancer, ...gateways, ...edges]
  const close = async () => {
    await Promise.all(parts.map(async (part) => part.end('SIGKILL')))
    database.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    // One after the other: the first services process creates the tables.
    for (const part of parts) await part.start()
  } catch (error) {
    await close()
    throw error
  }
  return {
    edges,
    gateways,
    services,
    database,
    edgeUrls: edgePorts.map(urlOf),
    issueToken,
    close,
  }
}

async function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, async () => freePort()))
}

function urlOf(port: number | undefined): string {
  return `http://127.0.0.1:${port}`
}
