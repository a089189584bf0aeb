import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type ZipEntry, isUnreadable, writeZip } from '../platform/zip/writeZip.ts'
import { albumsEntry } from './albumsEntry.ts'
import { type Parts, chunkKey } from './parts.ts'
import { createProgress } from './progress.ts'

/** A file to make, and its export. */
export interface Claim {
  readonly backup: {
    readonly id: string
    readonly owner_id: string
    readonly created_at: Date
    /** The total size of all photos. */
    readonly bytes: number
  }
  readonly number: number
  readonly attempt: number
  readonly firstPhoto: number
  readonly lastPhoto: number
  /** The total size of the photos in finished files. */
  readonly madeBytes: number
  /** True if no finished file contains a photo. Then this file gets the list of albums. */
  readonly isFirst: boolean
}

/** The facts about a finished file. */
export interface MadeChunk {
  readonly size: number
  /** SHA-256, in hexadecimal. */
  readonly checksum: string
  readonly photosCount: number
}

const photosPerPage = 200

/** An entry of the archive: a photo or the list of albums. */
interface ChunkEntry extends ZipEntry {
  readonly isPhoto: boolean
}

/** Streams photos into a file, which becomes visible when it is complete. Photos deleted meanwhile are skipped. */
export async function makeChunk(parts: Parts, claim: Claim, signal: AbortSignal): Promise<MadeChunk> {
  const { backup } = claim
  const progress = createProgress(parts, backup.id)
  let photosCount = 0
  const zip = writeZip(
    countPhotos(entriesOf(parts, claim), () => (photosCount += 1)),
    {
      ahead: parts.platform.blobs.blobsAhead,
      leftOut: ({ isPhoto }) => {
        if (isPhoto) photosCount -= 1
      },
      wrote: (bytes) => progress.reached((claim.madeBytes + bytes) / Math.max(backup.bytes, 1)),
    },
  )
  const hash = createHash('sha256')
  try {
    const { size } = await parts.platform.blobs.put(chunkKey(backup, claim), addToHash(zip, hash, signal), {
      contentType: 'application/zip',
      isPatient: true,
    })
    return { size, checksum: hash.digest('hex'), photosCount }
  } finally {
    await progress.end()
  }
}

async function* addToHash(
  zip: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for await (const bytes of zip) {
    signal.throwIfAborted()
    hash.update(bytes)
    yield bytes
  }
}

/** The names of the file's photos whose bytes are damaged or unreadable. */
export async function* findDamaged(parts: Parts, claim: Claim, signal: AbortSignal): AsyncGenerator<string> {
  for await (const photo of photosOf(parts, claim)) {
    signal.throwIfAborted()
    if (await isDamaged(photo)) yield photo.name
  }
}

/** A deleted photo is not damaged. */
async function isDamaged(photo: ZipEntry): Promise<boolean> {
  const content = await photo.open()
  if (!content) return false
  let size = 0
  let sum = 0
  try {
    for await (const bytes of content) {
      size += bytes.length
      sum = crc32(bytes, sum)
    }
  } catch (error) {
    if (isUnreadable(error)) return true
    throw error
  }
  return size !== photo.size || sum !== photo.crc32
}

async function* countPhotos(entries: AsyncIterable<ChunkEntry>, count: () => void): AsyncGenerator<ChunkEntry> {
  for await (const entry of entries) {
    if (entry.isPhoto) count()
    yield entry
  }
}

async function* entriesOf(parts: Parts, claim: Claim): AsyncGenerator<ChunkEntry> {
  const albums = claim.isFirst ? await albumsEntry(parts, claim.backup) : null
  if (albums) yield { ...albums, isPhoto: false }
  yield* photosOf(parts, claim)
}

async function* photosOf(parts: Parts, claim: Claim): AsyncGenerator<ChunkEntry> {
  for (let after = claim.firstPhoto - 1; after < claim.lastPhoto; after += photosPerPage) {
    for (const photo of await readPhotos(parts, claim, after)) {
      yield {
        isPhoto: true,
        name: photo.path,
        size: photo.size,
        crc32: photo.crc32,
        modified: photo.taken_at === null ? photo.uploaded_at : { local: photo.taken_at, offset: photo.taken_offset },
        open: async () => parts.platform.blobs.chunks(photo.original_key, { isAhead: true }),
      }
    }
  }
}

async function readPhotos({ database }: Parts, { backup, lastPhoto }: Claim, after: number) {
  return database
    .selectFrom('backup_photos')
    .select(['path', 'size', 'crc32', 'taken_at', 'taken_offset', 'uploaded_at', 'original_key'])
    .where('backup_id', '=', backup.id)
    .where('number', '>', after)
    .where('number', '<=', Math.min(after + photosPerPage, lastPhoto))
    .where('is_damaged', '=', false)
    .orderBy('number')
    .execute()
}
