import { act, screen } from '@testing-library/react'
import { expect } from 'vitest'
import type { OperationDescriptor } from 'relay-runtime'
import { euro } from '../orders/orderKit.ts'
import { renderApp } from '../support/renderApp.tsx'

export type App = ReturnType<typeof renderApp>

/** The claims of a business account. */
export const business = { sub: 'account-1', email: 'studio@keepsake.example', auth_method: 'b2b' }

/** The node of an invoice in an answer. */
export type InvoiceNode = Readonly<Record<string, unknown>>

const file = { __typename: 'InvoiceFile' }

/** A paid invoice as the gateway returns it. */
export function buildInvoice(number: number, changes: Record<string, unknown> = {}) {
  return {
    __typename: 'Invoice',
    id: `invoice-${number}`,
    number: `K-${number}`,
    kind: 'INVOICE',
    issuedOn: '2026-03-02',
    state: 'READY',
    credits: null,
    orderCode: `CODE${number}`,
    total: euro('24.95'),
    pdf: file,
    xml: file,
    ...changes,
  }
}

/** An invoice whose files are not there. */
export function withoutFiles(number: number, state: string | null) {
  return buildInvoice(number, { state, pdf: null, xml: null })
}

/** An invoice of a service that answers only the calls of the specification: it sends only the id. */
export const plainInvoice: InvoiceNode = {
  ...withoutFiles(7, null),
  number: '7',
  kind: null,
  issuedOn: null,
  orderCode: null,
  total: null,
}

/** Invoices with consecutive numbers, the newest first. */
export function numbered(from: number, to: number) {
  return Array.from({ length: from - to + 1 }, (_, index) => buildInvoice(from - index))
}

/** The answer of a page of invoices. */
export function invoicesAnswer(invoices: readonly InvoiceNode[], totalCount: number = invoices.length) {
  const edges = invoices.map((node) => ({ __typename: 'InvoiceEdge', node }))
  return { viewer: { __typename: 'Viewer', invoices: { __typename: 'InvoiceConnection', totalCount, edges } } }
}

/** Opens a page of invoices as a business account. */
export async function openInvoices(invoices: readonly InvoiceNode[], totalCount?: number, path = '/invoices') {
  const app = renderApp(path, { claims: business })
  await app.answer('InvoicesPageQuery', invoicesAnswer(invoices, totalCount))
  return app
}

/** Answers a request with the error of a field, which is null. */
export async function failField(app: App, name: string, data: object, path: readonly string[]): Promise<void> {
  const operation: OperationDescriptor = await app.asked(name)
  const errors = [{ message: 'The service is unavailable.', path: [...path], extensions: { code: 'UNAVAILABLE' } }]
  await act(async () => app.environment.mock.resolve(operation, { data: { ...data }, errors }))
}

/** The items of the list of invoices. */
export async function items(): Promise<HTMLElement[]> {
  const list = await screen.findByRole('list', { name: 'Invoices' })
  return [...list.children].filter((child) => child instanceof HTMLElement)
}

/** Hides or shows the tab. */
export async function setHidden(isHidden: boolean): Promise<void> {
  Object.defineProperty(document, 'visibilityState', { value: isHidden ? 'hidden' : 'visible', configurable: true })
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(document.visibilityState).toBe(isHidden ? 'hidden' : 'visible')
}
