import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningPlatform } from '../../../services/platform/createPlatform.ts'
import { EventWork } from '../../../services/platform/eventWork.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'

describe.each(databaseKinds)('the work of event consumers, on %s', (kind) => {
  let installation: Installation
  let running: RunningPlatform
  let database: Kysely<unknown>
  let statements = 0
  let onStatement: () => void

  beforeAll(async () => {
    installation = await createInstallation(kind)
    running = await openPlatform(installation)
    await running.start()
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1
        onStatement()
        return node
      },
      transformResult: async ({ result }) => result,
    }
    database = running.platform.database<unknown>('platform').withPlugin(counting)
  })
  beforeEach(async () => {
    onStatement = () => undefined
    await sql`delete from platform.event_consumers where name like 'test.%'`.execute(database)
    statements = 0
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })

  /** Appends events. Returns the position of the last one. */
  async function append(types: readonly string[]): Promise<number> {
    const { events } = running.platform
    await running.platform
      .database('platform')
      .transaction()
      .execute((change) =>
        events.append(
          change,
          types.map((type) => ({ type, owner: 'anna', data: {} })),
        ),
      )
    return events.lastPosition('anna')
  }

  async function store(name: string, position: number): Promise<void> {
    await sql`insert into platform.event_consumers (name, handled_to) values (${name}, ${position})`.execute(database)
  }

  test('is found for all consumers that ask at the same time, by one statement', async () => {
    const before = await append(['other'])
    await store('test.idle', before)
    await store('test.busy', before)
    const last = await append(['busy'])
    statements = 0
    const work = new EventWork(database)
    const question = { known: before }
    const found = await Promise.all([
      work.find({ ...question, name: 'test.idle', types: ['idle'] }),
      work.find({ ...question, name: 'test.busy', types: ['idle', 'busy'] }),
      work.find({ ...question, name: 'test.new', types: ['idle'] }),
    ])
    expect(found).toEqual([
      { hasWork: false, reached: before },
      { hasWork: true, reached: before },
      { hasWork: true, reached: 0 },
    ])
    expect(statements).toBe(1)
    await sql`update platform.event_consumers set handled_to = ${last} where name = 'test.busy'`.execute(database)
    expect(await work.find({ name: 'test.busy', types: ['busy'], known: before })).toMatchObject({ hasWork: false })
  })

  test('is found by a statement of its own if a consumer asks while another statement runs', async () => {
    const before = await append(['other'])
    await store('test.late', before)
    const work = new EventWork(database)
    const question = { name: 'test.late', types: ['late'], known: before }
    const later: Promise<unknown>[] = []
    statements = 0
    onStatement = () => {
      if (later.length === 0) later.push(work.find(question))
    }
    expect(await work.find(question)).toMatchObject({ hasWork: false })
    expect(await Promise.all(later)).toMatchObject([{ hasWork: false }])
    expect(statements).toBe(2)
  })

  test('includes moving the position past 200 events of other types', async () => {
    const before = await append(['other'])
    await store('test.behind', before)
    const work = new EventWork(database)
    const question = { name: 'test.behind', types: ['behind'], known: before }
    await append(Array.from({ length: 199 }, () => 'other'))
    expect(await work.find(question)).toMatchObject({ hasWork: false })
    await append(['other'])
    expect(await work.find(question)).toMatchObject({ hasWork: true })
  })

  test('includes events after a position that was set back', async () => {
    const known = await append(['other'])
    await store('test.back', known - 1)
    expect(await new EventWork(database).find({ name: 'test.back', types: ['back'], known })).toEqual({
      hasWork: true,
      reached: known - 1,
    })
  })

  test('is asked for again after a statement has failed', async () => {
    await store('test.retried', await append(['other']))
    const failing: KyselyPlugin = {
      transformQuery({ node }) {
        if (statements === 1) throw new Error('the database is away')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const work = new EventWork(database.withPlugin(failing))
    const question = { name: 'test.retried', types: ['retried'], known: 0 }
    statements = 0
    await expect(Promise.all([work.find(question), work.find(question)])).rejects.toThrow('away')
    expect(await work.find(question)).toMatchObject({ hasWork: false })
  })
})
