import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { euro, plain } from '../orders/orderKit.ts'
import { renderApp } from '../support/renderApp.tsx'
import {
  buildInvoice,
  business,
  failField,
  invoicesAnswer,
  items,
  numbered,
  openInvoices,
  plainInvoice,
} from './invoiceKit.ts'

afterEach(() => localStorage.clear())

const failure = 'Unable to display invoices. Please refresh the page or try again later.'
const menu = () => within(screen.getByRole('navigation', { name: 'My account' }))
const addressOf = (app: ReturnType<typeof renderApp>) => {
  const { pathname, search } = app.router.state.location
  return pathname + search
}
const texts = async () => (await items()).map((item) => plain(item.textContent))

describe('the page of invoices', () => {
  test('is in the menu of a business account and has a skeleton; without invoices it leads to the shop', async () => {
    const app = renderApp('/invoices', { claims: business })
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoices' })).toBeTruthy()
    expect(menu().getByRole('link', { name: 'B2B invoices', current: 'page' })).toBeTruthy()
    expect(within(screen.getByRole('main')).getByText('Loading', { exact: true })).toBeTruthy()
    expect((await app.asked('InvoicesPageQuery')).request.variables).toEqual({ skip: 0 })
    await app.answer('InvoicesPageQuery', invoicesAnswer([]))
    expect(await screen.findByRole('heading', { name: 'No invoices' })).toBeTruthy()
    expect(within(screen.getByRole('main')).getByRole('link', { name: /^Order now/ })).toBeTruthy()
  })

  test('shows the number, the day, the order and the sum; a credit note names the invoice that it cancels', async () => {
    const creditNote = buildInvoice(2, { kind: 'CREDIT_NOTE', credits: 'K-1', total: euro('1234.50') })
    await openInvoices([creditNote, buildInvoice(1)])
    expect(await texts()).toEqual([
      'Credit note K-202 Mar 2026Order CODE2Cancels invoice K-1-€1,234.50Download PDF Credit note K-2E-invoice (XML) Credit note K-2',
      'Invoice K-102 Mar 2026Order CODE1€24.95Download PDF Invoice K-1E-invoice (XML) Invoice K-1',
    ])
    const order = screen.getByRole('link', { name: 'Order CODE1' })
    expect(order.getAttribute('href')).toBe('/orders/CODE1')
    expect(screen.getByRole('heading', { level: 2, name: 'Invoice K-1' })).toBeTruthy()
  })

  test('if the service knows only the number, shows this number and says where to ask for the file', async () => {
    await openInvoices([plainInvoice])
    expect(await texts()).toEqual(['Invoice 7This document cannot be downloaded here. Please contact customer care.'])
  })

  test('shows ten documents on a page, and their total number, which gets the focus on the next page', async () => {
    const app = await openInvoices(numbered(43, 34), 43)
    expect(await items()).toHaveLength(10)
    expect(screen.getByText('43 documents')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/invoices?page=2')
    await app.user.click(screen.getByRole('link', { name: 'Next page' }))
    await app.answer('InvoicesPageQuery', invoicesAnswer(numbered(33, 24), 43), { skip: 10 })
    expect(await screen.findByRole('heading', { name: 'Invoice K-33' })).toBeTruthy()
    await expect.poll(() => document.activeElement?.textContent).toBe('43 documents')
    await act(() => app.router.navigate(-1))
    // The first page is shown from the store, and fetched again.
    expect(await screen.findByRole('heading', { name: 'Invoice K-43' })).toBeTruthy()
    expect(app.pending('InvoicesPageQuery', { skip: 0 })).toHaveLength(1)
  })

  test('redirects from a page after the last one to the last one', async () => {
    const app = await openInvoices([], 43, '/invoices?page=99')
    expect((await app.asked('InvoicesPageQuery')).request.variables).toEqual({ skip: 40 })
    await app.answer('InvoicesPageQuery', invoicesAnswer(numbered(3, 1), 43))
    expect(await screen.findByRole('heading', { name: 'Invoice K-1' })).toBeTruthy()
    expect(addressOf(app)).toBe('/invoices?page=5')
    expect(screen.getByRole('link', { name: 'Previous page' }).getAttribute('href')).toBe('/invoices?page=4')
  })

  test('says that the invoices could not be loaded; the retry asks again', async () => {
    const app = renderApp('/invoices', { claims: business })
    await app.fail('InvoicesPageQuery')
    expect((await screen.findByRole('alert')).textContent).toContain(failure)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    // The invoices service may fail while the gateway works.
    await failField(app, 'InvoicesPageQuery', { viewer: { __typename: 'Viewer', invoices: null } }, [
      'viewer',
      'invoices',
    ])
    expect((await screen.findByRole('alert')).textContent).toContain(failure)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('InvoicesPageQuery', invoicesAnswer([buildInvoice(1)]))
    expect(await screen.findByText('1 document')).toBeTruthy()
  })

  test('asks again when the customer comes back to the window, and keeps what it shows after a failure', async () => {
    const app = await openInvoices([buildInvoice(1)])
    await screen.findByText('1 document')
    await act(async () => window.dispatchEvent(new Event('focus')))
    await app.fail('InvoicesPageQuery')
    expect(screen.getByText('1 document')).toBeTruthy()
    await act(async () => window.dispatchEvent(new Event('focus')))
    await app.answer('InvoicesPageQuery', invoicesAnswer([buildInvoice(2), buildInvoice(1)]))
    expect(await screen.findByText('2 documents')).toBeTruthy()
  })
})

describe('a private account', () => {
  test('is redirected from the URL of the invoices to the overview, and has no menu entry for them', async () => {
    const app = renderApp('/invoices?page=2')
    await app.asked('OverviewPageQuery')
    await expect.poll(() => addressOf(app)).toBe('/')
    expect(app.pending('InvoicesPageQuery')).toEqual([])
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Orders' }).length).toBeGreaterThan(0)
    expect(screen.queryAllByRole('link', { name: 'B2B invoices' })).toEqual([])
  })
})

test('a business account finds the invoices in the menu and in the menu of the overview, at the first render', async () => {
  renderApp('/', { claims: { ...business, auth_method: 'B2B' } })
  await screen.findByRole('heading', { level: 1 })
  // No request has been answered yet.
  const links = screen.getAllByRole('link', { name: 'B2B invoices' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/invoices', '/invoices'])
})
