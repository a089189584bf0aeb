import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { unzip } from '../../support/unzip.ts'
import { fillLibrary } from '../../faults/work/library.ts'
import { blobFiles, incompleteBlobs } from '../archiveServices.ts'
import { DownloadCustomer } from '../downloads/downloadServices.ts'
import { publicUrl, until } from '../storage/customer.ts'
import { Exporter } from './exporter.ts'

const photos = { count: 6, bytes: 1_000_000 }
const chunkBytes = 3_500_000
/** The largest file that the services can write: one photo fits, an archive of several photos does not. */
const roomKilobytes = 2_000

/** Only blob files hit the limit, in the middle of a file; the database is on a server, which is not limited. */
let services: KillableServices

beforeAll(async () => {
  services = await createKillableServices('a PostgreSQL server', publicUrl, 'site,storage,photos,downloads,exports', {
    EXPORT_CHUNK_BYTES: String(chunkBytes),
  })
})
afterAll(() => services.remove())

test('a full disk leaves no incomplete file; once there is room, archives and exports complete by themselves', async () => {
  const exporter = new Exporter(services.url, services.issuer)
  const customer = new DownloadCustomer(services.url, services.issuer, exporter.id)
  await services.start()
  const kept = await fillLibrary(services, exporter.id, photos)
  await services.start(roomKilobytes)
  const { backupId } = (await exporter.requestExport()).body
  const { id } = (await customer.requestDownload(kept.map((photo) => photo.id))).body
  await until(async () => ((await failures()) === 2 ? true : null), 'both jobs to be retried')
  expect((await exporter.readExport(backupId)).body).toMatchObject({ status: 'IN_PROGRESS', expires: null })
  expect((await customer.readDownload(id)).body).toMatchObject({ state: 'started', size: null })
  const { dataDir } = services.installation
  await until(
    async () => ((await incompleteBlobs(dataDir)).length === 0 ? true : null),
    'incomplete files to be deleted',
  )
  const finished = async () => {
    const files = await Promise.all(
      ['exports', 'downloads'].map((name) => blobFiles(dataDir, `${name}/${exporter.id}`)),
    )
    return files.flat().filter((path) => path.endsWith('.zip'))
  }
  await services.kill()
  expect(await finished()).toEqual([])

  await services.start()
  const bytes = kept.map((photo) => photo.bytes.toString('base64')).toSorted()
  const backup = await exporter.untilEnded(backupId)
  expect(backup).toMatchObject({ status: 'READY', photosCount: photos.count, missingCount: 0 })
  const exported = [...(await exporter.unpacked(backup)).values()]
  expect(exported.map((file) => file.bytes.toString('base64')).toSorted()).toEqual(bytes)
  expect(await customer.untilEnded(id)).toMatchObject({ state: 'finished', missingCount: 0 })
  const archived = [...(await unzip(await customer.archive(id))).values()]
  expect(archived.map((file) => file.bytes.toString('base64')).toSorted()).toEqual(bytes)
  expect((await finished()).length).toBe(backup.chunks.length + 1)
})

/** How many jobs of exports and archives were retried. */
async function failures(): Promise<number> {
  const client = new Client({ connectionString: services.installation.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(`
      select count(*)::int as count from jobs.job
      where name in ('exports.chunk', 'downloads.archive') and retry_count >= 1`)
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}
