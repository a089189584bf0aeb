import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../../../services/platform/platform.ts'
import { openScratch } from '../../../services/platform/blobs/scratch.ts'
import { adoptUploads } from '../../../services/storage/adoptUploads.ts'
import { recordOnlyPiece } from '../../../services/storage/pieceStore.ts'
import { createUploadPieces } from '../../../services/storage/uploadPieces.ts'
import { insertUpload } from '../../../services/storage/uploadStore.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { createInstallation, databaseKinds } from '../../support/database.ts'
import { readText } from '../../support/blobStoreContract.ts'
import { type RunningServices, startServices } from '../../support/services.ts'

const isAway: Platform['blobs']['put'] = async () => {
  throw new Error('The bucket is away.')
}
const signal = new AbortController().signal

describe.each(databaseKinds)('uploads in the folder of an installation that moves to a bucket, on %s', (kind) => {
  let installation: Awaited<ReturnType<typeof createInstallation>>
  let running: RunningServices
  let directory: string

  beforeAll(async () => {
    installation = await createInstallation(kind)
    running = await startServices({ services: ['storage'], installation })
    directory = join(running.dataDir, 'uploads')
    await mkdir(directory, { recursive: true })
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })

  function database() {
    return running.platform.database<StorageTables>('storage')
  }

  /** What `adoptUploads` needs. The folder of the blobs replaces the bucket. */
  function partsOf(changed: Partial<Platform['blobs']> = {}, isMoving = true) {
    const { config, blobs, log } = running.platform
    const bucket = {
      bucket: 'photos',
      prefix: '',
      endpoint: undefined,
      region: undefined,
      publicEndpoint: 'http://s3',
      silenceTimeoutMilliseconds: 3_000,
    }
    const moving = { ...config, blobs: { kind: 's3', ...bucket, isMoving } } as const
    return { database: database(), platform: { config: moving, blobs: { ...blobs, ...changed }, log } }
  }

  /** An upload of which some bytes have arrived. */
  async function unfinished(content: string): Promise<string> {
    const id = uuidv7()
    await insertUpload(database(), { id, ownerId: uuidv7(), fileName: 'a.jpg', size: 100, imageId: uuidv7() })
    await writeFile(join(directory, id), content)
    return id
  }

  async function arrived(id: string): Promise<string | null> {
    const scratch = await openScratch(join(running.dataDir, 'scratch'))
    const bytes = createUploadPieces({ database: database(), blobs: running.platform.blobs, scratch })
    expect(await bytes.received(id)).toBe((await bytes.head(id, 100)).length)
    return (await bytes.head(id, 100)).toString()
  }

  test('become pieces, and other files of uploads are removed', async () => {
    const [one, two, none] = [await unfinished('one'), await unfinished('second'), await unfinished('')]
    await writeFile(join(directory, uuidv7()), 'of an upload that has ended')
    await writeFile(join(directory, `${one}.${uuidv7()}`), 'an incomplete copy')
    await writeFile(join(directory, 'notes.txt'), 'of the operator')
    await adoptUploads(partsOf(), signal)
    expect([await arrived(one), await arrived(two), await arrived(none)]).toEqual(['one', 'second', ''])
    expect(await readdir(directory)).toEqual(['notes.txt'])
  })

  test('become pieces once, although several replicas start', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, async (_, index) => unfinished(`upload ${index}`)))
    const keys = new Set<string>()
    const put: Platform['blobs']['put'] = async (key, ...blob) => {
      keys.add(key)
      return running.platform.blobs.put(key, ...blob)
    }
    await Promise.all([1, 2, 3].map(async () => adoptUploads(partsOf({ put }), signal)))
    for (const [index, id] of ids.entries()) expect(await arrived(id)).toBe(`upload ${index}`)
    const left = await Promise.all([...keys].map(async (key) => readText(running.platform.blobs, key)))
    expect(left.filter((text) => text !== null)).toHaveLength(ids.length)
    expect((await readdir(directory)).filter((name) => ids.includes(name))).toEqual([])
  })

  test('keep the pieces that they already have', async () => {
    const id = await unfinished('old')
    const piece = { uploadId: id, position: 0, length: 5, key: `uploads/${id}/newer` }
    await running.platform.blobs.put(piece.key, Buffer.from('newer'), { contentType: 'text/plain' })
    expect(await recordOnlyPiece(database(), piece)).toBe(true)
    await adoptUploads(partsOf(), signal)
    expect(await arrived(id)).toBe('newer')
    expect(await readdir(directory)).not.toContain(id)
  })

  test('stay if the bucket does not take them', async () => {
    const id = await unfinished('kept')
    await adoptUploads(partsOf({ put: isAway }), signal)
    expect(await readdir(directory)).toContain(id)
    await adoptUploads(partsOf(), signal)
    expect(await arrived(id)).toBe('kept')
  })

  test('stay if the blobs do not move', async () => {
    const id = await unfinished('kept')
    await adoptUploads(partsOf({}, false), signal)
    expect(await readdir(directory)).toContain(id)
  })
})
