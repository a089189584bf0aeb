import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  recordProcessed,
  recordStored,
  settleProcessed,
  type StoredFile,
} from '../../../../services/photos/activation/outcomes.ts'
import { createLegacySource } from '../../../../services/photos/activation/source/createLegacySource.ts'
import { claimImport, defaultRetryLimits, type Parts, type Task } from '../../../../services/photos/activation/task.ts'
import type { PhotosTables } from '../../../../services/photos/tables.ts'
import type { RunningPlatform } from '../../../../services/platform/createPlatform.ts'
import { createInstallation, type Installation } from '../../../support/database.ts'
import { openPlatform } from '../../../support/platform.ts'
import { idOf, inDatabase, seedPhotos } from '../seeding.ts'

describe('a stored file of an import', () => {
  let installation: Installation
  let running: RunningPlatform
  let database: Kysely<PhotosTables>
  let parts: Parts

  beforeAll(async () => {
    installation = await createInstallation('the embedded database')
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

  async function startImport(): Promise<Task> {
    const task = { ownerId: randomUUID(), worker: randomUUID(), folder: 'a' }
    await sql`
      insert into photos.imports (owner_id, id, owner_email, folder)
      values (${task.ownerId}, ${randomUUID()}, 'mira@example.com', 'a')`.execute(database)
    await claimImport(database, task.ownerId, task.worker)
    return task
  }

  async function store({ ownerId, ...task }: Task, number: number, stored: StoredFile): Promise<void> {
    const id = randomUUID()
    await sql`
      insert into photos.import_files (id, owner_id, number, path, file_name, upload_id)
      values (${id}, ${ownerId}, ${number}, 'a.jpg', 'a.jpg', ${randomUUID()})`.execute(database)
    await recordStored(parts, { ownerId, ...task }, id, stored)
  }

  /** Records that the library has handled announcements of an original. */
  async function handle(task: Task, type: string, ...data: readonly object[]): Promise<void> {
    await handleRestored(task, type, [], data)
  }

  /** Does the same as `handle`, but some photos of the originals came back from the trash. */
  async function handleRestored(
    { ownerId }: Task,
    type: string,
    restored: readonly string[],
    data: readonly object[],
  ): Promise<void> {
    await database.transaction().execute(async (change) => {
      await recordProcessed(
        data.map((content, index) => ({ position: index + 1, type, owner: ownerId, data: content })),
        new Set(restored),
        change,
      )
    })
  }

  async function statesOf({ ownerId }: Task): Promise<string[]> {
    const { rows } = await sql<{ state: string }>`
      select state from photos.import_files where owner_id = ${ownerId} order by number`.execute(database)
    return rows.map(({ state }) => state)
  }

  test('waits until the library has handled the generation of the original that the file created, not an earlier generation', async () => {
    const task = await startImport()
    const imageId = randomUUID()
    await store(task, 1, { imageId, duplicate: false, generation: 1 })
    await handle(task, 'original.ready', { imageId, generation: 1 })
    await settleProcessed(parts, task)
    // Two more files with the same content. The photo may be deleted before the library handles generation 2, which
    // brings the photo back.
    await store(task, 2, { imageId, duplicate: true, generation: 2 })
    await store(task, 3, { imageId, duplicate: true, generation: 3 })
    expect(await settleProcessed(parts, task)).toBe(0)
    expect(await statesOf(task)).toEqual(['imported', 'stored', 'stored'])
    await handle(task, 'original.ready', { imageId, generation: 2 })
    expect(await settleProcessed(parts, task)).toBe(1)
    await handle(task, 'original.ready', { imageId, generation: 2 }, { imageId, generation: 3 })
    await handle(task, 'original.ready', { imageId, generation: 1 })
    expect(await settleProcessed(parts, task)).toBe(1)
    expect(await statesOf(task)).toEqual(['imported', 'existing', 'existing'])
  })

  test('counts as imported if it brought its photo back from the trash; a second file with the same content counts as existing', async () => {
    const task = await startImport()
    const imageId = randomUUID()
    await store(task, 1, { imageId, duplicate: true, generation: 2 })
    await handleRestored(task, 'original.ready', [imageId], [{ imageId, generation: 2 }])
    await store(task, 2, { imageId, duplicate: true, generation: 3 })
    await handle(task, 'original.ready', { imageId, generation: 3 })
    expect(await settleProcessed(parts, task)).toBe(2)
    expect(await statesOf(task)).toEqual(['imported', 'existing'])
  })

  test('is completed by the photo in the library if an earlier release recorded the announcement without a generation', async () => {
    const task = await startImport()
    const imageId = idOf(1)
    await store(task, 1, { imageId, duplicate: true, generation: 2 })
    await handle(task, 'original.ready', { imageId })
    expect(await settleProcessed(parts, task)).toBe(0)
    await seedPhotos(database, task.ownerId, [{ number: 1, takenAt: null, createdAt: '2024-01-01' }])
    expect(await settleProcessed(parts, task)).toBe(0)
    await database.updateTable('photos').set({ generation: 2 }).where('id', '=', imageId).execute()
    expect(await settleProcessed(parts, task)).toBe(1)
  })

  test('fails if storage rejected its original; only earlier releases of storage announce a rejection', async () => {
    const task = await startImport()
    const imageId = randomUUID()
    await store(task, 1, { imageId, duplicate: true, generation: 2 })
    await handle(task, 'original.rejected', { imageId, code: 'DAMAGED_FILE' })
    expect(await settleProcessed(parts, task)).toBe(1)
    expect(await statesOf(task)).toEqual(['failed'])
  })
})
