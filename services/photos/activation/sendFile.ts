import { z } from 'zod'
import { isExhausted } from '../../platform/exhaustion.ts'
import { UpstreamError } from '../../platform/http.ts'
import { otherSpellings } from './source/legacyPath.ts'
import type { LegacyFile } from './source/legacySource.ts'
import type { FailureReason } from './outcomes.ts'
import type { Parts, Task } from './task.ts'

/** A file to import now. */
export interface WaitingFile {
  readonly id: string
  readonly number: number
  readonly path: string
  readonly fileName: string
  readonly uploadId: string
  /** How often the import of the file was tried, including the current attempt. */
  readonly attempts: number
}

/** Nothing can be imported at the moment: the source or storage is down or full. */
export class Unavailable extends Error {}

const sendMilliseconds = 120_000
/** Large files get additional time at this rate, because a bucket may be slow. */
const slowestBytesPerMillisecond = 250
const answerSchema = z.object({
  imageId: z.uuid(),
  duplicate: z.boolean(),
  // Absent in answers of earlier releases of storage.
  generation: z.number().int().default(1),
})

/** Statuses which mean that storage accepts no file at the moment. */
const unavailableStatuses = new Set([429, 502, 503, 504, 507])

const refusals: ReadonlySet<string> = new Set<FailureReason>([
  'UNSUPPORTED_TYPE',
  'DAMAGED_FILE',
  'EMPTY_FILE',
  'TOO_MANY_PIXELS',
  'FILE_TOO_LARGE',
  'FAILED',
])

/**
 * Sends a file of the older library to storage. A repeated call continues the same upload.
 * @returns what storage answered, or why the file cannot be imported
 * @throws Unavailable, or another error if the file should be retried
 */
export async function sendFile(
  parts: Parts,
  task: Task,
  file: WaitingFile,
): Promise<z.infer<typeof answerSchema> | FailureReason> {
  const found = await openFile(parts, task, file)
  if (found === null) return 'MISSING_FILE'
  try {
    if (found.size > parts.platform.config.storage.maxUploadBytes) return 'FILE_TOO_LARGE'
    return await send(parts, task, file, found)
  } finally {
    found.content.destroy()
  }
}

async function openFile({ source }: Parts, { folder }: Task, { path }: WaitingFile): Promise<LegacyFile | null> {
  try {
    for (const spelling of [path, ...otherSpellings(path)]) {
      const found = await source.open(folder, spelling)
      if (found) return found
    }
    if (await source.has(folder)) return null
  } catch (error) {
    if (!isExhausted(error) && (await source.has(folder).catch(() => false))) throw error
    throw new Unavailable('The older library cannot be reached.', { cause: error })
  }
  throw new Unavailable('The older library has disappeared.')
}

async function send(
  { platform }: Parts,
  { ownerId }: Task,
  { uploadId, fileName }: WaitingFile,
  { size, content }: LegacyFile,
): Promise<z.infer<typeof answerSchema> | FailureReason> {
  const query = new URLSearchParams({ ownerId, fileName, size: String(size) })
  try {
    return await platform.http.call({
      url: `${platform.config.urls.storage}/imports/${uploadId}?${query}`,
      method: 'PUT',
      content,
      asService: true,
      deadlineMilliseconds: sendMilliseconds + Math.ceil(size / slowestBytesPerMillisecond),
      answer: answerSchema,
    })
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (isReason(error.code)) return error.code
    const isUnreachable = error.reason === 'unreachable' && (isRefused(error.cause) || isExhausted(error))
    if (isUnreachable || unavailableStatuses.has(error.status ?? 0)) {
      throw new Unavailable('Storage accepts no files at the moment.', { cause: error })
    }
    throw error
  }
}

function isReason(code: string | null): code is FailureReason {
  return code !== null && refusals.has(code)
}

/** True if no connection was made, so the file cannot have caused the failure. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return (
    cause instanceof Error && 'code' in cause && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(cause.code))
  )
}
