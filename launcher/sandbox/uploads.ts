import { createHash } from 'node:crypto'
import { v4 as randomUuid, v7 as uuidv7 } from 'uuid'
import { ByteReader } from '../../services/storage/formats/byteReader.ts'
import { contentTypes, decideFormat, headBytes, inspect } from '../../services/storage/formats/inspect.ts'
import { Refusal, type RefusalCode, statusOf } from '../../services/storage/formats/refusal.ts'
import { checkSize } from '../../services/storage/formats/size.ts'
import { readFacts } from '../../services/storage/images.ts'
import { readCaptureData } from '../../services/storage/metadata.ts'
import { Problem } from '../../services/platform/problems.ts'
import { buildPhoto, monthOf, type WirePhoto } from '../../tests/support/photoLibrary.ts'
import type { Upstreams } from '../../tests/support/upstream.ts'
import { describePicture } from './pictures.ts'

/** The maximum size of a file, in bytes. */
export const maxUploadBytes = 50 * 1024 * 1024
/**
 * How many bytes the unfinished uploads of a caller may have together. The limit is low because they are kept in
 * memory.
 */
const maxUnfinishedBytes = 200 * 1024 * 1024
const maxUnfinishedUploads = 100
/** How many uploads are remembered, with their outcomes. */
const mostRemembered = 10_000
const maxPixels = 300_000_000
/** How long (ms) a complete upload stays `PROCESSING`, so that the tests of a client also meet this state. */
const processingMilliseconds = 100

/** An upload. Its owner is null if it was made without a token. */
export interface Upload {
  readonly uploadId: string
  ownerId: string | null
  readonly size: number
  readonly metadata: string | null
  readonly fileName: string
  readonly created: Date
  /** The bytes that have arrived. They are forgotten when the file has been checked. */
  chunks: Buffer[]
  offset: number
  state: 'RECEIVING' | 'PROCESSING' | 'READY' | 'REJECTED'
  imageId: string
  duplicate: boolean
  code: RefusalCode | null
}

/** The uploads of all accounts, in memory. */
export class Uploads {
  readonly #upstreams: Upstreams
  readonly #publicUrl: string
  readonly #all = new Map<string, Upload>()
  /** The photos of uploaded files, by account and checksum. */
  readonly #known = new Map<string, string>()

  constructor(upstreams: Upstreams, publicUrl: string) {
    this.#upstreams = upstreams
    this.#publicUrl = publicUrl
  }

  /** Creates an upload. @throws Problem 413, 429 or 507 if it does not fit */
  create(own: Pick<Upload, 'ownerId' | 'size' | 'metadata' | 'fileName'>): Upload {
    const unfinished = [...this.#all.values()].filter(({ ownerId, state }) => {
      return ownerId === own.ownerId && state === 'RECEIVING'
    })
    if (unfinished.length >= maxUnfinishedUploads) throw tooManyUploads(own.ownerId)
    const usedBytes = unfinished.reduce((sum, { size }) => sum + size, 0)
    if (usedBytes + own.size > maxUnfinishedBytes) throw own.ownerId === null ? storageFull() : quotaExceeded(usedBytes)
    const upload: Upload = {
      ...own,
      // The id of an upload without an owner works like a password.
      uploadId: own.ownerId === null ? randomUuid() : uuidv7(),
      created: new Date(),
      chunks: [],
      offset: 0,
      state: 'RECEIVING',
      imageId: uuidv7(),
      duplicate: false,
      code: null,
    }
    this.#all.set(upload.uploadId, upload)
    const [oldest] = this.#all.keys()
    if (this.#all.size > mostRemembered && oldest !== undefined) this.#all.delete(oldest)
    return upload
  }

  find(uploadId: string, ownerId: string | null): Upload | undefined {
    const upload = this.#all.get(uploadId)
    return upload?.ownerId === ownerId ? upload : undefined
  }

  delete(uploadId: string): void {
    this.#all.delete(uploadId)
  }

  /** Forgets all uploads of an account, and all uploads without an owner. */
  deleteAll(accountId: string): void {
    for (const { uploadId, ownerId } of this.#all.values()) {
      if (ownerId === accountId || ownerId === null) this.#all.delete(uploadId)
    }
    for (const key of this.#known.keys()) if (key.startsWith(accountId)) this.#known.delete(key)
  }

  /** Appends bytes, which must fit. If the upload has an owner, checks the file when its last byte has arrived. */
  async append(upload: Upload, bytes: Buffer): Promise<void> {
    upload.chunks.push(bytes)
    upload.offset += bytes.length
    if (upload.ownerId === null) this.#checkFirstBytes(upload)
    else if (upload.offset === upload.size) await this.#ingest(upload, upload.ownerId)
  }

  /** Refuses and forgets an upload without an owner if its first bytes show that it is not a photo. */
  #checkFirstBytes({ uploadId, chunks, offset, size }: Upload): void {
    if (offset < headBytes && offset < size) return
    try {
      decideFormat(Buffer.concat(chunks).subarray(0, headBytes))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#all.delete(uploadId)
      throw new Problem(statusOf(error.code), error.code, error.message)
    }
  }

  /** Gives a complete upload without an owner to an account. */
  async claim(upload: Upload, accountId: string): Promise<void> {
    upload.ownerId = accountId
    await this.#ingest(upload, accountId)
  }

  async #ingest(upload: Upload, ownerId: string): Promise<void> {
    const bytes = Buffer.concat(upload.chunks)
    upload.chunks = []
    // While the file is checked, other requests must see that all its bytes have arrived.
    upload.state = 'PROCESSING'
    const photo = await this.#read(upload, bytes)
    if (photo instanceof Refusal) {
      Object.assign(upload, { state: 'REJECTED', code: photo.code })
      this.#announce(upload, ownerId)
      return
    }
    const key = `${ownerId} ${createHash('sha256').update(bytes).digest('hex')}`
    const known = this.#known.get(key)
    const isKnown = known !== undefined && (this.#upstreams.library(ownerId).has(known) || this.#isProcessing(known))
    Object.assign(upload, { duplicate: isKnown, ...(isKnown && { imageId: known }) })
    this.#known.set(key, upload.imageId)
    setTimeout(() => this.#finish(upload, ownerId, isKnown ? null : photo), processingMilliseconds).unref()
  }

  /** Whether a photo joins the library soon. */
  #isProcessing(imageId: string): boolean {
    return [...this.#all.values()].some((upload) => upload.imageId === imageId && upload.state === 'PROCESSING')
  }

  /** Adds the photo to the library, if it is new, and tells the account. */
  #finish(upload: Upload, ownerId: string, photo: NewPhoto | null): void {
    // Meanwhile the test may have replaced the library, which also deletes its uploads.
    if (!this.#all.has(upload.uploadId)) return
    upload.state = 'READY'
    if (photo) {
      const library = this.#upstreams.library(ownerId)
      library.details.set(photo.wire.imageId, photo.details)
      library.photos.push(photo.wire)
      const data = { imageId: photo.wire.imageId, ...monthOf(photo.wire) }
      this.#upstreams.events.append(ownerId, [{ type: 'photo.added', data }])
    }
    this.#announce(upload, ownerId)
  }

  #announce({ uploadId, state, imageId, duplicate, code }: Upload, ownerId: string): void {
    const outcome =
      state === 'REJECTED'
        ? { uploadId, state, code: code ?? 'FAILED' }
        : { uploadId, state: 'READY' as const, imageId, duplicate }
    this.#upstreams.events.append(ownerId, [{ type: 'uploads.ended', data: { uploads: [outcome] } }])
  }

  /** Checks a file as storage does, and reads what its camera wrote. */
  async #read({ imageId, uploadId, fileName }: Upload, bytes: Buffer): Promise<NewPhoto | Refusal> {
    try {
      const { format } = await inspect(new ByteReader(sourceOf(bytes), bytes.length), { maxPixels })
      const { width, height, embedded } = await readFacts(bytes, maxPixels)
      checkSize({ width, height }, { maxPixels })
      const { takenAt, takenOffset, latitude, longitude, details } = readCaptureData(embedded, new Date())
      const wire: WirePhoto = {
        ...buildPhoto(1),
        ...describePicture(this.#publicUrl, { imageId, width, height }),
        imageId,
        uploadId,
        localFileName: fileName,
        created: new Date().toISOString(),
        location: latitude === null || longitude === null ? null : { latitude, longitude },
        ...(takenAt !== null && { dateTaken: takenAt.replace(' ', 'T') }),
        ...(takenOffset !== null && { dateTakenOffset: takenOffset }),
      }
      return { wire, details: { fileSize: bytes.length, contentType: contentTypes[format], ...details } }
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
}

interface NewPhoto {
  readonly wire: WirePhoto
  readonly details: Record<string, unknown>
}

function sourceOf(bytes: Buffer) {
  return {
    read: async (target: Buffer, offset: number, length: number, position: number) => ({
      bytesRead: bytes.copy(target, offset, position, position + length),
    }),
  }
}

function tooManyUploads(ownerId: string | null): Problem {
  const code = ownerId === null ? 'ANONYMOUS_LIMIT_REACHED' : 'TOO_MANY_UPLOADS'
  const detail = `There are ${maxUnfinishedUploads} unfinished uploads. Complete or delete some of them.`
  return new Problem(429, code, detail, { 'retry-after': '60' })
}

function quotaExceeded(usedBytes: number): Problem {
  const facts = { usedBytes, quotaBytes: maxUnfinishedBytes }
  const detail = `The account uses ${usedBytes} of ${maxUnfinishedBytes} bytes, so the file does not fit.`
  return new Problem(413, 'QUOTA_EXCEEDED', detail, {}, facts)
}

function storageFull(): Problem {
  return new Problem(507, 'ANONYMOUS_STORAGE_FULL', 'There is no space for uploads before the sign-in.')
}
