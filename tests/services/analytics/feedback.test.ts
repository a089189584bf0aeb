import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addFeedback, deleteOldFeedback, listFeedback } from '../../../services/analytics/feedback.ts'
import type { AnalyticsTables } from '../../../services/analytics/tables.ts'
import { databaseKinds } from '../../support/database.ts'
import { waitingStatements } from '../../support/waitingStatements.ts'
import { ServiceGroup } from '../serviceGroup.ts'

const dayBefore = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10)
const today = () => dayBefore(0)
const written = { brand: 'keepsake', locale: 'en-GB', rating: 4, text: 'Nice albums' }

describe.each(databaseKinds)('feedback, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['analytics'])
  const database = () => services.platform.database<AnalyticsTables>('analytics')
  let address = 0
  beforeEach(async () => {
    await database().deleteFrom('feedback').execute()
    // Each test has its own IP address, because the entries of each address are limited.
    address += 1
  })

  /** Sends an entry, as the widget does. @returns the status, and the code of a problem */
  async function send(changes: object = {}, headers: Record<string, string> = {}) {
    const response = await fetch(`${services.url}/analytics/v1/feedback`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: 'cookie-consent=10',
        'x-forwarded-host': 'localhost',
        'x-forwarded-for': `203.0.113.${address}`,
        ...headers,
      },
      body: JSON.stringify({ id: randomUUID(), widget: 'keepsake-en-gb', rating: 4, text: 'Nice albums', ...changes }),
    })
    const body = await response.text()
    return body === '' ? [response.status] : [response.status, JSON.parse(body).code]
  }

  test('is stored with the brand and the language of its widget, and read by day', async () => {
    expect(await send({ text: '  Nice albums \n' })).toEqual([204])
    const dutch = { widget: 'lumina-nl-be', rating: 1, text: '' }
    expect(await send(dutch, { 'x-forwarded-host': 'lumina.localhost:4000' })).toEqual([204])
    expect(await listFeedback(database(), today())).toEqual([
      written,
      { brand: 'lumina', locale: 'nl-BE', rating: 1, text: '' },
    ])
    expect(await listFeedback(database(), dayBefore(1))).toEqual([])
  })

  test('is stored once when the request is repeated', async () => {
    const id = randomUUID()
    expect(await send({ id })).toEqual([204])
    expect(await send({ id })).toEqual([204])
    expect(await listFeedback(database(), today())).toEqual([written])
  })

  // The embedded database runs one transaction at a time.
  if (kind === 'a PostgreSQL server') {
    test('is stored once when the same request arrives again before the first is committed', async () => {
      const id = randomUUID()
      const repeated = await database()
        .transaction()
        .execute(async (change) => {
          expect(await addFeedback(change, { ...written, id })).toBe(true)
          const answer = send({ id })
          await expect.poll(() => waitingStatements(database())).toBe(1)
          return { answer }
        })
      expect(await repeated.answer).toEqual([204])
      expect(await listFeedback(database(), today())).toEqual([written])
    })
  }

  test('has no column for a visitor or the time of day', async () => {
    await send()
    const [row] = await database().selectFrom('feedback').selectAll().execute()
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['brand', 'day', 'id', 'locale', 'rating', 'text'])
    expect(row?.day).toBe(today())
  })

  test.each([
    ['no decision', ''],
    ['a decision against analytics', 'cookie-consent=01'],
    ['a withdrawn decision', 'cookie-consent=00'],
  ])('is refused with %s', async (_what, cookie) => {
    expect(await send({}, { cookie })).toEqual([403, 'NO_CONSENT'])
    expect(await listFeedback(database(), today())).toEqual([])
  })

  test.each<[string, object]>([
    ['no rating', { rating: undefined }],
    ['a rating of 0', { rating: 0 }],
    ['a rating of 6', { rating: 6 }],
    ['half a rating', { rating: 3.5 }],
    ['a long text', { text: 'x'.repeat(2_001) }],
    ['a NUL character', { text: 'a\0b' }],
    ['a text that is not a string', { text: { html: '<b>' } }],
    ['an id that is not a UUID', { id: '1' }],
  ])('is refused with %s', async (_what, changes) => {
    expect(await send(changes)).toEqual([400, 'INVALID_REQUEST'])
  })

  test('may have 2,000 characters and markup, which stays text', async () => {
    const text = `<script>${'x'.repeat(1_992)}`
    expect(await send({ text })).toEqual([204])
    expect(await listFeedback(database(), today())).toEqual([{ ...written, text }])
  })

  test('is refused for a widget that the brand of the host does not have', async () => {
    expect(await send({ widget: 'lumina-en-gb' })).toEqual([404, 'NO_SUCH_WIDGET'])
    expect(await send({}, { 'x-forwarded-host': 'nobody.example' })).toEqual([404, 'NO_SUCH_WIDGET'])
  })

  test('is limited per address', async () => {
    for (let sent = 0; sent < 20; sent += 1) expect(await send()).toEqual([204])
    expect(await send()).toEqual([429, 'TOO_MUCH_FEEDBACK'])
    expect(await send({}, { 'x-forwarded-for': '203.0.113.250' })).toEqual([204])
  })

  test('is limited per day, and a known entry still counts as stored', async () => {
    const entries = ['a', 'b', 'c'].map((text) => ({ ...written, text, id: randomUUID() }))
    const results = []
    for (const entry of [...entries, ...entries.slice(0, 1)]) results.push(await addFeedback(database(), entry, 2))
    expect(results).toEqual([true, true, false, true])
    expect(await listFeedback(database(), today())).toHaveLength(2)
  })

  test('is kept for 400 days', async () => {
    await database()
      .insertInto('feedback')
      .values([399, 402].map((age) => ({ ...written, id: randomUUID(), day: dayBefore(age) })))
      .execute()
    await deleteOldFeedback(database())
    expect(await listFeedback(database(), dayBefore(399))).toEqual([written])
    expect(await listFeedback(database(), dayBefore(402))).toEqual([])
  })
})
