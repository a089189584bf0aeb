import { open } from 'node:fs/promises'
import { Problem } from '../platform/problems.ts'
import { decideFormat, headBytes } from './formats/inspect.ts'
import { Refusal, statusOf } from './formats/refusal.ts'
import { removeAllUploadFiles, uploadFile } from './uploadFiles.ts'
import { deleteUpload } from './uploadStore.ts'
import type { Parts } from './parts.ts'

/**
 * Refuses and deletes an upload without an owner if its first bytes show that it is not a photo. Decodes nothing: all
 * other checks follow when an account claims the upload.
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
    // If an account has claimed the upload meanwhile, the ingest makes all checks, so it need not be refused here.
    if (!(await deleteUpload(parts.database, uploadId, null))) return
    await removeAllUploadFiles(parts, uploadId)
    throw new Problem(statusOf(error.code), error.code, error.message)
  }
}
