import fastify, { type FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { readInformation, writeAccounts } from '../../../services/customers/accounts.ts'
import { putClocksRight, setClock } from '../../../services/customers/clock.ts'
import { hearNews } from '../../../services/customers/news.ts'
import { setPause } from '../../../services/customers/pause.ts'
import { reminderMailQueueName } from '../../../services/customers/reminderMails.ts'
import { deleteDue, retentionQueue } from '../../../services/customers/retention.ts'
import type { CustomersTables } from '../../../services/customers/tables.ts'
import type { RunningPlatform } from '../../../services/platform/createPlatform.ts'
import { createGround, databaseKinds, type Ground } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'
import { addAccount, announce } from './support.ts'

const folder = new URL('../../../services/customers/migrations/', import.meta.url)

describe.each(databaseKinds)('when something is amiss, on %s', (kind) => {
  let ground: Ground
  /** Without services: nothing is heard, and nothing runs, but by what is called here. */
  let running: RunningPlatform
  let database: Kysely<CustomersTables>
  /** What says who has photos: these. */
  let photos: FastifyInstance
  const filled = new Set<string>()

  beforeAll(async () => {
    ground = await createGround(kind)
    photos = fastify()
    photos.post<{ Body: { ownerIds: string[] } }>('/libraries/filled', async ({ body }) => ({
      ownerIds: body.ownerIds.filter((id) => filled.has(id)),
    }))
    const environment = { PHOTOS_URL: await photos.listen({ port: 0, host: '127.0.0.1' }) }
    running = await openPlatform(ground, { environment })
    await running.platform.migrate('customers', folder)
    database = running.platform.database('customers')
    const idle = { payload: z.unknown(), concurrency: 1, retries: 0, timeoutSeconds: 60, run: async () => undefined }
    running.platform.jobs.define({ name: reminderMailQueueName, ...idle })
    await running.platform.jobs.start()
  })
  afterAll(async () => {
    await running.close()
    await photos.close()
    await ground.remove()
  })

  /** Up to when photos were told to go, one for each time. */
  async function deletionsOf(owner: string): Promise<string[]> {
    const { rows } = await sql<{ before: string }>`
      select data->>'before' as before from platform.events
      where type = 'library.retention-due' and owner = ${owner} order by position`.execute(database)
    return rows.map(({ before }) => before)
  }

  /** An account with photos whose date was some hours ago, and that was told so. */
  async function addDue(hours: number): Promise<string> {
    const id = await addAccount(database, '2020-01-01T00:00:00Z')
    const delayed = new Date(Date.now() - hours * 3_600_000)
    await database.updateTable('accounts').set({ delayed_at: delayed }).where('id', '=', id).execute()
    await announce(database, id)
    filled.add(id)
    return id
  }

  const runNow = () => retentionQueue(running.platform, database).run({}, AbortSignal.timeout(60_000))

  test('photos of whom nobody reminded, or whose date is long past, stay for a month more', async () => {
    const [told, untold, late, soon, inTime] = [
      await addDue(1),
      await addDue(1),
      await addDue(25),
      await addDue(-11),
      await addDue(-13),
    ]
    await database.updateTable('accounts').set({ reminded: 3 }).where('id', 'in', [untold, soon, inTime]).execute()
    await runNow()
    await runNow()
    expect([(await deletionsOf(told)).length, await deletionsOf(untold), await deletionsOf(late)]).toEqual([1, [], []])
    const ofInTime = database.selectFrom('accounts').select('reminded').where('id', '=', inTime)
    expect(await ofInTime.executeTakeFirst()).toEqual({ reminded: 4 })
    for (const id of [untold, late, soon]) {
      const { delayedDeletionDate } = (await readInformation(database, id)) ?? {}
      const days = (Date.parse(delayedDeletionDate ?? '') - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(27)
      expect(days).toBeLessThan(32)
      const account = database.selectFrom('accounts').select('reminded').where('id', '=', id)
      // The first of the reminders that are due for the new date.
      expect(await account.executeTakeFirst()).toEqual({ reminded: 2 })
    }
  })

  test('a registration that comes to be known late, or of a date far off, has nobody’s photos deleted unannounced', async () => {
    const id = await addAccount(database, '2021-05-01T00:00:00Z')
    filled.add(id)
    const event = (registered: string) => ({
      position: 0,
      type: 'account.registered',
      owner: id,
      data: { email: 'mira@example.com', name: 'Mira', locale: null, brand: null, registered },
    })
    for (const registered of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
      await database.transaction().execute((change) => hearNews([event(registered)], change, running.platform.log))
    }
    await runNow()
    expect(await deletionsOf(id)).toEqual([])
    expect((await readInformation(database, id))?.registrationDate).toBe('1970-01-01T00:00:00.000Z')
  })

  test('an order keeps the photos also when it was never counted', async () => {
    const id = await addAccount(database, '2021-05-02T00:00:00Z')
    await database
      .insertInto('orders')
      .values({ account_id: id, code: 'lost', placed_at: new Date('2022-10-01') })
      .execute()
    await deleteDue(running.platform, database, new Date('2022-11-02'))
    expect(await deletionsOf(id)).toEqual([])
    expect(await readInformation(database, id)).toMatchObject({ lastOrderDate: '2022-10-01T00:00:00.000Z' })
  })

  test('an order that was overlooked when its account was met is found when the account is told of', async () => {
    const id = await addAccount(database, '2021-05-03T00:00:00Z')
    const placed_at = new Date('2022-10-02')
    await database.insertInto('orders').values({ account_id: id, code: 'raced', placed_at }).execute()
    const told = { id, email: 'mira@example.com', name: null, locale: null, brand: null }
    await writeAccounts(database, [{ ...told, registered: '2020-05-03T00:00:00Z' }])
    expect(await readInformation(database, id)).toMatchObject({ lastOrderDate: placed_at.toISOString() })
  })

  test('a machine whose clock is ahead deletes nothing where the database has a clock of its own', async () => {
    const id = await addDue(-24 * 400)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 401 * 86_400_000)
    try {
      if (ground.databaseUrl) await runNow()
    } finally {
      clock.mockRestore()
    }
    expect([await deletionsOf(id), (await readInformation(database, id))?.delayedDeletionDate]).toEqual([
      [],
      expect.stringMatching(/^20/),
    ])
  })

  test('nothing goes while retention is paused', async () => {
    const id = await addDue(1)
    await setPause(database, new Date(Date.now() + 3_600_000))
    await runNow()
    expect(await deletionsOf(id)).toEqual([])
    await setPause(database, null)
    await runNow()
    expect(await deletionsOf(id)).toHaveLength(1)
  })

  test('a clock that a demo has moved deletes nothing where there is no demo', async () => {
    const id = await addAccount(database, new Date().toISOString())
    const before = await readInformation(database, id)
    await setClock(database, id, new Date(Date.now() - 60_000))
    filled.add(id)
    await putClocksRight(database)
    await runNow()
    expect(await deletionsOf(id)).toEqual([])
    expect(await readInformation(database, id)).toEqual(before)
  })
})
