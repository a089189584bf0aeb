import { afterEach, describe, expect, test } from 'vitest'
import { makeJpeg } from '../../support/pictures.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { PostgresServer } from '../../support/postgresServer.ts'
import { Customer, publicUrl } from '../storage/customer.ts'
import { DatabaseLoad } from './databaseLoad.ts'

/** The codes of the errors while the database is unavailable: our own code, and the one of OAuth 2. */
const awayCodes = new Set<unknown>(['DATABASE_UNAVAILABLE', 'temporarily_unavailable'])

const started: { remove(): Promise<void> | void }[] = []
let load: DatabaseLoad | undefined

async function createServices(databaseUrl: string): Promise<KillableServices> {
  const environment = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'trace' }
  const names = 'identity,storage,photos'
  const services = await createKillableServices('the embedded database', publicUrl, names, environment)
  started.unshift(services)
  return services
}

async function startServer(): Promise<PostgresServer> {
  const server = await PostgresServer.start()
  started.push(server)
  return server
}

interface Comeback {
  /** The server that has the data after the outage. */
  readonly server: PostgresServer
  readonly done: Promise<void>
}

/**
 * Creates and lists albums while the database is unavailable for a time. Expects that this affects only the answers in
 * that time.
 * @param takeAway makes the database unavailable, and begins to bring it back
 * @returns how long (ms) requests failed after the database was back
 */
async function survive(services: KillableServices, takeAway: () => Promise<Comeback>): Promise<number> {
  const customer = new Customer(services.url, services.issuer)
  const running = new DatabaseLoad(customer)
  load = running
  await expect.poll(() => running.acknowledged.length).toBeGreaterThan(20)
  const { server, done } = await takeAway()
  const backAt = await server.accepts()
  await done
  await expect.poll(() => running.hasSucceededSince(backAt) || !services.isRunning()).toBe(true)
  expect(services.isRunning()).toBe(true)
  // Jobs and events continue as well: they bring a photo into the library.
  const bytes = await makeJpeg({ seed: 1 })
  await expect.poll(async () => customer.upload(bytes).catch(() => null)).toMatchObject({ status: 200 })
  await expect.poll(async () => (await customer.photos()).length).toBe(1)
  await running.stop()

  const { failed, acknowledged } = running
  expect(failed).not.toEqual([])
  expect(failed.filter(({ status, code }) => status !== 503 || !awayCodes.has(code))).toEqual([])
  expect(failed.filter(({ retryAfter }) => retryAfter !== '1')).toEqual([])
  const stored = await storedAlbums(server, customer)
  expect(stored.filter((name, index) => stored.indexOf(name) !== index)).toEqual([])
  expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([])
  expect(services.log()).toContain('a database connection was lost')
  expect(services.log()).toContain('the connection for notifications was lost')
  expect(services.log()).not.toMatch(/secretKey|processID/)
  return running.errorsSince(backAt)
}

async function storedAlbums(server: PostgresServer, { id }: Customer): Promise<string[]> {
  const rows = await server.query(`select name from photos.albums where owner_id = '${id}'`)
  return rows.map(({ name }) => String(name))
}

function report(what: string, milliseconds: number): void {
  process.stdout.write(`${what}: requests failed until ${milliseconds} ms after the database was back\n`)
}

/** No supervisor restarts these processes, so a process that ends fails the test. */
describe('services without a supervisor keep running', () => {
  afterEach(async () => {
    await load?.stop()
    for (const each of started.splice(0)) await each.remove()
  })

  test('when PostgreSQL restarts', async () => {
    const server = await startServer()
    const services = await createServices(server.url())
    await services.start()
    for (const mode of ['fast', 'immediate'] as const) {
      const milliseconds = await survive(services, async () => {
        const done = server.restart(mode)
        await expect.poll(() => load?.failed.length, { interval: 5 }).toBeGreaterThan(0)
        return { server, done }
      })
      report(mode, milliseconds)
    }
  })

  test('when the primary is killed, and its synchronous standby is promoted', async () => {
    const primary = await startServer()
    const standby = await primary.startSynchronousStandby()
    started.push(standby)
    // The first host is the standby, so the services must look for the primary from the start.
    const hosts = `${standby.host},${primary.host}`
    const services = await createServices(`postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`)
    await services.start()
    const milliseconds = await survive(services, async () => {
      primary.kill()
      await expect.poll(() => load?.failed.length).toBeGreaterThan(5)
      return { server: standby, done: standby.promote() }
    })
    report('standby', milliseconds)
  })

  test('when they start before a host accepts writes', async () => {
    const primary = await startServer()
    const standby = await primary.startSynchronousStandby()
    started.push(standby)
    primary.kill()
    const services = await createServices(`postgres://postgres@${primary.host},${standby.host}/postgres`)
    const isStarted = services.start()
    await expect.poll(() => services.log()).toContain('the start waits for the database')
    await standby.promote()
    await isStarted
    const customer = new Customer(services.url, services.issuer)
    expect((await customer.upload(await makeJpeg({ seed: 1 }))).status).toBe(200)
  })
})
