import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isBlobKey } from '../blobKeys.ts'
import { type FolderLock, lockFolder } from '../../folderLock.ts'
import { hasBlobFile } from './blobFiles.ts'
import type { BucketCopies } from './bucketCopies.ts'

/**
 * Notes which blobs are being copied. A run that is killed may leave copies of blobs that the product deletes at the
 * same moment. The next run deletes these copies.
 */
export class CopyNotes {
  readonly #folder: string
  readonly #lock: FolderLock

  private constructor(folder: string, lock: FolderLock) {
    this.#folder = folder
    this.#lock = lock
  }

  /**
   * @param root the folder `blobs` of the data folder
   * @throws Error if another run is in progress
   */
  static async open(root: string): Promise<CopyNotes> {
    const folder = join(root, 'moving')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new CopyNotes(folder, lockFolder(join(folder, 'lock')))
  }

  /** Notes the key that a worker copies, in place of the previous key of this worker. */
  async note(worker: number, key: string): Promise<void> {
    await writeFile(join(this.#folder, `copy-${worker}`), key, { mode: 0o600 })
  }

  /** Deletes copies of blobs that were deleted while a run copied them. */
  async followUp(root: string, copies: BucketCopies): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith('copy-')) continue
      const key = await readFile(join(this.#folder, name), 'utf8')
      // A noted key is invalid if the process was killed while it wrote the note. It had not begun to copy the blob
      // then.
      if (isBlobKey(key) && !(await hasBlobFile(root, key))) await copies.deleteCopy(key)
    }
  }

  /** @param isDone true: all copies are known to be right, so the notes are deleted */
  async close(isDone: boolean): Promise<void> {
    this.#lock.release()
    if (isDone) await rm(this.#folder, { recursive: true, force: true })
  }
}
