import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { widgetsErasure } from '../../../services/widgets/erasure.ts'
import { pictureKey } from '../../../services/widgets/pictures.ts'
import { databaseKinds } from '../../support/database.ts'
import { blobFiles } from '../archiveServices.ts'
import { callAsService } from '../asService.ts'
import { WidgetServices } from './widgetServices.ts'

describe.each(databaseKinds)('the data of an account about online books, on %s', (kind) => {
  const services = new WidgetServices(kind)

  test('are erased with their files, and with the pictures of the account in books of others', async () => {
    const [erased, other] = [await services.newBook(2), await services.newBook(2)]
    const { url } = (await erased.reader.widget('PUT', erased.code, '/public-link')).body
    // A page of the other customer's book shows a photo of the erased account, from a shared album.
    await services.widgets
      .updateTable('widget_pages')
      .set({ owner_id: erased.reader.id })
      .where('code', '=', other.code)
      .where('number', '=', 3)
      .execute()
    const erasure = widgetsErasure({ platform: services.platform, database: services.widgets })
    await erasure.erase(erased.reader.id, AbortSignal.timeout(60_000))
    // An erasure has a second round, and is repeated after a crash.
    await erasure.erase(erased.reader.id, AbortSignal.timeout(60_000))
    expect(await services.isShown(url)).toBe(false)
    expect(await blobFiles(services.dataDir, `widgets/${erased.reader.id}`)).toEqual([])
    expect((await other.reader.widget('GET', other.code)).body).toMatchObject({
      state: 'ready',
      pagesCount: 3,
      missingPagesCount: 1,
    })
    const pictures = [1, 2, 3].map(async (page) => services.pictureOf(other.reader, other.code, page))
    expect((await Promise.all(pictures)).map((picture) => picture !== null)).toEqual([true, true, false])
    const key = pictureKey({ accountId: other.reader.id, code: other.code }, 3, 1300)
    expect(await services.platform.blobs.get(key)).toBeNull()
  })

  test('are part of the file with all data, page by page, without the URLs of links', async () => {
    const { reader, code, photoIds } = await services.newBook(1)
    const second = await services.orderBook(reader, photoIds, 'Second')
    await reader.untilState(second, 'ready')
    const { url, linkId } = (await reader.widget('PUT', code, '/public-link')).body
    await services.widgets
      .insertInto('gallery_entries')
      .values({
        code,
        channel: 'k',
        account_id: reader.id,
        title: 'Our summer',
        description: 'By the sea',
        category_ids: ['travel'],
        link_id: linkId,
      })
      .execute()
    const read = async (query: string, accountId = reader.id) =>
      (await callAsService(services, 'GET', `/widgets/accounts/${accountId}/personal-data/widgets${query}`)).body
    const first = await read('?limit=1')
    const rest = await read(`?limit=1&after=${first.next}`)
    expect([first.items.length, rest.items.length, rest.next]).toEqual([1, 1, null])
    const items = [...first.items, ...rest.items]
    expect(new Set(items.map(({ widgetId }) => widgetId))).toEqual(new Set([code, second]))
    expect(items.find(({ widgetId }) => widgetId === code)).toMatchObject({
      pagesCount: 2,
      deleted: null,
      links: [{ kind: 'public', recipientEmail: null, ended: null, viewsCount: 0 }],
      galleryEntries: [{ channel: 'k', title: 'Our summer', description: 'By the sea', categoryIds: ['travel'] }],
    })
    expect(JSON.stringify(items)).not.toContain(url.split('/').at(-1))
    expect(await read('', randomUUID())).toEqual({ items: [], next: null })
  })
})
