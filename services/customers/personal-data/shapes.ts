import { z } from 'zod'
import { wireMoney, wireVatRate } from '../../platform/money.ts'
import { wirePostalAddress } from '../../platform/postalAddress.ts'

/*
 * The fields that the file contains for each kind of data. Their names are those of the services' OpenAPI documents.
 * Fields that are not listed here are left out: versions, signed URLs, and what a customer may do at the moment.
 */

const instant = z.iso.datetime()
const day = z.iso.date()
const count = z.number().int()
const text = z.string().nullable()
const days = z.object({ from: day, to: day }).nullable()
const vat = z.array(z.object({ vatRate: wireVatRate, net: wireMoney, tax: wireMoney, gross: wireMoney }))

/** What customers have entered about themselves or their company. Business fields are null for private accounts. */
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

/** A page of a list: `next` is the cursor of the next page, or null on the last page. */
const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), next: text })

/**
 * The e-mail address, a change of it that is not confirmed yet, and the passkeys without their keys, from the identity
 * service.
 */
export const identity = z.object({
  email: text,
  emailChange: z.object({ email: z.string(), until: instant }).nullable(),
  passkeys: z.array(z.object({ name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })),
})

/** A page of the sign-ins, from the identity service. */
export const sessionPage = pageOf(
  z.object({ browser: text, system: text, device: text, signedInAt: instant, lastSeenAt: instant }),
)

/** A page of the apps that may use the account, from the identity service. */
export const connectedAppPage = pageOf(
  z.object({ name: z.string(), scopes: z.array(z.string()), connectedAt: instant, lastUsedAt: instant.nullable() }),
)

/** The marketing subscription, from the mailing service. */
export const newsletter = z.object({
  state: z.string(),
  email: text,
  requestedAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  unsubscribedAt: instant.nullable(),
})

/** A page of what the customer has agreed to and withdrawn, from the mailing service. */
export const consentPage = pageOf(
  z.object({ kind: z.string(), place: z.string(), at: instant, email: z.string(), textVersion: text, locale: text }),
)

const paymentMethod = z.object({
  kind: z.string(),
  brand: text,
  lastDigits: text,
  expires: text,
  state: z.string(),
  stored: instant,
})

/**
 * The stored payment method, and those that are being removed, from the payments service. No numbers of cards or
 * accounts are included.
 */
export const paymentMethods = z.object({ methods: z.array(paymentMethod) })

/** A page of the PDFs of ordered products, from the products service. */
export const productPdfPage = pageOf(z.object({ productCode: z.string(), uploaded: instant }))

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

/** A page of orders, from the orders service, including those that were not paid in time. */
export const orderPage = pageOf(order)

/**
 * A page of the vouchers that the customer has ever used in an order, and of the customer's personal vouchers, from the
 * vouchers service.
 */
export const voucherPage = pageOf(
  z.object({
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
  }),
)

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

/** A page of invoices and credit notes, from the invoices service. */
export const invoicePage = pageOf(invoice)

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

const onlineBook = z.object({
  widgetId: z.string(),
  title: z.string(),
  created: instant,
  deleted: instant.nullable(),
  pagesCount: count,
  missingPagesCount: count,
  links: z.array(
    z.object({
      kind: z.string(),
      recipientEmail: text,
      fromName: text,
      message: text,
      created: instant,
      expires: instant.nullable(),
      ended: instant.nullable(),
      viewsCount: count,
    }),
  ),
  galleryEntries: z.array(
    z.object({
      channel: z.string(),
      title: z.string(),
      description: z.string(),
      categoryIds: z.array(z.string()),
      published: instant,
    }),
  ),
})

/**
 * A page of the account's online books, with the people they are shared with, from the widgets service. The URLs of the
 * shared links are left out, because they are secret.
 */
export const onlineBookPage = pageOf(onlineBook)

/** A page of the saved projects, and of those that can be restored, from the projects service. */
export const projectPage = pageOf(project)
