import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readServicesConfig } from '../../../services/config.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { Customer, type PhotoServices, publicUrl, startPhotoServices } from '../storage/customer.ts'

const pictures = 3

describe('a process for requests and a process for work', () => {
  let web: PhotoServices
  let workers: KillableServices
  let customer: Customer

  beforeAll(async () => {
    const url = 'http://127.0.0.1:9'
    workers = await createKillableServices('a PostgreSQL server', publicUrl, 'storage,photos', {
      ROLE: 'workers',
      SERVICES_URL: url,
    })
    web = await startPhotoServices(workers.installation, { ROLE: 'web', IDENTITY_URL: workers.identityUrl })
    customer = new Customer(web.services.url, workers.issuer)
  })
  afterAll(async () => {
    await web.close()
    await workers.remove()
  })

  /** How many jobs wait, how many were ever begun, how many events exist, and the last position that was handled. */
  async function readWork(): Promise<Record<string, number>> {
    const { rows } = await sql<Record<string, number>>`
      select count(*) filter (where state = 'created')::int as waiting, count(started_on)::int as begun,
        (select count(*) from platform.events where type like 'original.%')::int as events,
        (select coalesce(max(handled_to), 0) from platform.event_consumers)::int as consumed
      from jobs.job where name like 'storage.%' or name like 'photos.%'`.execute(
      web.services.platform.database('storage'),
    )
    return rows[0] ?? {}
  }

  test('together turn uploads into photos; the first alone only queues the work', async () => {
    const uploads: string[] = []
    for (let seed = 1; seed <= pictures; seed += 1) {
      const { status, body } = await customer.upload(await makeJpeg({ seed, width: 640, height: 480 }))
      expect(status).toBe(200)
      uploads.push(body.uploadId)
    }
    for (const id of uploads) {
      expect((await customer.call('GET', `/storage/uploads/${id}`)).body).toMatchObject({ state: 'PROCESSING' })
    }
    expect(await readWork()).toMatchObject({ begun: 0, consumed: 0 })
    expect((await readWork())['waiting']).toBeGreaterThanOrEqual(pictures)

    await workers.start()
    for (const id of uploads) expect(await customer.settled(id)).toMatchObject({ state: 'READY' })
    const photos = await customer.photosOf(pictures)
    expect((await customer.read(photos[0]?.thumbnails[0]?.url ?? '')).status).toBe(200)
    expect((await readWork())['begun']).toBeGreaterThanOrEqual(pictures)
  })

  test('are both ready; the process for work has no routes of services', async () => {
    for (const url of [web.services.url, workers.url]) {
      for (const path of ['/livez', '/readyz', '/metrics']) expect((await fetch(`${url}${path}`)).status).toBe(200)
    }
    const paths = ['/photos/photos', '/storage/uploads/1', '/storage/metrics', '/photos/openapi.json', '/dev/api']
    for (const path of paths) expect([path, (await fetch(`${workers.url}${path}`)).status]).toEqual([path, 404])
    const there = new Customer(workers.url, workers.issuer, customer.id)
    expect((await there.create(1_000)).status).toBe(404)
    expect((await customer.call('GET', '/photos/photos')).status).toBe(200)
  })
})

describe('ROLE', () => {
  const server = { DATABASE_URL: 'postgres://database/keepsake', PRODUCTION: 'false' }

  test('must be a known role, and `web` needs a database that several processes can open', () => {
    expect(() => readServicesConfig({ ROLE: 'worker' })).toThrow('ROLE')
    expect(() => readServicesConfig({ ROLE: 'web' })).toThrow('ROLE=web needs DATABASE_URL')
    expect(readServicesConfig({ ...server, ROLE: 'web' }).platform('http://own').role).toBe('web')
    expect(readServicesConfig({}).platform('http://own').role).toBe('all')
  })

  test('`workers` needs the URL of the services, which the jobs call', () => {
    expect(() => readServicesConfig({ ...server, ROLE: 'workers' })).toThrow('ROLE=workers needs SERVICES_URL')
    const settings = { ...server, ROLE: 'workers', SERVICES_URL: 'http://services:4001', ORDERS_URL: 'http://other/o' }
    const { urls } = readServicesConfig(settings).platform('http://own')
    expect([urls.photos, urls.orders]).toEqual(['http://services:4001/photos', 'http://other/o'])
  })
})
