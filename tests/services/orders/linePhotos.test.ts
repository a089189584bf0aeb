import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { linePhotos } from '../../../services/orders/linePhotos.ts'
import { demoAccounts } from '../../../services/platform/demo.ts'
import { databaseKinds } from '../../support/database.ts'
import { appendPhotoEvent } from '../photoEvents.ts'
import type { Customer } from '../storage/customer.ts'
import { book, mug, OrderServices } from './orderServices.ts'

const uuids = (count: number) => Array.from({ length: count }, () => randomUUID())

async function photosOf(customer: Customer, code: string, number: number) {
  const { body } = await customer.call('GET', `/orders/v1/Orders/${code}-${number}`)
  return { photoIds: body.photoIds, photosCount: body.photosCount, missingPhotosCount: body.missingPhotosCount }
}

describe.each(databaseKinds)('the photos of lines, on %s', (kind) => {
  const services = new OrderServices(kind, { DEMO: 'true' })

  const append = (type: string, owner: string, photoIds: readonly string[]) =>
    appendPhotoEvent(services, 'orders.photos', { type, owner, photoIds })

  test('are all kept, and up to four are shown, as in the answer to the shop', async () => {
    const customer = services.newCustomer()
    const photos = uuids(1_000)
    const lines = [{ ...mug, photoIds: photos }, book, { ...mug, photoIds: photos.slice(0, 2) }]
    const placed = await services.place(customer, { lines })
    const many = { photoIds: photos.slice(0, 4), photosCount: 1_000, missingPhotosCount: 0 }
    expect(placed.products).toMatchObject([
      many,
      { photoIds: [], photosCount: 0, missingPhotosCount: 0 },
      { photoIds: photos.slice(0, 2), photosCount: 2 },
    ])
    expect((await customer.call('GET', '/orders/v2/superorders/me')).body.items[0].products).toEqual(placed.products)
    expect(await photosOf(customer, placed.orderCode, 1)).toEqual(many)
  })

  test('are missing and not shown once they are deleted for good, until they are added again', async () => {
    const customer = services.newCustomer()
    const photos = uuids(6)
    const [a = '', b = '', c, d, e, f] = photos
    const { orderCode } = await services.place(customer, { lines: [{ ...mug, photoIds: photos }, book] })
    // The owner of a shared photo deletes it.
    await append('photo.removed', randomUUID(), [a])
    await append('photos.removed', customer.id, [b, randomUUID()])
    expect(await photosOf(customer, orderCode, 1)).toEqual({
      photoIds: [c, d, e, f],
      photosCount: 6,
      missingPhotosCount: 2,
    })
    const status = await customer.call('GET', `/orders/reorder/status/${orderCode}`)
    expect(status.body.lines).toMatchObject([
      { number: 1, photosCount: 6, missingPhotosCount: 2 },
      { number: 2, photosCount: 0, missingPhotosCount: 0 },
    ])
    await append('photo.added', customer.id, [b])
    expect(await photosOf(customer, orderCode, 1)).toEqual({
      photoIds: [b, c, d, e],
      photosCount: 6,
      missingPhotosCount: 1,
    })
  })

  test('are missing even in an order that is placed up to a day after their deletion', async () => {
    const customer = services.newCustomer()
    const [photo = '', other = ''] = uuids(2)
    await append('photo.removed', customer.id, [photo])
    const lines = [{ ...mug, photoIds: [photo, other] }]
    const placed = await services.place(customer, { lines })
    expect(await photosOf(customer, placed.orderCode, 1)).toMatchObject({ photoIds: [other], missingPhotosCount: 1 })
    const isKnown = async () => {
      await linePhotos.forgetDeleted(services.database)
      const known = await services.database.selectFrom('deleted_photos').select('photo_id').execute()
      return known.some((one) => one.photo_id === photo)
    }
    expect(await isKnown()).toBe(true)
    await services.database
      .updateTable('deleted_photos')
      .set({ deleted_at: new Date(Date.now() - 86_401_000) })
      .where('photo_id', '=', photo)
      .execute()
    expect(await isKnown()).toBe(false)
    // A photo that was missing stays missing.
    expect(await photosOf(customer, placed.orderCode, 1)).toMatchObject({ missingPhotosCount: 1 })
  })

  test('of demo orders are the new photos of their accounts, the newest order first', async () => {
    const [{ id }] = demoAccounts
    await services.running.services.createDemo()
    const customer = services.newCustomer(id)
    // Orders that the customer of the demo places keep their own photos.
    await services.place(customer, { lines: [book] })
    const photos = uuids(2)
    for (const photo of photos) await append('photo.added', id, [photo])
    const { items } = (await customer.call('GET', '/orders/v2/superorders/me?Limit=10')).body
    expect(items[0].products).toMatchObject([{ photosCount: 0 }])
    const lines: { photoIds: string[] }[] = items.flatMap(({ products }: { products: unknown[] }) => products)
    const shown = lines.map(({ photoIds }) => photoIds).filter((ids) => ids.length > 0)
    expect(shown).toEqual(Array(3).fill(photos))
  })
})
