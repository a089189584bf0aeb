import { open } from 'node:fs/promises'
import { Problem } from '../platform/problems.ts'
import { decideFormat, headBytes } from './formats/inspect.ts'
import { Refusal, statusOf } from './formats/refusal.ts'
import { removeAllUploadFiles, uploadFile } from './uploadFiles.ts'
import { deleteUpload } from './uploadStore.ts'
import type { Parts } from './parts.ts'

/**
 * Refuses an upload without an owner whose first bytes are of another type than a photo, and deletes it. Decodes
 * nothing: all other checks follow when an account has claimed the upload.
 * @param isComplete false if later bytes may still decide
 * @throws Problem 415
 */
export async function checkFirstBytes(
  parts: Pick<Parts, 'database' | 'files'>,
  uploadId: string,
  isComplete: boolean,
): Promise<void> {
  const head = Buffer.alloc(headBytes)
  await using file = await open(uploadFile(parts, uploadId))
  const { bytesRead } = await file.read(head, 0, headBytes, 0)
  if (bytesRead < headBytes && !isComplete) return
  try {
    decideFormat(head.subarray(0, bytesRead))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // An account may have claimed the upload meanwhile. Then all checks follow, so nothing is lost by not refusing it.
    if (!(await deleteUpload(parts.database, uploadId, null))) return
    await removeAllUploadFiles(parts, uploadId)
    throw new Problem(statusOf(error.code), error.code, error.message)
  }
}
