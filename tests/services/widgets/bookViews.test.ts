import { describe, expect, test } from 'vitest'
import { createViews } from '../../../services/widgets/book/views.ts'
import { databaseKinds } from '../../support/database.ts'
import { BookServices } from './bookServices.ts'

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

describe.each(databaseKinds)('the views of a book, on %s', (kind) => {
  const services = new BookServices(kind)

  test('count a visitor once per link and day, without cookies', async () => {
    const book = await services.newBook()
    const [one, other] = [await services.newLink(book), await services.newLink(book, 'gallery')]
    const see = async (token: string, browser: string) =>
      services.call(`/books/${token}/views`, { method: 'POST', headers: { 'user-agent': browser } })
    for (const browser of [chrome, chrome, firefox, chrome.replace('140', '141')]) {
      const { status, headers } = await see(one.token, browser)
      expect([status, headers.get('set-cookie')]).toEqual([204, null])
    }
    await see(other.token, chrome)
    expect([await services.viewsOf(one.id), await services.viewsOf(other.id)]).toEqual([2, 1])
  })

  test('count the request that a browser sends from a sandboxed page, which has no origin', async () => {
    const { id, token } = await services.newLink(await services.newBook())
    const beacon = { method: 'POST', body: '', headers: { origin: 'null', 'content-type': 'text/plain;charset=UTF-8' } }
    expect((await services.call(`/books/${token}/views`, beacon)).status).toBe(204)
    expect(await services.viewsOf(id)).toBe(1)
  })

  test('count once if the same visitor is reported to two replicas at the same moment', async () => {
    const { id } = await services.newLink(await services.newBook())
    const replicas = [createViews(services.database), createViews(services.database)]
    const visitors = ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']
    await Promise.all(
      visitors.flatMap((address) =>
        [...replicas, ...replicas].map(async (views) => views.count(id, { address, browser: chrome })),
      ),
    )
    // The last two addresses are of one network, so they count as one visitor.
    expect(await services.viewsOf(id)).toBe(3)
  })

  test('count the visitor again on the next day, when the hash has another key', async () => {
    const { id, token } = await services.newLink(await services.newBook())
    const see = async () => services.call(`/books/${token}/views`, { method: 'POST' })
    await see()
    const [today] = await services.database.selectFrom('views').selectAll().where('link_id', '=', id).execute()
    await services.database.updateTable('views').set({ day: '2020-01-01' }).where('link_id', '=', id).execute()
    await see()
    expect(await services.viewsOf(id)).toBe(2)
    expect(today?.visitor).toMatch(/^[\w-]{22}$/)
    expect(today?.visitor).not.toContain('127.0.0.1')
  })

  test('are not counted for owners and for links that show nothing, which get the same answer', async () => {
    const book = await services.newBook()
    const ended = await services.newLink(book, 'public', { ended_at: new Date() })
    for (const token of [services.tokens.ofOwner(book.code), ended.token, 'unknown']) {
      const { status, html } = await services.call(`/books/${token}/views`, { method: 'POST' })
      expect([status, html]).toEqual([204, ''])
    }
    const views = await services.database.selectFrom('views').selectAll().where('link_id', '=', ended.id).execute()
    expect([views, await services.viewsOf(ended.id)]).toEqual([[], 0])
  })
})
