import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { BookServices } from './bookServices.ts'

const size = { width: 1300, height: 867 }

describe.each(databaseKinds)('the pictures of a book, on %s', (kind) => {
  const services = new BookServices(kind)

  test('are served from the stored copies of the photos, in three widths', async () => {
    const book = await services.newBook()
    const { token } = await services.newLink(book)
    for (const width of [300, 800, 1300]) {
      const { status, headers, html } = await services.call(`/books/${token}/pages/2/${width}.jpg`)
      expect([status, html]).toEqual([200, `${book.code} 2 ${width}`])
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'private, max-age=300',
        'content-type': 'image/jpeg',
        'content-length': String(html.length),
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
    }
  })

  test('are not sent again to a browser that has them, and HEAD has no bytes', async () => {
    const { token } = await services.newLink(await services.newBook())
    const path = `/books/${token}/pages/1/800.jpg`
    const { headers } = await services.call(path)
    const known = await services.call(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect([known.status, known.html]).toEqual([304, ''])
    expect((await services.call(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    const head = await services.call(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, headers.get('content-length')])
  })

  test('exist only for the pages of this book and the widths of the copies', async () => {
    const { token } = await services.newLink(await services.newBook({ pictures: [size, null] }))
    // Another book has a third page.
    await services.newBook({ pictures: [size, size, size] })
    const paths = [
      '2/300',
      '3/300',
      '0/300',
      '-1/300',
      '1.5/300',
      'x/300',
      '..%2f1/300',
      '1/200',
      '1/1300x',
      '1/',
      '1/NaN',
    ]
    for (const path of paths) {
      const { status, html } = await services.call(`/books/${token}/pages/${path}.jpg`)
      expect([path, status, JSON.parse(html).code]).toEqual([path, 404, 'NOT_FOUND'])
    }
  })

  test('are refused as soon as their link has ended, even to a browser that has them', async () => {
    const { id, token } = await services.newLink(await services.newBook(), 'recipient')
    const path = `/books/${token}/pages/1/300.jpg`
    const etag = (await services.call(path)).headers.get('etag') ?? ''
    await services.database.updateTable('links').set({ ended_at: new Date() }).where('id', '=', id).execute()
    expect((await services.call(path, { headers: { 'if-none-match': etag } })).status).toBe(404)
  })
})
