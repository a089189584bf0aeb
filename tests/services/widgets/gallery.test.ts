import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
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
  /** Whether the gallery shows a book of this title. */
  const isListed = async (title: string, query = '') =>
    (await shown(query)).entries.some((one: { title: string }) => one.title === title)

  test('a book is published, listed for everybody, changed, and removed, also twice', async () => {
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
    const cover = listed.coverUrl.replace(/^http:\/\/[^/]+/, `${services.url}/widgets`)
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

  test('texts that no channel, category or code can be are refused, or find nothing', async () => {
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

  test('a blocked, deleted or cancelled book leaves the gallery at once, and comes back only if it may', async () => {
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
