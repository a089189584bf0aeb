import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { makeMeasuredInstallation, type MeasuredInstallation } from '../photoServices.ts'
import type { BenchOptions, Result } from '../result.ts'
import { type Scale, scaleOf } from './scale.ts'

const gigabyte = 1e9
const maximumMegabytes = 100
const resultSchema = z.object({
  seconds: z.number(),
  processorSeconds: z.number(),
  bytes: z.number(),
  chunks: z.number(),
  planSeconds: z.number(),
  idle: z.number(),
  peak: z.number(),
})

/**
 * Measures an export of 20 GB (`BENCH_EXPORT_GB`), from the request to READY, in files of 2 GB. The measurement needs
 * little disk space: the photos share a few blobs, and a finished file is deleted soon after the next one begins.
 */
export async function measureExport(options: BenchOptions): Promise<Result[]> {
  const { export: scale, restMilliseconds } = scaleOf(options)
  const gigabytes = scale.bytes / gigabyte
  const installation = await makeMeasuredInstallation()
  try {
    const child = fork(new URL('./exporting.ts', import.meta.url), [
      JSON.stringify({ dataDir: installation.dataDir, ...scale, restMilliseconds }),
    ])
    const [message]: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])
    const made = resultSchema.parse(message)
    await once(child, 'exit')
    const perGigabyte = made.seconds / (made.bytes / gigabyte)
    const floor = (await copy(installation, scale)) / (scale.floorBytes / gigabyte)
    const over = (made.peak - made.idle) / 1e6
    return [
      { metric: 'exported', value: made.bytes / gigabyte, unit: 'GB', aim: `${gigabytes} GB`, met: true },
      {
        metric: 'files of the export',
        value: made.chunks,
        unit: 'files',
        aim: `${scale.chunkBytes / gigabyte} GB each`,
        met: true,
      },
      {
        metric: 'from the request of an export until its photos are assigned to files',
        value: made.planSeconds,
        unit: 's',
        aim: '',
        met: true,
      },
      { metric: 'copying the same bytes by cat', value: floor, unit: 's/GB', aim: 'to compare', met: true },
      { metric: 'from the request of an export to READY', value: perGigabyte, unit: 's/GB', aim: '', met: true },
      {
        metric: 'processor time of an export',
        value: made.processorSeconds / (made.bytes / gigabyte),
        unit: 's/GB',
        aim: '',
        met: true,
      },
      {
        metric: 'memory during an export, above idle',
        value: over,
        unit: 'MB',
        aim: `≤ ${maximumMegabytes}`,
        met: over <= maximumMegabytes,
      },
    ]
  } finally {
    await installation.remove()
  }
}

/** Copies photos into one file. @returns seconds */
async function copy(
  { dataDir }: MeasuredInstallation,
  { floorBytes, blobs, photoBytes }: Scale['export'],
): Promise<number> {
  const folder = join(dataDir, 'copied')
  await mkdir(folder, { recursive: true })
  const photos = join(dataDir, 'blobs', 'content', 'photos')
  const times = Math.ceil(floorBytes / (blobs * photoBytes))
  const script = `for time in $(seq ${times}); do find "$0" -type f | xargs cat; done > "$1"; sync "$1"`
  const begin = performance.now()
  await promisify(execFile)('sh', ['-c', script, photos, join(folder, 'all')])
  const seconds = (performance.now() - begin) / 1_000
  await rm(folder, { recursive: true })
  return seconds
}
