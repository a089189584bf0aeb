import { todayAt } from '../platform/calendar/workingDays.ts'
import type { Currency } from '../platform/money.ts'
import type { PaidLine, PaidOrder, TaxedAmount } from './paidOrder.ts'
import type { Seller } from '../platform/brands/brandFile.ts'
import type { InvoiceKind } from './kinds.ts'

/** The customer, with the address that the invoice shows. Fields that are not known are null. */
export interface Buyer {
  readonly name: string
  readonly street: string | null
  readonly postalCode: string | null
  readonly city: string | null
  /** A code of two letters, such as `NL`. */
  readonly country: string
}

/** What a document says besides its number, its date and its totals. All of it is a copy, so it never changes. */
export interface InvoiceContent {
  readonly seller: Seller
  readonly buyer: Buyer
  readonly lines: readonly PaidLine[]
  readonly charges: readonly TaxedAmount[]
  readonly vat: readonly TaxedAmount[]
  /** The day of the payment, such as `2026-11-26`. Null if it is not known. */
  readonly paidOn: string | null
  /** The invoice that a credit note cancels. Null for an invoice. */
  readonly credits: { readonly number: string; readonly issuedOn: string } | null
}

/** A document, as the PDF and the XML show it. Amounts are in minor units. */
export interface InvoiceDocument extends InvoiceContent {
  readonly kind: InvoiceKind
  readonly number: string
  /** Such as `2026-11-26`. */
  readonly issuedOn: string
  readonly orderCode: string
  readonly currency: Currency
  readonly net: number
  readonly tax: number
  readonly total: number
}

/**
 * The content of the invoice of an order.
 * @param customerName the name of the account; null if it is not known
 */
export function contentOf(order: PaidOrder, seller: Seller, customerName: string | null): InvoiceContent {
  const { lines, charges, vat, paid } = order
  const buyer = buyerOf(order, customerName)
  return { seller, buyer, lines, charges, vat, paidOn: paid === null ? null : todayAt(new Date(paid)), credits: null }
}

/**
 * The buyer of an order. If the order goes to a parcel shop, the delivery address is that of the shop: only the country
 * of this address is used.
 */
function buyerOf({ deliveryAddress: address, isPickup }: PaidOrder, customerName: string | null): Buyer {
  const { country, organization, name, street, houseNumber, addition, postalCode, city } = address
  const known = customerName?.trim() || null
  if (isPickup) return { name: known ?? name ?? '–', street: null, postalCode: null, city: null, country }
  const parts = [street, houseNumber, addition].filter((part) => part !== null)
  return { name: organization ?? known ?? name ?? '–', street: parts.join(' ') || null, postalCode, city, country }
}
