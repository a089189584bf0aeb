import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { S3Client } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test } from 'vitest'
import { prepareBucket } from '../../services/platform/blobs/prepareBucket.ts'
import { connectToS3 } from '../support/s3Server.ts'

const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }

interface Answer {
  readonly status: number
  /** The code of an error. */
  readonly code?: string
  /** The XML of an answer without an error. */
  readonly body?: string
  /** Headers of the answer. */
  readonly headers?: Record<string, string>
}

interface Request {
  readonly name: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Starts a fake S3 server, because the real one in the tests (Ceph) gives none of these answers.
 * @param answers by method, path and names of query parameters. Each answer of a list is sent once, in order; only the
 * last one is sent to all further requests
 * @returns a client of the server, and the requests that it got
 */
async function serve(
  answers: Record<string, [Answer, ...Answer[]]>,
): Promise<{ client: S3Client; requests: Request[] }> {
  const requests: Request[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server')
    searchParams.delete('x-id')
    const name = `${request.method} ${pathname}?${[...searchParams.keys()].join('&')}`
    const list = answers[name]
    const answer = (list && list.length > 1 ? list.shift() : list?.[0]) ?? { status: 501, code: `Unexpected ${name}` }
    requests.push({ name, headers: request.headers })
    request.resume()
    response.writeHead(answer.status, { 'content-type': 'application/xml', ...answer.headers })
    response.end(answer.code === undefined ? answer.body : `<Error><Code>${answer.code}</Code></Error>`)
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
  'prepareBucket waits for a bucket that is being created (%s)',
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
    const names = requests.map(({ name }) => name)
    expect(names.slice(0, 4)).toEqual([list, create, head, head])
    expect(names.at(-1)).toBe('PUT /photos/?lifecycle')
  },
)

test('the error says that the bucket belongs to another account', async () => {
  const { client } = await serve({ [list]: [missing], [create]: [{ status: 409, code: 'BucketAlreadyExists' }] })
  await expect(prepareBucket(client, 'photos')).rejects.toMatchObject({
    name: 'BucketRefused',
    reason: 'owner',
    message: 'The bucket photos belongs to another account. (BucketAlreadyExists)',
  })
})

test('the error says that the credentials may not create buckets', async () => {
  const { client } = await serve({ [list]: [missing], [create]: [{ status: 403, code: 'AccessDenied' }] })
  await expect(prepareBucket(client, 'photos')).rejects.toMatchObject({
    name: 'BucketRefused',
    reason: 'permission',
    message: 'The S3 credentials may not create bucket photos. (AccessDenied)',
  })
})

test('other errors are passed on', async () => {
  const { client } = await serve({ [list]: [{ status: 400, code: 'InvalidBucketName' }] })
  await expect(prepareBucket(client, 'photos')).rejects.toMatchObject({ name: 'InvalidBucketName' })
})

const readyCors = `<CORSConfiguration><CORSRule>
  <ExposeHeader>Content-Disposition</ExposeHeader><ExposeHeader>Accept-Ranges</ExposeHeader>
  <ExposeHeader>Content-Range</ExposeHeader><ExposeHeader>Content-Length</ExposeHeader><ExposeHeader>ETag</ExposeHeader>
  <AllowedHeader>*</AllowedHeader><AllowedMethod>HEAD</AllowedMethod><AllowedMethod>GET</AllowedMethod>
  <AllowedOrigin>*</AllowedOrigin></CORSRule></CORSConfiguration>`
const empty = { status: 200, body: '<ListBucketResult/>' }

test('prepareBucket changes nothing if the server returns our rules in another form', async () => {
  const { client, requests } = await serve({
    [list]: [empty],
    'GET /photos/?cors': [{ status: 200, body: readyCors }],
    'GET /photos/?lifecycle': [
      {
        status: 200,
        body: `<LifecycleConfiguration>
          <Rule><Prefix>mine/uploads/</Prefix><ID>keepsake-uploads-mine/</ID><Status>Enabled</Status>
            <Expiration><Days>3</Days></Expiration></Rule>
          <Rule><Prefix>mine/</Prefix><ID>keepsake-incomplete-uploads-mine/</ID><Status>Enabled</Status>
            <AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload>
          </Rule></LifecycleConfiguration>`,
      },
    ],
  })
  await prepareBucket(client, 'photos', 'mine/')
  expect(requests.map(({ name }) => name)).toEqual([list, 'GET /photos/?cors', 'GET /photos/?lifecycle'])
})

test('prepareBucket keeps the minimum size for transitions that the operator has set', async () => {
  const size = { 'x-amz-transition-default-minimum-object-size': 'varies_by_storage_class' }
  const { client, requests } = await serve({
    [list]: [empty],
    'GET /photos/?cors': [{ status: 200, body: readyCors }],
    'GET /photos/?lifecycle': [{ status: 200, headers: size, body: '<LifecycleConfiguration/>' }],
    'PUT /photos/?lifecycle': [{ status: 200 }],
  })
  await prepareBucket(client, 'photos')
  expect(requests.at(-1)).toMatchObject({ name: 'PUT /photos/?lifecycle', headers: size })
})
