import { readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { Customer, type PhotoServices, startPhotoServices } from '../storage/customer.ts'

async function readMetrics(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The value of a series, such as `services_jobs_waiting{queue="storage.renditions"}`. Null if it is missing. */
function valueIn(metrics: string, series: string): number | null {
  const line = metrics.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length))
}

const photosAnswers = (status: number) => `services_request_duration_seconds_count{service="photos",status="${status}"}`
const blobErrors = (operation: string, reason: string) =>
  `services_blob_errors_total{operation="${operation}",reason="${reason}"}`

async function* untilFullDisk(): AsyncGenerator<Buffer> {
  yield Buffer.from('part')
  throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
}

describe.each(databaseKinds)('the metrics of services, on %s', (kind) => {
  let installation: Installation
  let running: PhotoServices
  let customer: Customer
  const read = async (series: string) => valueIn(await readMetrics(running.services.url), series)

  beforeAll(async () => {
    installation = await createInstallation(kind)
    running = await startPhotoServices(installation)
    customer = new Customer(running.services.url, running.issuer)
  })

  afterAll(async () => {
    await running.close()
    await installation.remove()
  })

  test('count requests by service and status', async () => {
    expect(await read(photosAnswers(200))).toBeNull()
    await customer.photos()
    await customer.photos()
    await customer.call('GET', '/photos/photos', { isSignedOut: true })
    expect([await read(photosAnswers(200)), await read(photosAnswers(401))]).toEqual([2, 1])
    const isSlow = 'services_request_duration_seconds_bucket{le="10",service="photos",status="200"}'
    expect(await read(isSlow)).toBe(2)
  })

  test('show the process, its connections and that the database answers', async () => {
    expect(await read('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(await read('nodejs_eventloop_lag_p99_seconds')).not.toBeNull()
    expect(await read('services_database_reachable')).toBe(1)
    const states = ['used', 'idle', 'waiting']
    // Reads all states together, because a connection can be taken or become free between two readings.
    const metrics = await readMetrics(running.services.url)
    const connections = states.map((state) => valueIn(metrics, `services_database_connections{state="${state}"}`))
    expect(connections).not.toContain(null)
    expect((connections[0] ?? 0) + (connections[1] ?? 0)).toBeGreaterThan(0)
  })

  test('are described in docs/operations.md with their types', async () => {
    const page = readFileSync('docs/operations.md', 'utf8')
    const text = await readMetrics(running.services.url)
    const own = [...text.matchAll(/^# TYPE ((?:services|storage)_\S+) (\S+)$/gm)]
    expect(own.length).toBeGreaterThan(8)
    const [, section = ''] = page.split('\n## Metrics of services\n')
    for (const [, name = '', type] of own) {
      // The counters of a single service are described beside the settings of this service.
      if (!section.split('\n## ')[0]?.includes(`| \`${name}\``)) expect(page, name).toContain(`\`${name}\` counts`)
      else expect(section).toMatch(new RegExp(`^\\| \`${name}\` +\\| ${type} `, 'm'))
    }
  })

  test('count uploads that are not complete', async () => {
    expect(await read('storage_uploads_unfinished{state="receiving"}')).toBe(0)
    const picture = await makeJpeg()
    const location = (await customer.create(picture.length)).headers.get('location') ?? ''
    await customer.append(location, 0, picture.subarray(0, 100))
    expect(await read('storage_uploads_unfinished{state="receiving"}')).toBe(1)
    await customer.append(location, 100, picture.subarray(100))
    await expect.poll(() => read('storage_uploads_unfinished{state="receiving"}')).toBe(0)
    await expect.poll(() => read('storage_uploads_unfinished{state="processing"}')).toBe(0)
  })

  test('show no backlog once all work is done', async () => {
    await customer.photosOf(1)
    for (const series of ['services_jobs_waiting', 'services_jobs_running', 'services_jobs_oldest_seconds'])
      await expect.poll(() => read(`${series}{queue="storage.renditions"}`)).toBe(0)
    await expect.poll(() => read('services_events_oldest_seconds{consumer="photos.arrivals"}')).toBe(0)
  })

  test('count failures of the store of the files', async () => {
    const { blobs } = running.services.platform
    const interrupted = untilFullDisk()
    await expect(blobs.put('metrics/one', interrupted, { contentType: 'text/plain' })).rejects.toThrow('no space left')
    expect(await blobs.get('metrics/one')).toBeNull()
    expect([await read(blobErrors('put', 'full')), await read(blobErrors('get', 'full'))]).toEqual([1, null])

    const folder = join(installation.dataDir, 'blobs/temporary')
    await rename(folder, `${folder}.away`)
    expect((await fetch(`${running.services.url}/readyz`)).status).toBe(503)
    await rename(`${folder}.away`, folder)
    expect(await read(blobErrors('check', 'away'))).toBe(1)
  })
})

test('show what waits if no process runs jobs', async () => {
  const installation = await createInstallation('a PostgreSQL server')
  const running = await startPhotoServices(installation, { ROLE: 'web' })
  try {
    const customer = new Customer(running.services.url, running.issuer)
    const { body } = await customer.upload(await makeJpeg())
    expect(body.uploadId).toEqual(expect.any(String))
    const read = async (series: string) => valueIn(await readMetrics(running.services.url), series)
    await expect.poll(() => read('services_jobs_waiting{queue="storage.renditions"}')).toBe(1)
    expect(await read('services_jobs_oldest_seconds{queue="storage.renditions"}')).toBeGreaterThan(0)
    expect(await read('services_jobs_running{queue="storage.renditions"}')).toBe(0)
    const series = 'services_events_oldest_seconds{consumer="photos.arrivals"}'
    expect(await read(series)).toBe(0)
    const { platform } = running.services
    const event = { type: 'original.ready', owner: customer.id, data: {} }
    await platform
      .database('photos')
      .transaction()
      .execute((change) => platform.events.append(change, [event]))
    expect(await read(series)).toBeGreaterThan(0)
    expect(await read('services_events_oldest_seconds{consumer="storage.purges"}')).toBe(0)
    expect(await read('storage_uploads_unfinished{state="processing"}')).toBe(1)
  } finally {
    await running.close()
    await installation.remove()
  }
})
