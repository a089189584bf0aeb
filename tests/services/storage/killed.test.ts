import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGround, databaseKinds, type Ground } from '../../support/database.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { freePort } from '../../support/ports.ts'
import { createTokenIssuer, type TokenIssuer } from '../../support/tokens.ts'
import { Customer, publicUrl, until } from './customer.ts'

const uploads = 50
const main = new URL('../../../services/main.ts', import.meta.url)

describe.each(databaseKinds)('services that are killed during uploads, on %s', (kind) => {
  let ground: Ground
  let identity: FastifyInstance
  let identityUrl = ''
  let issuer: TokenIssuer
  let port = 0
  let child: ChildProcess

  beforeEach(async () => {
    ground = await createGround(kind)
    issuer = await createTokenIssuer(`${publicUrl}/identity`)
    identity = fastify()
    identity.get('/jwks', async () => issuer.jwks)
    identityUrl = await identity.listen({ port: 0, host: '127.0.0.1' })
    port = await freePort()
    child = await start()
  })
  afterEach(async () => {
    await kill()
    await identity.close()
    await ground.remove()
  })

  async function start(): Promise<ChildProcess> {
    const started = fork(main, {
      env: {
        ...process.env,
        DATA_DIR: ground.dataDir,
        DATABASE_URL: ground.databaseUrl ?? '',
        PUBLIC_URL: publicUrl,
        IDENTITY_URL: identityUrl,
        SERVICES: 'storage,photos',
        SERVICES_PORT: String(port),
        LOG_LEVEL: 'fatal',
      },
    })
    await once(started, 'message')
    return started
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  test('show every photo that was acknowledged, whole, and no other', { timeout: 180_000 }, async () => {
    const customer = new Customer(`http://127.0.0.1:${port}`, issuer)
    const pictures = await Promise.all(
      Array.from({ length: uploads }, async (_, seed) => makeJpeg({ seed, width: 500 + seed, height: 400 })),
    )
    const acknowledged = new Map<string, Buffer>()
    const sending = pictures.map(async (bytes) => {
      const answer = await customer.upload(bytes).catch(() => null)
      if (answer?.status === 200) acknowledged.set(answer.body.imageId, bytes)
    })
    const enough = randomInt(3, 25)
    await until(async () => (acknowledged.size >= enough ? true : null), 'some to be acknowledged')
    await setTimeout(randomInt(0, 120))
    await kill()
    await Promise.all(sending)
    child = await start()

    const photos = await until(async () => {
      const shown = await customer.photos()
      const ids = new Set(shown.map(({ imageId }) => imageId))
      return [...acknowledged.keys()].every((id) => ids.has(id)) ? shown : null
    }, 'every acknowledged photo')
    for (const photo of photos) {
      expect(photo.thumbnails).toHaveLength(3)
      for (const { url } of photo.thumbnails) {
        const response = await customer.read(url)
        expect([photo.imageId, response.status]).toEqual([photo.imageId, 200])
        expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(300)
      }
      const sent = acknowledged.get(photo.imageId)
      const kept = Buffer.from(await (await customer.read(photo.untouchedUrl)).arrayBuffer())
      // What was not acknowledged may have come in nevertheless, if it did as a whole.
      expect(sent ? kept.equals(sent) : pictures.some((bytes) => kept.equals(bytes))).toBe(true)
    }
    await until(async () => {
      const { body } = await customer.call('GET', '/photos/users')
      return body.photosCount === (await customer.photos()).length ? true : null
    }, 'the count to be that of the list')
  })

  test('take in an upload whose last byte came just before the end', { timeout: 120_000 }, async () => {
    const customer = new Customer(`http://127.0.0.1:${port}`, issuer)
    const bytes = await makeJpeg({ seed: 90, width: 3_000, height: 2_000 })
    const location = (await customer.create(bytes.length)).headers.get('location') ?? ''
    await customer.append(location, 0, bytes.subarray(0, bytes.length - 1))
    // The last byte is written by hand, as by a process that died before it could do anything with it.
    await kill()
    const uploadId = location.split('/').at(-1) ?? ''
    await appendFile(join(ground.dataDir, 'uploads', uploadId), bytes.subarray(bytes.length - 1))
    child = await start()
    const [photo] = await customer.photosOf(1)
    expect(photo).toMatchObject({ uploadId, visibleWidth: 3_000 })
    const state = await customer.call('GET', `/storage/uploads/${uploadId}`)
    expect(state.body).toMatchObject({ state: 'READY', imageId: photo?.imageId, duplicate: false })
    expect(await readdir(join(ground.dataDir, 'uploads'))).toEqual([])
  })
})
