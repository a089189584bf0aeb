import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allocatorSettings } from '../../../launcher/allocator.ts'
import { freePort } from '../../../launcher/ports.ts'
import { PostgresServer } from '../../support/postgresServer.ts'
import { S3Server } from '../../support/s3Server.ts'
import { type IssueToken, prepareIdentityKeys } from '../identityKeys.ts'
import { Part, type PartDefinition } from './part.ts'

const haproxy = '/usr/sbin/haproxy'
/** Longer than the second after which the edge and haproxy ask again whether a replica is ready. */
const drainDelay = '2000'
/** A port on which nothing listens. */
const nowhere = '127.0.0.1:9'
const bucket = 'keepsake'
/** An export of some hundred photos of 22 kB has several files, each of which is sent in two parts. */
const exportFileBytes = '6000000'
/**
 * One process of each role. Two of them answer requests (`web` and `all`), and two run jobs (`all` and `workers`). So
 * while one process is down, another still answers requests and another still runs jobs.
 */
const roles = ['web', 'all', 'workers'] as const

/**
 * The product as on several machines, but all its processes run on one: two edges, two gateways, haproxy, three
 * services, PostgreSQL and an S3 server. The services share no folder.
 */
export interface Topology {
  readonly edges: readonly Part[]
  readonly gateways: readonly Part[]
  /** One of each role: `services-web`, `services-all`, `services-workers`. */
  readonly services: readonly Part[]
  readonly database: PostgresServer
  readonly s3: S3Server
  readonly bucket: string
  readonly edgeUrls: readonly string[]
  readonly issueToken: IssueToken
  /** The `DATA_DIR` of a part. */
  folderOf(part: string): string
  close(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

/** @param settings of all parts that differ from the defaults */
export async function startTopology(settings: Settings): Promise<Topology> {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-topology-'))
  const stores = await startStores(folder)
  const plan = await Plan.make(folder, stores, settings)
  const parts = {
    services: roles.map((role) => new Part(plan.services(role))),
    gateways: [0, 1].map((index) => new Part(plan.gateway(index))),
    edges: [0, 1].map((index) => new Part(plan.edge(index))),
  }
  const all = [...parts.services, new Part(plan.balancer()), ...parts.gateways, ...parts.edges]
  const close = async () => {
    await Promise.all(all.map(async (part) => part.end('SIGKILL')))
    await stores.close()
  }
  try {
    // The parts start one after the other, because the first services process creates the tables.
    for (const part of all) await part.start()
  } catch (error) {
    await close()
    throw error
  }
  const { edgeUrls, issueToken } = plan
  return { ...parts, ...stores, bucket, edgeUrls, issueToken, folderOf: (part) => join(folder, part), close }
}

interface Stores {
  readonly database: PostgresServer
  readonly s3: S3Server
  /** Stops the S3 server, and removes the database and the folder. */
  close(): Promise<void>
}

async function startStores(folder: string): Promise<Stores> {
  const database = await PostgresServer.start()
  const remove = () => {
    database.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const s3 = await S3Server.start()
    return {
      database,
      s3,
      async close() {
        await s3.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** The ports and settings of all parts. */
class Plan {
  readonly edgeUrls: readonly string[]
  readonly issueToken: IssueToken
  readonly #folder: string
  readonly #ports: Ports
  readonly #shared: Settings
  readonly #storing: Settings

  private constructor(folder: string, ports: Ports, issueToken: IssueToken, shared: Settings, storing: Settings) {
    this.#folder = folder
    this.#ports = ports
    this.#shared = shared
    this.#storing = storing
    this.issueToken = issueToken
    this.edgeUrls = ports.edges.map(urlOf)
  }

  static async make(folder: string, { database, s3 }: Stores, settings: Settings): Promise<Plan> {
    const ports = await choosePorts()
    const publicUrl = urlOf(ports.edges[0])
    const shared = {
      ...settings,
      PUBLIC_URL: publicUrl,
      PRODUCTION: 'false',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DRAIN_DELAY: drainDelay,
      BLOBS_PUBLIC_URL: s3.url,
    }
    const storing = {
      DATABASE_URL: database.url(),
      BLOBS: `s3://${bucket}`,
      AWS_ENDPOINT_URL_S3: s3.url,
      AWS_REGION: s3.region,
      AWS_ACCESS_KEY_ID: s3.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }
    for (const role of roles) mkdirSync(join(folder, `services-${role}`))
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>client</title>')
    writeFileSync(join(folder, 'routes.json'), '[]')
    // The first services process moves the keys from its folder to the database.
    const issueToken = await prepareIdentityKeys(join(folder, `services-${roles[0]}`), publicUrl)
    return new Plan(folder, ports, issueToken, shared, storing)
  }

  services(role: (typeof roles)[number]): PartDefinition {
    const name = `services-${role}`
    const port = this.#ports.services[role]
    return this.#ofNode('services', name, port, {
      ...allocatorSettings,
      ...this.#storing,
      ROLE: role,
      DATA_DIR: join(this.#folder, name),
      SERVICES_PORT: String(port),
      SERVICES_URL: urlOf(this.#ports.balancer),
      EXPORT_CHUNK_BYTES: exportFileBytes,
    })
  }

  balancer(): PartDefinition {
    const { balancer, services } = this.#ports
    return {
      name: 'balancer',
      program: { command: haproxy, options: ['-db', '-f', 'deploy/haproxy.cfg'] },
      environment: {
        LISTEN: `127.0.0.1:${balancer}`,
        SERVICES_1: `127.0.0.1:${services.web}`,
        SERVICES_2: `127.0.0.1:${services.all}`,
        SERVICES_3: nowhere,
      },
      readyUrl: `${urlOf(balancer)}/readyz`,
    }
  }

  gateway(index: number): PartDefinition {
    const port = this.#ports.gateways[index]
    return this.#ofNode('gateway', `gateway-${index + 1}`, port, {
      SERVICES_URL: urlOf(this.#ports.balancer),
      GATEWAY_PORT: String(port),
      GATEWAY_URLS: this.#ports.gateways.map(urlOf).join(','),
      CURSOR_SECRET: 'the same secret for both gateways',
    })
  }

  edge(index: number): PartDefinition {
    const port = this.#ports.edges[index]
    return this.#ofNode('edge', `edge-${index + 1}`, port, {
      PORT: String(port),
      GATEWAY_URLS: this.#ports.gateways.map(urlOf).join(','),
      SERVICES_URLS: [this.#ports.services.web, this.#ports.services.all].map(urlOf).join(','),
      WEB_ROOT: this.#folder,
    })
  }

  #ofNode(kind: string, name: string, port: number | undefined, own: Settings): PartDefinition {
    const environment = { ...this.#shared, ...own }
    return { name, program: { module: `${kind}/main.ts` }, environment, readyUrl: `${urlOf(port)}/readyz` }
  }
}

interface Ports {
  readonly edges: readonly number[]
  readonly gateways: readonly number[]
  readonly services: Readonly<Record<(typeof roles)[number], number>>
  readonly balancer: number
}

async function choosePorts(): Promise<Ports> {
  return {
    edges: [await freePort(), await freePort()],
    gateways: [await freePort(), await freePort()],
    services: { web: await freePort(), all: await freePort(), workers: await freePort() },
    balancer: await freePort(),
  }
}

function urlOf(port: number | undefined): string {
  return `http://127.0.0.1:${port}`
}
