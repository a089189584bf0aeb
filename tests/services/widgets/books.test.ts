import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteInTransaction } from '../../../services/photos/store.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { storeBooks } from '../../../services/widgets/storing.ts'
import { databaseKinds } from '../../support/database.ts'
import { book, mug } from '../orders/orderServices.ts'
import { codeOf, superCodeOf, WidgetServices } from './widgetServices.ts'

describe.each(databaseKinds)('the books of orders, on %s', (kind) => {
  const services = new WidgetServices(kind)

  test('each ordered photo book gets an online book: a cover, and a page for each photo, in the order of the photos', async () => {
    const reader = await services.newReader()
    const [first, second] = [
      await services.addPicture(reader, '2024-02-29 10:00:00'),
      await services.addPicture(reader, '2023-07-14 23:59:59'),
    ]
    const lines = [mug, { ...book, title: 'Brittany', photoIds: [second, first] }, { ...book, photoIds: [first] }]
    const { orderCode } = await services.place(reader, { lines })
    const widget = await reader.untilState(`${orderCode}-2`, 'ready')
    expect(widget).toMatchObject({
      widgetId: `${orderCode}-2`,
      productCode: `${orderCode}-2`,
      orderCode,
      title: 'Brittany',
      pagesCount: 3,
      missingPagesCount: 0,
      restorableUntil: null,
      publicUrl: null,
      recipientsCount: 0,
      viewsCount: 0,
    })
    expect(widget.coverUrl).toContain(`/storage/blobs/widgets/${reader.id}/${orderCode}-2/1/300.jpg?`)
    const pictures = [1, 2, 3].map(async (page) => services.pictureOf(reader, `${orderCode}-2`, page, 1300))
    expect(await Promise.all(pictures)).toEqual([`${second} 1300`, `${second} 1300`, `${first} 1300`])
    const pages = await services.widgets
      .selectFrom('widget_pages')
      .select(['number', 'taken_on', 'width', 'height', 'owner_id'])
      .where('code', '=', `${orderCode}-2`)
      .orderBy('number')
      .execute()
    expect(pages.map(({ taken_on: takenOn }) => takenOn)).toEqual(['2023-07-14', '2023-07-14', '2024-02-29'])
    expect(pages[1]).toMatchObject({ width: 1300, height: 975, owner_id: reader.id })
    await reader.untilState(`${orderCode}-3`, 'ready')
    expect((await reader.widget('GET', `${orderCode}-1`)).status).toBe(404)
    expect((await reader.list()).totalCount).toBe(2)
  })

  test('keep their pictures when the photos are deleted for good', async () => {
    const { reader, code, photoIds } = await services.newBook(1)
    const [photo = ''] = photoIds
    await services.platform.blobs.deleteFolder(`photos/${reader.id}`)
    await services.platform
      .database<PhotosTables>('photos')
      .transaction()
      .execute((change) => deleteInTransaction(change, reader.id, [photo], { before: 'infinity', trashDays: 0 }))
    await services.appendEvent(reader.id, 'photos.removed', { photos: [{ imageId: photo }] })
    expect(await services.pictureOf(reader, code, 2)).toBe(`${photo} 300`)
    expect((await reader.widget('GET', code)).body).toMatchObject({ state: 'ready', missingPagesCount: 0 })
    const { ownerUrl } = (await reader.widget('GET', code)).body
    expect(await services.isShown(ownerUrl)).toBe(true)
  })

  test('contain photos in the trash and photos of albums shared with the customer, but no other customer’s photos', async () => {
    const [reader, friend, stranger] = [
      await services.newReader(),
      await services.newReader(),
      await services.newReader(),
    ]
    const trashed = await services.addPicture(reader)
    const photos = services.platform.database<PhotosTables>('photos')
    await photos
      .transaction()
      .execute((change) => deleteInTransaction(change, reader.id, [trashed], { before: 'infinity', trashDays: 30 }))
    const shared = await services.addPicture(friend)
    const album = { id: randomUUID(), owner_id: friend.id, name: 'Together', owner_email: 'friend@example.com' }
    await photos.insertInto('albums').values(album).execute()
    await photos
      .insertInto('album_participants')
      .values({ album_id: album.id, account_id: reader.id, email: 'reader@example.com' })
      .execute()
    await photos
      .insertInto('album_photos')
      .values({ album_id: album.id, photo_id: shared, owner_id: friend.id, added_at: new Date(), taken_at: null })
      .execute()
    const foreign = await services.addPicture(stranger)
    const code = await services.orderBook(reader, [trashed, shared, foreign])
    await expect.poll(() => services.pictureOf(reader, code, 3)).toBe(`${shared} 300`)
    expect(await services.pictureOf(reader, code, 2)).toBe(`${trashed} 300`)
    // For an hour, the service waits for the third picture, which might still be being made.
    expect((await reader.widget('GET', code)).body.state).toBe('preparing')
    const hourAgo = new Date(Date.now() - 3_601_000)
    await services.widgets.updateTable('widgets').set({ prepared_since: hourAgo }).where('code', '=', code).execute()
    expect(await reader.untilState(code, 'ready')).toMatchObject({ pagesCount: 4, missingPagesCount: 1 })
    expect(await services.pictureOf(reader, code, 4)).toBeNull()
  })

  test('wait for pictures that are still being made', async () => {
    const reader = await services.newReader()
    const late = randomUUID()
    const code = await services.orderBook(reader, [await services.addPicture(reader), late])
    await expect.poll(() => services.pictureOf(reader, code, 2)).not.toBeNull()
    const waiting = (await reader.widget('GET', code)).body
    expect(waiting).toMatchObject({ state: 'preparing', missingPagesCount: 0, coverUrl: null, ownerUrl: null })
    await services.addPictureWithId(reader, late)
    await reader.untilState(code, 'ready')
    expect(await services.pictureOf(reader, code, 3)).toBe(`${late} 300`)
  })

  test('say which pictures were lost, show the first remaining picture on the cover, and fail if no picture remains', async () => {
    const reader = await services.newReader()
    const [lost, kept] = [await services.addPicture(reader), await services.addPicture(reader)]
    await services.platform.blobs.delete([`photos/${reader.id}/${lost}/800.jpg`])
    const code = await services.orderBook(reader, [lost, kept])
    expect(await reader.untilState(code, 'ready')).toMatchObject({ pagesCount: 3, missingPagesCount: 1 })
    expect(await services.pictureOf(reader, code, 1)).toBe(`${kept} 300`)
    const none = await services.orderBook(reader, [lost])
    expect(await reader.untilState(none, 'failed')).toMatchObject({ missingPagesCount: 2, coverUrl: null })
    const empty = await services.orderBook(reader, [])
    expect(await reader.untilState(empty, 'failed')).toMatchObject({ pagesCount: 1 })

    await services.platform.blobs.put(`photos/${reader.id}/${lost}/800.jpg`, Buffer.from('again'), {
      contentType: 'image/jpeg',
    })
    expect((await reader.widget('POST', none)).status).toBe(200)
    expect(await reader.untilState(none, 'ready')).toMatchObject({ missingPagesCount: 0 })
  })

  test('do not wait for a photo that the photos service has reported as deleted for good', async () => {
    const reader = await services.newReader()
    const gone = randomUUID()
    await services.appendEvent(reader.id, 'photos.removed', { photos: [{ imageId: gone }] })
    const code = await services.orderBook(reader, [gone, await services.addPicture(reader)])
    expect(await reader.untilState(code, 'ready')).toMatchObject({ missingPagesCount: 1 })
  })

  test('are stored once, however often the event is repeated, and not again after they were deleted', async () => {
    const { reader, code } = await services.newBook(1)
    expect((await reader.widget('DELETE', code)).status).toBe(204)
    const repeat = () => services.appendEvent(reader.id, 'order.placed', { orderCode: superCodeOf(code), vouchers: [] })
    await Promise.all([repeat(), repeat()])
    await services.untilIdle(reader)
    expect((await reader.widget('GET', code)).body.state).toBe('deleted')
    await services.appendEvent(reader.id, 'order.placed', { orderCode: 'UNKNOWN' })
    await services.appendEvent(reader.id, 'order.placed', {})
    const other = await services.newReader()
    await services.appendEvent(other.id, 'order.placed', { orderCode: superCodeOf(code) })
    await services.untilIdle(other)
    expect((await other.list()).totalCount).toBe(0)
  })

  test('of a business account do not exist', async () => {
    const business = await services.newReader('b2b')
    const code = await services.orderBook(business, [await services.addPicture(business)])
    await services.untilIdle(business)
    expect(await services.widgets.selectFrom('widgets').select('code').where('code', '=', code).execute()).toEqual([])
    for (const [method, path] of [
      ['GET', `widget/${code}`],
      ['POST', `widget/${code}`],
      ['DELETE', `widget/${code}`],
      ['GET', `widget/all?orderCodes=${code}`],
      ['GET', 'widgets'],
      ['GET', `widget/${code}/links`],
      ['DELETE', `widget/${code}/links/${randomUUID()}`],
      ['PUT', `widget/${code}/public-link`],
    ] as const) {
      expect([path, ...codeOf(await business.call(method, `/widgets/v1/${path}`))]).toEqual([path, 403, 'PRIVATE_ONLY'])
    }
  })

  test('of a cancelled order are removed for good, even if it is cancelled while its pictures are copied', async () => {
    const { reader, code } = await services.newBook(1)
    await services.cancel(code)
    await expect.poll(async () => (await reader.widget('GET', code)).status).toBe(404)
    await services.untilIdle(reader)
    expect(await services.pictureOf(reader, code, 1)).toBeNull()
    expect(codeOf(await reader.widget('POST', code))).toEqual([404, 'NOT_FOUND'])

    const photoIds = await Promise.all(Array.from({ length: 40 }, async () => services.addPicture(reader)))
    const cancelled = await services.orderBook(reader, photoIds)
    await expect.poll(() => services.pictureOf(reader, cancelled, 2)).not.toBeNull()
    await services.cancel(cancelled)
    await services.untilIdle(reader)
    expect(codeOf(await reader.widget('GET', cancelled))).toEqual([404, 'NOT_FOUND'])
    const files = Array.from({ length: 41 }, async (_, index) => services.pictureOf(reader, cancelled, index + 1))
    expect((await Promise.all(files)).filter((file) => file !== null)).toEqual([])
  })

  test('of an order whose cancellation arrives first are not stored', async () => {
    const reader = await services.newReader()
    const orderCode = `K${randomUUID().slice(0, 8)}`.toUpperCase()
    await services.appendEvent(reader.id, 'order.cancelled', { orderCode })
    await services.untilIdle(reader)
    const books = [{ orderCode: `${orderCode}-1`, title: 'Book', photoIds: [], missingPhotoIds: [] }]
    const placed = { orderCode, accountId: reader.id, placedAt: new Date().toISOString(), books }
    expect(await storeBooks({ platform: services.platform, database: services.widgets }, placed)).toEqual([])
  })
})
