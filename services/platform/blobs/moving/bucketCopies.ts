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
import { checkBlobKey } from '../blobKeys.ts'
import type { OpenBlob } from './blobFiles.ts'
import { type BucketConfig, partBytes } from '../bucket.ts'
import { type Condition, putInParts } from '../s3Parts.ts'

/**
 * The metadata field that only copies have, not objects that the product has stored. Its value is the entity tag and
 * the time of the source.
 */
const sourceMark = 'keepsake-source'

/** An object in the bucket. */
export interface FoundObject {
  readonly etag: string
  /** In bytes. */
  readonly size: number
  readonly contentType: string | undefined
  /** In ms since 1970, by the clock of the server. */
  readonly modified: number
  /** Undefined: the product has stored the object, not the command that copies blobs. */
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
   * Whether an object has the content and the media type of a blob. A copy is recognised by its mark, so that the file
   * need not be read: the mark is stored together with the object, and the server has checked the bytes. Without the
   * mark, the entity tags are compared. If they differ, the object is read, because an entity tag also depends on the
   * encryption and on the size of the parts.
   */
  async isSame(key: string, found: FoundObject, blob: OpenBlob): Promise<boolean> {
    if (found.size !== blob.size || found.contentType !== blob.contentType) return false
    if (found.source === markOf(found.etag, blob)) return true
    return found.etag === (await blob.entityTag()) || this.#hasBytes(key, found.etag, blob)
  }

  /**
   * Stores a copy, unless the bucket has changed since `found` was read.
   * @param found the object to replace; null if the bucket had no object
   * @returns false if the bucket has changed meanwhile, so that nothing was stored
   */
  async write(key: string, blob: OpenBlob, found: FoundObject | null): Promise<boolean> {
    const object = {
      ...this.#placeOf(key),
      ContentType: blob.contentType,
      Metadata: { [sourceMark]: markOf(await blob.entityTag(), blob) },
    }
    // The entity tag has no quotes here, because Ceph would compare the quotes as well.
    const condition: Condition = found ? { IfMatch: found.etag } : { IfNoneMatch: '*' }
    try {
      if (blob.size <= partBytes) {
        const ContentMD5 = Buffer.from(await blob.entityTag(), 'hex').toString('base64')
        const Body = await blob.read(0)
        await this.#client.send(new PutObjectCommand({ ...object, ...condition, ContentMD5, Body }))
      } else {
        await putInParts({ client: this.#client, patient: this.#client }, object, blob.parts(), condition)
      }
      return true
    } catch (error) {
      if (isConflict(error)) return false
      throw error
    }
  }

  /** Deletes an object if the command has made it. Keeps an object that the product has stored there meanwhile. */
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

/** True if the object to replace is gone or has changed (412), or if another request is writing it (409). */
function isConflict(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  const { httpStatusCode: status } = error.$metadata
  return status === 412 || status === 409 || error.name === 'NoSuchKey'
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof NoSuchKey || error instanceof NotFound || isConflict(error)) return null
  throw error
}
