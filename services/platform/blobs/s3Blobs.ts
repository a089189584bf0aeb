import { open, stat } from 'node:fs/promises'
import { createReadStream, createWriteStream } from 'node:fs'
import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { checkBlobKey } from './blobKeys.ts'
import { unknownContentType } from './contentTypes.ts'
import { presignedUrl } from './presignedUrls.ts'
import { createS3Client } from './s3Client.ts'
import { deleteKeys, listKeys } from './s3Deleting.ts'
import { joinObjects } from './s3Joining.ts'
import { type NewObject, type S3Clients, putInParts } from './s3Parts.ts'
import type { Scratch } from './scratch.ts'
import { withBlobsUnavailability } from './s3Errors.ts'
import type { BlobStore, StoredBlob } from './blobs.ts'
import { type S3BlobsConfig, partBytes } from './bucket.ts'

const maxAttempts = 3
const maxSockets = 200
/** How often the transfer of a blob is resumed after it broke off. */
const continuations = 3
/** How long (ms) a transfer to us may rest. The reader sets its pace, so it may rest longer than a request. */
const restMilliseconds = 10_000
/**
 * How many blobs are opened ahead, and how many bytes of each are in memory before they are requested. More of both
 * brought nothing measurable, and archives needed more memory (docs/decisions/0114).
 */
const blobsAhead = 1
const aheadBytes = 2 * 1024 ** 2

/** Stores blobs in an S3 bucket. The media type is a property of the object. */
export function createS3Blobs(config: S3BlobsConfig, scratch: Scratch): BlobStore & { readonly client: S3Client } {
  const limits = { maxAttempts, maxSockets }
  // Customers wait for these requests.
  const client = createS3Client(config, { ...limits, longestSilence: config.silenceTimeoutMilliseconds })
  const patient = createS3Client(config, limits)
  const browserClient = createS3Client({ ...config, endpoint: config.publicEndpoint }, limits)
  const placeOf = (key: string) => {
    checkBlobKey(key)
    return { Bucket: config.bucket, Key: `${config.prefix}${key}` }
  }
  const read = async (key: string, range?: Range, by = client) => readObject(by, placeOf(key), range)
  return {
    client,
    directOrigin: new URL(config.publicEndpoint).origin,
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: config.bucket }))
    },
    put: async (key, content, { contentType, isPatient = false }) =>
      translated(async () => {
        const clients = { client: isPatient ? patient : client, patient }
        const object = { ...placeOf(key), ContentType: contentType }
        if (!('file' in content)) return putObject(clients, object, content)
        const { file, parts = [] } = content
        const { size } = await stat(file)
        const sources = parts.map((part) => ({ key: placeOf(part.key).Key, length: part.length }))
        const isWhole = sources.reduce((sum, { length }) => sum + length, 0) === size
        if (isWhole && (await joinObjects(clients, object, sources))) return { size }
        return putFile(clients, object, file, size)
      }),
    get: async (key) => translated(async () => findObject(client, placeOf(key))),
    blobsAhead,
    async chunks(key, { isAhead = false } = {}) {
      const reader = isAhead ? patient : client
      const first = await translated(async () => read(key, undefined, reader))
      if (!first) return null
      const chunks = continued(first, async (range) => read(key, range, reader))
      return isAhead ? readAhead(chunks) : chunks
    },
    withFile: async (key, run) =>
      scratch.withFile(async (file) => {
        const object = await translated(async () => read(key))
        if (!object) return null
        const chunks = continued(object, async (range) => read(key, range))
        await pipeline(chunks, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
        return run(file)
      }),
    delete: async (keys) =>
      translated(async () =>
        deleteKeys(
          patient,
          config.bucket,
          keys.map((key) => placeOf(key).Key),
        ),
      ),
    async deleteFolder(folder) {
      const { Key: prefix } = placeOf(folder)
      await translated(async () => {
        for await (const keys of listKeys(client, config.bucket, `${prefix}/`)) {
          await deleteKeys(patient, config.bucket, keys)
        }
      })
    },
    directUrl: async (key, options) => presignedUrl(browserClient, placeOf(key), options),
    removeAbandoned: async () => scratch.removeAbandoned(),
  }
}

interface Place {
  readonly Bucket: string
  readonly Key: string
}

interface Range {
  readonly start: number
  /** Inclusive. Undefined: to the end. */
  readonly end?: number
  /** The entity tag that the object must still have. Undefined: the object may have any tag. */
  readonly etag?: string | undefined
}

async function translated<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw withBlobsUnavailability(error)
  }
}

async function putObject(
  clients: S3Clients,
  object: NewObject,
  content: AsyncIterable<Uint8Array> | Uint8Array,
): Promise<{ size: number }> {
  if (!(content instanceof Uint8Array)) return putInParts(clients, object, content)
  await clients.client.send(new PutObjectCommand({ ...object, Body: content }))
  return { size: content.length }
}

async function putFile(clients: S3Clients, object: NewObject, file: string, size: number): Promise<{ size: number }> {
  if (size > partBytes) return putInParts(clients, object, createReadStream(file))
  return putObject(clients, object, await readWhole(file, size))
}

/**
 * Reads a whole file into memory. A buffer is safer to send than a stream, because the server checks the hash of a
 * buffer.
 */
async function readWhole(file: string, size: number): Promise<Buffer> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(size), 0, size, 0)
  return buffer.subarray(0, bytesRead)
}

async function findObject(client: S3Client, place: Place): Promise<StoredBlob | null> {
  const found = await client.send(new HeadObjectCommand(place)).catch(nullWhenMissing)
  if (!found) return null
  return {
    size: found.ContentLength ?? 0,
    contentType: found.ContentType ?? unknownContentType,
    modified: found.LastModified ?? new Date(0),
    read: async (range) => translated(async () => (await readObject(client, place, range))?.body ?? null),
  }
}

interface OpenObject {
  readonly body: Readable
  readonly etag: string | undefined
}

async function readObject(client: S3Client, place: Place, range?: Range): Promise<OpenObject | null> {
  const found = await client
    .send(
      new GetObjectCommand({
        ...place,
        ...(range && { Range: `bytes=${range.start}-${range.end ?? ''}` }),
        ...(range?.etag !== undefined && { IfMatch: range.etag }),
      }),
    )
    .catch(nullWhenMissing)
  if (!found) return null
  if (!(found.Body instanceof Readable)) throw new Error('The bucket answered without content.')
  if (found.Body instanceof IncomingMessage) found.Body.setTimeout(restMilliseconds)
  return { body: found.Body, etag: found.ETag }
}

/** The bytes of an object. A transfer that breaks off is continued from where it broke off. */
async function* continued(
  { body, etag }: OpenObject,
  readOn: (range: Range) => Promise<OpenObject | null>,
): AsyncGenerator<Buffer> {
  let current = body
  let start = 0
  for (let left = continuations; ; left -= 1) {
    try {
      for await (const chunk of current) {
        start += chunk.length
        yield chunk
      }
      return
    } catch (error) {
      const next = left > 0 ? await readOn({ start, etag }) : null
      if (!next) throw withBlobsUnavailability(error)
      current = next.body
    }
  }
}

/** Begins to read at once. */
function readAhead(chunks: AsyncIterable<Buffer>): Readable {
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: aheadBytes })
  // An error is thrown when the stream is read.
  stream.on('error', () => undefined)
  stream.read(0)
  return stream
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof NoSuchKey || error instanceof NotFound) return null
  throw error
}
