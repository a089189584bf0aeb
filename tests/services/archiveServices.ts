import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { PhotosTables } from '../../services/photos/tables.ts'
import type { Platform } from '../../services/platform/platform.ts'
import { keysInBucket } from '../support/blobSettings.ts'
import { ServiceGroup } from './serviceGroup.ts'

/** A stored photo: its id, the bytes of its file, and the blob key of the file. */
export interface StoredPhoto {
  readonly id: string
  readonly bytes: Buffer
  readonly key: string
}

export interface PhotoFile {
  readonly fileName: string
  readonly bytes: Buffer
  readonly takenAt?: string
  readonly offset?: string
}

/** The services that make archives, started once for a group of tests. */
export class ArchiveServices extends ServiceGroup {
  /** Adds a photo to a library without an upload. */
  async addPhoto(customer: { readonly id: string }, file: PhotoFile): Promise<StoredPhoto> {
    return storePhoto(this.platform, customer.id, file)
  }
}

/** Stores a photo's row and file. */
export async function storePhoto(platform: Platform, ownerId: string, file: PhotoFile): Promise<StoredPhoto> {
  // This id increases with time. Times of the embedded database are exact to the millisecond, so photos that are added
  // in the same millisecond are ordered by id.
  const id = uuidv7()
  const key = `photos/${ownerId}/${id}/original`
  const { bytes } = file
  await platform.blobs.put(key, bytes, { contentType: contentTypeOf(file) })
  await insertPhoto(platform.database<PhotosTables>('photos'), ownerId, { id, key, ...file })
  return { id, bytes, key }
}

/** Inserts a photo's row. */
export async function insertPhoto(
  database: Kysely<PhotosTables>,
  ownerId: string,
  photo: PhotoFile & { readonly id: string; readonly key: string },
): Promise<void> {
  await database
    .insertInto('photos')
    .values({
      id: photo.id,
      owner_id: ownerId,
      upload_id: photo.id,
      generation: 1,
      file_name: photo.fileName,
      content_type: contentTypeOf(photo),
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

/**
 * The files of a blob folder (`exports/…`), and incomplete blobs. A bucket removes incomplete blobs by itself, so there
 * they do not count.
 */
export async function blobFiles(dataDir: string, folder: string): Promise<string[]> {
  const keys = await keysInBucket(dataDir, folder)
  if (keys) return keys
  return [...(await incompleteBlobs(dataDir)), ...(await filesBelow(join(dataDir, 'blobs', 'content', folder)))]
}

/** Incomplete blobs, of running and killed processes. */
export async function incompleteBlobs(dataDir: string): Promise<string[]> {
  return filesBelow(join(dataDir, 'blobs', 'temporary'))
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

function contentTypeOf({ fileName }: PhotoFile): string {
  return fileName.endsWith('.heic') ? 'image/heic' : 'image/jpeg'
}
