import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { libraryDeletion, libraryDeletionQueue, planDeletion } from '../../../services/photos/libraryDeletion.ts'
import { continueWork } from '../../../services/photos/workInBatches.ts'
import { registerAccess } from '../../../services/platform/access.ts'
import { createServiceApp } from '../../../services/platform/serviceApp.ts'
import { registerLibraryDeletionRoute } from '../../../services/photos/libraryDeletionRoute.ts'
import { recount } from '../../../services/photos/recount.ts'
import { deleteInTransaction } from '../../../services/photos/store.ts'
import type { ServiceApp } from '../../../services/platform/contract.ts'
import type { DeletionReason, PhotosTables } from '../../../services/photos/tables.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { Customer, type PhotoServices, startPhotoServices, until } from '../storage/customer.ts'
import { seedMany } from './seeding.ts'

const path = '/photos/photos/all'

async function countOf(customer: Customer): Promise<number> {
  return (await customer.call('GET', '/photos/users')).body.photosCount
}

describe.each(databaseKinds)('deleting all photos, on %s', (kind) => {
  let installation: Installation
  let running: PhotoServices
  /**
   * A service whose deletions time out immediately. Below `/alone`, nothing continues a deletion; below `/job`, a job
   * does.
   */
  const shortTimeoutService = createServiceApp(pino({ level: 'silent' }), [])
  let shortTimeoutUrl = ''

  beforeAll(async () => {
    installation = await createInstallation(kind)
    running = await startPhotoServices(installation)
    const { platform } = running.services
    const withoutJobs = { ...platform, jobs: { ...platform.jobs, enqueue: async () => undefined } }
    for (const [prefix, one] of Object.entries({ '/alone': withoutJobs, '/job': platform })) {
      await shortTimeoutService.register(
        async (scope: ServiceApp) => {
          registerAccess(scope, one, 'photos')
          registerLibraryDeletionRoute(scope, one, database(), 0)
        },
        { prefix },
      )
    }
    shortTimeoutUrl = await shortTimeoutService.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await shortTimeoutService.close()
    await running.close()
    await installation.remove()
  })

  function newCustomer(): Customer {
    return new Customer(running.services.url, running.issuer)
  }

  function database() {
    return running.services.platform.database<PhotosTables>('photos')
  }

  async function deleteWithShortTimeout(customer: Customer, next: 'alone' | 'job' = 'alone'): Promise<Response> {
    const headers = { authorization: `Bearer ${await customer.token()}` }
    return fetch(`${shortTimeoutUrl}/${next}/photos/all`, { method: 'DELETE', headers })
  }

  /** Continues the deletion to its end, as its job would. */
  async function finish(customer: Customer): Promise<void> {
    const isDone = await continueWork(running.services.platform, database(), libraryDeletion, customer.id, {
      milliseconds: 60_000,
    })
    expect(isDone).toBe(true)
  }

  /** The ids in a library's removal events, with repetitions, and the number of ids per event. */
  async function removals(customer: Customer): Promise<{ ids: string[]; perEvent: number[] }> {
    const { rows } = await sql<{ ids: string[] }>`
      select array(select photo->>'imageId' from jsonb_array_elements(data->'photos') as photo) as ids
      from platform.events where owner = ${customer.id} and type = 'photos.removed' order by position`.execute(
      database(),
    )
    return { ids: rows.flatMap(({ ids }) => ids), perEvent: rows.map(({ ids }) => ids.length) }
  }

  test('requires a valid token', async () => {
    const customer = newCustomer()
    await seedMany(database(), customer.id, 3)
    const tokens = [
      '',
      `Bearer ${await customer.token({ claims: { exp: 1 } })}`,
      `Bearer ${await customer.token({ header: { typ: 'JWT' } })}`,
    ]
    for (const authorization of tokens) {
      const answer = await customer.call('DELETE', path, { headers: { authorization } })
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    }
    expect(await countOf(customer)).toBe(3)
  })

  test('of a small library is complete when the call returns; other libraries keep their photos', async () => {
    const [customer, other] = [newCustomer(), newCustomer()]
    const ids = await seedMany(database(), customer.id, 20)
    await seedMany(database(), other.id, 5)
    expect((await customer.call('DELETE', path)).status).toBe(204)
    expect(await customer.photos()).toEqual([])
    expect((await customer.call('GET', '/photos/users/timeline')).body).toEqual({})
    expect((await removals(customer)).ids.toSorted()).toEqual(ids.toSorted())
    expect(await countOf(other)).toBe(5)
  })

  test('of an empty library is complete at once, and can be repeated', async () => {
    const customer = newCustomer()
    expect((await customer.call('DELETE', path)).status).toBe(204)
    expect((await customer.call('DELETE', path)).status).toBe(204)
    expect((await removals(customer)).ids).toEqual([])
  })

  test('of a large library continues after the answer, batch by batch, with correct counts throughout', async () => {
    const customer = newCustomer()
    const ids = await seedMany(database(), customer.id, 1_700)
    const answer = await deleteWithShortTimeout(customer)
    expect([answer.status, await answer.json()]).toEqual([202, { isFinished: false }])
    expect(await countOf(customer)).toBe(1_200)
    expect(await recount(database())).toBe(0)
    await finish(customer)
    expect(await countOf(customer)).toBe(0)
    expect(await recount(database())).toBe(0)
    const removed = await removals(customer)
    expect(removed.perEvent).toEqual([500, 500, 500, 200])
    expect(removed.ids.toSorted()).toEqual(ids.toSorted())
  })

  test('is completed by its job, without another request', async () => {
    const customer = newCustomer()
    await seedMany(database(), customer.id, 1_200)
    expect((await deleteWithShortTimeout(customer, 'job')).status).toBe(202)
    await until(async () => {
      const left = await database().selectFrom('library_deletions').select('owner_id').execute()
      return left.some(({ owner_id: owner }) => owner === customer.id) ? null : true
    }, 'the job')
    expect(await countOf(customer)).toBe(0)
  })

  test('keeps photos that are added after the request, in any month', async () => {
    const customer = newCustomer()
    await seedMany(database(), customer.id, 1_100)
    expect((await deleteWithShortTimeout(customer)).status).toBe(202)
    const later = await seedMany(database(), customer.id, 40)
    await finish(customer)
    expect((await customer.photos()).map(({ imageId }) => imageId).toSorted()).toEqual(later.toSorted())
    expect(await recount(database())).toBe(0)
  })

  test('includes photos that were added while it ran, if it is requested again', async () => {
    const customer = newCustomer()
    await seedMany(database(), customer.id, 1_100)
    expect((await deleteWithShortTimeout(customer)).status).toBe(202)
    await seedMany(database(), customer.id, 40)
    expect((await customer.call('DELETE', path)).status).toBe(204)
    expect(await countOf(customer)).toBe(0)
    expect((await removals(customer)).ids).toHaveLength(1_140)
  })

  test('works with concurrent single deletions, and announces each photo once', async () => {
    const customer = newCustomer()
    const ids = await seedMany(database(), customer.id, 2_000)
    const chunks = [ids.slice(0, 500), ids.slice(500, 1_000)]
    const [all, ...some] = await Promise.all([
      customer.call('DELETE', path),
      ...chunks.map((photoIds) => customer.call('DELETE', '/photos/photos', { body: { photoIds } })),
    ])
    expect(some.map(({ status }) => status)).toEqual([200, 200])
    expect(all.status).toBe(204)
    expect(await countOf(customer)).toBe(0)
    const singles = some.flatMap(({ body }, index) => chunks[index]?.filter((id) => !body.failed.includes(id)) ?? [])
    expect([...(await removals(customer)).ids, ...singles].toSorted()).toEqual(ids.toSorted())
    expect(await recount(database())).toBe(0)
  })

  test('deletes the files too', async () => {
    const customer = newCustomer()
    await customer.upload(await makeJpeg({ seed: 41 }))
    await customer.upload(await makeJpeg({ seed: 42 }))
    const photos = await customer.photosOf(2)
    expect((await customer.call('DELETE', path)).status).toBe(204)
    for (const { untouchedUrl, thumbnails } of photos) {
      for (const url of [untouchedUrl, ...thumbnails.map((thumbnail) => thumbnail.url)]) {
        await until(async () => ((await customer.read(url)).status === 404 ? true : null), 'the blob to be deleted')
      }
    }
  })

  test('keeps a photo that is uploaded again while the deletion runs, with the files of the photo', async () => {
    const customer = newCustomer()
    const bytes = await makeJpeg({ seed: 43, taken: '2025:01:01 00:00:00' })
    const first = (await customer.upload(bytes)).body.imageId
    await customer.photosOf(1)
    // Photos of earlier months are deleted first.
    await seedMany(database(), customer.id, 700)
    expect((await deleteWithShortTimeout(customer)).status).toBe(202)
    const again = await customer.upload(bytes)
    expect(again.body).toMatchObject({ imageId: first })
    await until(async () => {
      const row = await database().selectFrom('photos').select('generation').where('id', '=', first).executeTakeFirst()
      return row?.generation === 2 ? true : null
    }, 'the second upload to be known')
    await finish(customer)
    const [photo, ...others] = await customer.photos()
    expect([photo?.imageId, others]).toEqual([first, []])
    expect((await customer.read(photo?.untouchedUrl ?? '')).status).toBe(200)
    expect((await removals(customer)).ids).not.toContain(first)
  })

  /** Plans a deletion that no job continues. */
  async function plan(ownerId: string, deletion: { reason: DeletionReason; before?: string }): Promise<void> {
    const { platform } = running.services
    const jobs = { ...platform.jobs, enqueue: async () => undefined }
    await database()
      .transaction()
      .execute((change) => planDeletion({ ...platform, jobs }, change, ownerId, deletion))
  }

  async function planned(ownerId: string) {
    const { rows } = await sql<{ reason: string; before: Date }>`
      select reason, before from photos.library_deletions where owner_id = ${ownerId}`.execute(database())
    return rows[0]
  }

  test('is queued again if no job continues it, with a delay that lets a running request end first', async () => {
    const { platform } = running.services
    const ownerId = randomUUID()
    await plan(ownerId, { reason: 'customer' })
    const enqueueAll = vi.fn<typeof platform.jobs.enqueueAll>(async () => undefined)
    const queue = libraryDeletionQueue({ ...platform, jobs: { ...platform.jobs, enqueueAll } }, database())
    await queue.run({}, new AbortController().signal)
    const queued = enqueueAll.mock.calls.flatMap(([, name, jobs]) => jobs.map((job) => ({ name, ...job })))
    expect(queued).toContainEqual({
      name: 'photos.empty-library',
      payload: { ownerId },
      key: ownerId,
      delaySeconds: 3,
    })
  })

  test('is queued again by its job only while photos are left', async () => {
    const { platform } = running.services
    const customer = newCustomer()
    await seedMany(database(), customer.id, 600)
    await plan(customer.id, { reason: 'customer' })
    const enqueue = vi.fn<typeof platform.jobs.enqueue>(async () => undefined)
    const queue = libraryDeletionQueue({ ...platform, jobs: { ...platform.jobs, enqueue } }, database())
    const job = { ownerId: customer.id }
    // A process that is shutting down stops the job after one batch.
    await queue.run(job, AbortSignal.abort())
    expect(enqueue.mock.calls.map(([, ...queued]) => queued)).toEqual([
      ['photos.empty-library', job, { key: customer.id, delaySeconds: 0 }],
    ])
    expect(await countOf(customer)).toBe(100)
    await queue.run(job, new AbortController().signal)
    expect(enqueue).toHaveBeenCalledTimes(1)
    expect([await countOf(customer), await planned(customer.id)]).toEqual([0, undefined])
  })

  test('keeps the reason “retention” when the customer starts it too, and keeps the later of two dates', async () => {
    const { id } = newCustomer()
    await plan(id, { reason: 'retention', before: '2025-01-01T00:00:00Z' })
    await plan(id, { reason: 'customer', before: '2025-06-01T00:00:00Z' })
    expect(await planned(id)).toEqual({ reason: 'retention', before: new Date('2025-06-01T00:00:00Z') })
    await plan(id, { reason: 'customer', before: '2025-03-01T00:00:00Z' })
    expect(await planned(id)).toEqual({ reason: 'retention', before: new Date('2025-06-01T00:00:00Z') })
  })

  test('gets the reason “retention” when retention starts it too, and keeps the later of two dates', async () => {
    const { id } = newCustomer()
    await plan(id, { reason: 'customer', before: '2025-06-01T00:00:00Z' })
    await plan(id, { reason: 'retention', before: '2025-01-01T00:00:00Z' })
    expect(await planned(id)).toEqual({ reason: 'retention', before: new Date('2025-06-01T00:00:00Z') })
  })

  test('keeps a photo that is uploaded again between reading and deleting a batch', async () => {
    const customer = newCustomer()
    const ids = await seedMany(database(), customer.id, 2)
    const [old = '', again = ''] = ids
    const createdAt = (id: string, text: string) =>
      sql`update photos.photos set created_at = cast(${text} as timestamptz) where id = ${id}`.execute(database())
    await createdAt(old, '2025-01-01 00:00:00+00')
    await createdAt(again, '2025-01-01 00:00:00.001+00')
    const { photos } = await database()
      .transaction()
      .execute((change) =>
        deleteInTransaction(change, customer.id, ids, { before: '2025-01-01 00:00:00+00', trashDays: 0 }),
      )
    expect(photos.map(({ id }) => id)).toEqual([old])
    expect((await customer.photos()).map(({ imageId }) => imageId)).toEqual([again])
  })

  test('ends for an account without a library', async () => {
    const { platform } = running.services
    expect(await continueWork(platform, database(), libraryDeletion, randomUUID(), { milliseconds: 0 })).toBe(true)
  })
})
