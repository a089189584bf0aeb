import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fastify, { type FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recount } from '../../../services/photos/recount.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { openDatabase } from '../../../services/platform/database.ts'
import { createGround, databaseKinds, type Ground } from '../../support/database.ts'
import { freePort } from '../../support/ports.ts'
import { createTokenIssuer, type TokenIssuer } from '../../support/tokens.ts'
import { Customer, publicUrl, until } from '../storage/customer.ts'
import { seedMany } from './seeding.ts'

const photos = 12_000
const main = new URL('../../../services/main.ts', import.meta.url)

describe.each(databaseKinds)('deleting all photos while the services are killed, on %s', (kind) => {
  let ground: Ground
  let identity: FastifyInstance
  let identityUrl = ''
  let issuer: TokenIssuer
  let port = 0
  let child: ChildProcess | undefined

  beforeEach(async () => {
    ground = await createGround(kind)
    issuer = await createTokenIssuer(`${publicUrl}/identity`)
    identity = fastify()
    identity.get('/jwks', async () => issuer.jwks)
    identityUrl = await identity.listen({ port: 0, host: '127.0.0.1' })
    port = await freePort()
  })
  afterEach(async () => {
    await kill()
    await identity.close()
    await ground.remove()
  })

  async function start(): Promise<void> {
    child = fork(main, {
      env: {
        ...process.env,
        DATA_DIR: ground.dataDir,
        DATABASE_URL: ground.databaseUrl ?? '',
        PUBLIC_URL: publicUrl,
        IDENTITY_URL: identityUrl,
        SERVICES: 'photos',
        SERVICES_PORT: String(port),
        LOG_LEVEL: 'fatal',
      },
    })
    await once(child, 'message')
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  /** Looks into the database while no service has it. */
  async function inDatabase(look: (database: Kysely<PhotosTables>) => Promise<void>): Promise<void> {
    const database = await openDatabase(
      { dataDir: ground.dataDir, databaseUrl: ground.databaseUrl },
      pino({ level: 'silent' }),
    )
    try {
      await look(database.inSchema<PhotosTables>('photos'))
    } finally {
      await database.close()
    }
  }

  test('goes on after each start, and tells of each photo once', { timeout: 180_000 }, async () => {
    await start()
    await kill()
    const customer = new Customer(`http://127.0.0.1:${port}`, issuer)
    const ids: string[] = []
    await inDatabase(async (database) => {
      for (let made = 0; made < photos; made += 4_000) ids.push(...(await seedMany(database, customer.id, 4_000)))
    })
    await start()
    const countOf = async (): Promise<number> => (await customer.call('GET', '/photos/users')).body.photosCount
    expect(await countOf()).toBe(photos)

    const asked = customer.call('DELETE', '/photos/photos/all').catch(() => null)
    await until(async () => ((await countOf()) < photos ? true : null), 'the first to go')
    await kill()
    await asked
    await start()
    const left = await countOf()
    expect(left).toBeGreaterThan(0)
    await until(async () => ((await countOf()) < left ? true : null), 'more to go without being asked')
    await kill()
    await start()
    await until(async () => ((await countOf()) === 0 ? true : null), 'all to be gone')
    await kill()

    await inDatabase(async (database) => {
      const { rows } = await sql<{ id: string }>`
        select photo->>'imageId' as id from platform.events, jsonb_array_elements(data->'photos') as photo
        where type = 'photos.removed' and owner = ${customer.id}`.execute(database)
      expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
      expect(await recount(database)).toBe(0)
    })
  })
})
