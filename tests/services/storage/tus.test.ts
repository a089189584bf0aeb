import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeJpeg } from '../../support/pictures.ts'
import { type Answer, Customer, type PhotoServices, startPhotoServices } from './customer.ts'
import { bytes, metadata, musts, size, type State, tus } from './tusMusts.ts'

let running: PhotoServices
let customer: Customer
let photo: Buffer

beforeAll(async () => {
  running = await startPhotoServices()
  customer = new Customer(running.services.url, running.issuer)
  photo = await makeJpeg()
})
afterAll(async () => running.close())

describe('tus 1.0.0', () => {
  test.each(musts.map((row) => [row.must, row] as const))('%s', async (_must, row) => {
    const address = await addressOf(row.state)
    const answer = await customer.call(row.method, address, { headers: { ...row.headers }, body: row.body })
    expect(answer.status).toBe(row.status)
    expectHeaders(answer, row.answers ?? {})
    if (row.offset === undefined) return
    const { headers } = await customer.call('HEAD', address, { headers: tus })
    expect(headers.get('upload-offset')).toBe(row.offset === null ? null : String(row.offset))
  })
})

describe('a client of another team', () => {
  test.each<[string, UploadOptions]>([
    ['in pieces', { chunkSize: 5_000 }],
    ['with its creation', { uploadDataDuringCreation: true }],
    ['with its creation, in pieces', { uploadDataDuringCreation: true, chunkSize: 5_000 }],
    ['through a proxy that knows only GET and POST', { overridePatchMethod: true }],
  ])('tus-js-client uploads a photo %s', async (_how, options) => {
    expect(await uploadByClient(photo, options)).toMatchObject({ status: 200, body: { imageId: expect.any(String) } })
  })

  test('tus-js-client learns of a refusal from the outcome, not from an error', async () => {
    const diary = Buffer.from('Dear diary, today was a good day.')
    expect((await uploadByClient(diary, {})).body).toMatchObject({ state: 'REJECTED', code: 'UNSUPPORTED_TYPE' })
  })

  test('curl uploads a photo as docs/guides/upload.md says', async () => {
    const guide = await readFile('docs/guides/upload.md', 'utf8')
    const [, ...steps] = [...guide.matchAll(/```sh\n([^]*?)```/g)].map(([, step = '']) => step)
    expect(steps).toHaveLength(3)
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-guide-'))
    const file = join(folder, 'my photo.jpg')
    await writeFile(file, await makeJpeg({ seed: 77 }))
    const environment = { KEEPSAKE: running.services.url, TOKEN: await customer.token(), FILE: file }
    const { stdout } = await promisify(execFile)('sh', ['-euc', steps.join('\n')], {
      env: { ...process.env, ...environment },
    })
    await rm(folder, { recursive: true })
    const { imageId, state } = JSON.parse(stdout)
    expect(['PROCESSING', 'READY']).toContain(state)
    await expect
      .poll(async () => customer.photos())
      .toContainEqual(expect.objectContaining({ imageId, localFileName: 'my photo.jpg' }))
  })
})

function expectHeaders({ headers }: Answer, expected: Readonly<Record<string, string | RegExp | null>>): void {
  for (const [name, value] of Object.entries(expected)) {
    if (value instanceof RegExp) expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(value)])
    else expect([name, headers.get(name)]).toEqual([name, value])
  }
}

/** Uploads with tus-js-client as it is published. */
async function uploadByClient(file: Buffer, options: UploadOptions): Promise<Answer> {
  const token = await customer.token()
  const url = await new Promise<string>((resolve, reject) => {
    const upload: Upload = new Upload(file, {
      endpoint: `${running.services.url}/storage/files`,
      headers: { authorization: `Bearer ${token}` },
      metadata: { filename: 'photo.jpg' },
      retryDelays: null,
      onSuccess: () => resolve(upload.url ?? ''),
      onError: reject,
      ...options,
    })
    upload.start()
  })
  return customer.outcomeOf(new URL(url).pathname)
}

/** Makes an upload in this state; returns its address. */
async function addressOf(state: State): Promise<string> {
  if (state === 'files') return '/storage/files'
  if (state === 'missing') return '/storage/files/01900000-0000-7000-8000-000000000000'
  const content = state === 'photo' ? photo : bytes
  const created = await customer.create(content.length, '', { 'upload-metadata': metadata })
  const location = created.headers.get('location') ?? ''
  const length = { new: 0, partial: 40, refused: size, photo: content.length, deleted: 0 }[state]
  if (length > 0) await customer.append(location, 0, content.subarray(0, length))
  if (state === 'deleted') await customer.call('DELETE', location, { headers: tus })
  return location
}
