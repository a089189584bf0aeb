import { globalId } from '../../support/globalIds.ts'
import { buildInvoice, invoiceIdOf } from '../../support/invoices.ts'
import { orderCodeOf } from '../../support/purchases.ts'
import { anna, bram } from '../../support/tokens.ts'
import type { Upstreams } from '../../support/upstream.ts'

/** Gives Anna and Bram an invoice for each of their orders. Only tokens of business accounts may read them. */
export function fillInvoices(upstreams: Upstreams): void {
  upstreams.purchases(anna).invoices = [buildInvoice(1)]
  upstreams.purchases(bram).invoices = [buildInvoice(9)]
}

/** The global id of Anna's invoice. */
export const invoiceIds = { invoice: globalId('Invoice', invoiceIdOf(1)) } as const

/** Fields of the viewer. The orders of these fields are the ones of purchaseRows.ts. */
export const viewerFields = `invoices { totalCount edges { node { number pdf { url } order { code } } } }
  ordered: orders { edges { node { code invoices { number } } } }`

const numberOf = (order: number) => `IMG_${order}.jpg`

function shownTo(order: number, isBusiness: boolean) {
  const pdf = { url: `https://files.test/invoice_${invoiceIdOf(order)}.pdf` }
  const code = orderCodeOf(order)
  const edges = [{ node: { number: numberOf(order), pdf, order: { code } } }]
  return {
    invoices: isBusiness ? { totalCount: 1, edges } : null,
    ordered: { edges: [{ node: { code, invoices: isBusiness ? [{ number: numberOf(order) }] : null } }] },
  }
}

/** The expected results for each customer, with a private account and with a business account. */
export const shownInvoices = {
  private: { anna: shownTo(1, false), bram: shownTo(9, false), cees: { invoices: null, ordered: { edges: [] } } },
  business: { anna: shownTo(1, true), bram: shownTo(9, true) },
} as const

/** The fields requested from an invoice, and the expected result for Anna with a business account. */
export const nodeFields = '... on Invoice { invoiceNumber: number }'
export const ownNode = { invoiceNumber: numberOf(1) } as const
