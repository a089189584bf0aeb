import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Client } from '@aws-sdk/client-s3'
import { checkBucket } from '../prepareBucket.ts'
import { type BlobFile, blobFiles, messageOf } from './blobFiles.ts'
import { BucketCopies } from './bucketCopies.ts'
import { copyBlob, type Outcome } from './copyBlob.ts'
import { CopyNotes } from './copyNotes.ts'
import { deleteMoved, removeEmptyFolders } from './deleteMoved.ts'
import { type Amount, amount, MoveProgress } from './moveProgress.ts'
import { MoveStopped, stopReason } from './stopReason.ts'
import type { BucketConfig } from '../bucket.ts'

/** How many blobs are copied at the same time. Each has up to two parts of 8 MiB in memory. */
const workers = 8
const progressMilliseconds = 5_000

/** A move from the folder of an installation to a bucket. */
export interface Move {
  readonly dataDir: string
  readonly client: S3Client
  readonly bucket: Pick<BucketConfig, 'bucket' | 'prefix'>
  /** True: deletes the blobs from the folder once the bucket has all of them. */
  readonly isDeleting: boolean
  /** Prints a line for the operator. */
  readonly print: (line: string) => void
  /** Prints what is wrong with a blob. */
  readonly printProblem: (line: string) => void
}

interface Parts extends Move {
  readonly root: string
  readonly copies: BucketCopies
  readonly notes: CopyNotes
}

/**
 * Copies the blobs of an installation to a bucket, while the product runs. A run that was interrupted is continued by
 * the next one.
 * @returns true if the bucket has all blobs
 * @throws BucketRefused, BlobsUnavailable or MoveStopped if the bucket cannot be used
 */
export async function moveBlobs(move: Move): Promise<boolean> {
  const root = join(move.dataDir, 'blobs')
  if (!(await stat(root).catch(() => null))) throw new MoveStopped(`There is no folder ${root}. Set DATA_DIR.`)
  const { bucket } = move.bucket
  try {
    await checkBucket(move.client, bucket)
    const notes = await CopyNotes.open(root)
    let isDone = false
    try {
      const parts = { ...move, root, notes, copies: new BucketCopies(move.client, move.bucket) }
      await notes.followUp(root, parts.copies)
      isDone = await copyAll(parts)
      return isDone && (!move.isDeleting || (await deleteAll(parts)))
    } finally {
      await notes.close(isDone)
    }
  } catch (error) {
    throw stopReason(error, bucket) ?? error
  }
}

async function copyAll(parts: Parts): Promise<boolean> {
  const { root, print } = parts
  print('Counting the files …')
  const all = await count(root)
  print(`The folder has ${amount(all)}.`)
  const progress = new MoveProgress(all, performance.now())
  const counts: Record<Outcome, number> = { there: 0, copied: 0, deleted: 0 }
  const timer = setInterval(() => print(progress.line(performance.now())), progressMilliseconds)
  try {
    const problems = await forEachBlob(parts, async ({ key, size }, worker) => {
      const note = async (noted: string) => parts.notes.note(worker, noted)
      counts[await copyBlob({ root, copies: parts.copies, note }, key)] += 1
      progress.add(size)
    })
    print(
      `${number(counts.copied)} files were copied, ${number(counts.there)} were in the bucket before, ` +
        `${number(counts.deleted)} were deleted meanwhile.`,
    )
    const isComplete = problems === 0
    if (isComplete) print('The bucket has all files.')
    else print(`${number(problems)} files or folders were not copied: see above. Run the command again to retry.`)
    if (!isComplete && parts.isDeleting) print('Nothing was deleted from the folder.')
    return isComplete
  } finally {
    clearInterval(timer)
  }
}

async function deleteAll(parts: Parts): Promise<boolean> {
  const { root, copies, print } = parts
  let deleted = 0
  const problems = await forEachBlob(parts, async ({ key }) => {
    if (!(await deleteMoved(root, copies, key))) throw new Error('The bucket does not have it, so it was not deleted.')
    deleted += 1
  })
  await removeEmptyFolders(join(root, 'content'))
  await removeEmptyFolders(join(root, 'types'))
  print(`${number(deleted)} files were deleted from the folder.`)
  return problems === 0
}

/**
 * Handles all blobs of the folder, several at the same time. Prints the errors.
 * @returns how many blobs or folders had errors
 */
async function forEachBlob(
  { root, bucket, printProblem }: Parts,
  handle: (blob: BlobFile, worker: number) => Promise<void>,
): Promise<number> {
  let problems = 0
  const report = (key: string, problem: string) => {
    problems += 1
    printProblem(`${key}: ${problem}`)
  }
  const blobs = blobFiles(root)
  const work = async (worker: number) => {
    for (;;) {
      const { done, value: blob } = await blobs.next()
      if (done) return
      if ('problem' in blob) report(blob.key, blob.problem)
      else {
        await handle(blob, worker).catch((error: unknown) => {
          const reason = stopReason(error, bucket.bucket)
          if (reason) throw reason
          report(blob.key, messageOf(error))
        })
      }
    }
  }
  await Promise.all(Array.from({ length: workers }, async (_, worker) => work(worker)))
  return problems
}

function number(count: number): string {
  return count.toLocaleString('en')
}

async function count(root: string): Promise<Amount> {
  const all = { files: 0, bytes: 0 }
  for await (const blob of blobFiles(root)) {
    if ('problem' in blob) continue
    all.files += 1
    all.bytes += blob.size
  }
  return all
}
