import { sql } from 'kysely'
import type { JobQueue } from '../../platform/platform.ts'
import { Problem } from '../../platform/problems.ts'
import {
  type DataFileParts,
  type DataFilePayload,
  dataFilePayload,
  dataFileQueueName,
  type DataFileRow,
  fileFolder,
  fileKey,
  markFailed,
  markReady,
  partKey,
  partsFolder,
  promisedHours,
} from './dataFiles.ts'
import { isEnd, type Place, readPage } from './pages.ts'
import { PartReader, PartUnavailable } from './PartReader.ts'

/** Enough retries for longer than the promised time: the pause between retries grows to at most a minute. */
const retries = promisedHours * 60 + 30
/** The number of characters after which a part is stored. A page of 100 orders has more. */
const partCharacters = 128 * 1024

/**
 * Makes the files with all data of customers. A file is stored part by part, so it needs little memory, and after a
 * crash the next attempt continues after the last part.
 */
export function dataFileQueue(parts: DataFileParts): JobQueue<DataFilePayload> {
  return {
    name: dataFileQueueName,
    payload: dataFilePayload,
    // Two at a time, so that a customer's small file need not wait for another customer's large file.
    concurrency: 2,
    retries,
    timeoutSeconds: promisedHours * 3_600,
    run: async ({ fileId }, signal) => {
      const file = await claim(parts, fileId)
      if (!file) return
      try {
        await makeFile(parts, file, signal)
      } catch (error) {
        if (isClosed(error)) return dropFile(parts, file)
        if (error instanceof PartUnavailable) await storeCause(parts, file, error)
        throw error
      }
    },
    failed: async ({ fileId }) => markFailed(parts, fileId),
  }
}

/** Starts an attempt. @returns undefined if the file is ready, has failed, or does not exist any more */
async function claim({ database }: DataFileParts, id: string): Promise<DataFileRow | undefined> {
  return database
    .updateTable('data_files')
    .set({ attempt: sql<number>`attempt + 1` })
    .where('id', '=', id)
    .where('status', '=', 'PREPARING')
    .returningAll()
    .executeTakeFirst()
}

async function makeFile(parts: DataFileParts, file: DataFileRow, signal: AbortSignal): Promise<void> {
  const { platform, database } = parts
  const { account_id: accountId, is_business: isBusiness } = file
  const reader = new PartReader(platform, database, { accountId, isBusiness })
  let stored: readonly number[] = file.parts
  let place: Place = { step: file.step, cursor: file.cursor }
  while (!isEnd(place)) {
    let text = ''
    do {
      signal.throwIfAborted()
      const page = await readPage(reader, place)
      text += page.text
      place = page.next
    } while (!isEnd(place) && text.length < partCharacters)
    if (!(await storePart(parts, file, { number: stored.length, text, place }))) return
    stored = [...stored, file.attempt]
  }
  const { size } = await platform.blobs.put(fileKey(file), joined(parts, file, stored, signal), {
    contentType: 'application/json',
    isPatient: true,
  })
  if (await markReady(database, file, size)) await platform.blobs.deleteFolder(partsFolder(file))
  else await platform.blobs.delete([fileKey(file)])
}

/**
 * Stores a part, and the place where the next part begins.
 * @returns false if the file is not needed any more, or a later attempt has started
 */
async function storePart(
  { platform, database }: DataFileParts,
  file: DataFileRow,
  { number, text, place }: { readonly number: number; readonly text: string; readonly place: Place },
): Promise<boolean> {
  const key = partKey(file, number, file.attempt)
  await platform.blobs.put(key, Buffer.from(text), { contentType: 'application/json' })
  const kept = await database
    .updateTable('data_files')
    .set({ ...place, parts: sql<number[]>`parts || ${file.attempt}::integer`, waiting_for: null })
    .where('id', '=', file.id)
    .where('attempt', '=', file.attempt)
    .where('status', '=', 'PREPARING')
    .returning('id')
    .executeTakeFirst()
  if (!kept) await platform.blobs.delete([key])
  return kept !== undefined
}

/** The bytes of all parts. If a part was lost, the next attempt starts from the beginning of the file. */
async function* joined(
  { platform, database }: DataFileParts,
  file: DataFileRow,
  attempts: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const [number, attempt] of attempts.entries()) {
    signal.throwIfAborted()
    const bytes = await platform.blobs.chunks(partKey(file, number, attempt))
    if (!bytes) {
      const start = { step: 0, cursor: null, parts: [] }
      await database
        .updateTable('data_files')
        .set(start)
        .where('id', '=', file.id)
        .where('attempt', '=', file.attempt)
        .execute()
      throw new Error(`Part ${number} of the file ${file.id} is lost.`)
    }
    yield* bytes
  }
}

/** Stores which service did not deliver its part, so that the customer can be told why there is no file. */
async function storeCause({ database }: DataFileParts, file: DataFileRow, { service }: PartUnavailable): Promise<void> {
  await database
    .updateTable('data_files')
    .set({ waiting_for: service })
    .where('id', '=', file.id)
    .where('attempt', '=', file.attempt)
    .where('status', '=', 'PREPARING')
    .execute()
}

/** True if the account is marked for deletion: then its profile is not found. */
function isClosed(error: unknown): boolean {
  return error instanceof Problem && error.status === 404
}

/** Deletes a file whose account was marked for deletion meanwhile, because such an account cannot download its data. */
async function dropFile({ platform, database }: DataFileParts, file: DataFileRow): Promise<void> {
  await database.deleteFrom('data_files').where('id', '=', file.id).where('status', '=', 'PREPARING').execute()
  await platform.blobs.deleteFolder(fileFolder(file))
}
