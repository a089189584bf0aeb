import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFolderBlobs } from '../../../services/platform/blobs/folderBlobs.ts'
import { databaseKinds } from '../../support/database.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { infoZip } from '../../support/unzip.ts'
import { insertPhoto } from '../archiveServices.ts'
import { inDatabase } from '../photos/seeding.ts'
import { publicUrl } from '../storage/customer.ts'
import { expectToSurviveKill } from '../smallKillRun.ts'
import { archiveFiles, DownloadCustomer } from './downloadServices.ts'

const photos = 40
const photoBytes = 2_500_000

describe.each(databaseKinds)('a small archive whose services are killed, on %s', (kind) => {
  test('is complete, with nothing duplicated, lost or left behind', async () => {
    await expectToSurviveKill('downloads', kind)
  })
})

describe('an archive whose services are killed', () => {
  let services: KillableServices

  beforeEach(async () => {
    services = await createKillableServices('the embedded database', publicUrl, 'photos,downloads')
  })
  afterEach(() => services.remove())

  test('is completed once, and nothing else is left', async () => {
    const customer = new DownloadCustomer(services.url, services.issuer)
    const ids = await seed(customer)
    await services.start()
    const { dataDir } = services.installation
    const watcher = watch(join(dataDir, 'blobs', 'temporary'))
    const started = once(watcher, 'change')
    const { id } = (await customer.requestDownload(ids, { key: 'wish' })).body
    await started
    watcher.close()
    await services.kill()
    await services.start()
    expect((await customer.requestDownload(ids, { key: 'wish' })).body.id).toBe(id)
    expect(await customer.untilEnded(id)).toMatchObject({ state: 'finished', photosCount: photos, missingCount: 0 })
    await services.kill()

    expect(await archiveFiles(dataDir, customer.id)).toEqual([`${id}.zip`])
    const archive = join(dataDir, 'blobs', 'content', 'downloads', customer.id, `${id}.zip`)
    expect((await infoZip(['-tqq', archive])).toString()).toBe('')
    expect((await infoZip(['-Z1', archive])).toString().trimEnd().split('\n')).toHaveLength(photos)
    await inDatabase(services.installation, async (database) => {
      const { rows } = await sql<{ type: string }>`
        select type from platform.events
        where owner = ${customer.id} and type like 'download.%' and type <> 'download.progress' order by position`.execute(
        database,
      )
      expect(rows.map(({ type }) => type)).toEqual(['download.started', 'download.finished'])
    })
  })

  /** Adds many photos that share one file. */
  async function seed(customer: DownloadCustomer): Promise<string[]> {
    const bytes = Buffer.alloc(photoBytes, 'picture')
    const key = `photos/${customer.id}/picture/original`
    const blobs = await createFolderBlobs(services.installation)
    await blobs.put(key, bytes, { contentType: 'image/jpeg' })
    const ids = Array.from({ length: photos }, () => randomUUID())
    await inDatabase(services.installation, async (database) => {
      for (const id of ids) await insertPhoto(database, customer.id, { id, key, fileName: 'picture.jpg', bytes })
    })
    return ids
  }
})
