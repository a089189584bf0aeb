import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { libraryDeletion, planDeletion } from '../../../../services/photos/libraryDeletion.ts'
import { recount } from '../../../../services/photos/recount.ts'
import { retentionConsumer } from '../../../../services/photos/retention.ts'
import { emptying, planEmptying, purgeExpired, purgeQueue } from '../../../../services/photos/trash/purge.ts'
import { restoreInTransaction } from '../../../../services/photos/trash/restore.ts'
import { continueWork } from '../../../../services/photos/workInBatches.ts'
import { databaseKinds } from '../../../support/database.ts'
import { makeJpeg } from '../../../support/pictures.ts'
import { until } from '../../storage/customer.ts'
import { type Shopper, useTrash } from './shopper.ts'

describe.each(databaseKinds)('photos that leave the trash for good, on %s', (kind) => {
  const group = useTrash(kind)

  /** A platform that records its jobs in `queued`, but does not run them. */
  function withoutJobs() {
    const queued: unknown[] = []
    const enqueue = async (...[, ...job]: readonly unknown[]) => void queued.push(job)
    return { platform: { ...group.platform, jobs: { ...group.platform.jobs, enqueue } }, queued }
  }

  /** The ids of photos whose files storage may delete. */
  async function purgedIds(shopper: Shopper): Promise<string[]> {
    const events = await group.events(shopper.id)
    return events.filter(({ type }) => type === 'photos.purged').flatMap(({ ids }) => ids)
  }

  test('are deleted with their files when the customer deletes them from the trash', async () => {
    const shopper = group.newShopper()
    await shopper.upload(await makeJpeg({ seed: 71 }))
    const [photo] = await shopper.photosOf(1)
    const [other = ''] = await group.photosOf(shopper, 1)
    const id = photo?.imageId ?? ''
    await shopper.discard([id, other])
    const answer = await shopper.call('DELETE', '/photos/photos/trash', { body: { photoIds: [id] } })
    expect(answer.body).toEqual({ failed: [] })
    expect([await shopper.trashedIds(), await purgedIds(shopper)]).toEqual([[other], [id]])
    const types = (await group.events(shopper.id)).map(({ type }) => type)
    expect(types.lastIndexOf('trash.changed')).toBeGreaterThan(types.indexOf('photos.purged'))
    for (const url of [photo?.untouchedUrl ?? '', ...(photo?.thumbnails.map((thumbnail) => thumbnail.url) ?? [])]) {
      await until(async () => ((await shopper.read(url)).status === 404 ? true : null), 'the blob to be deleted')
    }
    expect(await shopper.restore([id])).toEqual([id])
    const again = await shopper.call('DELETE', '/photos/photos/trash', { body: { photoIds: [id] } })
    expect(again.body).toEqual({ failed: [id] })
  })

  test('are deleted in batches when their time in the trash has ended, and announced per owner; other photos stay', async () => {
    const [shopper, other] = [group.newShopper(), group.newShopper()]
    const ids = await group.photosOf(shopper, 700)
    const [theirs = '', later = ''] = await group.photosOf(other, 2)
    await shopper.discard(ids.slice(0, 500))
    await shopper.discard(ids.slice(500))
    await other.discard([theirs, later])
    await group.expire([...ids, theirs])
    await purgeExpired(group.platform, group.database())
    expect([await shopper.trashedIds(), await other.trashedIds()]).toEqual([[], [later]])
    expect([(await purgedIds(shopper)).toSorted(), await purgedIds(other)]).toEqual([ids.toSorted(), [theirs]])
  })

  test('do not include photos that are being restored', async () => {
    const shopper = group.newShopper()
    const [id = ''] = await group.photosOf(shopper, 1)
    await shopper.discard([id])
    await group.expire([id])
    const restoring = group.database().transaction()
    await restoring.execute(async (change) => {
      await restoreInTransaction(change, shopper.id, [id])
      // The embedded database has one connection, so that no two transactions run at once.
      if (kind === 'a PostgreSQL server') await purgeExpired(group.platform, group.database())
    })
    await purgeExpired(group.platform, group.database())
    expect([await shopper.ids(), await purgedIds(shopper)]).toEqual([[id], []])
  })

  test('include every photo that is in the trash when the customer empties it', async () => {
    const shopper = group.newShopper()
    const ids = await group.photosOf(shopper, 3)
    await shopper.discard(ids.slice(0, 2))
    expect((await shopper.call('DELETE', '/photos/photos/trash/all')).status).toBe(204)
    expect([await shopper.trashedIds(), await shopper.ids()]).toEqual([[], ids.slice(2)])
    expect((await purgedIds(shopper)).toSorted()).toEqual(ids.slice(0, 2).toSorted())
    await shopper.discard(ids.slice(2))
    expect(await shopper.trashedIds()).toEqual(ids.slice(2))
  })

  test('are gone for the customer as soon as the emptying has started; photos deleted later stay', async () => {
    const shopper = group.newShopper()
    const ids = await group.photosOf(shopper, 1_100)
    const later = ids.slice(1_050)
    const early = ids.slice(0, 1_050)
    for (let start = 0; start < early.length; start += 500) await shopper.discard(early.slice(start, start + 500))
    const { platform, queued } = withoutJobs()
    const database = group.database()
    await database.transaction().execute((change) => planEmptying(platform, change, shopper.id))
    expect(queued).toEqual([['photos.purge-trash', { ownerId: shopper.id }, { key: shopper.id, delaySeconds: 3 }]])
    await shopper.discard(later)
    const [first = ''] = early
    expect([await shopper.restore([first]), await shopper.lookUp([first])]).toEqual([[first], []])
    const deleted = await shopper.call('DELETE', '/photos/photos/trash', { body: { photoIds: [first] } })
    expect(deleted.body.failed).toEqual([first])
    expect((await shopper.call('GET', '/photos/photos/trash/count')).body).toEqual({ photosCount: later.length })
    // A process that is shutting down stops the job after one batch, and queues the rest.
    const queue = purgeQueue(platform, database)
    await queue.run({ ownerId: shopper.id }, AbortSignal.abort())
    expect([(await purgedIds(shopper)).length, queued.length]).toEqual([500, 2])
    // The hourly run finds an emptying that no job continues.
    await queue.run({}, new AbortController().signal)
    expect(queued).toContainEqual(['photos.purge-trash', { ownerId: shopper.id }, { key: shopper.id, delaySeconds: 3 }])
    expect(await continueWork(platform, database, emptying, shopper.id, { milliseconds: 60_000 })).toBe(true)
    expect((await purgedIds(shopper)).toSorted()).toEqual(early.toSorted())
    expect((await shopper.trashedIds()).toSorted()).toEqual(later.toSorted())
    // The emptying has ended: photos that are deleted from now on stay in the trash.
    expect(
      await database.selectFrom('trash_emptyings').selectAll().where('owner_id', '=', shopper.id).execute(),
    ).toEqual([])
  })

  test('do not include the photos of a library that its owner deletes: these photos go to the trash', async () => {
    const shopper = group.newShopper()
    const ids = await group.photosOf(shopper, 600)
    const albumId = await shopper.album()
    await shopper.add(albumId, ids.slice(0, 2))
    expect((await shopper.call('DELETE', '/photos/photos/all')).status).toBe(204)
    expect([await shopper.ids(), (await shopper.trashedIds()).length]).toEqual([[], 500])
    expect((await shopper.call('GET', '/photos/photos/trash/count')).body).toEqual({ photosCount: 600 })
    const events = (await group.events(shopper.id)).filter(({ ids: named }) => named.length > 0)
    expect(events.map(({ type, ids: named }) => [type, named.length])).toEqual([
      ['photos.trashed', 500],
      ['photos.trashed', 100],
    ])
    expect(await shopper.restore(ids.slice(0, 3))).toEqual([])
    expect(await shopper.ids()).toEqual(ids.slice(0, 3).toSorted())
    expect((await shopper.photosIn(`albums/${albumId}`)).toSorted()).toEqual(ids.slice(0, 2).toSorted())
    expect(await recount(group.database())).toBe(0)
  })

  test('do not include photos that are restored while the library is being deleted', async () => {
    const shopper = group.newShopper()
    const ids = await group.photosOf(shopper, 600)
    const database = group.database()
    const { platform } = withoutJobs()
    // Photos of December are the last ones that the deletion reaches.
    const discardedBefore = ids[11] ?? ''
    await shopper.discard([discardedBefore])
    const plan = { reason: 'customer', trashDays: 30 } as const
    await database.transaction().execute((change) => planDeletion(platform, change, shopper.id, plan))
    expect(await continueWork(platform, database, libraryDeletion, shopper.id, { milliseconds: 0 })).toBe(false)
    const reached = await shopper.trashedIds()
    // One photo that the deletion has already moved to the trash, and one that it has not.
    const back = [discardedBefore, reached.find((id) => id !== discardedBefore) ?? '']
    expect(await shopper.restore(back)).toEqual([])
    expect(await continueWork(platform, database, libraryDeletion, shopper.id, { milliseconds: 60_000 })).toBe(true)
    expect(await shopper.ids()).toEqual(back.toSorted())
  })

  test('include the photos in the trash when retention ends; photos in the library are deleted without going to the trash', async () => {
    const shopper = group.newShopper()
    const ids = await group.photosOf(shopper, 4)
    await shopper.discard(ids.slice(0, 2))
    const database = group.database()
    const { platform } = withoutJobs()
    const { rows } = await sql<{ before: string }>`select clock_timestamp()::text as before`.execute(database)
    const event = { position: 1, type: 'library.retention-due', owner: shopper.id, data: rows[0] }
    await database
      .transaction()
      .execute(async (change) => retentionConsumer(platform, database).handle([event], change))
    const [late = ''] = await group.photosOf(shopper, 1)
    // The customer also deletes all photos: those that were added after the end of retention go to the trash.
    const plan = { reason: 'customer', trashDays: 30 } as const
    await database.transaction().execute((change) => planDeletion(platform, change, shopper.id, plan))
    expect(await continueWork(platform, database, libraryDeletion, shopper.id, { milliseconds: 60_000 })).toBe(true)
    expect(await continueWork(platform, database, emptying, shopper.id, { milliseconds: 60_000 })).toBe(true)
    expect([await shopper.ids(), await shopper.trashedIds()]).toEqual([[], [late]])
    const events = await group.events(shopper.id)
    const named = (type: string) => events.filter((event) => event.type === type).flatMap((event) => event.ids)
    expect(named('photos.removed').toSorted()).toEqual(ids.slice(2).toSorted())
    expect((await purgedIds(shopper)).toSorted()).toEqual(ids.slice(0, 2).toSorted())
  })
})
