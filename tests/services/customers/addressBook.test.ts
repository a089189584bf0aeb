import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { purgeAddresses } from '../../../services/customers/addressBook.ts'
import { databaseKinds } from '../../support/database.ts'
import type { Customer } from '../storage/customer.ts'
import { sortedStatuses } from './business.ts'
import { CustomerServices } from './support.ts'

const path = '/customers/customers/me/addresses'
const home = {
  country: 'NL',
  name: 'Mira Bos',
  street: 'Lindengracht',
  houseNumber: '12',
  postalCode: '1015 KH',
  city: 'Amsterdam',
}
const nothing = { organization: null, addition: null, region: null, phone: null }

const add = async (customer: Customer, changes: object = {}, key?: string) =>
  customer.call('POST', path, {
    body: { ...home, ...changes },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
/** The cities of the address book; that of the default address has a star. */
const cities = async (customer: Customer): Promise<readonly string[]> => {
  const { items } = (await customer.call('GET', path)).body
  return items.map(({ city, isDefault }: { city: string; isDefault: boolean }) => (isDefault ? `${city} *` : city))
}

describe.each(databaseKinds)('the address book, on %s', (kind) => {
  const services = new CustomerServices(kind)

  test('has the default address first and then the newest, and belongs to one customer', async () => {
    const [customer, other] = [services.newCustomer(), services.newCustomer()]
    expect((await customer.call('GET', path)).body).toEqual({ items: [], limit: 50 })
    const first = await add(customer)
    const { id } = first.body
    expect([first.status, first.headers.get('etag')]).toEqual([201, '"1"'])
    expect(first.body).toEqual({ ...home, ...nothing, id, isDefault: true, version: 1 })
    const second = await add(customer, { city: ' Breda ' })
    await add(customer, { city: 'Delft' })
    expect(await cities(customer)).toEqual(['Amsterdam *', 'Delft', 'Breda'])
    await add(customer, { city: 'Ede', isDefault: true })
    expect(await cities(customer)).toEqual(['Ede *', 'Delft', 'Breda', 'Amsterdam'])
    const chosen = await customer.call('PUT', `${path}/${second.body.id}/default`)
    expect([chosen.status, chosen.body.isDefault, chosen.body.version]).toEqual([200, true, 1])
    expect(await cities(customer)).toEqual(['Breda *', 'Ede', 'Delft', 'Amsterdam'])
    expect(await cities(other)).toEqual([])
    const foreign = await Promise.all([
      other.call('PUT', `${path}/${id}`, { body: home }),
      other.call('PUT', `${path}/${id}/default`),
      other.call('PUT', `${path}/${id}/restore`),
      other.call('DELETE', `${path}/${id}`),
      customer.call('DELETE', `${path}/${randomUUID()}`),
      customer.call('DELETE', `${path}/12`),
    ])
    expect(foreign.map(({ status, body }) => [status, body.code])).toEqual(foreign.map(() => [404, 'NOT_FOUND']))
    expect(await cities(customer)).toHaveLength(4)
  })

  test('keeps the first of two concurrent changes of an address, and refuses the second', async () => {
    const customer = services.newCustomer()
    const { id } = (await add(customer)).body
    const put = async (city: string, ifMatch?: string) =>
      customer.call('PUT', `${path}/${id}`, {
        body: { ...home, city },
        headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
      })
    const answers = await Promise.all([put('Breda', '"1"'), put('Delft', '"1"')])
    expect(sortedStatuses(answers)).toEqual([200, 412])
    expect(answers.find(({ status }) => status === 412)?.body.code).toBe('ADDRESS_CHANGED')
    const winner = answers.find(({ status }) => status === 200)?.body.city
    const repeated = await put(winner, '"1"')
    expect([repeated.status, repeated.body.version]).toEqual([200, 2])
    expect([(await put('Ede', '1')).status, (await put('Ede')).status]).toEqual([412, 200])
  })

  test('restores a deleted address for a day, and makes it the default one again', async () => {
    const customer = services.newCustomer()
    const { id } = (await add(customer)).body
    const { id: breda } = (await add(customer, { city: 'Breda' })).body
    await add(customer, { city: 'Delft' })
    expect((await customer.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await customer.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await cities(customer)).toEqual(['Delft *', 'Breda'])
    expect((await customer.call('PUT', `${path}/${id}`, { body: home })).status).toBe(404)
    expect((await customer.call('PUT', `${path}/${id}/default`)).status).toBe(404)
    expect((await customer.call('PUT', `${path}/${id}/restore`)).body).toMatchObject({ id, isDefault: true })
    expect((await customer.call('PUT', `${path}/${id}/restore`)).status).toBe(200)
    expect(await cities(customer)).toEqual(['Amsterdam *', 'Delft', 'Breda'])
    await customer.call('DELETE', `${path}/${breda}`)
    await sql`update customers.addresses set deleted_at = deleted_at - interval '25 hours' where id = ${breda}`.execute(
      services.database,
    )
    expect((await customer.call('PUT', `${path}/${breda}/restore`)).status).toBe(404)
    expect((await customer.call('DELETE', `${path}/${breda}`)).status).toBe(404)
    await purgeAddresses(services.database)
    const left = await services.database
      .selectFrom('addresses')
      .select('city')
      .where('account_id', '=', customer.id)
      .execute()
    expect(left.map(({ city }) => city).toSorted()).toEqual(['Amsterdam', 'Delft'])
  })

  test('is left without a default address only when it is empty', async () => {
    const customer = services.newCustomer()
    const { id } = (await add(customer)).body
    await customer.call('DELETE', `${path}/${id}`)
    expect(await cities(customer)).toEqual([])
    await add(customer, { city: 'Breda' })
    expect(await cities(customer)).toEqual(['Breda *'])
    await customer.call('PUT', `${path}/${id}/restore`)
    expect(await cities(customer)).toEqual(['Amsterdam *', 'Breda'])
  })

  test('adds an address once for a repeated request, even when both arrive at the same time', async () => {
    const customer = services.newCustomer()
    const answers = await Promise.all([add(customer, {}, 'form-1'), add(customer, {}, 'form-1')])
    expect(sortedStatuses(answers)).toEqual([200, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    await add(services.newCustomer(), {}, 'form-1')
    await add(customer, { city: 'Breda' }, 'form-2')
    expect(await cities(customer)).toEqual(['Amsterdam *', 'Breda'])
    expect((await add(customer, {}, 'a b')).body.code).toBe('INVALID_REQUEST')
  })

  test('has at most 50 addresses, and keeps at most 50 deleted ones', async () => {
    const customer = services.newCustomer()
    const { id } = (await add(customer)).body
    await customer.call('DELETE', `${path}/${id}`)
    await sql`
      insert into customers.addresses (account_id, country, name, street, city, is_default, deleted_at)
      select ${customer.id}, 'NL', 'Mira', 'Street', 'City ' || number, false, deleted_at
      from generate_series(1, 49) as number, (values (null::timestamptz), (now())) as given (deleted_at)`.execute(
      services.database,
    )
    const answers = await Promise.all([add(customer), add(customer)])
    expect(sortedStatuses(answers)).toEqual([201, 409])
    const full = answers.find(({ status }) => status === 409)?.body
    expect([full.code, full.facts]).toEqual(['TOO_MANY_ADDRESSES', { limit: 50 }])
    expect((await customer.call('PUT', `${path}/${id}/restore`)).body.code).toBe('TOO_MANY_ADDRESSES')
    const newest = answers.find(({ status }) => status === 201)?.body.id
    await customer.call('DELETE', `${path}/${newest}`)
    const deleted = services.database.selectFrom('addresses').select('id').where('account_id', '=', customer.id)
    expect(await deleted.where('deleted_at', 'is not', null).execute()).toHaveLength(50)
    expect((await customer.call('PUT', `${path}/${newest}/restore`)).status).toBe(200)
  })

  test.each([
    ['a street without a house number', { houseNumber: null }, 'houseNumber is missing.'],
    ['a postal code of another country', { postalCode: '10119' }, 'postalCode is not valid.'],
    ['a phone number that does not exist', { phone: '+31 12' }, 'phone is not valid.'],
    [
      'a region that the country does not have',
      { country: 'IT', postalCode: '00144', region: 'ZZ' },
      'region is not valid.',
    ],
  ])('refuses %s', async (_what, changes, detail) => {
    const customer = services.newCustomer()
    const refused = await add(customer, changes)
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([400, 'INVALID_ADDRESS', detail])
    const { id } = (await add(customer)).body
    const changed = await customer.call('PUT', `${path}/${id}`, { body: { ...home, ...changes } })
    expect([changed.status, changed.body.code]).toEqual([400, 'INVALID_ADDRESS'])
    expect(await cities(customer)).toEqual(['Amsterdam *'])
  })
})
