import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { z } from 'zod'
import { environmentWithS3, placeInS3 } from '../../tests/support/blobSettings.ts'
import { S3Server, connectToS3 } from '../../tests/support/s3Server.ts'
import { median } from '../gateway/statistics.ts'
import { makeMeasuredInstallation, type MeasuredInstallation } from '../photoServices.ts'
import type { BenchOptions, Result } from '../result.ts'
import { type Made, makeArchives, makePhotos, resultOf, storeInFolder } from './making.ts'
import { originalKey } from './originalKey.ts'
import { type Scale, scaleOf } from './scale.ts'

const leastShare = 0.8
const maximumMegabytes = 100

interface Round {
  readonly folder: Made
  readonly bucket: Made
  /** How long the SDK alone took. */
  readonly sdkSeconds: number
}

/**
 * Compares the job that makes an archive with files in a folder, the same job with files in a bucket, and the S3 SDK
 * alone. The SDK gets the same photos, and at the same time puts as many bytes. The three take turns. Each does the
 * same work once before its measurement, so that its code is compiled. The S3 server runs on the same processors.
 */
export async function measureBothStores(options: BenchOptions): Promise<Result[]> {
  const scale = scaleOf(options)
  const installation = await makeMeasuredInstallation()
  const server = await S3Server.start({ storeBytes: scale.bothStores.storeBytes })
  try {
    await storeInFolder(installation, scale.bothStores)
    await storeInBucket(server, installation, scale.bothStores)
    const rounds: Round[] = []
    for (let round = 0; round < scale.bothStores.rounds; round += 1) {
      rounds.push(await measureRound(server, installation, scale))
    }
    return resultsOf(rounds, scale.bothStores)
  } finally {
    await server.stop()
    await installation.remove()
  }
}

async function measureRound(server: S3Server, installation: MeasuredInstallation, scale: Scale): Promise<Round> {
  const work = { ...scale.bothStores, archives: 2 }
  const environment = environmentWithS3(server)
  const folder = await makeArchives(installation, work, scale)
  const bucket = await makeArchives(installation, work, scale, environment)
  const { url, region, accessKeyId, secretAccessKey, stranger } = server
  const access = { url, region, accessKeyId, secretAccessKey, stranger }
  const input = { access, place: placeInS3(installation.dataDir), accountId: installation.accountId, ...work }
  const { seconds } = await resultOf('./sdkAlone.ts', input, z.object({ seconds: z.number() }), environment)
  return { folder, bucket, sdkSeconds: seconds }
}

async function storeInBucket(
  server: S3Server,
  { dataDir, accountId }: MeasuredInstallation,
  photos: Scale['bothStores'],
): Promise<void> {
  const client = connectToS3(server)
  const { bucket, prefix } = placeInS3(dataDir)
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    for (const { number, bytes } of makePhotos(photos)) {
      const place = { Bucket: bucket, Key: `${prefix}${originalKey(accountId, number)}` }
      await client.send(new PutObjectCommand({ ...place, Body: bytes, ContentType: 'image/jpeg' }))
    }
  } finally {
    client.destroy()
  }
}

function resultsOf(rounds: readonly Round[], { photos, photoBytes }: Scale['bothStores']): Result[] {
  const megabytes = (photos * photoBytes) / 1e6
  const speed = (secondsOf: (round: Round) => number) => megabytes / median(rounds.map(secondsOf))
  const over = Math.max(...rounds.map(({ bucket }) => bucket.peak - bucket.idle)) / 1e6
  const [folder, bucket, alone] = ['archive in the folder, warm', 'archive in a bucket', 'S3 SDK alone']
  return [
    speedRow(
      folder,
      speed((round) => round.folder.seconds),
    ),
    speedRow(
      alone,
      speed((round) => round.sdkSeconds),
    ),
    speedRow(
      bucket,
      speed((round) => round.bucket.seconds),
    ),
    shareRow(
      `${bucket} ÷ in the folder`,
      rounds.map((round) => round.folder.seconds / round.bucket.seconds),
    ),
    shareRow(
      `${bucket} ÷ ${alone}`,
      rounds.map((round) => round.sdkSeconds / round.bucket.seconds),
    ),
    {
      metric: `${bucket}, memory over idle`,
      value: over,
      unit: 'MB',
      aim: `≤ ${maximumMegabytes}`,
      met: over <= maximumMegabytes,
    },
  ]
}

function speedRow(metric: string, value: number): Result {
  return { metric, value, unit: 'MB/s', aim: 'to compare', met: true }
}

function shareRow(metric: string, shares: readonly number[]): Result {
  const value = median([...shares])
  const [worst, best] = [Math.min(...shares), Math.max(...shares)].map((share) => share.toFixed(2))
  return {
    metric,
    value,
    unit: '×',
    spread: `${worst} to ${best}`,
    aim: `≥ ${leastShare}`,
    met: value >= leastShare,
  }
}
