import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { checkBlobKey } from '../blobKeys.ts'
import type { OpenBlob } from './blobFiles.ts'
import { type BucketConfig, partBytes } from '../bucket.ts'

/** How many parts of one object are sent at the same time. Each is in memory. */
const partsAtOnce = 2
/** What distinguishes a copy from an object that the product has stored: the entity tag and the time of its source. */
const sourceMark = 'keepsake-source'

/** An object in the bucket. */
export interface FoundObject {
  readonly etag: string
  /** In bytes. */
  readonly size: number
  readonly contentType: string | undefined
  /** In ms since 1970, by the clock of the server. */
  readonly modified: number
  /** Undefined: this is not a copy of the command, so the product has stored it. */
  readonly source: string | undefined
}

/** The objects of the bucket, as the command that copies blobs sees them. Throws the errors of the client. */
export class BucketCopies {
  readonly #client: S3Client
  readonly #config: Pick<BucketConfig, 'bucket' | 'prefix'>

  constructor(client: S3Client, config: Pick<BucketConfig, 'bucket' | 'prefix'>) {
    this.#client = client
    this.#config = config
  }

  async find(key: string): Promise<FoundObject | null> {
    const found = await this.#client.send(new HeadObjectCommand(this.#placeOf(key))).catch(nullWhenMissing)
    if (!found) return null
    return {
      etag: plain(found.ETag),
      size: found.ContentLength ?? 0,
      contentType: found.ContentType,
      modified: found.LastModified?.getTime() ?? 0,
      source: found.Metadata?.[sourceMark],
    }
  }

  /**
   * Whether an object has the content and the media type of a blob. A copy is recognized by its mark, so that the file
   * need not be read: the mark is stored together with the object, and the server has checked the bytes. If the entity
   * tag is no MD5 sum, which depends on the encryption and on the size of the parts, the object is read.
   */
  async isSame(key: string, found: FoundObject, blob: OpenBlob): Promise<boolean> {
    if (found.size !== blob.size || found.contentType !== blob.contentType) return false
    if (found.source === markOf(found.etag, blob)) return true
    return found.etag === (await blob.entityTag()) || this.#hasBytes(key, found.etag, blob)
  }

  /**
   * Stores a copy, if the bucket still has what was found there.
   * @returns false if the bucket has another object meanwhile
   */
  async write(key: string, blob: OpenBlob, found: FoundObject | null): Promise<boolean> {
    const params = {
      ...this.#placeOf(key),
      ContentType: blob.contentType,
      Metadata: { [sourceMark]: markOf(await blob.entityTag(), blob) },
      // Without quotes: Ceph compares them, too.
      ...(found ? { IfMatch: found.etag } : { IfNoneMatch: '*' }),
    }
    try {
      if (blob.size <= partBytes) {
        const ContentMD5 = Buffer.from(await blob.entityTag(), 'hex').toString('base64')
        await this.#client.send(new PutObjectCommand({ ...params, ContentMD5, Body: await blob.read(0) }))
      } else {
        const Body = Readable.from(blob.parts(), { objectMode: false })
        await new Upload({
          client: this.#client,
          params: { ...params, Body },
          partSize: partBytes,
          queueSize: partsAtOnce,
        }).done()
      }
      return true
    } catch (error) {
      if (isConflict(error)) return false
      throw error
    }
  }

  /** Deletes an object if it is a copy of the command. The product may have stored another one meanwhile. */
  async deleteCopy(key: string): Promise<void> {
    const found = await this.find(key)
    if (found?.source === undefined) return
    const command = new DeleteObjectCommand({ ...this.#placeOf(key), IfMatch: found.etag })
    await this.#client.send(command).catch((error: unknown) => {
      if (!isConflict(error)) throw error
    })
  }

  async #hasBytes(key: string, etag: string, blob: OpenBlob): Promise<boolean> {
    const command = new GetObjectCommand({ ...this.#placeOf(key), IfMatch: etag })
    const found = await this.#client.send(command).catch(nullWhenMissing)
    if (!(found?.Body instanceof Readable)) return false
    let position = 0
    for await (const bytes of found.Body as AsyncIterable<Buffer>) {
      if (!bytes.equals(await blob.read(position, bytes.length))) return false
      position += bytes.length
    }
    return position === blob.size
  }

  #placeOf(key: string): { Bucket: string; Key: string } {
    checkBlobKey(key)
    return { Bucket: this.#config.bucket, Key: `${this.#config.prefix}${key}` }
  }
}

function markOf(etag: string, { modified }: OpenBlob): string {
  return `${etag}/${modified}`
}

function plain(etag: string | undefined): string {
  return etag?.replaceAll('"', '') ?? ''
}

/** The object to replace is gone or another one (412), or another request writes it at the same time (409). */
function isConflict(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  const { httpStatusCode: status } = error.$metadata
  return status === 412 || status === 409 || error.name === 'NoSuchKey'
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof NoSuchKey || error instanceof NotFound || isConflict(error)) return null
  throw error
}
