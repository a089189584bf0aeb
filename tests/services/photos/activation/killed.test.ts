import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createInstallation, databaseKinds, type Installation } from '../../../support/database.ts'
import { expectToSurviveKill } from '../../smallKillRun.ts'
import { startPhotoServices } from '../../storage/customer.ts'
import { drawPictures, Importer, OlderLibraries } from './older.ts'

const pictures = 24

describe.each(databaseKinds)('an import whose services are killed, on %s', (kind) => {
  test('completes, with nothing duplicated, lost or left behind', async () => {
    await expectToSurviveKill('import', kind)
  })
})

describe('an import with two possible workers', () => {
  let installation: Installation
  let older: OlderLibraries

  beforeEach(async () => {
    installation = await createInstallation('a PostgreSQL server')
    older = OlderLibraries.create()
  })
  afterEach(async () => {
    await older.remove()
    await installation.remove()
  })

  test('is done once, however often it is requested', async () => {
    const settings = { LEGACY_LIBRARIES: older.root }
    const one = await startPhotoServices(installation, settings)
    const other = await startPhotoServices(installation, {
      ...settings,
      IDENTITY_URL: one.services.config.urls.identity,
    })
    try {
      const customer = new Importer(one.services.url, one.issuer)
      const same = new Importer(other.services.url, one.issuer, customer.id)
      const files = (await drawPictures(pictures)).map((bytes, number): [string, Buffer] => [`files/${number}`, bytes])
      const index = { albums: [{ name: 'All', files: files.map(([path]) => path) }] }
      await older.put(customer.id, { files: Object.fromEntries(files), index })
      const asked = await Promise.all([customer, same, customer, same].map((each) => each.start()))
      expect(asked.map(({ status }) => status)).toEqual([202, 202, 202, 202])
      expect(await same.untilEnded()).toMatchObject({
        state: 'finished',
        foundCount: pictures,
        importedCount: pictures,
      })
      const { albums } = (await customer.call('GET', '/photos/albums')).body
      expect(albums).toMatchObject([{ albumName: 'All', photosCount: pictures }])
      const { rows } = await sql<{ events: number }>`
        select count(*) as events from platform.events
        where type in ('activation.started', 'activation.finished')`.execute(
        one.services.platform.database<unknown>('photos'),
      )
      expect(rows[0]?.events).toBe(2)
    } finally {
      await other.close()
      await one.close()
    }
  })
})
