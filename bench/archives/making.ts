import { execFileSync, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { z } from 'zod'
import { createFolderBlobs } from '../../services/platform/blobs/folderBlobs.ts'
import type { MeasuredInstallation } from '../photoServices.ts'
import { originalKey } from './originalKey.ts'
import type { Scale } from './scale.ts'

const madeSchema = z.object({ seconds: z.number(), size: z.number(), idle: z.number(), peak: z.number() })

/** How long the last archive took, its bytes, and the resident memory in bytes. */
export type Made = z.infer<typeof madeSchema>

interface Work {
  readonly photos: number
  readonly photoBytes: number
  /** How many archives to make one after another. All but the last warm up. */
  readonly archives: number
}

/** Stores the photos in the data folder. */
export async function storeInFolder(
  { dataDir, accountId }: MeasuredInstallation,
  photos: Pick<Work, 'photos' | 'photoBytes'>,
): Promise<void> {
  const blobs = await createFolderBlobs({ dataDir, databaseUrl: undefined })
  for (const { number, bytes } of makePhotos(photos)) {
    await blobs.put(originalKey(accountId, number), bytes, { contentType: 'image/jpeg' })
  }
}

/** Makes photos that differ only in their first four bytes. The bytes are valid only until the next photo. */
export function* makePhotos({
  photos,
  photoBytes,
}: Pick<Work, 'photos' | 'photoBytes'>): Generator<{ number: number; bytes: Buffer }> {
  const bytes = randomBytes(photoBytes)
  for (let number = 0; number < photos; number += 1) {
    bytes.writeUInt32LE(number)
    yield { number, bytes }
  }
}

/**
 * Makes archives in a process of its own, so that its memory can be measured.
 * @param environment further variables of the process
 */
export async function makeArchives(
  { dataDir, accountId }: MeasuredInstallation,
  work: Work,
  { restMilliseconds }: Pick<Scale, 'restMilliseconds'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Made> {
  flush()
  const input = { dataDir, accountId, ...work, restMilliseconds }
  const made = await resultOf('./archiver.ts', input, madeSchema, environment)
  if (made.size < work.photos * work.photoBytes) throw new Error(`The archive has only ${made.size} bytes.`)
  return made
}

/** Runs a module in a process of its own. Returns the message that the process sends before it ends. */
export async function resultOf<Result>(
  module: string,
  input: object,
  schema: z.ZodType<Result>,
  environment: Readonly<Record<string, string>>,
): Promise<Result> {
  const env = { ...process.env, ...environment }
  const child = fork(new URL(module, import.meta.url), [JSON.stringify(input)], { env })
  const [message]: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])
  const result = schema.parse(message)
  await once(child, 'exit')
  return result
}

/** Writes buffered data to disk now, so that this does not happen during the next measurement. */
export function flush(): void {
  execFileSync('sync')
}
