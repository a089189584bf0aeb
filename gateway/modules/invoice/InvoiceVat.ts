import type { InvoiceVatResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the field of `InvoiceVat` that has another name in the service. */
export const InvoiceVat: InvoiceVatResolvers = {
  total: ({ gross }) => gross,
}
