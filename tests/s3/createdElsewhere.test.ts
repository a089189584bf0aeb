import { once } from 'node:events'
import { createServer } from 'node:http'
import type { S3Client } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test } from 'vitest'
import { prepareBucket } from '../../services/platform/blobs/prepareBucket.ts'
import { connectToS3 } from '../support/s3Server.ts'

const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }

interface Answer {
  readonly status: number
  /** The code of an error. */
  readonly code?: string
}

/**
 * Another S3 server than Ceph: only such servers give these answers.
 * @param answers by method and path, with the query; each list is given in its order, and its last item repeatedly
 * @returns a client of the server, and the requests that it got
 */
async function serve(
  answers: Record<string, [Answer, ...Answer[]]>,
): Promise<{ client: S3Client; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server')
    searchParams.delete('x-id')
    const name = `${request.method} ${pathname}?${[...searchParams.keys()].join('&')}`
    const list = answers[name]
    const answer = (list && list.length > 1 ? list.shift() : list?.[0]) ?? { status: 501, code: `Unexpected ${name}` }
    requests.push(name)
    request.resume()
    response.writeHead(answer.status, { 'content-type': 'application/xml' })
    response.end(answer.code === undefined ? '' : `<Error><Code>${answer.code}</Code></Error>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const client = connectToS3({ url: `http://127.0.0.1:${port}`, region: 'us-east-1', ...keys, stranger: keys })
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  return { client, requests }
}

const list = 'GET /photos/?list-type&max-keys'
const create = 'PUT /photos/?'
const head = 'HEAD /photos/?'
const missing = { status: 404, code: 'NoSuchBucket' }

test.each(['OperationAborted', 'BucketAlreadyOwnedByYou'])(
  'waits for a bucket that is being created (%s)',
  async (code) => {
    const { client, requests } = await serve({
      [list]: [missing],
      [create]: [{ status: 409, code }],
      [head]: [{ status: 404 }, { status: 200 }],
      'GET /photos/?cors': [{ status: 404, code: 'NoSuchCORSConfiguration' }],
      'PUT /photos/?cors': [{ status: 200 }],
      'GET /photos/?lifecycle': [{ status: 404, code: 'NoSuchLifecycleConfiguration' }],
      'PUT /photos/?lifecycle': [{ status: 200 }],
    })
    await prepareBucket(client, 'photos')
    expect(requests.slice(0, 4)).toEqual([list, create, head, head])
    expect(requests.at(-1)).toBe('PUT /photos/?lifecycle')
  },
)

test('says that another account has the name', async () => {
  const { client } = await serve({ [list]: [missing], [create]: [{ status: 409, code: 'BucketAlreadyExists' }] })
  await expect(prepareBucket(client, 'photos')).rejects.toMatchObject({
    name: 'BucketRefused',
    reason: 'owner',
    message: 'The bucket photos belongs to another account. (BucketAlreadyExists)',
  })
})

test('says that the account may not create buckets', async () => {
  const { client } = await serve({ [list]: [missing], [create]: [{ status: 403, code: 'AccessDenied' }] })
  await expect(prepareBucket(client, 'photos')).rejects.toMatchObject({
    name: 'BucketRefused',
    reason: 'permission',
    message: 'The S3 credentials may not create bucket photos. (AccessDenied)',
  })
})

test('passes other errors on', async () => {
  const { client } = await serve({ [list]: [{ status: 400, code: 'InvalidBucketName' }] })
  await expect(prepareBucket(client, 'photos')).rejects.toMatchObject({ name: 'InvalidBucketName' })
})
