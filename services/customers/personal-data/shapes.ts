import { z } from 'zod'
import { wireMoney, wireVatRate } from '../../platform/money.ts'
import { wirePostalAddress } from '../../platform/postalAddress.ts'

/*
 * What the file has of each kind of data. The names of the fields are those of the services' OpenAPI documents. Fields
 * that are not listed here are left out: versions, signed URLs, and what a customer may do at the moment.
 */

const instant = z.iso.datetime()
const day = z.iso.date()
const count = z.number().int()
const text = z.string().nullable()
const days = z.object({ from: day, to: day }).nullable()
const vat = z.array(z.object({ vatRate: wireVatRate, net: wireMoney, tax: wireMoney, gross: wireMoney }))

/** What the customer has entered about the own person or company. Business fields are null for private accounts. */
export const profile = z.object({
  firstName: text,
  lastName: text,
  phone: text,
  dateOfBirth: text,
  locale: text,
  company: text,
  vatId: text,
  registrationNumber: text,
  businessAccountStatus: text,
  callbackUrl: text,
  callbackFormat: text,
})

/** The address book: the default address first, then the newest first. */
export const addresses = z.array(wirePostalAddress.extend({ id: z.string(), isDefault: z.boolean() }))

/** The sign-ins of the account, from identity. */
export const sessions = z.object({
  sessions: z.array(
    z.object({
      browser: text,
      system: text,
      device: text,
      isCurrent: z.boolean(),
      signedInAt: instant,
      lastSeenAt: instant,
    }),
  ),
})

/** The passkeys, from identity: without their keys. */
export const passkeys = z.object({
  passkeys: z.array(z.object({ name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })),
})

/** The change of the e-mail address that waits for its confirmation, from identity. */
export const emailChange = z.object({ email: z.string(), until: instant })

/** The marketing subscription, and what the customer has agreed to and withdrawn, from mailing. */
export const newsletter = z.object({
  state: z.string(),
  email: z.string(),
  requestedAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  unsubscribedAt: instant.nullable(),
  consents: z.array(
    z.object({ kind: z.string(), place: z.string(), at: instant, email: z.string(), textVersion: text, locale: text }),
  ),
})

const paymentMethod = z.object({
  kind: z.string(),
  brand: text,
  lastDigits: text,
  expires: text,
  state: z.string(),
  stored: instant,
})

/** The stored payment method, and those that are being removed, from payments: never a number. */
export const paymentMethods = z.object({ method: paymentMethod.nullable(), removing: z.array(paymentMethod) })

/** The PDFs of ordered products, from products. */
export const productPdfs = z.object({ pdfs: z.array(z.object({ productCode: z.string(), uploaded: instant })) })

const orderLine = z.object({
  orderCode: z.string(),
  productCode: z.string(),
  articleName: z.string(),
  title: z.string(),
  quantity: count,
  unitPrice: wireMoney,
  discount: wireMoney,
  total: wireMoney,
  tax: wireMoney,
  vatRate: wireVatRate,
  voucher: text,
  photosCount: count,
  projectId: text,
})

const shipment = z.object({
  number: count,
  carrier: text,
  trackingNumber: text,
  trackingUrl: text,
  dispatchedAt: instant,
  status: z.string(),
  lines: z.array(z.object({ number: count, quantity: count })),
  events: z.array(z.object({ at: instant, kind: z.string(), place: text })),
})

const order = z.object({
  orderCode: z.string(),
  source: z.string(),
  placedAt: instant,
  status: z.string(),
  payment: z.string(),
  paymentChangedAt: instant,
  fulfilment: z.string(),
  products: z.array(orderLine),
  subtotal: wireMoney,
  discount: wireMoney,
  shipping: wireMoney,
  tax: wireMoney,
  total: wireMoney,
  vat,
  deliveryType: z.string(),
  deliveryAddress: wirePostalAddress,
  promisedDelivery: days,
  expectedDelivery: days,
  shipments: z.array(shipment),
  timeline: z.array(z.object({ at: instant, kind: z.string(), parcel: count.nullable() })),
})

/** A page of orders, from orders: also those that were not paid in time. */
export const orderPage = z.object({ items: z.array(order), next: z.string().nullable() })

/** The vouchers of the orders, from vouchers. Null: the customer has never reserved the voucher. */
export const vouchers = z.object({
  offers: z.array(
    z
      .object({
        code: z.string(),
        campaignName: z.string(),
        state: z.string(),
        value: z.object({
          kind: z.string(),
          amount: wireMoney.nullable(),
          percentage: count.nullable(),
          minimumOrder: wireMoney.nullable(),
          productCodes: z.array(z.string()).nullable(),
        }),
        validUntil: day.nullable(),
      })
      .nullable(),
  ),
})

const invoice = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.string(),
  orderCode: z.string(),
  issuedOn: day,
  net: wireMoney,
  tax: wireMoney,
  total: wireMoney,
  vat,
  credits: text,
})

/** A page of invoices and credit notes, from invoices. */
export const invoicePage = z.object({ items: z.array(invoice), total: count })

const project = z.object({
  id: z.string(),
  name: z.string(),
  productCode: z.string(),
  articleType: z.string(),
  pages: count.nullable(),
  created: instant,
  changed: instant,
  state: z.string(),
  restorableUntil: instant.nullable(),
  photosCount: count,
  missingPhotosCount: count,
})

/** A page of projects, from projects. */
export const projectPage = z.object({ projects: z.array(project), totalCount: count })
