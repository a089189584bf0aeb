import { escapeText } from '../platform/markup.ts'
import type { CallbackFormat } from './tables.ts'

/** What is sent to a callback. */
export interface Notice {
  readonly contentType: string
  readonly body: string
}

/** The fields of a notice, which are the same in real notices. */
const sample = {
  orderCode: 'TEST-0001',
  status: 'Dispatched',
  carrier: 'Test carrier',
  trackingNumber: 'TEST123456789',
  trackingUrl: 'https://tracking.example/TEST123456789',
  productCode: 'PAP_910',
  title: 'Photo prints, 10 × 15 cm',
  quantity: 24,
} as const

const contentTypes: Readonly<Record<CallbackFormat, string>> = {
  json: 'application/json',
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
}

/** A delivery notice of an order that does not exist. Its field `isTest` says so. */
export function sampleNotice(format: CallbackFormat, now: Date): Notice {
  const fields = { isTest: true, ...sample, dispatchedAt: now.toISOString() }
  return { contentType: contentTypes[format], body: bodies[format](fields) }
}

type Fields = Readonly<Record<string, string | number | boolean>>

const bodies: Readonly<Record<CallbackFormat, (fields: Fields) => string>> = {
  json: (fields) => JSON.stringify(fields),
  xml: (fields) => {
    const elements = Object.entries(fields).map(([name, value]) => `<${name}>${escapeText(String(value))}</${name}>`)
    return `<?xml version="1.0" encoding="UTF-8"?>\n<deliveryNotice>${elements.join('')}</deliveryNotice>\n`
  },
  csv: (fields) =>
    [Object.keys(fields), Object.values(fields)].map((row) => row.map(quoted).join(',')).join('\r\n') + '\r\n',
}

function quoted(value: string | number | boolean): string {
  return `"${String(value).replaceAll('"', '""')}"`
}
