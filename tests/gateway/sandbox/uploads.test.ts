import { Readable } from 'node:stream'
import sharp from 'sharp'
import { Upload } from 'tus-js-client'
import { describe, expect, test } from 'vitest'
import { openStream } from '../../support/eventStreamClient.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { setUpSandbox } from '../../support/sandboxSetup.ts'

const photosCount = '{ viewer { library { photosCount } } }'
const sandbox = setUpSandbox()

/** Uploads by a tus client in two pieces. */
async function upload(bytes: Buffer, name: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const tus = new Upload(Readable.from([bytes]), {
    endpoint: `${sandbox.url}/storage/files`,
    headers: { authorization: `Bearer ${sandbox.token}` },
    uploadSize: bytes.length,
    chunkSize: Math.ceil(bytes.length / 2),
    retryDelays: null,
    metadata: { filename: name },
    onError: reject,
    onSuccess: () => resolve(tus.url?.split('/').at(-1) ?? ''),
  })
  tus.start()
  return promise
}

const outcome = async (uploadId: string) => (await sandbox.storage('GET', `/storage/uploads/${uploadId}`)).json()

/** Creates an upload of the largest size. */
const createLargest = async () =>
  sandbox.storage('POST', '/storage/files', { 'upload-length': String(50 * 1024 * 1024) })

describe('an upload', () => {
  test('becomes a photo of the library, which a live event announces, with its date and its picture', async () => {
    const stream = await openStream(`${sandbox.url}/graphql`, {
      token: sandbox.token,
      body: {
        query: `subscription { libraryEvents {
          addedPhotoIds endedUploads { uploadId photoId isDuplicate refusal }
        } }`,
      },
    })
    const events = () => stream.events.flatMap(({ data }) => data?.data?.libraryEvents ?? [])
    await expect.poll(() => events().length).toBeGreaterThan(0)
    const bytes = await makeJpeg({ width: 600, height: 900, seed: 7, taken: '2024:05:12 10:15:30' })
    const uploadId = await upload(bytes, 'beach.jpg')
    await expect.poll(async () => (await outcome(uploadId)).state).toBe('READY')

    await expect.poll(() => events().flatMap(({ endedUploads }) => endedUploads)).toHaveLength(1)
    const [ended] = events().flatMap(({ endedUploads }) => endedUploads)
    expect(ended).toMatchObject({ uploadId, isDuplicate: false, refusal: null })
    expect(events().flatMap(({ addedPhotoIds }) => addedPhotoIds)).toEqual([ended.photoId])
    stream.stop()

    const { data } = await sandbox.ask(
      'query ($id: ID!) { node(id: $id) { ... on Photo { fileName dateTaken thumbnail(width: 300) { url width height } } } }',
      {
        id: ended.photoId,
      },
    )
    expect(data.node).toMatchObject({ fileName: 'beach.jpg', dateTaken: expect.stringMatching(/^2024-05-12T10:15:30/) })
    const { url, width, height } = data.node.thumbnail
    const picture = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata()
    expect([picture.format, picture.width, picture.height]).toEqual(['jpeg', width, height])
    expect(height / width).toBeCloseTo(1.5)
    expect((await sandbox.ask(photosCount)).data.viewer.library.photosCount).toBe(121)

    const again = await upload(bytes, 'again.jpg')
    await expect.poll(() => outcome(again)).toMatchObject({ state: 'READY', duplicate: true })
    expect((await sandbox.ask(photosCount)).data.viewer.library.photosCount).toBe(121)
  })

  test('that arrives together with another upload of the same file becomes the same photo', async () => {
    const bytes = await makeJpeg({ seed: 9 })
    const uploadIds = await Promise.all([upload(bytes, 'one.jpg'), upload(bytes, 'other.jpg')])
    const outcomes = async () => Promise.all(uploadIds.map(outcome))
    await expect.poll(outcomes).toMatchObject([{ state: 'READY' }, { state: 'READY' }])
    const [one, other] = await outcomes()
    expect(one.imageId).toBe(other.imageId)
    expect(one.duplicate).toBe(!other.duplicate)
  })

  test('that is not a photo is refused, with the code of the real service', async () => {
    const uploadId = await upload(Buffer.from('no photo at all'), 'notes.txt')
    expect(await outcome(uploadId)).toEqual({ uploadId, state: 'REJECTED', code: 'UNSUPPORTED_TYPE' })
    const damaged = await upload((await makeJpeg({ seed: 8 })).subarray(0, 100), 'half.jpg')
    expect(await outcome(damaged)).toMatchObject({ state: 'REJECTED', code: 'DAMAGED_FILE' })
  })

  test('is resumed at the offset that storage has; other offsets and too many bytes are refused', async () => {
    const created = await sandbox.storage('POST', '/storage/files', { 'upload-length': '10' })
    expect(created.status).toBe(201)
    const location = created.headers.get('location') ?? ''
    const append = async (offset: number, bytes: string) =>
      sandbox.storage(
        'PATCH',
        location,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        Buffer.from(bytes),
      )
    expect((await append(0, 'abcd')).headers.get('upload-offset')).toBe('4')
    const wrong = await append(2, 'x')
    expect([wrong.status, (await wrong.json()).code]).toEqual([409, 'WRONG_OFFSET'])
    const tooMany = await append(4, 'x'.repeat(7))
    expect([tooMany.status, (await tooMany.json()).code]).toEqual([413, 'TOO_MANY_BYTES'])
    expect((await sandbox.storage('HEAD', location)).headers.get('upload-offset')).toBe('4')
    expect((await sandbox.storage('DELETE', location)).status).toBe(204)
    expect((await sandbox.storage('HEAD', location)).status).toBe(404)
  })

  test.each([
    ['without the version of the protocol', { 'tus-resumable': '' }, 412, 'UNSUPPORTED_VERSION'],
    ['without a length', {}, 400, 'INVALID_REQUEST'],
    ['of no bytes', { 'upload-length': '0' }, 422, 'EMPTY_FILE'],
    ['of too many bytes', { 'upload-length': '99000000' }, 413, 'FILE_TOO_LARGE'],
    ['with a wrong token', { 'upload-length': '9', authorization: 'Bearer x.y.z' }, 401, 'UNAUTHENTICATED'],
  ])('%s is refused like in the real service', async (_, headers, status, code) => {
    const response = await sandbox.storage('POST', '/storage/files', headers)
    expect([response.status, (await response.json()).code]).toEqual([status, code])
  })

  test('needs the scope photos:write', async () => {
    sandbox.token = (await sandbox.control('POST', '/tokens', { scope: 'photos:read' })).body.accessToken
    const response = await sandbox.storage('POST', '/storage/files', { 'upload-length': '9' })
    expect([response.status, (await response.json()).code]).toEqual([403, 'FORBIDDEN'])
  })

  test('is refused while unfinished uploads have too many bytes, and accepted after their deletion', async () => {
    const statuses: number[] = []
    for (let number = 0; number < 5; number += 1) statuses.push((await createLargest()).status)
    expect(statuses).toEqual([201, 201, 201, 201, 413])
    await sandbox.control('PUT', '/photos', { count: 1 })
    expect((await createLargest()).status).toBe(201)
  })

  test('that began before the sign-in joins the account that claims it', async () => {
    const bytes = await makeJpeg({ seed: 9 })
    const created = await fetch(`${sandbox.url}/storage/files`, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(bytes),
    })
    expect(created.status).toBe(201)
    const uploadId = created.headers.get('location')?.split('/').at(-1) ?? ''
    const unclaimed = await fetch(`${sandbox.url}/storage/uploads/${uploadId}`)
    expect(await unclaimed.json()).toMatchObject({ uploadId, state: 'RECEIVED' })
    const claim = await sandbox.storage(
      'POST',
      '/storage/getanonymousuploads',
      { 'content-type': 'application/json' },
      Buffer.from(JSON.stringify([uploadId])),
    )
    expect((await claim.json()).uploads).toMatchObject([{ uploadId, duplicate: false }])
    await expect.poll(async () => (await outcome(uploadId)).state).toBe('READY')
  })

  test('fails as many times as its fault says', async () => {
    await sandbox.control('POST', '/faults', {
      path: '/storage/files',
      status: 503,
      code: 'EXHAUSTED',
      retryAfter: 1,
      times: 1,
    })
    const refused = await sandbox.storage('POST', '/storage/files', { 'upload-length': '9' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await sandbox.storage('POST', '/storage/files', { 'upload-length': '9' })).status).toBe(201)
  })
})
