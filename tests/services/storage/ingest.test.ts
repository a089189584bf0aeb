import { createHash } from 'node:crypto'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../../../services/platform/platform.ts'
import { createIngest, type Ingest } from '../../../services/storage/ingest.ts'
import { type NewOriginal, addOriginals } from '../../../services/storage/originalStore.ts'
import { blobFolder, originalKey } from '../../../services/storage/keys.ts'
import { deleteUpload, insertUpload, readUpload } from '../../../services/storage/uploadStore.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { createUploadFolder, uploadDirectory } from '../../../services/storage/uploadFolder.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { type RunningServices, startServices } from '../../support/services.ts'

describe('an upload that another process handles too', () => {
  let running: RunningServices

  beforeAll(async () => {
    running = await startServices({ services: ['storage'] })
  })
  afterAll(() => running.close())

  /** A complete upload. */
  async function completeUpload(seed: number): Promise<{ id: string; file: string; bytes: Buffer }> {
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
    return createIngest({
      platform,
      database: database(),
      uploads: createUploadFolder(uploadDirectory(running.dataDir)),
    })
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
  function disturbedBeforeStored(disturb: () => void | Promise<void>): Ingest {
    const { platform } = running
    const put: Platform['blobs']['put'] = async (...blob) => {
      await disturb()
      return platform.blobs.put(...blob)
    }
    return ingestBy({ ...platform, blobs: { ...platform.blobs, put } })
  }

  test('is left out of a batch of new originals if it has ended meanwhile, or the account has its content already', async () => {
    const ownerId = uuidv7()
    const make = async (checksum: string): Promise<NewOriginal> => {
      const [uploadId, imageId] = [uuidv7(), uuidv7()]
      await insertUpload(database(), { id: uploadId, ownerId, fileName: 'a.jpg', size: 1, imageId })
      const nothing = { takenAt: null, takenOffset: null, latitude: null, longitude: null, details: {} }
      const file = { size: 1, crc32: 1, format: 'jpeg', fileName: 'a.jpg', width: 1, height: 1 } as const
      return { imageId, ownerId, uploadId, checksum, ...file, ...nothing }
    }
    const add = async (...originals: NewOriginal[]) =>
      database()
        .transaction()
        .execute((change) => addOriginals(change, originals))
    const known = await make('known')
    expect(await add(known)).toEqual(new Set([known.uploadId]))
    const [fresh, again, cancelled, ended] = await Promise.all(['fresh', 'known', 'cancelled', 'ended'].map(make))
    if (!fresh || !again || !cancelled || !ended) throw new Error('Expected four originals.')
    await deleteUpload(database(), cancelled.uploadId, ownerId)
    await database().updateTable('uploads').set({ state: 'REJECTED' }).where('id', '=', ended.uploadId).execute()
    expect(await add(again, cancelled, ended, fresh)).toEqual(new Set([fresh.uploadId]))
    const states = await Promise.all(
      [fresh, again, ended].map(async ({ uploadId }) => (await readUpload(database(), uploadId))?.state),
    )
    expect(states).toEqual(['PROCESSING', 'RECEIVING', 'REJECTED'])
    const kept = await database().selectFrom('originals').select('checksum').where('owner_id', '=', ownerId).execute()
    expect(kept.map(({ checksum }) => checksum).toSorted()).toEqual(['fresh', 'known'])
  })

  test.each([
    ['disappears', 1, removeAll],
    [
      'is cut to its first 100 bytes',
      2,
      (file: string, bytes: Buffer) => {
        removeAll(file)
        writeFileSync(file, bytes.subarray(0, 100))
      },
    ],
  ])('is not refused if its file %s while the file is read, and is ingested later', async (_what, seed, disturb) => {
    const { id, file, bytes } = await completeUpload(seed)
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

  test('returns the outcome of the other process if the file disappears before this process has stored it', async () => {
    const { id, file } = await completeUpload(3)
    const disturbed = disturbedBeforeStored(() => removeAll(file))
    expect(await disturbed(id)).toBeNull()
    const { image_id: imageId } = await database()
      .updateTable('uploads')
      .set({ state: 'READY' })
      .where('id', '=', id)
      .returning('image_id')
      .executeTakeFirstOrThrow()
    expect(await disturbed(id)).toEqual({ accepted: true, uploadId: id, imageId, duplicate: false })
  })

  /** Replaces the file of an upload, as another process does that receives the same upload with other content. */
  async function replace(file: string): Promise<Buffer> {
    const other = await makeJpeg({ seed: 99, width: 800, height: 600 })
    await writeFile(`${file}.other`, other)
    await database().updateTable('uploads').set({ size: other.length }).where('id', '=', basename(file)).execute()
    renameSync(`${file}.other`, file)
    return other
  }

  /** The checksum of an upload's original as it is recorded, and that of the stored bytes. */
  async function checksums(id: string): Promise<{ recorded: string | undefined; stored: string }> {
    const original = await database()
      .selectFrom('uploads')
      .innerJoin('originals', 'originals.image_id', 'uploads.image_id')
      .select(['originals.image_id', 'originals.owner_id', 'originals.checksum'])
      .where('uploads.id', '=', id)
      .executeTakeFirst()
    const key = originalKey(original?.owner_id ?? '', original?.image_id ?? '')
    return { recorded: original?.checksum, stored: checksumOf(await readFile(join(contentFolder(), key))) }
  }

  function contentFolder(): string {
    return join(running.dataDir, 'blobs', 'content')
  }

  test('is stored with the bytes that were checked, although another file has taken its place meanwhile', async () => {
    const { id, file, bytes } = await completeUpload(5)
    const disturbed = disturbedBeforeStored(async () => void (await replace(file)))
    expect(await disturbed(id)).toMatchObject({ accepted: true })
    expect(await checksums(id)).toEqual({ recorded: checksumOf(bytes), stored: checksumOf(bytes) })
  })

  test('is stored once, with the bytes that were checked, if two processes have received different content', async () => {
    const { id, file } = await completeUpload(6)
    let other: Uint8Array = new Uint8Array()
    const disturbed = disturbedBeforeStored(async () => {
      other = await replace(file)
      expect(await ingestBy(running.platform)(id)).toMatchObject({ accepted: true, duplicate: false })
    })
    expect(await disturbed(id)).toMatchObject({ accepted: true, duplicate: false })
    expect(await checksums(id)).toEqual({ recorded: checksumOf(other), stored: checksumOf(other) })
    const { owner_id: ownerId } = (await readUpload(database(), id)) ?? {}
    const stored = await readdir(join(contentFolder(), blobFolder(ownerId ?? '')), { recursive: true })
    expect(stored.filter((path) => basename(path) === 'original')).toHaveLength(1)
  })

  test('removes bytes that arrive after it has ended', async () => {
    const { id, file, bytes } = await completeUpload(4)
    const ingest = ingestBy(running.platform)
    const first = await ingest(id)
    await writeFile(file, bytes)
    expect(await ingest(id)).toEqual(first)
    expect(await readdir(join(running.dataDir, 'uploads'))).not.toContain(id)
  })
})

function checksumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Removes all files of an upload, as its cancellation does. */
function removeAll(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith(basename(file))) rmSync(join(dirname(file), name))
  }
}
