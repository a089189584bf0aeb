import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pino from 'pino'
import { Registry } from 'prom-client'
import { registerServices } from './app.ts'
import { readServicesConfig } from './config.ts'
import { createBrands, issuersOf } from './platform/brands/brands.ts'
import { openBlobs } from './platform/blobs/openBlobs.ts'
import { createHttpClient } from './platform/http.ts'
import { RequestLimits } from './platform/limits/requestLimits.ts'
import { createOperator } from './platform/operator.ts'
import { createServiceApp } from './platform/serviceApp.ts'
import { createClients } from '../clients/clients.ts'
import { createServiceCalls } from './platform/serviceCalls.ts'
import { createTokens } from './platform/tokens.ts'
import { serviceNames } from './services.ts'
import type { OpenApiDocument } from './platform/openapi.ts'
import type { Platform } from './platform/platform.ts'

/**
 * Registers all services, including the routes that exist only in a demo, and reads their OpenAPI documents. Needs no
 * database, because nothing is started.
 */
async function readDocuments(dataDir: string): Promise<ReadonlyMap<string, OpenApiDocument>> {
  const log = pino({ level: 'silent' })
  const app = createServiceApp(log, [])
  const { documents } = await registerServices(app, await unstartedPlatform(dataDir, log), serviceNames)
  await app.ready()
  const read = new Map([...documents].map(([name, document]) => [name, document()]))
  await app.close()
  return read
}

const nothing = async () => undefined
const ignored = () => undefined

async function unstartedPlatform(dataDir: string, log: pino.Logger): Promise<Platform> {
  const config = readServicesConfig({ DATA_DIR: dataDir, DEMO: 'true' }).platform('http://localhost:4001')
  const brands = createBrands(config, log)
  const database = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return {
    config,
    log,
    jobs: { define: ignored, enqueue: nothing, enqueueAll: nothing, start: nothing, stop: nothing },
    events: {
      append: nothing,
      consume: ignored,
      consumers: () => [],
      lastPosition: async () => 0,
      removedTo: async () => null,
      existsAfter: async () => false,
      ownersWithUnhandled: async () => new Set(),
      hasUnhandled: async () => false,
      async *subscribe() {},
      start: nothing,
      stop: nothing,
    },
    blobs: await openBlobs(config, 'unused', log),
    mail: { send: async () => 'sent' },
    tokens: createTokens({ identityUrl: config.urls.identity, issuers: () => issuersOf(config.publicUrl, brands) }),
    secrets: { readOrMake: async (_name, { make } = {}) => (await make?.()) ?? 'unused' },
    operator: createOperator('unused'),
    serviceCalls: createServiceCalls('unused'),
    clients: createClients(config.clientsDir, log),
    http: createHttpClient('unused'),
    limits: new RequestLimits({ settings: config.limits, secret: 'unused', log }),
    brands,
    metrics: new Registry(),
    // The cast is needed, as in `openDatabase`, because only the service knows its tables.
    database: <Tables>() => database as unknown as Kysely<Tables>,
    migrate: nothing,
  }
}

/**
 * Writes `<service>/openapi.json` of each service. With `--check`, writes nothing, and fails if a file is out of date.
 */
async function generate(isCheck: boolean): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-contracts-'))
  const documents = await readDocuments(folder)
  await rm(folder, { recursive: true })
  const stale = [...documents]
    .map(([name, document]) => ({
      file: new URL(`${name}/openapi.json`, import.meta.url),
      text: `${JSON.stringify(document, null, 2)}\n`,
    }))
    .filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
  if (isCheck) {
    for (const { file } of stale) process.stderr.write(`${file.pathname} is not up to date: npm run generate\n`)
    return stale.length > 0 ? 1 : 0
  }
  for (const { file, text } of stale) writeFileSync(file, text)
  return 0
}

process.exitCode = await generate(process.argv.includes('--check'))
