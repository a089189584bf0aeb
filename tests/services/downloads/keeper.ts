import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { DownloadsTables } from '../../../services/downloads/tables.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import type { Platform } from '../../../services/platform/platform.ts'
import { afterAll, beforeAll } from 'vitest'
import type { Kysely } from 'kysely'
import { createGround, type DatabaseKind, type Ground } from '../../support/database.ts'
import { type Answer, Customer, type PhotoServices, startPhotoServices, until } from '../storage/customer.ts'

/** A photo of a test: its file, and what the library knows of it. */
export interface KeptPhoto {
  readonly id: string
  readonly bytes: Buffer
  readonly key: string
}

export interface KeptFile {
  readonly fileName: string
  readonly bytes: Buffer
  readonly takenAt?: string
  readonly offset?: string
}

/** Somebody with photos, who asks for archives of them. */
export class Keeper extends Customer {
  get email(): string {
    return `${this.id.slice(-4)}@example.com`
  }

  async ask(photos: readonly string[], options: { name?: string; key?: string } = {}): Promise<Answer> {
    const { name, key } = options
    return this.call('POST', '/downloads/downloads', {
      body: { photos, ...(name === undefined ? {} : { name }) },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  }

  async askShared(photos: readonly { photoId: string; ownerId: string }[]): Promise<Answer> {
    return this.call('POST', '/downloads/shared-album-downloads', { body: { photos } })
  }

  async look(id: string): Promise<Answer> {
    return this.call('GET', `/downloads/downloads/${id}`)
  }

  /** Waits until an archive has ended; answers how. */
  async ended(id: string): Promise<Answer['body']> {
    return until(async () => {
      const { body } = await this.look(id)
      return body.state === 'started' ? null : body
    }, 'the archive to end')
  }

  /** The bytes of an archive that is finished. */
  async archive(id: string): Promise<Buffer> {
    const response = await this.read((await this.call('GET', `/downloads/downloads/${id}/url`)).body.url)
    return Buffer.from(await response.arrayBuffer())
  }
}

/** An installation with storage, photos and downloads, set up once for the tests of a group. */
export interface Vault {
  readonly running: PhotoServices
  readonly platform: Platform
  readonly downloads: Kysely<DownloadsTables>
  newKeeper(): Keeper
  /** Puts a file into a library, without the way that uploads take. */
  keep(keeper: Keeper, file: KeptFile): Promise<KeptPhoto>
  /** Lets others take part in an album of somebody's. */
  share(owner: Keeper, photos: readonly KeptPhoto[], others: readonly Keeper[]): Promise<void>
  /** The files of somebody's archives, and what is being written. */
  archives(keeper: Keeper): Promise<string[]>
}

export function useVault(kind: DatabaseKind): Vault {
  let ground: Ground
  let running: PhotoServices
  beforeAll(async () => {
    ground = await createGround(kind)
    running = await startPhotoServices(ground, { DEMO: 'true' }, ['storage', 'photos', 'downloads'])
  })
  afterAll(async () => {
    await running.close()
    await ground.remove()
  })
  return {
    get running() {
      return running
    },
    get platform() {
      return running.services.platform
    },
    get downloads() {
      return running.services.platform.database<DownloadsTables>('downloads')
    },
    newKeeper: () => new Keeper(running.services.url, running.issuer),
    keep: async (keeper, file) => keepPhoto(running.services.platform, keeper.id, file),
    async share(owner, photos, others) {
      const { body } = await owner.call('POST', '/photos/albums', { body: { name: 'Shared' } })
      const photoIds = photos.map(({ id }) => id)
      await owner.call('POST', `/photos/albums/${body.albumId}/photos`, { body: { photoIds } })
      const participants = others.map(({ id, email }) => ({ id, email }))
      const secret = (await readFile(join(ground.dataDir, 'keys', 'operator'), 'utf8')).trim()
      const headers = { 'x-operator-secret': secret }
      await owner.call('POST', '/photos/dev/shared-albums', {
        body: { albumId: body.albumId, participants },
        headers,
      })
    },
    archives: async ({ id }) => archiveFiles(ground.dataDir, id),
  }
}

/** Puts a photo's row and file where they belong. */
export async function keepPhoto(platform: Platform, ownerId: string, file: KeptFile): Promise<KeptPhoto> {
  const id = randomUUID()
  const key = `photos/${ownerId}/${id}/original`
  const { bytes } = file
  await platform.blobs.put(key, bytes, { contentType: 'image/jpeg' })
  await insertPhoto(platform.database<PhotosTables>('photos'), ownerId, { id, key, ...file })
  return { id, bytes, key }
}

/** Puts a photo's row where it belongs. */
export async function insertPhoto(
  database: Kysely<PhotosTables>,
  ownerId: string,
  photo: KeptFile & { readonly id: string; readonly key: string },
): Promise<void> {
  await database
    .insertInto('photos')
    .values({
      id: photo.id,
      owner_id: ownerId,
      upload_id: photo.id,
      generation: 1,
      file_name: photo.fileName,
      content_type: 'image/jpeg',
      size: photo.bytes.length,
      crc32: crc32(photo.bytes),
      original_key: photo.key,
      thumbnails: JSON.stringify([]),
      width: 4,
      height: 3,
      taken_at: photo.takenAt ?? null,
      taken_offset: photo.offset ?? null,
      latitude: null,
      longitude: null,
      details: JSON.stringify({}),
      thumbhash: null,
      uploaded_at: new Date('2024-06-01T12:00:00Z'),
    })
    .execute()
}

/** The files of an account's archives below a data folder, and what is being written. */
export async function archiveFiles(dataDir: string, ownerId: string): Promise<string[]> {
  const list = async (folder: string) =>
    readdir(join(dataDir, 'blobs', folder), { recursive: true, withFileTypes: true }).catch(() => [])
  const entries = [...(await list(`content/downloads/${ownerId}`)), ...(await list('temporary'))]
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
