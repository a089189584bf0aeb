import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '../config/readEnvironment.ts'
import { serverOf, settings } from './config.ts'
import { parseBucketUrl } from './platform/blobs/bucket.ts'
import { moveBlobs } from './platform/blobs/moving/moveBlobs.ts'
import { createS3Client } from './platform/blobs/s3Client.ts'

const usage = `Say where to move the files:
  npm run move-blobs -- --to s3://bucket/prefix
  npm run move-blobs -- --to s3://bucket/prefix --delete
With --delete, files are deleted from the folder once the bucket has all of them.`

/** The S3 server may restart during the move: the last attempt of a call is made about 3 s after the first. */
const maxAttempts = 6
const maxSockets = 64

// New files and folders are accessible to this user only.
process.umask(0o077)

/**
 * `npm run move-blobs`: copies the files of `DATA_DIR/blobs` to a bucket while the product runs. Exits with 0 if the
 * bucket has all of them.
 */
try {
  const { to, isDeleting } = readOptions()
  const values = readEnvironment(
    settings.pick({ DATA_DIR: true, AWS_ENDPOINT_URL_S3: true, AWS_ENDPOINT_URL: true, AWS_REGION: true }),
    process.env,
  )
  const isComplete = await moveBlobs({
    dataDir: resolve(values.DATA_DIR),
    client: createS3Client(serverOf(values), { maxAttempts, maxSockets }),
    bucket: to,
    isDeleting,
    print: (line) => process.stdout.write(`${line}\n`),
    printProblem: (line) => process.stderr.write(`${line}\n`),
  })
  process.exitCode = isComplete ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

function readOptions() {
  const { values } = parseArgs({ options: { to: { type: 'string' }, delete: { type: 'boolean', default: false } } })
  if (values.to === undefined) throw new Error(usage)
  const to = parseBucketUrl(values.to)
  // The message does not repeat the given text, because that text may contain a password.
  if (to === null) throw new Error('--to must be a URL such as s3://bucket/prefix.')
  return { to, isDeleting: values.delete }
}
