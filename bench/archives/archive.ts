import { execFile, execFileSync, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { createFolderBlobs } from '../../services/platform/blobs.ts'
import { makeMeasuredGround, type MeasuredGround } from '../photoServices.ts'
import type { Result } from '../result.ts'
import { originalKey, photoBytes, photoCount } from './photos.ts'

const rounds = 3
const leastShare = 0.8
const mostMegabytes = 100
const madeSchema = z.object({ seconds: z.number(), size: z.number(), idle: z.number(), peak: z.number() })

type Made = z.infer<typeof madeSchema>

/**
 * An archive of 1,000 photos of 4 MB by the job that makes them, against `zip -0` of the same files on the same disk: in
 * turns, so that a machine that grows slower or faster does so for both.
 */
export async function measureArchive(): Promise<Result[]> {
  const ground = await makeMeasuredGround()
  try {
    await keepPhotos(ground)
    const pairs: { readonly made: Made; readonly zipSeconds: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const made = await makeArchive(ground)
      pairs.push({ made, zipSeconds: await zipThem(ground) })
    }
    return resultsOf(pairs)
  } finally {
    await ground.remove()
  }
}

function resultsOf(pairs: readonly { readonly made: Made; readonly zipSeconds: number }[]): Result[] {
  const megabytes = (photoCount * photoBytes) / 1e6
  const shares = pairs.map(({ made, zipSeconds }) => zipSeconds / made.seconds)
  const share = middle(shares)
  const over = Math.max(...pairs.map(({ made }) => made.peak - made.idle)) / 1e6
  const speed = (seconds: number[]) => megabytes / middle(seconds)
  const [worst, best] = [Math.min(...shares), Math.max(...shares)].map((value) => value.toFixed(2))
  return [
    {
      metric: 'zip -0',
      value: speed(pairs.map(({ zipSeconds }) => zipSeconds)),
      unit: 'MB/s',
      aim: 'the floor',
      met: true,
    },
    {
      metric: 'archive',
      value: speed(pairs.map(({ made }) => made.seconds)),
      unit: 'MB/s',
      aim: 'as zip -0',
      met: true,
    },
    {
      metric: 'archive ÷ zip -0',
      value: share,
      unit: '×',
      spread: `${worst} to ${best}`,
      aim: `≥ ${leastShare}`,
      met: share >= leastShare,
    },
    { metric: 'memory over idle', value: over, unit: 'MB', aim: `≤ ${mostMegabytes}`, met: over <= mostMegabytes },
  ]
}

async function keepPhotos({ dataDir, accountId }: MeasuredGround): Promise<void> {
  const blobs = await createFolderBlobs({ dataDir, publicUrl: 'http://keepsake.test', databaseUrl: undefined })
  const bytes = randomBytes(photoBytes)
  for (let number = 0; number < photoCount; number += 1) {
    bytes.writeUInt32LE(number)
    await blobs.put(originalKey(accountId, number), bytes, { contentType: 'image/jpeg' })
  }
}

/** A process of its own makes one, whose memory is measured. */
async function makeArchive({ dataDir, accountId }: MeasuredGround): Promise<Made> {
  flush()
  const child = fork(new URL('./archiver.ts', import.meta.url), [dataDir, accountId])
  const [message]: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])
  const made = madeSchema.parse(message)
  await once(child, 'exit')
  if (made.size < photoCount * photoBytes) throw new Error(`The archive has only ${made.size} bytes.`)
  return made
}

async function zipThem({ dataDir, accountId }: MeasuredGround): Promise<number> {
  const folder = join(dataDir, 'zipped')
  const file = join(folder, 'archive.zip')
  await mkdir(folder, { recursive: true })
  flush()
  const begin = performance.now()
  await promisify(execFile)('zip', ['-0', '-q', '-r', file, '.'], {
    cwd: join(dataDir, 'blobs', 'content', 'photos', accountId),
  })
  const seconds = (performance.now() - begin) / 1_000
  const { size } = await stat(file)
  if (size < photoCount * photoBytes) throw new Error(`zip made only ${size} bytes.`)
  await rm(folder, { recursive: true })
  return seconds
}

/** What was written before must not be written while the next one is measured. */
function flush(): void {
  execFileSync('sync')
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
