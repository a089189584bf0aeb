export const invoiceKinds = ['invoice', 'creditNote'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** `failed`: the files could not be made. Another attempt follows within minutes. */
export const invoiceStates = ['beingMade', 'ready', 'failed'] as const
export type InvoiceState = (typeof invoiceStates)[number]
