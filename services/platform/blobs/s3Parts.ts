import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { partBytes } from './bucket.ts'
import { BlobsUnavailable } from './unavailable.ts'

/** How many parts of one object are sent at the same time. Each is in memory, and one more is being filled. */
const partsAtOnce = 2

export interface S3Clients {
  readonly client: S3Client
  /** For requests that the server answers only after long work: copying, and putting parts together. */
  readonly patient: S3Client
}

/** An object to store, without its bytes. */
export interface NewObject {
  readonly Bucket: string
  readonly Key: string
  readonly ContentType: string
  readonly Metadata?: Record<string, string>
}

/** Which object may be replaced: the one with this entity tag, or none. */
export interface Condition {
  readonly IfMatch?: string
  readonly IfNoneMatch?: '*'
}

/**
 * Stores an object of any length. Sends it in parts if it is longer than a part. The object becomes visible when it is
 * complete. If the chunks or the transfer fail, the parts that have arrived are deleted.
 * @param chunks are copied, so the caller may reuse the buffer of a chunk for the next one
 * @throws the error of the chunks, or of the client
 */
export async function putInParts(
  clients: S3Clients,
  object: NewObject,
  chunks: AsyncIterable<Uint8Array>,
  condition: Condition = {},
): Promise<{ size: number }> {
  const buffers = new PartBuffers()
  let upload: PartsUpload | null = null
  let size = 0
  try {
    for await (const { bytes, isLast } of partsOf(chunks, buffers)) {
      size += bytes.length
      if (isLast && !upload) {
        await clients.client.send(new PutObjectCommand({ ...object, ...condition, Body: bytes }))
        return { size }
      }
      upload ??= await PartsUpload.begin(clients, object)
      await upload.send(bytes, () => buffers.giveBack(bytes))
    }
    await upload?.complete(condition)
    return { size }
  } catch (error) {
    await upload?.abort(error)
    throw error
  }
}

/** The buffers of one upload. They are used again, because the system takes long to provide new memory. */
class PartBuffers {
  readonly #spare: Buffer[] = []

  take(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(partBytes)
  }

  /** @param bytes the buffer, or its beginning. Nothing may read it any more */
  giveBack(bytes: Buffer): void {
    this.#spare.push(Buffer.from(bytes.buffer))
  }
}

/** Divides chunks into parts. Only the last part may be shorter than `partBytes`. There is always a last part. */
async function* partsOf(
  chunks: AsyncIterable<Uint8Array>,
  buffers: PartBuffers,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let part = buffers.take()
  let filled = 0
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length;) {
      if (filled === partBytes) {
        yield { bytes: part, isLast: false }
        part = buffers.take()
        filled = 0
      }
      const taken = chunk.subarray(start, start + partBytes - filled)
      part.set(taken, filled)
      filled += taken.length
      start += taken.length
    }
  }
  yield { bytes: part.subarray(0, filled), isLast: true }
}

/** Names a multipart upload. */
interface UploadPlace {
  readonly Bucket: string
  readonly Key: string
  readonly UploadId: string | undefined
}

/** A multipart upload of S3. Its object becomes visible when it is complete. */
export class PartsUpload {
  readonly #clients: S3Clients
  readonly #upload: UploadPlace
  readonly #sent: CompletedPart[] = []
  readonly #sending = new Set<Promise<void>>()
  /** Aborted with the error of the first part that fails. */
  readonly #stop = new AbortController()

  private constructor(clients: S3Clients, upload: UploadPlace) {
    this.#clients = clients
    this.#upload = upload
  }

  static async begin(clients: S3Clients, object: NewObject): Promise<PartsUpload> {
    const { UploadId } = await clients.client.send(new CreateMultipartUploadCommand(object))
    return new PartsUpload(clients, { Bucket: object.Bucket, Key: object.Key, UploadId })
  }

  /**
   * Begins to send the next part, as soon as fewer than `partsAtOnce` parts are being sent.
   * @param sent called when the server has all bytes. After a failure, a connection might still read them
   * @throws the error of an earlier part
   */
  async send(bytes: Buffer, sent: () => void): Promise<void> {
    await this.#begin(async (place, options) => {
      const { ETag } = await this.#clients.client.send(new UploadPartCommand({ ...place, Body: bytes }), options)
      sent()
      return ETag
    })
  }

  /**
   * Begins to copy an object of the same bucket as the next part, like `send`.
   * @param source the bucket and the key, as `CopySource` of S3
   */
  async copy(source: string): Promise<void> {
    await this.#begin(async (place, options) => {
      const command = new UploadPartCopyCommand({ ...place, CopySource: source })
      return (await this.#clients.patient.send(command, options)).CopyPartResult?.ETag
    })
  }

  async complete(condition: Condition): Promise<void> {
    await Promise.all(this.#sending)
    this.#stop.signal.throwIfAborted()
    const MultipartUpload = { Parts: this.#sent }
    await this.#clients.patient.send(
      new CompleteMultipartUploadCommand({ ...this.#upload, ...condition, MultipartUpload }),
    )
  }

  /**
   * Deletes the parts. If this fails, the bucket deletes them after a day. Does not wait for a server that was silent,
   * because a customer may be waiting.
   */
  async abort(cause: unknown): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#sending)
    const deleted = this.#clients.patient.send(new AbortMultipartUploadCommand(this.#upload)).catch(() => undefined)
    if (!(cause instanceof BlobsUnavailable)) await deleted
  }

  async #begin(run: RunPart): Promise<void> {
    if (this.#sending.size === partsAtOnce) await Promise.race(this.#sending)
    this.#stop.signal.throwIfAborted()
    const part: CompletedPart = { PartNumber: this.#sent.length + 1 }
    this.#sent.push(part)
    const place = { ...this.#upload, PartNumber: part.PartNumber }
    const sending = run(place, { abortSignal: this.#stop.signal })
      .then((etag) => void (part.ETag = etag))
      .catch((error: unknown) => this.#stop.abort(error))
      .finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }
}

/** Sends one part. Returns its entity tag. */
type RunPart = (
  place: UploadPlace & { readonly PartNumber: number | undefined },
  options: { readonly abortSignal: AbortSignal },
) => Promise<string | undefined>
