import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { attachment } from '../contentDisposition.ts'
import type { DirectUrl, DirectUrlOptions } from './blobs.ts'

const daySeconds = 86_400
const shortSeconds = 900

/**
 * Makes presigned URLs of S3. A URL is the same within a window of time, a day or a quarter of an hour, because its
 * date is the start of the window. It is valid until the end of the next window, so at least for the length of one
 * window.
 * @param client a client whose endpoint browsers can reach
 * @param now milliseconds since 1970
 */
export async function presignedUrl(
  client: S3Client,
  place: { readonly Bucket: string; readonly Key: string },
  { method, fileName, cacheControl, expires, isShort }: DirectUrlOptions,
  now: () => number = Date.now,
): Promise<DirectUrl> {
  const window = isShort ? shortSeconds : daySeconds
  const seconds = Math.floor(now() / 1000)
  const start = seconds - (seconds % window)
  const lifetime = Math.max(1, Math.min(2 * window, expires - start))
  const input = {
    ...place,
    ResponseCacheControl: cacheControl,
    ...(fileName === null ? {} : { ResponseContentDisposition: attachment(fileName) }),
  }
  const command = method === 'GET' ? new GetObjectCommand(input) : new HeadObjectCommand(input)
  const url = await getSignedUrl(client, command, { signingDate: new Date(start * 1000), expiresIn: lifetime })
  return { url, seconds: Math.max(0, Math.min(start + window, expires) - seconds) }
}
