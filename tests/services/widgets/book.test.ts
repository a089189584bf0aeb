import { expect, describe, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { BookServices, type StoredBook } from './bookServices.ts'

/** Removes the nonce, the only difference between two answers for the same page. */
const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]+"/g, '')

describe.each(databaseKinds)('the page of a book, on %s', (kind) => {
  const services = new BookServices(kind)

  /** The action that makes each kind of link dead. */
  const endings: Readonly<Record<string, (book: StoredBook) => Promise<string>>> = {
    ended: async (book) => (await services.newLink(book, 'recipient', { ended_at: new Date() })).token,
    expired: async (book) =>
      (await services.newLink(book, 'recipient', { expires_at: new Date(Date.now() - 1_000) })).token,
    blocked: async (book) => {
      const { token } = await services.newLink(book)
      await services.database
        .insertInto('blocked_orders')
        .values({ order_code: book.code.replace(/-1$/, '') })
        .execute()
      return token
    },
    deleted: async (book) => {
      const { token } = await services.newLink(book)
      await services.database
        .updateTable('widgets')
        .set({ deleted_at: new Date() })
        .where('code', '=', book.code)
        .execute()
      return token
    },
    cancelled: async (book) => {
      const { token } = await services.newLink(book)
      await services.database.deleteFrom('widgets').where('code', '=', book.code).execute()
      return token
    },
    'of an account that is marked for deletion': async (book) => {
      const { token } = await services.newLink(book)
      await services.database.insertInto('marked_accounts').values({ account_id: book.accountId }).execute()
      return token
    },
    'not ready': async (book) => {
      const { token } = await services.newLink(book)
      await services.database.updateTable('widgets').set({ state: 'preparing' }).where('code', '=', book.code).execute()
      return token
    },
    unknown: async () => services.tokens.ofLink('00000000-0000-4000-8000-000000000000'),
    malformed: async () => '%00<script>',
  }

  test('is in the language of the browser, and has its pictures, their descriptions and their sizes', async () => {
    const { token } = await services.newLink(await services.newBook(), 'recipient')
    const { status, html } = await services.call(`/books/${token}`, { headers: { 'accept-language': 'de' } })
    expect(status).toBe(200)
    expect(html).toContain('<html lang="de-DE"')
    expect(html).toContain('aria-label="Seite 2 von 3"')
    expect(html).toContain('alt="Foto, aufgenommen am 4. Juli 2025"')
    expect(html).toContain(`/books/${token}/pages/2/300.jpg 300w, `)
    expect(html).toMatch(/width="1300"\s+height="867"/)
    expect(html).toContain('Dieses Foto fehlt.')
    expect(html).not.toContain('/pages/3/')
  })

  test('is compressed in the encoding that the browser accepts, and is small', async () => {
    const { token } = await services.newLink(await services.newBook())
    for (const path of [token, `${token}/embed`, 'unknown']) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const options = { headers: { 'accept-encoding': encoding } }
        const { headers, html } = await services.call(`/books/${path}`, options)
        expect([path, headers.get('content-encoding') ?? 'identity']).toEqual([path, encoding])
        expect(headers.get('vary')).toBe('accept-encoding')
        expect(html).toMatch(/^<!doctype html>[^]*<\/html>\s*$/)
        if (encoding === 'identity') continue
        // The first packets of a connection carry 14 kB. The page must fit into them.
        expect(Number(headers.get('content-length'))).toBeLessThan(8_000)
      }
    }
  })

  test('lets the browser request the cover picture, and no other picture, before it reads the page', async () => {
    const book = await services.newBook()
    const { token } = await services.newLink(book)
    const { headers, html } = await services.call(`/books/${token}`)
    const [, sources, sizes] = /srcset="([^"]+)"\s+sizes="([^"]+)"/.exec(html) ?? []
    expect(headers.get('link')).toBe(
      `</books/${token}/pages/1/800.jpg>; rel=preload; as=image; imagesrcset="${sources}"; imagesizes="${sizes}"; fetchpriority=high`,
    )
    const lost = await services.newLink(await services.newBook({ pictures: [null] }))
    expect((await services.call(`/books/${lost.token}`)).headers.get('link')).toBeNull()
  })

  test('keeps its address secret, is not stored or indexed, and allows only its own script and style', async () => {
    const { token } = await services.newLink(await services.newBook(), 'recipient')
    const { headers, html } = await services.call(`/books/${token}`)
    const nonce = /<script nonce="([^"]+)"/.exec(html)?.[1]
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    })
    expect(headers.get('set-cookie')).toBeNull()
    const policy = headers.get('content-security-policy')
    expect(policy).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    )
    const again = await services.call(`/books/${token}`)
    expect(again.headers.get('content-security-policy')).not.toBe(policy)
  })

  test('reveals its address to no other site, even when embedded or expired, or on the page that stops mails', async () => {
    const { token } = await services.newLink(await services.newBook())
    const stop = services.tokens.ofRecipient('a'.repeat(22))
    const paths = [token, `${token}/embed`, 'unknown', 'unknown/embed', `stop/${stop}`]
    for (const path of paths) {
      const { headers } = await services.call(`/books/${path}`)
      expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer'])
    }
  })

  test('shows a title as text, whatever it contains', async () => {
    const title = `</title><script>alert(1)</script> "'><img src=x onerror=alert(1)>`
    const { token } = await services.newLink(await services.newBook({ title }))
    const { html } = await services.call(`/books/${token}`)
    // The page itself has two scripts.
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&#60;/title&#62;&#60;script&#62;alert(1)')
  })

  test('answers all dead links with the same page, which does not say why', async () => {
    const answers = await Promise.all(
      Object.entries(endings).map(async ([name, end]) => {
        const book = await services.newBook({ title: 'A secret title' })
        const path = `/books/${encodeURIComponent(await end(book))}`
        const { status, html, headers } = await services.call(path)
        const data = await services.call(`/v1${path}`)
        const picture = await services.call(`${path}/pages/1/300.jpg`)
        const statuses = [status, data.status, picture.status, headers.get('cache-control')]
        return { name, statuses, html: withoutNonce(html) }
      }),
    )
    for (const { name, statuses, html } of answers) {
      expect([name, ...statuses]).toEqual([name, 404, 404, 404, 'no-store'])
      expect(html).toBe(answers[0]?.html)
    }
    expect(answers[0]?.html).toContain('This book is no longer available')
    expect(answers[0]?.html).not.toContain('secret')
  })

  test('shows the book again after the order is no longer blocked', async () => {
    const book = await services.newBook()
    const token = (await endings['blocked']?.(book)) ?? ''
    expect((await services.call(`/books/${token}`)).status).toBe(404)
    await services.database.deleteFrom('blocked_orders').execute()
    expect((await services.call(`/books/${token}`)).status).toBe(200)
  })

  test('can be embedded anywhere through public links and gallery links, but only at the path for embedding', async () => {
    for (const linkKind of ['public', 'gallery'] as const) {
      const { token } = await services.newLink(await services.newBook(), linkKind)
      const { status, headers, html } = await services.call(`/books/${token}/embed`)
      expect(status).toBe(200)
      expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(headers.get('x-frame-options')).toBeNull()
      expect(html).not.toMatch(/<header|<footer/)
      const page = await services.call(`/books/${token}`)
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(page.html).toContain('type="application/json+oembed"')
    }
  })

  test('cannot be embedded by the links of recipients and owners', async () => {
    const book = await services.newBook()
    const unknown = await services.call('/books/unknown/embed')
    for (const token of [(await services.newLink(book, 'recipient')).token, services.tokens.ofOwner(book.code)]) {
      const { status, html } = await services.call(`/books/${token}/embed`)
      expect([status, withoutNonce(html)]).toEqual([404, withoutNonce(unknown.html)])
      expect((await services.call(`/books/${token}`)).html).not.toContain('json+oembed')
    }
  })

  test('tells owners that only they see it, and that their link has expired', async () => {
    const book = await services.newBook()
    const { status, html } = await services.call(`/books/${services.tokens.ofOwner(book.code)}`)
    expect([status, html.includes('Only you see this page.'), html.includes('/views"')]).toEqual([200, true, false])
    const before = services.tokens.ofOwner(book.code, new Date(Date.now() - 2 * 3_600_000))
    const expired = await services.call(`/books/${before}`)
    expect([expired.status, expired.html.includes('This page has expired')]).toEqual([404, true])
    expect(expired.html).not.toContain('Summer')
  })

  test('is also available as JSON, which contains nothing but the book', async () => {
    const book = await services.newBook()
    const { token } = await services.newLink(book, 'recipient')
    const { status, html } = await services.call(`/v1/books/${token}`)
    expect(status).toBe(200)
    expect(JSON.parse(html)).toEqual({
      title: 'Summer',
      pages: [
        { number: 1, takenOn: null, hasPicture: true },
        { number: 2, takenOn: '2025-07-04', hasPicture: true },
        { number: 3, takenOn: null, hasPicture: false },
      ],
    })
  })
})
