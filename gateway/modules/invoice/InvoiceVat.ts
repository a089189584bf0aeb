import type { InvoiceVatResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the field of `InvoiceVat` that the service names otherwise. */
export const InvoiceVat: InvoiceVatResolvers = {
  total: ({ gross }) => gross,
}
