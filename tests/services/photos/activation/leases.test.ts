import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeAlbums } from '../../../../services/photos/activation/albums.ts'
import { importFiles } from '../../../../services/photos/activation/importFiles.ts'
import { importQueue } from '../../../../services/photos/activation/importQueue.ts'
import { createLegacySource } from '../../../../services/photos/activation/source/createLegacySource.ts'
import {
  changeImport,
  claimImport,
  defaultRetryLimits,
  type Parts,
  Superseded,
} from '../../../../services/photos/activation/task.ts'
import type { PhotosTables } from '../../../../services/photos/tables.ts'
import type { RunningPlatform } from '../../../../services/platform/createPlatform.ts'
import { messageOf } from '../../../../services/storage/images.ts'
import { createInstallation, databaseKinds, type Installation } from '../../../support/database.ts'
import { openPlatform } from '../../../support/platform.ts'
import { inDatabase } from '../seeding.ts'

describe.each(databaseKinds)('the lease of an import, on %s', (kind) => {
  let installation: Installation
  let running: RunningPlatform
  let parts: Parts
  let database: Kysely<PhotosTables>

  beforeAll(async () => {
    installation = await createInstallation(kind)
    await inDatabase(installation, async () => undefined)
    running = await openPlatform(installation)
    database = running.platform.database<PhotosTables>('photos')
    const source = await createLegacySource({ kind: 'folder', path: installation.dataDir })
    parts = { platform: running.platform, database, source, retryLimits: defaultRetryLimits }
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })

  async function startImport(): Promise<string> {
    const ownerId = randomUUID()
    await sql`
      insert into photos.imports (owner_id, id, owner_email, folder)
      values (${ownerId}, ${randomUUID()}, 'mira@example.com', 'a')`.execute(database)
    return ownerId
  }

  /** Changes the end of the lease to this many seconds ago. */
  async function endLease(ownerId: string, seconds: number): Promise<void> {
    await sql`
      update photos.imports set worker_until = clock_timestamp() - make_interval(secs => ${seconds}::integer)
      where owner_id = ${ownerId}`.execute(database)
  }

  /** Changes the import as one of its workers; returns the folder that the change reads. */
  async function changeAs(ownerId: string, worker: string): Promise<string> {
    return changeImport(parts, { ownerId, worker, folder: 'a' }, async (_change, row) => row.folder)
  }

  test('is held by one worker at a time', async () => {
    const ownerId = await startImport()
    const [one, other] = [randomUUID(), randomUUID()]
    expect(await claimImport(database, ownerId, one)).toMatchObject({ owner_id: ownerId })
    const seconds = await claimImport(database, ownerId, other)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(10)
    expect(await changeAs(ownerId, one)).toBe('a')
    await expect(changeAs(ownerId, other)).rejects.toThrow(Superseded)
  })

  test('ends for a worker that is silent too long: a late change is refused', async () => {
    const ownerId = await startImport()
    const [late, next] = [randomUUID(), randomUUID()]
    await claimImport(database, ownerId, late)
    await endLease(ownerId, 0)
    expect(await claimImport(database, ownerId, next)).toMatchObject({ owner_id: ownerId })
    await expect(changeAs(ownerId, late)).rejects.toThrow(Superseded)
    expect(await changeAs(ownerId, next)).toBe('a')
  })

  test('is renewed by each change', async () => {
    const ownerId = await startImport()
    const worker = randomUUID()
    await claimImport(database, ownerId, worker)
    await endLease(ownerId, 0)
    await changeAs(ownerId, worker)
    expect(await claimImport(database, ownerId, randomUUID())).toBeTypeOf('number')
  })

  test('ends with the import', async () => {
    const ownerId = await startImport()
    const worker = randomUUID()
    await claimImport(database, ownerId, worker)
    await sql`update photos.imports set state = 'error' where owner_id = ${ownerId}`.execute(database)
    await expect(changeAs(ownerId, worker)).rejects.toThrow(Superseded)
    expect(await claimImport(database, ownerId, randomUUID())).toBeNull()
  })

  test.each([
    ['counts as time without progress', 100, false],
    ['of more than two minutes does not count as time without progress', 130, true],
  ])('a gap between two leases %s', async (_what, seconds, isForgiven) => {
    const ownerId = await startImport()
    await sql`
      update photos.imports set progressed_at = clock_timestamp() - interval '1 hour' where owner_id = ${ownerId}`.execute(
      database,
    )
    await endLease(ownerId, seconds)
    const row = await claimImport(database, ownerId, randomUUID())
    if (row === null || typeof row === 'number') throw new Error('The import was not claimed.')
    expect(Date.now() - row.progressed_at.getTime() < 30 * 60_000).toBe(isForgiven)
  })

  test('making an album counts as progress', async () => {
    const ownerId = await startImport()
    const worker = randomUUID()
    await claimImport(database, ownerId, worker)
    await sql`
      insert into photos.import_albums (owner_id, position, name) values (${ownerId}, 1, 'Holiday')`.execute(database)
    await sql`
      update photos.imports set progressed_at = clock_timestamp() - interval '1 hour' where owner_id = ${ownerId}`.execute(
      database,
    )
    const task = { ownerId, worker, folder: 'a' }
    expect(await makeAlbums(parts, task, Number.POSITIVE_INFINITY, new AbortController().signal)).toBe(true)
    const { rows } = await sql<{ age: number }>`
      select extract(epoch from clock_timestamp() - progressed_at)::integer as age
      from photos.imports where owner_id = ${ownerId}`.execute(database)
    expect(rows[0]?.age).toBeLessThan(1_800)
  })

  /** Adds files to an import. */
  async function addFiles(ownerId: string, state: 'stored' | 'waiting', count: number): Promise<void> {
    await sql`
      insert into photos.import_files (id, owner_id, number, path, file_name, state, upload_id, image_id)
      select gen_random_uuid(), ${ownerId}, number + ${state === 'stored' ? 0 : 1_000}::integer, 'files/a.jpg', 'a.jpg',
        ${state}, gen_random_uuid(), gen_random_uuid()
      from generate_series(1, ${count}::integer) as number`.execute(database)
  }

  test('files wait while storage processes 24 files of the same import; files of other imports do not count', async () => {
    const [ownerId, otherId] = [await startImport(), await startImport()]
    const importing = async (id: string) => {
      const worker = randomUUID()
      await claimImport(database, id, worker)
      const task = { ownerId: id, worker, folder: 'a' }
      return importFiles(parts, task, performance.now() + 20, new AbortController().signal)
    }
    await addFiles(ownerId, 'stored', 24)
    await addFiles(ownerId, 'waiting', 1)
    expect(await importing(ownerId)).toBe('under way')
    const { rows } = await sql`
      select sum(attempts)::integer as attempts from photos.import_files where owner_id = ${ownerId}`.execute(database)
    expect(rows).toEqual([{ attempts: 0 }])
    expect(await importing(otherId)).toBe('done')
  })

  /** The queue of imports, with a record of the jobs that it queues. */
  function watchedQueue(events = running.platform.events) {
    const { platform } = running
    const enqueue = vi.fn<typeof platform.jobs.enqueue>(async () => undefined)
    const enqueueAll = vi.fn<typeof platform.jobs.enqueueAll>(async () => undefined)
    const watched = { ...platform, jobs: { ...platform.jobs, enqueue, enqueueAll }, events }
    const queue = importQueue({ ...parts, platform: watched })
    return {
      run: async (job: { ownerId?: string }) => queue.run(job, new AbortController().signal),
      queuedFor: (ownerId: string) =>
        [
          ...enqueue.mock.calls.map(([, , payload, options]) => ({ payload, options })),
          ...enqueueAll.mock.calls.flatMap(([, , jobs]) =>
            jobs.map(({ payload, ...options }) => ({ payload, options })),
          ),
        ].flatMap(({ payload, options }) => ((payload as { ownerId: string }).ownerId === ownerId ? [options] : [])),
    }
  }

  test('imports that no worker holds are queued again', async () => {
    const [free, held, ended] = [await startImport(), await startImport(), await startImport()]
    await claimImport(database, held, randomUUID())
    await sql`update photos.imports set state = 'finished' where owner_id = ${ended}`.execute(database)
    const { run, queuedFor } = watchedQueue()
    await run({})
    expect([queuedFor(free), queuedFor(held), queuedFor(ended)]).toEqual([[{ key: free }], [], []])
  })

  test('a job for an import that another worker holds is queued again for the time when the lease may have ended', async () => {
    const ownerId = await startImport()
    await claimImport(database, ownerId, randomUUID())
    const { run, queuedFor } = watchedQueue()
    await run({ ownerId })
    const [options] = queuedFor(ownerId)
    expect(options).toEqual({ key: ownerId, delaySeconds: expect.any(Number) })
    expect(options?.delaySeconds).toBeGreaterThan(5)
  })

  test('a failure frees the import and fails the job; a superseded worker only stops', async () => {
    for (const [error, outcome] of [
      [new Error('The disk is full.'), 'The disk is full.'],
      [new Superseded('Another worker has it.'), 'stopped'],
    ] as const) {
      const ownerId = await startImport()
      await sql`update photos.imports set phase = 'albums' where owner_id = ${ownerId}`.execute(database)
      const { run, queuedFor } = watchedQueue({
        ...running.platform.events,
        append: async () => {
          throw error
        },
      })
      expect(await run({ ownerId }).then(() => 'stopped', messageOf)).toBe(outcome)
      const { rows } = await sql`select worker from photos.imports where owner_id = ${ownerId}`.execute(database)
      expect(rows).toEqual([{ worker: null }])
      expect(queuedFor(ownerId)).toEqual([])
    }
  })
})
