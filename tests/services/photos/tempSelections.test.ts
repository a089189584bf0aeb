import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { endTempSelections } from '../../../services/photos/tempSelections.ts'
import { databaseKinds } from '../../support/database.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import type { Customer } from '../storage/customer.ts'
import { idOf, seedPhotos } from './seeding.ts'

const path = '/photos/temp-selections'

async function select(customer: Customer, photoIds: readonly string[]): Promise<string> {
  const { status, body } = await customer.call('POST', path, { body: { photoIds } })
  expect(status).toBe(201)
  return body.tempSelectionId
}

function daysAgo(count: number): Date {
  return new Date(Date.now() - count * 24 * 3_600_000)
}

describe.each(databaseKinds)('a selection that is handed to an editor, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['storage', 'photos'])
  let next = 0

  function database() {
    return services.platform.database<PhotosTables>('photos')
  }

  /** A customer with this many photos, and their ids. */
  async function customerWith(count: number): Promise<{ customer: Customer; ids: string[] }> {
    const customer = services.newCustomer()
    const numbers = Array.from({ length: count }, (_, index) => next + index)
    next += count
    const seeds = numbers.map((number) => ({ number, takenAt: null, createdAt: '2026-01-01T00:00:00Z' }))
    if (count > 0) await seedPhotos(database(), customer.id, seeds)
    return { customer, ids: numbers.map(idOf) }
  }

  test('requires a valid token', async () => {
    const { customer, ids } = await customerWith(1)
    const id = await select(customer, ids)
    const tokens = [
      '',
      `Bearer ${await customer.token({ claims: { exp: 1 } })}`,
      `Bearer ${await customer.token({ claims: { aud: 'urn:another' } })}`,
    ]
    for (const authorization of tokens) {
      const headers = { authorization }
      const read = await customer.call('GET', `${path}/${id}`, { headers })
      const made = await customer.call('POST', path, { headers, body: { photoIds: ids } })
      for (const answer of [read, made])
        expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    }
  })

  test('looks missing to another customer', async () => {
    const [{ customer, ids }, other] = [await customerWith(1), await customerWith(0)]
    const id = await select(customer, ids)
    for (const wanted of [id, randomUUID(), 'nonsense', `${id}0`]) {
      const answer = await other.customer.call('GET', `${path}/${wanted}`)
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
    expect((await customer.call('GET', `${path}/${id}`)).body).toEqual({ photoIds: ids })
  })

  test('keeps the order, and holds only photos of the customer, each once', async () => {
    const { customer, ids } = await customerWith(4)
    const other = await customerWith(1)
    const [one = '', two = '', three = '', four = ''] = ids
    const id = await select(customer, [
      three,
      one,
      ...other.ids,
      randomUUID(),
      'nonsense',
      four.toUpperCase(),
      one,
      two,
    ])
    expect((await customer.call('GET', `${path}/${id}`)).body).toEqual({ photoIds: [three, one, four, two] })
  })

  test('is refused if it has no photo of the customer', async () => {
    const [{ customer }, other] = [await customerWith(1), await customerWith(1)]
    const answer = await customer.call('POST', path, { body: { photoIds: [...other.ids, randomUUID(), 'nonsense'] } })
    expect(answer).toMatchObject({ status: 404, body: { code: 'PHOTOS_NOT_FOUND' } })
  })

  test('loses photos that are deleted', async () => {
    const { customer, ids } = await customerWith(3)
    const id = await select(customer, ids)
    await customer.call('DELETE', `/photos/photos/${ids[1]}`)
    expect((await customer.call('GET', `${path}/${id}`)).body).toEqual({ photoIds: [ids[0], ids[2]] })
    await customer.call('DELETE', '/photos/photos', { body: { photoIds: ids } })
    expect((await customer.call('GET', `${path}/${id}`)).body).toEqual({ photoIds: [] })
  })

  test('expires after 30 days, and is then deleted', async () => {
    const { customer, ids } = await customerWith(1)
    const [fresh, ended] = [await select(customer, ids), await select(customer, ids)]
    const age = (id: string, created: Date) =>
      database().updateTable('temp_selections').set({ created_at: created }).where('id', '=', id).execute()
    await age(fresh, daysAgo(29.9))
    await age(ended, daysAgo(30.1))
    expect((await customer.call('GET', `${path}/${fresh}`)).status).toBe(200)
    expect((await customer.call('GET', `${path}/${ended}`)).status).toBe(404)
    await endTempSelections(database())
    const kept = await database()
      .selectFrom('temp_selections')
      .select('id')
      .where('owner_id', '=', customer.id)
      .execute()
    expect(kept).toEqual([{ id: fresh }])
  })

  test('holds up to 1,000 photos', async () => {
    const { customer, ids } = await customerWith(1_001)
    const id = await select(customer, ids.slice(0, 1_000))
    expect((await customer.call('GET', `${path}/${id}`)).body.photoIds).toEqual(ids.slice(0, 1_000))
    expect((await customer.call('POST', path, { body: { photoIds: ids } })).status).toBe(400)
  })

  test.each([[{}], [{ photoIds: [] }], [{ photoIds: 'all' }], [{ photoIds: [1] }], [{ photoIds: ['x'.repeat(101)] }]])(
    'is refused for an invalid list of photos: %j',
    async (body) => {
      const { customer } = await customerWith(0)
      expect(await customer.call('POST', path, { body })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_REQUEST' },
      })
    },
  )
})
