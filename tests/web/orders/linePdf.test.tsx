import { act, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { saved, setUpArchives } from '../downloads/archiveKit.ts'
import { renderApp } from '../support/renderApp.tsx'
import { type App, buildLine, buildOrder, code, orderAnswer, sendOrderEvent } from './orderKit.ts'

setUpArchives()

const listQuery = 'LinePdfQuery'
const urlQuery = 'findPdfUrlQuery'
const failure = 'The file could not be downloaded. Please try again.'

/** An answer with these PDFs; null: the service of the PDFs has failed. */
function pdfs(found: readonly object[] | null) {
  const productPdfs = found && found.map((pdf) => ({ __typename: 'ProductPdf', ...pdf }))
  return { viewer: { __typename: 'Viewer', productPdfs } }
}

const listOf = (...codes: readonly string[]) =>
  pdfs(codes.map((productCode) => ({ productCode, isDownloadable: true })))
const button = (line: number) => ({ name: `Download PDF ${code}-${line}.pdf` })
const queryButton = () => screen.queryByRole('button', { name: /^Download PDF/ })

async function openOrder(lines = [buildLine(1), buildLine(2)]) {
  const app = renderApp(`/orders/${code}`)
  await app.answer('OrderPageQuery', orderAnswer(buildOrder({ lines })))
  await screen.findByRole('region', { name: 'Products' })
  return app
}

async function answerUrl(app: App, url: string | null) {
  await app.answer(urlQuery, pdfs([{ url }]))
}

describe('the PDF of an ordered product', () => {
  test('is offered at its line only; one request asks for the PDFs of all lines', async () => {
    const app = await openOrder()
    expect((await app.asked(listQuery)).request.variables).toEqual({ codes: [`${code}-1`, `${code}-2`] })
    expect(queryButton()).toBeNull()
    await app.answer(listQuery, listOf(`${code}-2`))
    const [first, second] = screen.getAllByRole('listitem').filter((item) => item.textContent.startsWith('Product'))
    expect(within(first ?? document.body).queryByRole('button')).toBeNull()
    expect(within(second ?? document.body).getByRole('button', button(2))).toBeTruthy()
    expect(app.pending(listQuery)).toEqual([])
  })

  test('is found if the service writes its code in lower case', async () => {
    const app = await openOrder()
    await app.answer(listQuery, listOf(`${code}-1`.toLowerCase()))
    expect(screen.getByRole('button', button(1))).toBeTruthy()
  })

  test('is saved from an address that is requested at each press', async () => {
    const app = await openOrder()
    await app.answer(listQuery, listOf(`${code}-1`))
    expect(app.pending(urlQuery)).toEqual([])
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await app.user.click(screen.getByRole('button', button(1)))
      expect((await app.asked(urlQuery)).request.variables).toEqual({ codes: [`${code}-1`] })
      await answerUrl(app, saved.url)
      await expect.poll(() => saved.urls).toEqual(Array(attempt).fill(saved.url))
    }
    expect(saved.names[0]).toBe(`${code}-1.pdf`)
    expect(await screen.findByText(`The download of ${code}-1.pdf has started.`)).toBeTruthy()
    expect(screen.queryByText(failure)).toBeNull()
  })

  test.each<[string, (app: App) => Promise<void>]>([
    ['the request for its address fails', (app) => app.fail(urlQuery)],
    ['its service does not have it any more', (app) => answerUrl(app, null)],
    ['it was removed meanwhile', (app) => app.answer(urlQuery, pdfs([]))],
    [
      'its server refuses the download',
      async (app) => {
        saved.status = 403
        await answerUrl(app, saved.url)
      },
    ],
  ])('can be requested again after a message when %s', async (_what, answer) => {
    const app = await openOrder()
    await app.answer(listQuery, listOf(`${code}-1`))
    await app.user.click(screen.getByRole('button', button(1)))
    await answer(app)
    expect((await screen.findByText(failure)).closest('[role=alert]')).not.toBeNull()
    expect(saved.urls).toEqual([])
    saved.status = 206
    await app.user.click(screen.getByRole('button', button(1)))
    await answerUrl(app, saved.url)
    await expect.poll(() => saved.urls).toEqual([saved.url])
    expect(screen.queryByText(failure)).toBeNull()
  })

  test.each<[string, (app: App) => Promise<void>]>([
    ['the request fails', (app) => app.fail(listQuery)],
    ['the service of the PDFs is down', (app) => app.answer(listQuery, pdfs(null))],
    ['there is none', (app) => app.answer(listQuery, pdfs([]))],
    [
      'its service has no addresses for browsers',
      (app) => app.answer(listQuery, pdfs([{ productCode: `${code}-1`, isDownloadable: false }])),
    ],
    ['there are only those of other orders', (app) => app.answer(listQuery, listOf('OTHER-1'))],
  ])('is not offered, and the order is shown without a message, when %s', async (_what, answer) => {
    const app = await openOrder()
    await answer(app)
    expect(queryButton()).toBeNull()
    expect(screen.getByRole('heading', { name: 'Product 1' })).toBeTruthy()
    expect(screen.queryByText(failure)).toBeNull()
  })

  test('is looked for again when the customer comes back, but not after each change of the order', async () => {
    const app = await openOrder()
    await app.answer(listQuery, listOf())
    await sendOrderEvent(app, code)
    await app.answer('OrderPageQuery', orderAnswer(buildOrder({ lines: [buildLine(1), buildLine(2)] })))
    expect(app.pending(listQuery)).toEqual([])
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000)
    act(() => void window.dispatchEvent(new Event('focus')))
    await app.answer(listQuery, listOf(`${code}-1`))
    expect(await screen.findByRole('button', button(1))).toBeTruthy()
  })

  test('is looked for at the first 100 lines, because the gateway accepts 100 codes', async () => {
    const app = await openOrder(Array.from({ length: 101 }, (_, index) => buildLine(index + 1)))
    const { codes } = (await app.asked(listQuery)).request.variables
    expect([codes.length, codes.at(-1)]).toEqual([100, `${code}-100`])
  })
})
