import { CopyObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { partBytes } from './bucket.ts'
import { type NewObject, PartsUpload, type S3Clients } from './s3Parts.ts'

/** The longest object (bytes) that is copied. A longer copy could exceed the client's timeout, because S3 answers late. */
const longestCopy = 64 * 1024 ** 2
const notImplemented = 501

/** An object of the same bucket. */
export interface Source {
  readonly key: string
  /** In bytes. */
  readonly length: number
}

/**
 * Makes an object of the bytes of other objects, in the server. The object becomes visible when it is complete.
 * @returns false if the server refuses this, or one of the objects is gone
 */
export async function joinObjects(clients: S3Clients, object: NewObject, sources: readonly Source[]): Promise<boolean> {
  if (!canJoin(sources)) return false
  try {
    const copySources = sources.map(({ key }) => copySource(object.Bucket, key))
    if (copySources.length > 1) await joinParts(clients, object, copySources)
    else
      await clients.patient.send(
        new CopyObjectCommand({ ...object, CopySource: copySources[0], MetadataDirective: 'REPLACE' }),
      )
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** Whether the server refuses the copy, for example because a source is gone, or because it requires equal parts. */
function isRefusal(error: unknown): boolean {
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
  return (status >= 400 && status < 500) || status === notImplemented
}

/** Only the last part of an object may be short. */
function canJoin(sources: readonly Source[]): boolean {
  const parts = sources.slice(0, -1)
  return (
    sources.length > 0 &&
    sources.every(({ length }) => length <= longestCopy) &&
    parts.every(({ length }) => length >= partBytes)
  )
}

async function joinParts(clients: S3Clients, object: NewObject, sources: readonly string[]): Promise<void> {
  const upload = await PartsUpload.begin(clients, object)
  try {
    for (const source of sources) await upload.copy(source)
    await upload.complete({})
  } catch (error) {
    await upload.abort(error)
    throw error
  }
}

function copySource(bucket: string, key: string): string {
  return [bucket, ...key.split('/')].map(encodeURIComponent).join('/')
}
