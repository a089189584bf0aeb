import { randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createUpkeepQueue } from '../../../services/storage/upkeep.ts'
import type { Parts } from '../../../services/storage/parts.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { createUploadFolder, uploadDirectory } from '../../../services/storage/uploadFolder.ts'
import { startServices } from '../../support/services.ts'

/** More than one page. */
const count = 1_100

test('the upkeep handles every upload and every file, and removes only files of ended uploads', async () => {
  const running = await startServices({ services: ['storage'] })
  try {
    const { platform, dataDir } = running
    const database = platform.database<StorageTables>('storage')
    const directory = uploadDirectory(dataDir)
    await mkdir(directory, { recursive: true })
    const uploads = Array.from({ length: count }, () => ({
      id: uuidv7(),
      owner_id: uuidv7(),
      file_name: 'a.jpg',
      size: 10,
      image_id: uuidv7(),
    }))
    await database.insertInto('uploads').values(uploads).execute()
    const kept = uploads.map(({ id }) => id)
    const old = new Date(Date.now() - 31 * 24 * 3_600_000)
    const expired = [
      ...uploads.map((upload) => ({ ...upload, id: uuidv7(), created_at: old })),
      ...uploads.map((upload) => ({ ...upload, id: randomUUID(), owner_id: null, created_at: old })),
      ...uploads.map((upload) => ({ ...upload, id: uuidv7(), state: 'READY' as const, changed_at: old })),
    ]
    for (let start = 0; start < expired.length; start += count) {
      await database
        .insertInto('uploads')
        .values(expired.slice(start, start + count))
        .execute()
    }
    const ended = Array.from({ length: count }, () => randomUUID())
    const copy = `${kept[0]}.${randomUUID()}`
    for (const name of [...kept, ...expired.map(({ id }) => id), ...ended, copy, `${ended[0]}.${randomUUID()}`]) {
      await writeFile(join(directory, name), '')
    }
    const ingested: string[] = []
    const parts: Pick<Parts, 'platform' | 'database' | 'uploads'> = {
      platform,
      database,
      uploads: createUploadFolder(directory),
    }
    const queue = createUpkeepQueue(parts, async (id) => {
      ingested.push(id)
      return null
    })
    await queue.run({}, new AbortController().signal)
    // A complete upload that was interrupted is ingested, however old it is.
    const unfinished = expired.slice(0, count).map(({ id }) => id)
    expect(ingested).toEqual([...kept, ...unfinished].toSorted())
    const rows = await database.selectFrom('uploads').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(kept.toSorted())
    expect((await readdir(directory)).toSorted()).toEqual([...kept, copy].toSorted())
  } finally {
    await running.close()
  }
})
