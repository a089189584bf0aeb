import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { connectToS3 } from '../../tests/support/s3Server.ts'
import { originalKey } from './originalKey.ts'

/**
 * Gets photos with the S3 SDK, and at the same time puts as many bytes as one object, in parts. Does this several times.
 * Tells the parent process how long the last time took.
 */

const atOnce = 4
const partBytes = 8 * 1024 ** 2

const { access, place, accountId, photos, photoBytes, archives } = z
  .object({
    access: z.object({
      url: z.string(),
      region: z.string(),
      accessKeyId: z.string(),
      secretAccessKey: z.string(),
      stranger: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
    }),
    place: z.object({ bucket: z.string(), prefix: z.string() }),
    accountId: z.string(),
    photos: z.number(),
    photoBytes: z.number(),
    archives: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))
const client = connectToS3(access)
const Bucket = place.bucket
const target = { Bucket, Key: `${place.prefix}alone` }
let seconds = 0
for (let time = 0; time < archives; time += 1) {
  const begin = performance.now()
  await Promise.all([getAll(), putAll(photos * photoBytes)])
  seconds = (performance.now() - begin) / 1_000
  await client.send(new DeleteObjectCommand(target))
}
process.send?.({ seconds }, () => process.exit(0))

async function getAll(): Promise<void> {
  await inParallel(photos, async (number) => {
    const Key = `${place.prefix}${originalKey(accountId, number)}`
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
    if (!(Body instanceof Readable)) throw new Error('The bucket answered without content.')
    let size = 0
    for await (const bytes of Body) size += bytes.length
    if (size !== photoBytes) throw new Error(`Photo ${number} has only ${size} bytes.`)
  })
}

async function putAll(size: number): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  const Parts: { ETag: string | undefined; PartNumber: number }[] = []
  const content = Buffer.alloc(partBytes, 'x')
  await inParallel(Math.ceil(size / partBytes), async (number) => {
    const Body = content.subarray(0, Math.min(partBytes, size - number * partBytes))
    const part = { ...target, UploadId, PartNumber: number + 1 }
    const { ETag } = await client.send(new UploadPartCommand({ ...part, Body }))
    Parts[number] = { ETag, PartNumber: number + 1 }
  })
  await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }))
}

async function inParallel(count: number, run: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await run(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
