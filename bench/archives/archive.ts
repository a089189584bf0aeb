import { execFile } from 'node:child_process'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median } from '../gateway/statistics.ts'
import { makeMeasuredInstallation, type MeasuredInstallation } from '../photoServices.ts'
import type { BenchOptions, Result } from '../result.ts'
import { type Made, flush, makeArchives, storeInFolder } from './making.ts'
import { type Scale, scaleOf } from './scale.ts'

const leastShare = 0.8
const maximumMegabytes = 100

/**
 * Compares the job that makes an archive with `zip -0` of the same files on the same disk. The job and `zip` take
 * turns, so that a change in the machine's speed affects both.
 */
export async function measureArchive(options: BenchOptions): Promise<Result[]> {
  const scale = scaleOf(options)
  const installation = await makeMeasuredInstallation()
  try {
    await storeInFolder(installation, scale.archive)
    const pairs: { readonly made: Made; readonly zipSeconds: number }[] = []
    for (let round = 0; round < scale.archive.rounds; round += 1) {
      const made = await makeArchives(installation, { ...scale.archive, archives: 1 }, scale)
      pairs.push({ made, zipSeconds: await zipPhotos(installation, scale.archive) })
    }
    return resultsOf(pairs, scale.archive)
  } finally {
    await installation.remove()
  }
}

function resultsOf(
  pairs: readonly { readonly made: Made; readonly zipSeconds: number }[],
  { photos, photoBytes }: Scale['archive'],
): Result[] {
  const megabytes = (photos * photoBytes) / 1e6
  const shares = pairs.map(({ made, zipSeconds }) => zipSeconds / made.seconds)
  const share = median(shares)
  const over = Math.max(...pairs.map(({ made }) => made.peak - made.idle)) / 1e6
  const speed = (seconds: number[]) => megabytes / median(seconds)
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
    {
      metric: 'memory over idle',
      value: over,
      unit: 'MB',
      aim: `≤ ${maximumMegabytes}`,
      met: over <= maximumMegabytes,
    },
  ]
}

/** @returns seconds */
async function zipPhotos(
  { dataDir, accountId }: MeasuredInstallation,
  { photos, photoBytes }: Scale['archive'],
): Promise<number> {
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
  if (size < photos * photoBytes) throw new Error(`zip made only ${size} bytes.`)
  await rm(folder, { recursive: true })
  return seconds
}
