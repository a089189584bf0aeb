import { rmSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../../../services/platform/platform.ts'
import { createIngest, type Ingest } from '../../../services/storage/ingest.ts'
import { insertUpload, readUpload } from '../../../services/storage/uploadStore.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { uploadFolder } from '../../../services/storage/uploadFiles.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { type RunningServices, startServices } from '../../support/services.ts'

describe('an upload whose file another process removes', () => {
  let running: RunningServices

  beforeAll(async () => {
    running = await startServices({ services: ['storage'] })
  })
  afterAll(() => running.close())

  /** A complete upload. */
  async function whole(seed: number): Promise<{ id: string; file: string; bytes: Buffer }> {
    const [id, bytes] = [uuidv7(), await makeJpeg({ seed, width: 800, height: 600 })]
    const file = join(running.dataDir, 'uploads', id)
    await insertUpload(database(), { id, ownerId: uuidv7(), fileName: 'a.jpg', size: bytes.length, imageId: uuidv7() })
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
    return { id, file, bytes }
  }

  function database() {
    return running.platform.database<StorageTables>('storage')
  }

  function ingestBy(platform: Platform): Ingest {
    return createIngest({ platform, database: database(), files: uploadFolder(running.dataDir) })
  }

  /** Calls `disturb` after the file was opened and before its header is read. */
  function disturbedWhileRead(disturb: () => void): Ingest {
    const { platform } = running
    const storage = {
      ...platform.config.storage,
      get maxPixels() {
        disturb()
        return platform.config.storage.maxPixels
      },
    }
    return ingestBy({ ...platform, config: { ...platform.config, storage } })
  }

  /** Calls `disturb` after the file was read and before it is stored. */
  function disturbedWhileKept(disturb: () => void): Ingest {
    const { platform } = running
    const put: Platform['blobs']['put'] = async (...blob) => {
      disturb()
      return platform.blobs.put(...blob)
    }
    return ingestBy({ ...platform, blobs: { ...platform.blobs, put } })
  }

  test.each([
    ['gone', 1, (file: string) => rmSync(file, { force: true })],
    [
      'no more than its beginning',
      2,
      (file: string, bytes: Buffer) => {
        rmSync(file, { force: true })
        writeFileSync(file, bytes.subarray(0, 100))
      },
    ],
  ])('is not refused if it is %s while it is read, and is ingested later', async (_what, seed, disturb) => {
    const { id, file, bytes } = await whole(seed)
    let isDisturbed = false
    const disturbed = disturbedWhileRead(() => {
      if (!isDisturbed) disturb(file, bytes)
      isDisturbed = true
    })
    expect(await disturbed(id)).toBeNull()
    expect(isDisturbed).toBe(true)
    expect(await readUpload(database(), id)).toMatchObject({ state: 'RECEIVING', code: null })
    await writeFile(file, bytes)
    expect(await disturbed(id)).toMatchObject({ accepted: true, duplicate: false })
  })

  test('ends as the other process has ended it, if it disappears before it is stored', async () => {
    const { id, file } = await whole(3)
    const disturbed = disturbedWhileKept(() => rmSync(file))
    expect(await disturbed(id)).toBeNull()
    const { image_id: imageId } = await database()
      .updateTable('uploads')
      .set({ state: 'READY' })
      .where('id', '=', id)
      .returning('image_id')
      .executeTakeFirstOrThrow()
    expect(await disturbed(id)).toEqual({ accepted: true, uploadId: id, imageId, duplicate: false })
  })

  test('leaves no bytes that arrive after the end', async () => {
    const { id, file, bytes } = await whole(4)
    const ingest = ingestBy(running.platform)
    const first = await ingest(id)
    await writeFile(file, bytes)
    expect(await ingest(id)).toEqual(first)
    expect(await readdir(join(running.dataDir, 'uploads'))).not.toContain(id)
  })
})
