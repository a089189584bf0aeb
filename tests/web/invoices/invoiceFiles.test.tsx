import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RequestError } from '../../../web/relay/errors.ts'
import { saved, setUpArchives } from '../downloads/archiveKit.ts'
import {
  type App,
  type InvoiceNode,
  buildInvoice,
  failField,
  invoicesAnswer,
  items,
  openInvoices,
  setHidden,
  withoutFiles,
} from './invoiceKit.ts'

setUpArchives()

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'visibilityState')
})

const fileName = (id: string, format: string) => `invoice_${id}.${format}`

/** The answer to the request for the links of an invoice's files. */
function linksOf(id: string) {
  const file = (format: string) => ({
    __typename: 'InvoiceFile',
    fileName: fileName(id, format),
    url: `${saved.url}/${format}`,
  })
  return { node: { __typename: 'Invoice', id, state: 'READY', pdf: file('pdf'), xml: file('xml') } }
}

const press = (app: App, name: string) => app.user.click(screen.getByRole('button', { name }))
const pdfOf = (number: number) => `Download PDF Invoice K-${number}`
const xmlOf = (number: number) => `E-invoice (XML) Invoice K-${number}`
const failed = 'The download of Invoice K-1 has failed.'

async function open(...invoices: readonly InvoiceNode[]) {
  const app = await openInvoices(invoices)
  await items()
  return app
}

describe('the download of an invoice', () => {
  test('asks for a fresh link, is in progress meanwhile, and saves the PDF as invoice_{id}.pdf', async () => {
    const app = await open(buildInvoice(1))
    const button = screen.getByRole('button', { name: pdfOf(1) })
    expect(button.getAttribute('aria-busy')).toBeNull()
    await press(app, pdfOf(1))
    expect(button.getAttribute('aria-busy')).toBe('true')
    // More presses during the download start nothing.
    await press(app, pdfOf(1))
    expect(app.pending('findInvoiceFileQuery').map(({ request }) => request.variables)).toEqual([{ id: 'invoice-1' }])
    await app.answer('findInvoiceFileQuery', linksOf('invoice-1'))
    expect(await screen.findByText('The download of invoice_invoice-1.pdf has started.')).toBeTruthy()
    expect(saved.names).toEqual(['invoice_invoice-1.pdf'])
    expect(saved.urls).toEqual([`${saved.url}/pdf`])
    expect(button.getAttribute('aria-busy')).toBeNull()
  })

  test('saves the XML as a second choice', async () => {
    const app = await open(buildInvoice(1))
    await press(app, xmlOf(1))
    await app.answer('findInvoiceFileQuery', linksOf('invoice-1'))
    expect(await screen.findByText('The download of invoice_invoice-1.xml has started.')).toBeTruthy()
    expect(saved.names).toEqual(['invoice_invoice-1.xml'])
  })

  test('has its own state for each item', async () => {
    const app = await open(buildInvoice(2), buildInvoice(1))
    await press(app, pdfOf(1))
    await press(app, pdfOf(2))
    await app.answer('findInvoiceFileQuery', linksOf('invoice-2'), { id: 'invoice-2' })
    await app.fail('findInvoiceFileQuery', { id: 'invoice-1' })
    const [second, first] = await items()
    expect(await within(second ?? document.body).findByText(/has started\.$/)).toBeTruthy()
    expect(await within(first ?? document.body).findByText(failed, { exact: true })).toBeTruthy()
    expect(within(second ?? document.body).queryByText(/has failed\.$/)).toBeNull()
  })

  test.each([
    ['the gateway cannot be reached', 'offline', null],
    ['the gateway does not answer in time', 'timeout', null],
    ['the gateway answers 500', 'http', null],
    ['the customer has asked too often (429)', 'http', 30],
  ] as const)('says that it has failed, with the reference and a retry: %s', async (_, kind, retryAfter) => {
    const app = await open(buildInvoice(1))
    await press(app, pdfOf(1))
    const operation = await app.asked('findInvoiceFileQuery')
    const error = new RequestError('failed', { failure: kind, correlationId: 'reference-1', retryAfter })
    await act(async () => app.environment.mock.reject(operation, error))
    expect(await screen.findByText(failed, { exact: true })).toBeTruthy()
    expect(screen.getByText('Reference: reference-1')).toBeTruthy()
    await press(app, 'Try again')
    // The retry has disappeared, so the focus is on the button whose download runs.
    expect(document.activeElement?.textContent).toBe(pdfOf(1))
    expect(screen.queryByText(failed)).toBeNull()
    await app.answer('findInvoiceFileQuery', linksOf('invoice-1'))
    expect(await screen.findByText(/has started\.$/)).toBeTruthy()
  })

  test.each([404, 403, 409, 429, 500])(
    'fails if the server of the file answers %i; nothing is saved',
    async (status) => {
      const app = await open(buildInvoice(1))
      saved.status = status
      await press(app, pdfOf(1))
      await app.answer('findInvoiceFileQuery', linksOf('invoice-1'))
      expect(await screen.findByText(failed, { exact: true })).toBeTruthy()
      expect(saved.urls).toEqual([])
      saved.status = 206
      await press(app, 'Try again')
      await app.answer('findInvoiceFileQuery', linksOf('invoice-1'))
      expect(await screen.findByText(/has started\.$/)).toBeTruthy()
      expect(saved.names).toEqual(['invoice_invoice-1.pdf'])
    },
  )

  test('fails if the invoices service fails, or if there is no such invoice any more', async () => {
    const app = await open(buildInvoice(1))
    await press(app, pdfOf(1))
    await failField(app, 'findInvoiceFileQuery', { node: null }, ['node'])
    expect(await screen.findByText(failed, { exact: true })).toBeTruthy()
    await press(app, 'Try again')
    await app.answer('findInvoiceFileQuery', { node: null })
    expect(await screen.findByText(failed, { exact: true })).toBeTruthy()
  })

  test('says that the document is being made if its file has gone, and keeps the focus in the item', async () => {
    const app = await open(buildInvoice(1))
    await press(app, pdfOf(1))
    await app.answer('findInvoiceFileQuery', { node: withoutFiles(1, 'BEING_MADE') })
    expect(await screen.findByText(/^This document is still being made\./)).toBeTruthy()
    expect(screen.queryByText(failed)).toBeNull()
    const [item] = await items()
    expect(item?.contains(document.activeElement)).toBe(true)
    // When the file exists again, the page no longer shows the earlier attempt.
    await act(async () => window.dispatchEvent(new Event('focus')))
    await app.answer('InvoicesPageQuery', invoicesAnswer([buildInvoice(1)]))
    expect(await screen.findByRole('button', { name: pdfOf(1) })).toBeTruthy()
    expect(screen.queryByText(failed)).toBeNull()
  })
})

/** Opens an invoice without files. From then on, time passes only by `pass`, and delays are exact. */
async function openUnready(state: string) {
  // The page starts its timers when the tab is shown. By then, `setTimeout` is fake.
  await setHidden(true)
  const app = await open(withoutFiles(1, state))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  await setHidden(false)
  await answerAll(app, state)
  return app
}

const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds))
const readings = (app: App) => app.pending('InvoicesPageQuery').length

/** Answers all pending requests that read the invoice again. */
async function answerAll(app: App, state: string) {
  while (readings(app) > 0) await app.answer('InvoicesPageQuery', invoicesAnswer([withoutFiles(1, state)]))
}

describe('an invoice whose files are not there', () => {
  test('says that they are being made, is read again after 2 s and after 4 s, and becomes ready', async () => {
    const app = await openUnready('BEING_MADE')
    expect(screen.getByText('This document is still being made. You can download it here in a moment.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: pdfOf(1) })).toBeNull()
    await pass(1_900)
    expect(readings(app)).toBe(0)
    await pass(100)
    expect(readings(app)).toBe(1)
    await answerAll(app, 'BEING_MADE')
    await pass(3_900)
    expect(readings(app)).toBe(0)
    await pass(100)
    expect(readings(app)).toBe(1)
    await app.answer('InvoicesPageQuery', invoicesAnswer([buildInvoice(1)]))
    expect(screen.getByRole('button', { name: pdfOf(1) })).toBeTruthy()
    await pass(600_000)
    expect(readings(app)).toBe(0)
  })

  test('says that they could not be made and what happens, and becomes ready after the next attempt', async () => {
    const app = await openUnready('FAILED')
    expect(
      screen.getByText(
        'We couldn’t make this document yet. We’ll try again within five minutes; then you can download it here.',
      ),
    ).toBeTruthy()
    await pass(2_000)
    await app.answer('InvoicesPageQuery', invoicesAnswer([buildInvoice(1)]))
    expect(screen.getByRole('button', { name: pdfOf(1) })).toBeTruthy()
  })

  test('is not read while the tab is hidden', async () => {
    const app = await openUnready('BEING_MADE')
    await setHidden(true)
    await pass(600_000)
    expect(readings(app)).toBe(0)
    await setHidden(false)
    await answerAll(app, 'BEING_MADE')
    await pass(2_000)
    expect(readings(app)).toBe(1)
  })

  test('is read ten times in about six minutes, even after failures, and then only when the customer comes back', async () => {
    const app = await openUnready('BEING_MADE')
    let count = 0
    for (let second = 0; second < 900; second += 5) {
      await pass(5_000)
      if (readings(app) === 0) continue
      count += 1
      if (count % 2 === 0) await app.fail('InvoicesPageQuery')
      else await answerAll(app, 'BEING_MADE')
      if (count === 10) expect(second).toBeGreaterThan(330)
    }
    expect(count).toBe(10)
    await setHidden(true)
    await setHidden(false)
    await answerAll(app, 'BEING_MADE')
    await pass(2_000)
    expect(readings(app)).toBe(1)
  })

  test('is not read again if all files are there', async () => {
    const app = await open(buildInvoice(1))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await setHidden(true)
    await setHidden(false)
    while (readings(app) > 0) await app.answer('InvoicesPageQuery', invoicesAnswer([buildInvoice(1)]))
    await pass(600_000)
    expect(readings(app)).toBe(0)
  })
})
