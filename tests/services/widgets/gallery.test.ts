import { describe, expect, test } from 'vitest'
import { widgetsErasure } from '../../../services/widgets/erasure.ts'
import { databaseKinds } from '../../support/database.ts'
import { blobFiles } from '../archiveServices.ts'
import type { Answer } from '../storage/customer.ts'
import { codeOf, type Reader, WidgetServices } from './widgetServices.ts'

const texts = { title: 'Our summer', description: 'By the sea.\nTwo weeks.', categoryIds: ['travel', 'family'] }

async function publish(reader: Reader, widgetId: string, changes: object = {}): Promise<Answer> {
  return reader.call('POST', '/widgets/v1/galleryentries/', { body: { ...texts, channel: 'k', ...changes, widgetId } })
}

async function entry(reader: Reader, method: string, code: string, options: object = {}): Promise<Answer> {
  return reader.call(method, `/widgets/v1/galleryentries/${code}?channel=k`, options)
}

describe.each(databaseKinds)('entries of online books in galleries, on %s', (kind) => {
  const services = new WidgetServices(kind, ['site'])

  const shown = async (query = '') =>
    (await services.newCustomer().call('GET', `/widgets/v1/gallery?channel=k&limit=100${query}`)).body
  /** Whether the gallery shows a book with this title. */
  const isListed = async (title: string, query = '') =>
    (await shown(query)).entries.some((one: { title: string }) => one.title === title)

  /** The URL of the cover of a listed book, at the service instead of the edge. */
  const coverOf = ({ coverUrl }: { readonly coverUrl: string }) =>
    coverUrl.replace(/^http:\/\/[^/]+/, `${services.url}/widgets`)
  const erase = async ({ id }: Reader) =>
    widgetsErasure({ platform: services.platform, database: services.widgets }).erase(id, AbortSignal.timeout(60_000))

  test('a book is published, listed for everybody, changed, and removed; a repeated removal succeeds', async () => {
    const { reader, code } = await services.newBook(1)
    const title = `Published ${kind}`
    const { status, body } = await publish(reader, code, { title })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ ...texts, title, widgetId: code, channel: 'k', version: 1 }),
    ])
    expect(await services.isShown(body.bookUrl)).toBe(true)
    expect((await entry(reader, 'GET', code)).body).toEqual(body)
    expect((await reader.call('GET', `/widgets/v1/galleryentries?widgetIds=${code},X`)).body.entries).toEqual([body])
    const [listed] = (await shown('&categoryId=travel')).entries.filter((one: { title: string }) => one.title === title)
    expect(listed).toMatchObject({ title, bookUrl: body.bookUrl, categoryIds: ['travel', 'family'] })
    const cover = coverOf(listed)
    expect(await (await fetch(cover)).text()).toMatch(/ 300$/)
    await services.block(code)
    expect((await fetch(cover)).status).toBe(404)
    await services.block(code, false)
    expect(await isListed(title, '&categoryId=babies')).toBe(false)

    const changed = { ...texts, title: `Changed ${kind}`, categoryIds: [] }
    const headers = { 'if-match': '"1"' }
    expect((await entry(reader, 'PUT', code, { body: changed, headers })).body).toMatchObject({
      ...changed,
      version: 2,
    })
    expect(codeOf(await entry(reader, 'PUT', code, { body: texts, headers }))).toEqual([412, 'VERSION_CHANGED'])

    expect((await entry(reader, 'DELETE', code)).status).toBe(204)
    expect((await entry(reader, 'DELETE', code)).status).toBe(204)
    expect(codeOf(await entry(reader, 'GET', code))).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await entry(reader, 'PUT', code, { body: texts }))).toEqual([404, 'NOT_FOUND'])
    expect(await services.isShown(body.bookUrl)).toBe(false)
    expect((await publish(reader, code)).body.bookUrl).not.toBe(body.bookUrl)
  })

  test('invalid channels, categories and codes are refused, or find nothing', async () => {
    const { reader, code } = await services.newBook(1)
    const nobody = services.newCustomer()
    for (const query of ['channel=%00', 'channel=k&categoryId=%00', `channel=${'x'.repeat(21)}`]) {
      expect((await nobody.call('GET', `/widgets/v1/gallery?${query}`)).status).toBe(400)
    }
    expect((await reader.call('GET', '/widgets/v1/galleryentries?widgetIds=%00,x')).body.entries).toEqual([])
    const path = `/widgets/v1/galleryentries/${code}?channel=%00`
    expect(codeOf(await reader.call('GET', path))).toEqual([404, 'NOT_FOUND'])
  })

  test('two tabs publish a book once', async () => {
    const { reader, code } = await services.newBook(1)
    const answers = await Promise.all([publish(reader, code), publish(reader, code)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(codeOf(await publish(reader, code))).toEqual([409, 'ENTRY_EXISTS'])
  })

  test('two tabs that edit an entry at the same time do not overwrite each other', async () => {
    const { reader, code } = await services.newBook(1)
    await publish(reader, code)
    const headers = { 'if-match': '"1"' }
    const save = async (title: string) => entry(reader, 'PUT', code, { body: { ...texts, title }, headers })
    const answers = await Promise.all([save('One'), save('Other')])
    const saved = answers.filter(({ status }) => status === 200)
    expect(saved.map(({ body }) => body.version)).toEqual([2])
    expect(answers.filter(({ status }) => status === 412).map(codeOf)).toEqual([[412, 'VERSION_CHANGED']])
    expect((await entry(reader, 'GET', code)).body).toEqual(saved[0]?.body)
  })

  test('each of many simultaneous changes is answered with what it has written', async () => {
    const { reader, code } = await services.newBook(1)
    await publish(reader, code)
    const titles = Array.from({ length: 10 }, (_, number) => `Title ${number}`)
    const save = async (title: string) => entry(reader, 'PUT', code, { body: { ...texts, title } })
    const answers = await Promise.all(titles.map(save))
    expect(answers.map(({ body }) => body.title)).toEqual(titles)
    const versions = answers.map(({ body }) => body.version).toSorted((one, other) => one - other)
    expect(versions).toEqual(titles.map((_, index) => index + 2))
  })

  test('an entry that another tab has removed is neither changed nor created again by a late change', async () => {
    const { reader, code } = await services.newBook(1)
    await publish(reader, code)
    await entry(reader, 'DELETE', code)
    for (const headers of [{}, { 'if-match': '*' }, { 'if-match': '"1"' }]) {
      expect(codeOf(await entry(reader, 'PUT', code, { body: texts, headers }))).toEqual([404, 'NOT_FOUND'])
    }
    expect(codeOf(await entry(reader, 'GET', code))).toEqual([404, 'NOT_FOUND'])
  })

  test.each(['1', '"', '""', '"1', '"x"', 'W/"1"', '"1", "2"', '"-1"', '"1.0"', '"9999999999"', '**'])(
    'the version %s is refused and changes nothing',
    async (version) => {
      const { reader, code } = await services.newBook(1)
      const { body } = await publish(reader, code)
      const options = { body: { ...texts, title: 'Changed' }, headers: { 'if-match': version } }
      expect(codeOf(await entry(reader, 'PUT', code, options))).toEqual([400, 'INVALID_REQUEST'])
      expect((await entry(reader, 'GET', code)).body).toEqual(body)
    },
  )

  test('the erasure of an account removes its entries with their covers', async () => {
    const { reader, code } = await services.newBook(1)
    const title = `Erased ${kind}`
    const { bookUrl } = (await publish(reader, code, { title })).body
    const [listed] = (await shown()).entries.filter((one: { title: string }) => one.title === title)
    expect((await fetch(coverOf(listed))).status).toBe(200)
    await erase(reader)
    expect([await isListed(title), await services.isShown(bookUrl)]).toEqual([false, false])
    expect((await fetch(coverOf(listed))).status).toBe(404)
    const kept = services.widgets.selectFrom('gallery_entries').select('code').where('account_id', '=', reader.id)
    expect(await kept.execute()).toEqual([])
    expect(await blobFiles(services.dataDir, `widgets/${reader.id}`)).toEqual([])
  })

  test('the erasure of an account removes its picture from the cover of another customer’s entry', async () => {
    const [{ reader, code }, owner] = [await services.newBook(1), await services.newReader()]
    const title = `Cover of another ${kind}`
    await publish(reader, code, { title })
    // The cover shows a photo of the erased account, from a shared album.
    const cover = services.widgets.updateTable('widget_pages').where('code', '=', code).where('number', '=', 1)
    await cover.set({ owner_id: owner.id }).execute()
    await erase(owner)
    const [listed] = (await shown()).entries.filter((one: { title: string }) => one.title === title)
    expect(listed).toMatchObject({ title, coverUrl: null })
  })

  test('the mark for deletion hides the entries of an account; when the mark is removed, they are shown again', async () => {
    const { reader, code } = await services.newBook(1)
    const title = `Marked ${kind}`
    await publish(reader, code, { title })
    const [listed] = (await shown()).entries.filter((one: { title: string }) => one.title === title)
    const states = async () => [await isListed(title), (await fetch(coverOf(listed))).status]
    await services.appendEvent(reader.id, 'account.deletionScheduled', {})
    await services.untilIdle(reader)
    expect(await states()).toEqual([false, 404])
    await services.appendEvent(reader.id, 'account.deletionCancelled', {})
    await services.untilIdle(reader)
    expect(await states()).toEqual([true, 200])
  })

  const page = async (query: string) => {
    const { entries, totalCount } = await shown(`&categoryId=school${query}`)
    return [entries.map(({ title }: { title: string }) => title), totalCount]
  }

  test('the gallery is read in pages, newest first, and the total stays the same beyond the end', async () => {
    const { reader, code, photoIds } = await services.newBook(1)
    const second = await services.orderBook(reader, photoIds, 'Second')
    const third = await services.orderBook(reader, photoIds, 'Third')
    for (const [index, one] of [code, second, third].entries()) {
      await reader.untilState(one, 'ready')
      await publish(reader, one, { title: `Page ${index}`, categoryIds: ['school'] })
    }
    expect(await page('')).toEqual([['Page 2', 'Page 1', 'Page 0'], 3])
    expect(await page('&skip=2')).toEqual([['Page 0'], 3])
    expect(await page('&skip=3')).toEqual([[], 3])
    expect(await page('&skip=9999')).toEqual([[], 3])
    const nobody = services.newCustomer()
    const first = await nobody.call('GET', '/widgets/v1/gallery?channel=k&categoryId=school&limit=1')
    expect([first.body.entries.length, first.body.totalCount]).toEqual([1, 3])
    for (const nonsense of [
      'skip=-1',
      'skip=1.5',
      'skip=x',
      'skip=',
      'skip=10000',
      'limit=0',
      'limit=101',
      'limit=1e1',
    ]) {
      expect(codeOf(await nobody.call('GET', `/widgets/v1/gallery?channel=k&${nonsense}`))).toEqual([
        400,
        'INVALID_REQUEST',
      ])
    }
  })

  test('control characters, invisible characters and lone surrogates do not get into texts', async () => {
    const { reader, code } = await services.newBook(1)
    const dirty = {
      ...texts,
      title: '\0Our\u202e\r\nsummer\u0007 \ud800',
      description: 'By\0the\tsea.\r\nTwo\u2028 weeks.\u200b',
    }
    const clean = { title: 'Our summer \ufffd', description: 'By the sea.\nTwo weeks.' }
    expect(await publish(reader, code, dirty)).toMatchObject({ status: 201, body: clean })
    expect(await entry(reader, 'PUT', code, { body: dirty })).toMatchObject({ status: 200, body: clean })
    expect((await entry(reader, 'GET', code)).body).toMatchObject(clean)
    const nothing = { ...texts, title: '\0\u202e\u200b' }
    expect(codeOf(await entry(reader, 'PUT', code, { body: nothing }))).toEqual([422, 'INVALID_TITLE'])
    const wrong = { ...texts, categoryIds: ['travel\0'] }
    expect(codeOf(await entry(reader, 'PUT', code, { body: wrong }))).toEqual([422, 'UNKNOWN_CATEGORY'])
    expect(codeOf(await publish(reader, `${code}\0`))).toEqual([400, 'INVALID_REQUEST'])
    expect((await publish(reader, code, { channel: 'k\0' })).status).toBe(400)
  })

  test('a blocked, deleted or cancelled book leaves the gallery immediately, and returns when it is unblocked or restored', async () => {
    const { reader, code } = await services.newBook(1)
    const title = `Blocked ${kind}`
    const { bookUrl } = (await publish(reader, code, { title })).body
    await services.block(code)
    expect([await isListed(title), await services.isShown(bookUrl)]).toEqual([false, false])
    expect((await entry(reader, 'GET', code)).body.bookUrl).toBeNull()
    await services.block(code, false)
    expect(await isListed(title)).toBe(true)
    await reader.widget('DELETE', code)
    expect(await isListed(title)).toBe(false)
    await reader.widget('POST', code)
    expect(await isListed(title)).toBe(true)
    await services.cancel(code)
    await services.untilIdle(reader)
    expect(await isListed(title)).toBe(false)
  })

  test.each<[string, object, string]>([
    ['an unknown category', { categoryIds: ['cars'] }, 'UNKNOWN_CATEGORY'],
    ['an unknown shop', { channel: 'zz' }, 'UNKNOWN_CHANNEL'],
    ['an empty title', { title: ' \n' }, 'INVALID_TITLE'],
    ['a long title', { title: 'x'.repeat(101) }, 'INVALID_TITLE'],
    ['a long description', { description: 'x'.repeat(2_001) }, 'INVALID_DESCRIPTION'],
  ])('refuses %s', async (_what, changes, problem) => {
    const { reader, code } = await services.newBook(1)
    expect(codeOf(await publish(reader, code, changes))).toEqual([422, problem])
    expect(codeOf(await entry(reader, 'GET', code))).toEqual([404, 'NOT_FOUND'])
  })

  test('another customer can neither publish a book nor see or change its entry; a business account has none', async () => {
    const { reader, code } = await services.newBook(1)
    await publish(reader, code)
    const stranger = await services.newReader()
    expect(codeOf(await publish(stranger, code))).toEqual([404, 'NOT_FOUND'])
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const options = method === 'PUT' ? { body: texts } : {}
      expect(codeOf(await entry(stranger, method, code, options))).toEqual([404, 'NOT_FOUND'])
    }
    expect((await stranger.call('GET', `/widgets/v1/galleryentries?widgetIds=${code}`)).body.entries).toEqual([])
    expect(codeOf(await publish(await services.newReader('b2b'), code))).toEqual([403, 'PRIVATE_ONLY'])
    expect((await entry(reader, 'GET', code)).status).toBe(200)
  })

  const firstCategory = async (language: string) => {
    const headers = { 'accept-language': language }
    return (await services.newCustomer().call('GET', '/widgets/v1/categories', { headers })).body.categories[0]
  }

  test('the categories have names in the language of the caller', async () => {
    expect(await firstCategory('de-DE')).toEqual({ id: 'weddings', name: 'Hochzeiten' })
    expect(await firstCategory('nl-BE')).toEqual({ id: 'weddings', name: 'Bruiloften' })
    expect(await firstCategory('xx')).toEqual({ id: 'weddings', name: 'Weddings' })
  })
})
