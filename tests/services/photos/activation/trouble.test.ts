import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as task from '../../../../services/photos/activation/task.ts'
import { freePort } from '../../../../launcher/ports.ts'
import { type RunningServices, startServices } from '../../../support/services.ts'
import { createTokenIssuer, type TokenIssuer } from '../../../support/tokens.ts'
import { publicUrl, until } from '../../storage/customer.ts'
import { Bucket, bucketKeys } from './bucket.ts'
import { Importer, OlderLibraries } from './older.ts'

/**
 * The retry limits of the tests: short pauses, and no stall limit unless a test sets one. The stall limit of the
 * product is 30 minutes.
 */
const retryLimits = vi.hoisted(() => {
  // Modules that the process has loaded for other test files use the product's limits.
  vi.resetModules()
  return { pauses: [0.1, 0.1, 0.1], stalled: Infinity }
})
vi.mock('../../../../services/photos/activation/task.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof task>()),
  defaultRetryLimits: retryLimits,
}))

const side = { width: 4, height: 3 }

/** Storage's answers for each file name, in order. */
type Answers = Readonly<Record<string, readonly (number | 'READY' | 'REJECTED')[]>>

/** A storage service with prescribed answers, which immediately reports each file as ready or rejected. */
class ScriptedStorage {
  readonly asked: string[] = []
  answers: Answers = {}
  platform: RunningServices['platform'] | undefined
  #app: FastifyInstance | undefined
  readonly #port: number
  readonly #images = new Map<string, string>()

  constructor(port: number) {
    this.#port = port
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async open(): Promise<void> {
    const app = fastify()
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    app.put<{ Params: { id: string }; Querystring: { ownerId: string; fileName: string } }>(
      '/imports/:id',
      async (request, reply) => {
        const { ownerId, fileName } = request.query
        const times = this.asked.filter((name) => name === fileName).length
        this.asked.push(fileName)
        const answers = this.answers[fileName] ?? ['READY']
        const answer = answers[Math.min(times, answers.length - 1)] ?? 'READY'
        if (typeof answer === 'number') return reply.code(answer).send({ code: 'FAILED_HERE' })
        const imageId = this.#images.get(request.params.id) ?? randomUUID()
        this.#images.set(request.params.id, imageId)
        await this.#announce(answer, ownerId, imageId, fileName)
        return { uploadId: request.params.id, imageId, duplicate: false }
      },
    )
    await app.listen({ port: this.#port, host: '127.0.0.1' })
    this.#app = app
  }

  async close(): Promise<void> {
    await this.#app?.close()
    this.#app = undefined
  }

  async #announce(answer: 'READY' | 'REJECTED', owner: string, imageId: string, fileName: string): Promise<void> {
    const uploadId = randomUUID()
    const rejected = { type: 'original.rejected', owner, data: { imageId, uploadId, code: 'DAMAGED_FILE' } }
    const data = { imageId, uploadId, generation: 1, fileName, contentType: 'image/jpeg', size: 1, crc32: 0, ...side }
    const more = { originalKey: 'a', takenAt: null, takenOffset: null, latitude: null, longitude: null, details: {} }
    const shown = { thumbhash: null, thumbnails: [], uploadedAt: new Date().toISOString() }
    const ready = { type: 'original.ready', owner, data: { ...data, ...more, ...shown } }
    await this.platform
      ?.database('photos')
      .transaction()
      .execute(async (change) => this.platform?.events.append(change, [answer === 'READY' ? ready : rejected]))
  }
}

describe('an import from a bucket with failures of the bucket or of storage', () => {
  let storage: ScriptedStorage
  let identity: FastifyInstance
  let issuer: TokenIssuer
  let older: OlderLibraries
  let bucket: Bucket
  let services: RunningServices
  let customer: Importer

  beforeAll(async () => {
    issuer = await createTokenIssuer(`${publicUrl}/identity`)
    identity = fastify()
    identity.get('/jwks', async () => issuer.jwks)
    storage = new ScriptedStorage(await freePort())
    older = OlderLibraries.create()
    bucket = new Bucket(older.root, 'of/2019/')
    for (const [name, value] of Object.entries(bucketKeys)) vi.stubEnv(name, value)
    services = await startServices({
      services: ['photos'],
      environment: {
        PUBLIC_URL: publicUrl,
        IDENTITY_URL: await identity.listen({ port: 0, host: '127.0.0.1' }),
        STORAGE_URL: storage.url,
        LEGACY_LIBRARIES: 's3://older/of/2019',
        AWS_ENDPOINT_URL_S3: await bucket.listen(),
      },
    })
    storage.platform = services.platform
    await storage.open()
  })
  beforeEach(() => {
    customer = new Importer(services.url, issuer)
    storage.asked.length = 0
    storage.answers = {}
    retryLimits.stalled = Infinity
  })
  afterAll(async () => {
    vi.resetModules()
    await services.close()
    await storage.close()
    await identity.close()
    await bucket.close()
    await older.remove()
    vi.unstubAllEnvs()
  })

  async function put(names: readonly string[]): Promise<void> {
    await older.put(customer.id, { files: Object.fromEntries(names.map((name) => [`files/${name}`, name])) })
  }

  test('retries files, a limited number of times', async () => {
    await put(['good.jpg', 'flaky.jpg', 'cursed.jpg', 'inner.jpg', 'full.jpg'])
    storage.answers = {
      'flaky.jpg': [500, 500, 'READY'],
      'cursed.jpg': [500],
      'inner.jpg': ['REJECTED'],
      'full.jpg': [507, 503, 507, 503, 'READY'],
    }
    await customer.start()
    expect(await customer.untilEnded()).toMatchObject({ state: 'finished', importedCount: 3, failedCount: 2 })
    expect(
      (await customer.report('failures')).toSorted((one, other) => (one.fileName < other.fileName ? -1 : 1)),
    ).toEqual([
      { fileName: 'cursed.jpg', albumName: null, reason: 'FAILED' },
      { fileName: 'inner.jpg', albumName: null, reason: 'DAMAGED_FILE' },
    ])
    expect(storage.asked.filter((name) => name === 'cursed.jpg')).toHaveLength(3)
    expect(storage.asked.filter((name) => name === 'flaky.jpg')).toHaveLength(3)
    // Attempts while storage is full do not count towards the limit of the file.
    expect(storage.asked.filter((name) => name === 'full.jpg')).toHaveLength(5)
  })

  test('fails if storage stays down, and resumes where it stopped', async () => {
    await put(['1.jpg', '2.jpg', '3.jpg', '4.jpg'])
    storage.answers = { '4.jpg': [503] }
    await customer.start()
    await until(async () => ((await customer.activation()).import.importedCount === 3 ? true : null), 'three photos')
    await storage.close()
    retryLimits.stalled = 1_000
    expect(await customer.untilEnded()).toMatchObject({
      state: 'error',
      foundCount: 4,
      importedCount: 3,
      failedCount: 0,
    })
    expect((await customer.activation()).status).toBe('NOT_ACTIVE')
    storage.answers = {}
    retryLimits.stalled = Infinity
    await storage.open()
    expect((await customer.start()).status).toBe(202)
    expect(await customer.untilEnded()).toMatchObject({ state: 'finished', importedCount: 4, failedCount: 0 })
    expect(storage.asked.filter((name) => name === '1.jpg')).toHaveLength(1)
  })

  test('waits while the bucket is down, and reports no file as missing', async () => {
    const names = Array.from({ length: 12 }, (_, number) => `${number}.jpg`)
    await put(names)
    storage.answers = Object.fromEntries(names.map((name) => [name, [503]]))
    await customer.start()
    await until(async () => (storage.asked.length > 0 ? true : null), 'the first file')
    bucket.isDown = true
    storage.answers = {}
    retryLimits.stalled = 1_000
    await until(async () => ((await customer.activation()).import.state === 'error' ? true : null), 'the error')
    expect((await customer.activation()).import).toMatchObject({ failedCount: 0 })
    bucket.isDown = false
    retryLimits.stalled = Infinity
    await customer.start()
    expect(await customer.untilEnded()).toMatchObject({ state: 'finished', importedCount: 12, failedCount: 0 })
  })

  test('continues after a night without a running process', async () => {
    retryLimits.stalled = 30 * 60_000
    await put(['1.jpg'])
    await sql`
      insert into photos.imports (owner_id, id, owner_email, folder, progressed_at, worker_until)
      values (${customer.id}, ${randomUUID()}, 'mira@example.com', ${customer.id},
        now() - interval '8 hours', now() - interval '8 hours')`.execute(services.platform.database<unknown>('photos'))
    await customer.start()
    expect(await customer.untilEnded()).toMatchObject({ state: 'finished', importedCount: 1 })
  })

  test('is refused while older libraries cannot be reached', async () => {
    bucket.isDown = true
    expect(await customer.activation()).toEqual({ status: 'ACTIVE', import: null })
    expect((await customer.start()).body).toMatchObject({ status: 503, code: 'LEGACY_UNAVAILABLE' })
    bucket.isDown = false
    expect((await customer.start()).body).toMatchObject({ status: 409, code: 'NOTHING_TO_IMPORT' })
  })
})
