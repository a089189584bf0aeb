import { z } from 'zod'
import { type Currency, fromWireMoney, wireMoney, wireVatRate } from '../platform/money.ts'
import { plainText } from '../platform/plainText.ts'

const field = z.string().nullable()

/** The part of a delivery address that an invoice shows. */
const addressSchema = z.object({
  country: z.string().regex(/^[A-Z]{2}$/),
  name: field,
  organization: field,
  street: field,
  houseNumber: field,
  addition: field,
  postalCode: field,
  city: field,
})

const lineSchema = z.object({
  number: z.number().int().min(1),
  productCode: plainText(200),
  title: plainText(200),
  quantity: z.number().int().min(1),
  discount: wireMoney,
  total: wireMoney,
  tax: wireMoney,
  vatRate: wireVatRate,
})

/** The data of `order.paid` and `order.dispatched`. Events of earlier releases lack the fields that have a default. */
const eventSchema = z.object({
  orderCode: z.string().min(1).max(100).toUpperCase(),
  payment: z.string(),
  paid: z.iso.datetime().nullable().default(null),
  shopUrl: z.string().default(''),
  deliveryType: z.enum(['Home', 'PickupPoint']).default('Home'),
  deliveryAddress: addressSchema,
  lines: z.array(lineSchema).min(1),
  totals: z.object({ shipping: wireMoney, tax: wireMoney, total: wireMoney }),
  vat: z.array(z.object({ vatRate: wireVatRate, net: wireMoney, tax: wireMoney, gross: wireMoney })).min(1),
})

/** Amounts of one VAT rate, in minor units: gross = net + tax. */
export interface TaxedAmount {
  /** Percent, such as `21.00`. */
  readonly vatRate: string
  readonly net: number
  readonly tax: number
  readonly gross: number
}

export interface PaidLine extends TaxedAmount {
  readonly number: number
  readonly productCode: string
  readonly title: string
  readonly quantity: number
  /** The discount, with VAT. It is already subtracted from `gross`. */
  readonly discount: number
}

/** A paid order, as an invoice needs it. Amounts are in minor units. */
export interface PaidOrder {
  readonly orderCode: string
  /** ISO 8601. Null if the event does not say when the order was paid. */
  readonly paid: string | null
  /** The URL of the shop in which the order was placed. Empty if it is unknown. */
  readonly shopUrl: string
  /** True if the delivery address is that of a parcel shop. */
  readonly isPickup: boolean
  readonly deliveryAddress: z.infer<typeof addressSchema>
  readonly currency: Currency
  readonly lines: readonly PaidLine[]
  /** The delivery, per VAT rate; empty if it was free. */
  readonly charges: readonly TaxedAmount[]
  /** The sums of lines and charges, per VAT rate. */
  readonly vat: readonly TaxedAmount[]
}

/**
 * Reads the order of an event.
 * @returns null if the order is not paid, or costs nothing: then there is no invoice
 * @throws Error if the data is incomplete, or its sums do not add up
 */
export function paidOrderOf(data: unknown): PaidOrder | null {
  const { deliveryType, payment, totals, ...event } = eventSchema.parse(data)
  const currency = totals.total.currency
  const units = (money: z.infer<typeof wireMoney>) => {
    if (money.currency !== currency) throw new Error('The order has several currencies.')
    return fromWireMoney(money).minorUnits
  }
  if (payment !== 'paymentSuccess' || units(totals.total) === 0) return null
  const lines = event.lines.map(({ total, tax, discount, ...line }) => ({
    ...line,
    discount: units(discount),
    ...taxed(line.vatRate, units(total), units(tax)),
  }))
  const vat = event.vat.map(({ vatRate, gross, tax }) => taxed(vatRate, units(gross), units(tax)))
  const charges = vat.flatMap((sum) => chargeOf(sum, lines))
  const order = { ...event, isPickup: deliveryType === 'PickupPoint', currency, lines, charges, vat }
  const [ofRates, ofParts] = [sumOf(vat), sumOf([...lines, ...charges])]
  const addsUp =
    ofRates.gross === units(totals.total) &&
    ofRates.tax === units(totals.tax) &&
    ofParts.gross === ofRates.gross &&
    ofParts.tax === ofRates.tax &&
    sumOf(charges).gross === units(totals.shipping)
  if (!addsUp) throw new Error('The sums of the order do not add up.')
  return order
}

function taxed(vatRate: string, gross: number, tax: number): TaxedAmount {
  return { vatRate, net: gross - tax, tax, gross }
}

/**
 * The delivery charge at a VAT rate: the total at this rate minus the order's lines at this rate. Empty if it is zero.
 */
function chargeOf({ vatRate, gross, tax }: TaxedAmount, lines: readonly PaidLine[]): TaxedAmount[] {
  const ofLines = sumOf(lines.filter((line) => line.vatRate === vatRate))
  const charge = taxed(vatRate, gross - ofLines.gross, tax - ofLines.tax)
  if (charge.net < 0 || charge.tax < 0) throw new Error('The sums of the order do not add up.')
  return charge.gross === 0 ? [] : [charge]
}

/** The sums of amounts, in minor units. */
export function sumOf(amounts: readonly Omit<TaxedAmount, 'vatRate'>[]): Omit<TaxedAmount, 'vatRate'> {
  return amounts.reduce<Omit<TaxedAmount, 'vatRate'>>(
    (sum, { net, tax, gross }) => ({ net: sum.net + net, tax: sum.tax + tax, gross: sum.gross + gross }),
    { net: 0, tax: 0, gross: 0 },
  )
}
