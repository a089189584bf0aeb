import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { callAsService } from '../asService.ts'
import { completeDetails, newBusiness, sortedStatuses } from './business.ts'
import { addAccount, CustomerServices } from './support.ts'

const me = '/customers/customers/me'
const nothing = {
  firstName: null,
  lastName: null,
  phone: null,
  dateOfBirth: null,
  locale: null,
  company: null,
  vatId: null,
  registrationNumber: null,
  businessAccountStatus: null,
  callbackUrl: null,
  callbackFormat: null,
}

describe.each(databaseKinds)('the profile of a customer, on %s', (kind) => {
  const services = new CustomerServices(kind)

  test('is empty for a new customer, has what was entered, and is seen by its customer only', async () => {
    const [customer, other] = [services.newCustomer(), services.newCustomer()]
    expect((await customer.call('GET', me)).body).toMatchObject({ ...nothing, accountId: customer.id, version: 0 })
    const typed = { firstName: ' Mira  Anne ', lastName: 'Bos', phone: '06 12345678', locale: 'nl-NL', other: 1 }
    const changed = await customer.call('PUT', me, { body: { ...typed, dateOfBirth: '1990-12-31', vatId: 'NL1' } })
    const stored = {
      ...nothing,
      firstName: 'Mira Anne',
      lastName: 'Bos',
      phone: '+31612345678',
      locale: 'nl-NL',
      dateOfBirth: '1990-12-31',
      version: 1,
    }
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"1"'])
    expect(changed.body).toMatchObject(stored)
    expect((await customer.call('GET', me)).body).toEqual(changed.body)
    expect((await other.call('GET', me)).body).toMatchObject(nothing)
  })

  test('begins with the name and language of the registration; mails use them until the profile changes', async () => {
    const { customer } = await services.knownCustomer('2020-01-01T00:00:00Z')
    await services.append('account.registered', customer.id, {
      email: 'mira@example.com',
      name: ' Mira van den Bos ',
      locale: 'nl-BE',
      brand: null,
      registered: '2020-01-01T00:00:00Z',
    })
    await services.untilHandled(customer.id)
    const known = (await customer.call('GET', me)).body
    expect(known).toMatchObject({ firstName: 'Mira', lastName: 'van den Bos', locale: 'nl-BE', version: 0 })
    const contact = `/customers/accounts/${customer.id}/contact`
    expect((await callAsService(services, 'GET', contact)).body).toMatchObject({ locale: 'nl-BE' })
    await customer.call('PUT', me, { body: { firstName: 'Mia', lastName: 'Bos', locale: 'fr-BE' } })
    expect((await callAsService(services, 'GET', contact)).body).toMatchObject({ name: 'Mia Bos', locale: 'fr-BE' })
  })

  test('is not changed by a device that shows an older version, and a repeated request succeeds', async () => {
    const customer = services.newCustomer()
    const put = async (firstName: string, ifMatch: string) =>
      customer.call('PUT', me, { body: { firstName, lastName: 'Bos' }, headers: { 'if-match': ifMatch } })
    const answers = await Promise.all([put('Mira', '"0"'), put('Mia', '"0"')])
    expect(sortedStatuses(answers)).toEqual([200, 412])
    expect(answers.find(({ status }) => status === 412)?.body.code).toBe('CUSTOMER_CHANGED')
    const winner = answers.find(({ status }) => status === 200)?.body.firstName
    const repeated = await put(winner, '"0"')
    expect([repeated.status, repeated.body.version]).toEqual([200, 1])
    expect([(await put('Mara', '*')).status, (await put('Mara', 'W/"2"')).body.code]).toEqual([200, 'INVALID_REQUEST'])
  })

  test.each([
    ['a name that is too long', { lastName: 'a'.repeat(101) }, 'lastName is not valid.'],
    ['a phone number that does not exist', { phone: '+31 12' }, 'phone is not valid.'],
    ['a date of birth that does not exist', { dateOfBirth: '1990-02-30' }, 'dateOfBirth is not valid.'],
    ['a customer who is too young', { dateOfBirth: '2025-01-01' }, 'dateOfBirth is not valid.'],
    ['a language that no brand has', { locale: 'pt-PT' }, 'locale is not valid.'],
    ['a name that is removed', { firstName: ' ', lastName: null }, 'firstName is missing, lastName is missing.'],
  ])('is refused with %s', async (_what, typed, detail) => {
    const customer = services.newCustomer()
    const valid = { firstName: 'Mira', lastName: 'Bos' }
    await customer.call('PUT', me, { body: valid })
    const refused = await customer.call('PUT', me, { body: { ...valid, ...typed } })
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([400, 'INVALID_DETAILS', detail])
    expect((await customer.call('GET', me)).body).toMatchObject({ ...valid, version: 1 })
  })

  test('is not found between the request for the deletion of the account and its end', async () => {
    const customer = services.newCustomer()
    await customer.call('PUT', me, { body: { firstName: 'Mira', lastName: 'Bos' } })
    await services.append('account.deletionScheduled', customer.id, { deletesAt: '2099-01-01T00:00:00Z' })
    await services.append('account.deletionScheduled', customer.id, { deletesAt: '2099-01-01T00:00:00Z' })
    await expect.poll(async () => (await customer.call('GET', me)).status, { interval: 10 }).toBe(404)
    const address = { country: 'NL', name: 'Mira', street: 'A', houseNumber: '1', postalCode: '1015 KH', city: 'B' }
    const statuses = await Promise.all([
      customer.call('PUT', me, { body: {} }),
      customer.call('GET', `${me}/addresses`),
      customer.call('POST', `${me}/addresses`, { body: address }),
      customer.call('PUT', `${me}/addresses/${randomUUID()}/default`),
    ])
    expect(statuses.map(({ status, body }) => [status, body.code])).toEqual(statuses.map(() => [404, 'NOT_FOUND']))
    await services.append('account.deletionCancelled', customer.id, {})
    await expect.poll(async () => (await customer.call('GET', me)).body.firstName, { interval: 10 }).toBe('Mira')
  })

  test('is found as soon as the deletion is undone, even if the event is not handled yet', async () => {
    const customer = services.newCustomer()
    await customer.call('PUT', me, { body: { firstName: 'Mira', lastName: 'Bos' } })
    await services.append('account.deletionCancelled', customer.id, {})
    await services.untilHandled(customer.id)
    // Makes it look as if the consumer had handled the deletion, but not yet the last event, which undoes it.
    await services.database.transaction().execute(async (change) => {
      await change.insertInto('closings').values({ account_id: customer.id }).execute()
      await sql`update platform.event_consumers set handled_to = (select max(position) - 1 from platform.events)
        where name = 'customers.accounts'`.execute(change)
    })
    expect((await customer.call('GET', me)).body.firstName).toBe('Mira')
    expect((await customer.call('GET', `${me}/addresses`)).status).toBe(200)
  })

  // The embedded database runs one transaction at a time, so nothing can commit between two statements of a request.
  if (kind === 'a PostgreSQL server') {
    test('is found if the event that undoes the deletion is handled while the profile is read', async () => {
      const customer = services.newCustomer()
      await customer.call('PUT', me, { body: { firstName: 'Mira', lastName: 'Bos' } })
      await services.database.insertInto('closings').values({ account_id: customer.id }).execute()
      const reading = await services.database.transaction().execute(async (change) => {
        await change.deleteFrom('closings').where('account_id', '=', customer.id).execute()
        // The request reads the profile, and waits when it looks for events.
        await sql`lock table platform.events in access exclusive mode`.execute(change)
        const answer = customer.call('GET', me)
        await expect
          .poll(async () => {
            const { rows } = await sql`
              select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
              and query like '%select distinct owner from platform.events%owner = any%'`.execute(services.database)
            return rows.length
          })
          .toBeGreaterThan(0)
        return { answer }
      })
      expect((await reading.answer).body.firstName).toBe('Mira')
    })
  }
})

describe.each(databaseKinds)('the status of a business account, on %s', (kind) => {
  const services = new CustomerServices(kind)

  test('is Default until no detail is missing, then New, and Validated by the operator', async () => {
    const business = await newBusiness(services)
    const put = async (body: object) => (await business.call('PUT', me, { body })).body
    expect((await business.call('GET', me)).body).toMatchObject({
      businessAccountStatus: 'Default',
      company: 'Studio Süd',
      firstName: null,
    })
    expect((await business.setStatus('Validated')).body).toMatchObject({ code: 'DETAILS_MISSING' })
    const { phone, ...others } = completeDetails
    expect((await put(others)).businessAccountStatus).toBe('Default')
    expect((await put({ ...others, phone })).businessAccountStatus).toBe('New')
    expect(await business.setStatus('Validated')).toEqual({ status: 200, body: { status: 'Validated' } })
    expect((await put({ ...completeDetails, firstName: 'Nele' })).businessAccountStatus).toBe('Validated')
    expect((await put({ ...completeDetails, vatId: 'de 987.654.321' })).vatId).toBe('DE987654321')
    expect((await business.call('GET', me)).body.businessAccountStatus).toBe('New')
    expect((await put(others)).businessAccountStatus).toBe('Default')
  })

  test('Blocked lets the customer see everything and change nothing, until the operator reopens the account', async () => {
    const business = await newBusiness(services)
    await business.call('PUT', me, { body: completeDetails })
    const address = { country: 'DE', name: 'Nora', street: 'A', houseNumber: '1', postalCode: '10119', city: 'Berlin' }
    const { id } = (await business.call('POST', `${me}/addresses`, { body: address })).body
    const callback = { callbackUrl: 'https://shop.keepsake.com/notices', callbackFormat: 'json' }
    await business.call('PATCH', me, { body: callback })
    await business.setStatus('Blocked')
    const before = [await business.call('GET', me), await business.call('GET', `${me}/addresses`)]
    expect(before.map(({ status }) => status)).toEqual([200, 200])
    expect(before[0]?.body.businessAccountStatus).toBe('Blocked')
    const refused = await Promise.all([
      business.call('PUT', me, { body: { ...completeDetails, company: 'Other' } }),
      business.call('PATCH', me, { body: { callbackUrl: null } }),
      business.callSignedInAt(undefined, 'PATCH', me, { body: { callbackUrl: null } }),
      business.call('POST', `${me}/callback/test`),
      business.call('POST', `${me}/addresses`, { body: address }),
      business.call('PUT', `${me}/addresses/${id}`, { body: { ...address, city: 'Bonn' } }),
      business.call('PUT', `${me}/addresses/${id}/default`),
      business.call('DELETE', `${me}/addresses/${id}`),
      business.call('PUT', `${me}/addresses/${id}/restore`),
    ])
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'ACCOUNT_BLOCKED']))
    expect((await business.call('GET', me)).body).toEqual(before[0]?.body)
    expect((await business.call('GET', `${me}/addresses`)).body).toEqual(before[1]?.body)
    expect((await business.setStatus('New')).body).toEqual({ status: 'New' })
    expect((await business.call('DELETE', `${me}/addresses/${id}`)).status).toBe(204)
  })

  test('is changed by the operator only, and only for business accounts', async () => {
    const business = await newBusiness(services)
    const order = { email: business.email, status: 'Blocked' }
    expect((await services.operate('business-accounts', order, 'wrong')).status).toBe(403)
    const id = await addAccount(services.database, '2020-01-01T00:00:00Z')
    const ofPrivate = await services.operate('business-accounts', { ...order, email: `${id}@example.com` })
    expect([ofPrivate.status, (await ofPrivate.json()).code]).toEqual([409, 'NOT_A_BUSINESS'])
    expect((await services.operate('business-accounts', { ...order, status: 'Default' })).status).toBe(400)
    expect((await services.operate('business-accounts', { ...order, email: 'nobody@example.com' })).status).toBe(404)
    expect((await business.call('GET', me)).body.businessAccountStatus).toBe('Default')
  })
})
