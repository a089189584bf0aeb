import { describe, expect, test } from 'vitest'
import { EventReader } from '../../support/eventReader.ts'
import { until } from '../storage/customer.ts'
import { OrderServices, started } from './orderServices.ts'

async function read(reader: EventReader, count: number) {
  await until(async () => (reader.events().length >= count ? true : null), `${count} messages`)
  return reader.events()
}

describe('the event stream of the orders', () => {
  const services = new OrderServices('the embedded database')

  test('announces each change to the owner, and resumes after a position', async () => {
    const customer = services.newCustomer()
    const follow = async (after?: string) => {
      const reader = new EventReader(`${services.url}/orders/v1/events`)
      const token = await customer.token()
      await reader.send({ action: 'authenticate', token, ...(after === undefined ? {} : { after }) })
      await until(async () => (reader.messages[0] === 'OK' ? true : null), 'the OK')
      return reader
    }
    const reader = await follow()
    const { orderCode } = await services.place(customer)
    await services.place(services.newCustomer())
    await services.produce(orderCode, started)
    const changed = (status: string, version: number) => ({
      id: expect.any(String),
      type: 'order.changed',
      data: { orderCode, status, version },
    })
    const messages = await read(reader, 3)
    expect(messages).toEqual([
      { id: expect.any(String), type: 'position', data: {} },
      changed('Confirmed', 1),
      changed('ProductionStarted', 2),
    ])
    const resumed = await follow(String(messages[1]?.id))
    expect(await read(resumed, 1)).toEqual([changed('ProductionStarted', 2)])
    reader.end()
    resumed.end()
  })
})
