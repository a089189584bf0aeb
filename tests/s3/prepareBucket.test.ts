import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CORSRule,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  GetObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import pino from 'pino'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../../launcher/ports.ts'
import { openBlobs } from '../../services/platform/blobs/openBlobs.ts'
import { prepareBucket } from '../../services/platform/blobs/prepareBucket.ts'
import { connectToS3, createBucket, type S3Keys, S3Server } from '../support/s3Server.ts'

const access = inject('s3')

/**
 * Creates a client that is destroyed when the test ends. Also returns the names of the commands that the client has
 * sent.
 */
function connect(keys?: S3Keys): { client: S3Client; sent: string[] } {
  const client = connectToS3(access, keys)
  const sent: string[] = []
  client.middlewareStack.add(
    (next, { commandName }) => {
      return async (call) => {
        sent.push(String(commandName))
        return next(call)
      }
    },
    { step: 'initialize' },
  )
  onTestFinished(() => client.destroy())
  return { client, sent }
}

async function corsRules(client: S3Client, Bucket: string): Promise<CORSRule[]> {
  return (await client.send(new GetBucketCorsCommand({ Bucket }))).CORSRules ?? []
}

async function lifecycleRules(client: S3Client, Bucket: string): Promise<LifecycleRule[]> {
  return (await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules ?? []
}

async function setRules(client: S3Client, Bucket: string, own: { cors: CORSRule[]; lifecycle: LifecycleRule[] }) {
  const CORSConfiguration = { CORSRules: own.cors }
  const LifecycleConfiguration = { Rules: own.lifecycle }
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }))
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }))
}

describe('a missing bucket', () => {
  test('is created, and lets browsers read it from any origin', async () => {
    const { client } = connect()
    const Bucket = `test-${randomUUID()}`
    await prepareBucket(client, Bucket)
    await client.send(new PutObjectCommand({ Bucket, Key: 'photo', Body: 'a photo' }))
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'photo' }))
    const answer = await fetch(url, { headers: { origin: 'null', range: 'bytes=2-' } })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('access-control-allow-origin')).toMatch(/^(?:\*|null)$/)
    const exposed = answer.headers.get('access-control-expose-headers')?.split(/, */)
    const names = ['ETag', 'Content-Length', 'Content-Range', 'Accept-Ranges', 'Content-Disposition']
    expect(exposed?.toSorted()).toEqual(names.toSorted())
    for (const [method, status] of [
      ['GET', 200],
      ['HEAD', 200],
      ['PUT', 403],
    ] as const) {
      const headers = {
        origin: 'null',
        'access-control-request-method': method,
        'access-control-request-headers': 'range, if-none-match',
      }
      expect((await fetch(url, { method: 'OPTIONS', headers })).status, method).toBe(status)
    }
  })

  test('gets rules that delete incomplete uploads after a day and parts of uploads after three days', async () => {
    const { client } = connect()
    const bucket = `test-${randomUUID()}`
    await prepareBucket(client, bucket)
    expect(await lifecycleRules(client, bucket)).toEqual([
      {
        ID: 'keepsake-incomplete-uploads',
        Status: 'Enabled',
        Prefix: '',
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
      { ID: 'keepsake-uploads', Status: 'Enabled', Filter: { Prefix: 'uploads/' }, Expiration: { Days: 3 } },
    ])
  })

  test('may be created by several processes at the same time', async () => {
    const { client } = connect()
    const bucket = `test-${randomUUID()}`
    await Promise.all([1, 2, 3].map(() => prepareBucket(client, bucket)))
    expect(await corsRules(client, bucket)).toHaveLength(1)
    expect(await lifecycleRules(client, bucket)).toHaveLength(2)
  })
})

test('what unfinished uploads left behind is deleted when the days of the rules are over', async () => {
  const server = await S3Server.start({ daySeconds: 1 })
  onTestFinished(() => server.stop())
  const client = connectToS3(server)
  onTestFinished(() => client.destroy())
  const Bucket = await createBucket(client)
  await client.send(new PutObjectCommand({ Bucket, Key: 'mine/uploads/part', Body: 'a part' }))
  await client.send(new PutObjectCommand({ Bucket, Key: 'mine/photo', Body: 'a photo' }))
  await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'mine/large' }))
  await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'other/large' }))
  await prepareBucket(client, Bucket, 'mine/')
  const left = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
    return [...Contents, ...Uploads].map(({ Key }) => Key)
  }
  expect(await left()).toContain('mine/photo')
  await expect.poll(left).toEqual(['mine/photo', 'other/large'])
})

test('a bucket that is ready is not changed', async () => {
  const { client, sent } = connect()
  const bucket = `test-${randomUUID()}`
  for (const prefix of ['', 'first/', 'second/']) await prepareBucket(client, bucket, prefix)
  sent.length = 0
  for (const prefix of ['', 'first/', 'second/']) await prepareBucket(client, bucket, prefix)
  expect(sent.filter((name) => !/^(?:Get|List)/.test(name))).toEqual([])
  expect(sent).toHaveLength(9)
})

test('two installations that share a bucket have different rules', async () => {
  const { client } = connect()
  const bucket = await createBucket(client)
  await prepareBucket(client, bucket, 'first/')
  await prepareBucket(client, bucket, 'second/')
  const rules = await lifecycleRules(client, bucket)
  const prefixes = rules.map(({ Filter }) => Filter?.Prefix ?? '')
  expect(prefixes.toSorted()).toEqual(['first/', 'first/uploads/', 'second/', 'second/uploads/'])
  expect(await corsRules(client, bucket)).toHaveLength(1)
})

describe('rules of the operator', () => {
  const cors: CORSRule = { ID: 'shop', AllowedOrigins: ['https://shop.example'], AllowedMethods: ['PUT'] }
  const lifecycle: LifecycleRule = {
    ID: 'logs',
    Status: 'Disabled',
    Filter: { Prefix: 'logs/' },
    Expiration: { Days: 30 },
  }

  test('stay as they are', async () => {
    const { client } = connect()
    const bucket = await createBucket(client)
    await setRules(client, bucket, { cors: [cors], lifecycle: [lifecycle] })
    await prepareBucket(client, bucket)
    await prepareBucket(client, bucket)
    expect(await corsRules(client, bucket)).toEqual([cors, expect.objectContaining({ AllowedOrigins: ['*'] })])
    const rules = await lifecycleRules(client, bucket)
    expect(rules).toHaveLength(3)
    expect(rules).toContainEqual(lifecycle)
  })

  test('do not replace our rules: if our rules were changed, they are restored', async () => {
    const { client } = connect()
    const bucket = await createBucket(client)
    await prepareBucket(client, bucket)
    const before = { cors: await corsRules(client, bucket), lifecycle: await lifecycleRules(client, bucket) }
    await setRules(client, bucket, {
      cors: before.cors.map((rule) => ({ ...rule, ExposeHeaders: ['ETag'] })),
      lifecycle: before.lifecycle.map((rule, index) => (index === 0 ? rule : { ...rule, Status: 'Disabled' })),
    })
    await prepareBucket(client, bucket)
    expect({ cors: await corsRules(client, bucket), lifecycle: await lifecycleRules(client, bucket) }).toEqual(before)
  })
})

describe('the operator is told', () => {
  let bucket: string

  beforeAll(async () => {
    const client = connectToS3(access)
    bucket = await createBucket(client)
    client.destroy()
  })

  test.each([
    ['an unknown key', { accessKeyId: 'unknown', secretAccessKey: 'secret' }, 'InvalidAccessKeyId'],
    ['a wrong secret', { accessKeyId: access.accessKeyId, secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
  ])('of %s', async (_, keys, code) => {
    await expect(prepareBucket(connect(keys).client, bucket)).rejects.toMatchObject({
      name: 'BucketRefused',
      reason: 'credentials',
      message: `The S3 server of bucket ${bucket} does not accept the credentials. (${code})`,
    })
  })

  test('of missing credentials', async () => {
    const client = new S3Client({
      endpoint: access.url,
      region: access.region,
      credentials: async () => {
        throw Object.assign(new Error('none found'), { name: 'CredentialsProviderError' })
      },
    })
    onTestFinished(() => client.destroy())
    await expect(prepareBucket(client, bucket)).rejects.toMatchObject({ name: 'BucketRefused', reason: 'credentials' })
  })

  test('of a bucket of another account', async () => {
    const { client } = connect(access.stranger)
    await expect(prepareBucket(client, bucket)).rejects.toMatchObject({
      name: 'BucketRefused',
      reason: 'owner',
      message: `The bucket ${bucket} belongs to another account, or the S3 credentials may not list it. (AccessDenied)`,
    })
  })

  test('of a missing permission', async () => {
    const owner = connect().client
    const shared = await createBucket(owner)
    const may = async (...actions: string[]) => {
      const Policy = JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { AWS: [`arn:aws:iam:::user/${access.stranger.accessKeyId}`] },
            Action: actions.map((action) => `s3:${action}`),
            Resource: [`arn:aws:s3:::${shared}`],
          },
        ],
      })
      await owner.send(new PutBucketPolicyCommand({ Bucket: shared, Policy }))
    }
    const { client } = connect(access.stranger)
    const refused = (action: string) => ({
      name: 'BucketRefused',
      reason: 'permission',
      message: `The S3 credentials may not ${action} bucket ${shared}. (AccessDenied)`,
    })
    const attempt = () => expect(prepareBucket(client, shared)).rejects
    await may('ListBucket')
    await attempt().toMatchObject(refused('read the CORS rules of'))
    await may('ListBucket', 'GetBucketCORS')
    await attempt().toMatchObject(refused('set the CORS rules of'))
    await may('ListBucket', 'GetBucketCORS', 'PutBucketCORS')
    await attempt().toMatchObject(refused('read the lifecycle rules of'))
    await may('ListBucket', 'GetBucketCORS', 'PutBucketCORS', 'GetLifecycleConfiguration')
    await attempt().toMatchObject(refused('set the lifecycle rules of'))
    await may('ListBucket', 'GetBucketCORS', 'PutBucketCORS', 'GetLifecycleConfiguration', 'PutLifecycleConfiguration')
    await prepareBucket(client, shared)
  })
})

test('a bucket whose server was unavailable at the start is prepared by the next check of the store', async () => {
  const { client } = connect()
  const bucket = `test-${randomUUID()}`
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-bucket-'))
  onTestFinished(async () => rm(dataDir, { recursive: true }))
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const blobs = await openBlobs(
    {
      dataDir,
      publicUrl: 'http://keepsake.test',
      databaseUrl: undefined,
      blobs: {
        kind: 's3',
        bucket,
        prefix: '',
        endpoint,
        publicEndpoint: endpoint,
        silenceTimeoutMilliseconds: 10_000,
        region: access.region,
        isMoving: false,
      },
    },
    'secret',
    pino({ level: 'silent' }),
  )
  await expect(blobs.check()).rejects.toThrow()
  const link = createServer((socket) => {
    const server = socket.pipe(createConnection(Number(new URL(access.url).port), '127.0.0.1'))
    server.pipe(socket)
    for (const side of [socket, server]) side.on('error', () => undefined)
  }).listen(port, '127.0.0.1')
  onTestFinished(() => void link.close())
  await blobs.check()
  expect(await corsRules(client, bucket)).toHaveLength(1)
  expect(await lifecycleRules(client, bucket)).toHaveLength(2)
  await client.send(new DeleteBucketCommand({ Bucket: bucket }))
  await expect(blobs.check()).rejects.toThrow()
})
