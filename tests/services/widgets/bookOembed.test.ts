import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { BookServices } from './bookServices.ts'

const origin = 'http://keepsake.test:4000'

describe.each(databaseKinds)('oEmbed, on %s', (kind) => {
  const services = new BookServices(kind)

  async function describeBook(url: string, query: Readonly<Record<string, string>> = {}) {
    return services.call(`/books/oembed?${new URLSearchParams({ url, format: 'json', ...query })}`)
  }

  test('returns an embed code of one line, for any site', async () => {
    const book = await services.newBook({ title: 'Summer "25" <b>' })
    const { token } = await services.newLink(book)
    const address = `${origin}/books/${token}`
    const { status, headers, html } = await describeBook(address)
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('content-type')).toContain('application/json')
    expect(JSON.parse(html)).toEqual({
      version: '1.0',
      type: 'rich',
      title: 'Summer "25" <b>',
      provider_name: 'Keepsake',
      provider_url: `${origin}/`,
      cache_age: 300,
      html: `<iframe src="${address}/embed" title="Summer &#34;25&#34; &#60;b&#62;" width="800" height="520" sandbox="allow-scripts" allow="fullscreen" loading="lazy" frameborder="0"></iframe>`,
      width: 800,
      height: 520,
      thumbnail_url: `${address}/pages/1/300.jpg`,
      thumbnail_width: 300,
      thumbnail_height: 200,
    })
  })

  test('is announced by the page of a public link', async () => {
    const { token } = await services.newLink(await services.newBook())
    const { html } = await services.call(`/books/${token}`)
    const path = /href="(\/books\/oembed[^"]+)"/.exec(html)?.[1]?.replaceAll('&#38;', '&') ?? ''
    expect(JSON.parse((await services.call(path)).html)).toMatchObject({ title: 'Summer' })
  })

  test('keeps within the maximum width and height, and keeps the aspect ratio', async () => {
    const { token } = await services.newLink(await services.newBook())
    const address = `${origin}/books/${token}`
    const sizes = [{ maxwidth: '400' }, { maxheight: '260' }, { maxwidth: '2000', maxheight: '130' }]
    const found = await Promise.all(
      sizes.map(async (query) => {
        const { width, height } = JSON.parse((await describeBook(address, query)).html)
        return [width, height]
      }),
    )
    expect(found).toEqual([
      [400, 260],
      [400, 260],
      [200, 130],
    ])
    expect((await describeBook(address, { maxwidth: 'wide' })).status).toBe(400)
  })

  test('answers only JSON', async () => {
    const { token } = await services.newLink(await services.newBook())
    const { status, headers } = await describeBook(`${origin}/books/${token}`, { format: 'xml' })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([501, '*'])
  })

  test('has no thumbnail for a cover without a picture', async () => {
    const { token } = await services.newLink(await services.newBook({ pictures: [null] }))
    expect((await describeBook(`${origin}/books/${token}`)).html).not.toContain('thumbnail')
  })

  test('answers 404 for links of recipients and owners, dead links, and addresses of other sites', async () => {
    const book = await services.newBook()
    const { token } = await services.newLink(book)
    const recipient = await services.newLink(book, 'recipient')
    const ended = await services.newLink(book, 'gallery', { ended_at: new Date() })
    const urls = [recipient.token, ended.token, services.tokens.ofOwner(book.code), 'unknown'].map(
      (unusable) => `${origin}/books/${unusable}`,
    )
    const elsewhere = [
      'https://elsewhere.example/books/',
      'javascript://keepsake.test:4000/books/',
      `${origin}/albums/`,
    ]
    for (const url of [...urls, ...elsewhere.map((start) => start + token), 'no address']) {
      expect([url, (await describeBook(url)).status]).toEqual([url, 404])
    }
    expect((await describeBook(`${origin}/books/${token}/embed`)).status).toBe(200)
  })
})
