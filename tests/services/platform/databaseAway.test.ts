import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeJpeg } from '../../support/pictures.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { PostgresServer } from '../../support/postgresServer.ts'
import { Customer, publicUrl, until } from '../storage/customer.ts'
import { DatabaseLoad } from './databaseLoad.ts'

/** Nobody restarts these services: a process that ends stays away. */
describe('services without a supervisor, whose PostgreSQL server restarts', () => {
  let server: PostgresServer
  let services: KillableServices
  let load: DatabaseLoad

  beforeAll(async () => {
    server = await PostgresServer.start()
    services = await createKillableServices('the embedded database', publicUrl, 'storage,photos', {
      DATABASE_URL: server.url(),
      LOG_LEVEL: 'trace',
    })
    await services.start()
  })
  afterAll(async () => {
    await services.remove()
    server.remove()
  })

  afterEach(() => load.stop())

  test.each(['fast', 'immediate'] as const)('go on after a restart that is %s', async (mode) => {
    const customer = new Customer(services.url, services.issuer)
    load = new DatabaseLoad(customer)
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(20)
    const restarted = server.restart(mode)
    await expect.poll(() => load.failed.length).toBeGreaterThan(0)
    const backAt = await server.accepts()
    await expect.poll(() => load.hasSucceededSince(backAt) || !services.isRunning()).toBe(true)
    await restarted
    expect(services.isRunning()).toBe(true)
    const { body } = await customer.upload(await makeJpeg({ seed: 1 }))
    await until(async () => ((await customer.photos()).length === 1 ? true : null), `the photo ${body.imageId}`)
    await load.stop()
    process.stdout.write(`${mode}: errors until ${load.errorsSince(backAt)} ms after the server was back\n`)

    expect(load.failed.filter(({ status, code }) => status !== 503 || code !== 'DATABASE_UNAVAILABLE')).toEqual([])
    expect(load.failed.filter(({ retryAfter }) => retryAfter !== '1')).toEqual([])
    const stored = await storedAlbums(server, customer)
    expect(stored.filter((name, index) => stored.indexOf(name) !== index)).toEqual([])
    expect(load.acknowledged.filter((name) => !stored.includes(name))).toEqual([])
    expect(services.log()).toContain('connection')
    expect(services.log()).not.toMatch(/secretKey|processID/)
  })
})

async function storedAlbums(server: PostgresServer, { id }: Customer): Promise<string[]> {
  const rows = await server.query(`select name from photos.albums where owner_id = '${id}'`)
  return rows.map(({ name }) => String(name))
}
