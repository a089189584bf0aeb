import { CopyObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { partBytes } from './bucket.ts'
import { type NewObject, PartsUpload } from './s3Parts.ts'

/** The longest object that is copied. During a copy, a server may be silent for as long as a longer one takes. */
const longestCopy = 64 * 1024 ** 2
/** The errors if a source is gone, or if the server cannot copy. */
const cannotCopy: ReadonlySet<string> = new Set(['NoSuchKey', 'NotImplemented'])

/** An object of the same bucket. */
export interface Source {
  readonly key: string
  /** In bytes. */
  readonly length: number
}

/**
 * Makes an object of the bytes of other objects, in the server. The object becomes visible when it is complete.
 * @returns false if S3 cannot join these objects, or one of them is gone
 */
export async function joinObjects(client: S3Client, object: NewObject, sources: readonly Source[]): Promise<boolean> {
  if (!canJoin(sources)) return false
  try {
    const copySources = sources.map(({ key }) => copySource(object.Bucket, key))
    if (copySources.length > 1) await joinParts(client, object, copySources)
    else
      await client.send(new CopyObjectCommand({ ...object, CopySource: copySources[0], MetadataDirective: 'REPLACE' }))
    return true
  } catch (error) {
    if (error instanceof S3ServiceException && cannotCopy.has(error.name)) return false
    throw error
  }
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

async function joinParts(client: S3Client, object: NewObject, sources: readonly string[]): Promise<void> {
  const upload = await PartsUpload.begin(client, object)
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
