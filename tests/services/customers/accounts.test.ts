import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { registered } from '../../../services/identity/signIn.ts'
import { callAsService } from '../asService.ts'
import { databaseKinds } from '../../support/database.ts'
import { CustomerServices, informationOf, monthSince } from './support.ts'

describe.each(databaseKinds)('account information, on %s', (kind) => {
  const customers = new CustomerServices(kind)

  test('is read by its owner only', async () => {
    const { customer } = await customers.knownCustomer(monthSince(0))
    expect(await informationOf(customer)).toEqual({
      delayedDeletionDate: null,
      lastOrderDate: null,
      projectCount: 0,
      projectedDeletionDate: monthSince(18),
      registrationDate: monthSince(0),
    })
    const stranger = await informationOf(customers.newCustomer())
    expect(stranger.registrationDate).not.toBe(monthSince(0))
    const expired = `Bearer ${await customer.token({ claims: { exp: 1 } })}`
    for (const authorization of ['', expired]) {
      const answer = await customer.call('GET', '/customers/accounts/getaccountinformation', {
        headers: { authorization },
      })
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    }
  })

  test('takes the time of the first request as the registration date if no event has that date, and keeps it', async () => {
    const customer = customers.newCustomer()
    await customers.append('account.registered', customer.id, { accountId: customer.id })
    const before = Date.now()
    const answers = await Promise.all([informationOf(customer), informationOf(customer), informationOf(customer)])
    expect(new Set(answers.map(({ registrationDate }) => registrationDate)).size).toBe(1)
    expect(Math.abs(Date.parse(answers[0].registrationDate) - before)).toBeLessThan(60_000)
    expect(await informationOf(customer)).toEqual(answers[0])
  })

  test('includes a registration that arrives after the first request, and orders that arrived before that request', async () => {
    const customer = customers.newCustomer()
    await customers.place(customer.id, 'early', monthSince(2))
    await informationOf(customer)
    const facts = { email: ' mira@example.com', name: 'Mira ', locale: 'nl-BE', brand: 'lumina', confirmed: true }
    const { type, data } = registered({ id: customer.id, ...facts, business: true })
    await customers.append(type, customer.id, { ...data, registered: monthSince(1) })
    await customers.untilHandled(customer.id)
    expect(await informationOf(customer)).toMatchObject({
      registrationDate: monthSince(1),
      lastOrderDate: monthSince(2),
    })
    const contact = await customers.platform.http.call({
      url: `${customers.url}/customers/accounts/${customer.id}/contact`,
      asService: true,
      answer: z.unknown(),
    })
    expect(contact).toEqual({
      email: 'mira@example.com',
      name: 'Mira',
      locale: 'nl-BE',
      brand: 'lumina',
      confirmed: true,
      business: true,
    })
  })

  test('has the type that an event or a token states; an event without a type does not change it', async () => {
    const business = async ({ id }: { id: string }) =>
      (await callAsService(customers, 'GET', `/customers/accounts/${id}/contact`)).body.business
    const older = { email: 'studio@example.com', name: 'Studio', locale: 'nl-NL', brand: 'lumina' }
    const event = (facts: object) => ({ ...older, registered: monthSince(1), ...facts })
    const { customer } = await customers.knownCustomer(monthSince(1))
    expect(await business(customer)).toBeNull()
    await customers.append('account.registered', customer.id, event({ business: true }))
    await customers.untilHandled(customer.id)
    await customers.append('account.registered', customer.id, event({}))
    await customers.untilHandled(customer.id)
    expect(await business(customer)).toBe(true)
    const { customer: other } = await customers.knownCustomer(monthSince(1))
    await informationOf(other)
    expect(await business(other)).toBe(false)
  })

  test('counts an order once, ignores older orders, and treats a future date of an order as now', async () => {
    const { customer } = await customers.knownCustomer(monthSince(-5))
    await customers.place(customer.id, 'a', monthSince(5).replace('Z', '+02:00'))
    const ordered = new Date(Date.parse(monthSince(5)) - 2 * 3_600_000)
    expect(await informationOf(customer)).toMatchObject({ lastOrderDate: ordered.toISOString() })
    await customers.place(customer.id, 'a', monthSince(7))
    await customers.place(customer.id, 'b', monthSince(3))
    expect(await informationOf(customer)).toMatchObject({ lastOrderDate: ordered.toISOString() })
    await customers.place(customer.id, 'c', monthSince(6))
    const last = { lastOrderDate: monthSince(6), projectedDeletionDate: monthSince(24) }
    expect(await informationOf(customer)).toMatchObject(last)
    await customers.place(customer.id, 'd', '2099-01-01T00:00:00Z')
    const { lastOrderDate } = await informationOf(customer)
    expect(Math.abs(Date.parse(lastOrderDate) - Date.now())).toBeLessThan(60_000)
  })

  test('counts invalid orders as placed now, and still processes the orders after them', async () => {
    const { customer } = await customers.knownCustomer(monthSince(-5))
    const { customer: other } = await customers.knownCustomer(monthSince(-5))
    const broken = [{}, null, 'an order', { orderCode: 'x'.repeat(5_000), placed: 'yesterday' }]
    for (const data of broken) await customers.append('order.placed', customer.id, data)
    await customers.append('order.placed', 'nobody', { orderCode: 'a', placed: monthSince(1) })
    await customers.append('account.registered', 'nobody', {
      email: 'a',
      name: 'b',
      locale: 'c',
      brand: 'd',
      registered: 'e',
    })
    await customers.place(other.id, 'ancient', '0000-01-01T00:00:00Z')
    await customers.place(other.id, 'b', monthSince(3))
    expect(await informationOf(other)).toMatchObject({ lastOrderDate: monthSince(3) })
    const { lastOrderDate } = await informationOf(customer)
    expect(Math.abs(Date.parse(lastOrderDate) - Date.now())).toBeLessThan(60_000)
  })

  test('includes a contact that only services can read; an unknown account has no contact', async () => {
    const { customer } = await customers.knownCustomer(monthSince(0))
    const contact = `/customers/accounts/${customer.id}/contact`
    for (const headers of [{}, { 'x-service-secret': 'wrong' }]) {
      expect(await customer.call('GET', contact, { headers })).toMatchObject({ status: 403 })
    }
    expect(await customer.call('GET', contact, { headers: { authorization: '' } })).toMatchObject({ status: 401 })
    for (const id of [randomUUID(), 'nobody']) {
      const asked = customers.platform.http.call({
        url: `${customers.url}/customers/accounts/${id}/contact`,
        asService: true,
        answer: z.unknown(),
      })
      await expect(asked).rejects.toMatchObject({ status: 404 })
    }
  })
})
