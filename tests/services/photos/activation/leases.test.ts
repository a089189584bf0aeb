import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAlbums } from '../../../../services/photos/activation/albums.ts'
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
})
