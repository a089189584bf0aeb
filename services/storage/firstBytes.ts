import { Problem } from '../platform/problems.ts'
import { decideFormat, headBytes } from './formats/inspect.ts'
import { Refusal, statusOf } from './formats/refusal.ts'
import { deleteUpload } from './uploadStore.ts'
import type { Parts } from './parts.ts'

/**
 * Refuses and deletes an upload without an owner if its first bytes show that it is not a photo. Decodes nothing: all
 * other checks follow when an account claims the upload.
 * @param isComplete false if later bytes may still decide
 * @throws Problem 415
 */
export async function checkFirstBytes(
  parts: Pick<Parts, 'database' | 'uploads'>,
  uploadId: string,
  isComplete: boolean,
): Promise<void> {
  const head = await parts.uploads.head(uploadId, headBytes)
  if (head.length < headBytes && !isComplete) return
  try {
    decideFormat(head)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // If an account has claimed the upload meanwhile, the ingest makes all checks, so it need not be refused here.
    if (!(await deleteUpload(parts.database, uploadId, null))) return
    await parts.uploads.removeAll([uploadId])
    throw new Problem(statusOf(error.code), error.code, error.message)
  }
}
