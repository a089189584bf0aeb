import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { documentOf } from '../../../services/invoices/files.ts'
import { newInvoice } from '../../../services/invoices/issuing.ts'
import { paidOrderOf } from '../../../services/invoices/paidOrder.ts'
import { brandFontsOf } from '../../../services/invoices/pdf/brandFonts.ts'
import { generalFonts, printableText } from '../../../services/invoices/pdf/fonts.ts'
import { makeInvoiceFiles } from '../../../services/invoices/pdf/invoiceFiles.ts'
import { eventOf } from '../../../services/orders/orderEvents.ts'
import { createOrder } from '../../../services/orders/placing.ts'
import { type Brand, toAsset } from '../../../services/platform/brands/brand.ts'
import { demoBrands } from '../../support/brands.ts'
import { brandTextsIn } from '../../support/brandTexts.ts'
import { home } from '../orders/orderServices.ts'
import { type ReadPdf, readPdf } from './pdfText.ts'

const day = new Date('2026-11-26T10:00:00Z')
const silent = { warn: () => undefined }
const general = ['NotoSans-Bold', 'NotoSans-Regular']

const brandOf = (key: string): Brand => demoBrands.find((brand) => brand.key === key) ?? demoBrands[0]

/** The invoice of a brand, as a PDF reader finds it. */
async function invoiceOf(brand: Brand, options: { readonly locale?: string; readonly name?: string } = {}) {
  const { locale = 'fr-FR', name = 'Studio Nord' } = options
  const { order } = createOrder(
    {
      accountId: randomUUID(),
      source: 'WEB',
      shopUrl: brand.links.storeFront,
      currency: 'EUR',
      lines: [
        {
          productCode: 'PAP_710',
          articleName: 'Mug',
          title: 'Coffee office',
          quantity: 1,
          unitPrice: 123_456,
          discount: 0,
          vatRate: 2_100,
          voucher: null,
          photoIds: [],
          projectId: null,
        },
      ],
      shipping: { price: 0, vatRate: 2_100 },
      deliveryType: 'Home',
      deliveryAddress: { ...home, name },
      payment: 'succeeds',
    },
    { now: day, stepSeconds: null, code: 'ABCDEF123456' },
  )
  const paid = paidOrderOf(eventOf(order, 'order.paid').data)
  if (!paid) throw new Error('The order is not paid.')
  const numbered = { number: 'L2026-000001', issued_on: '2026-11-26', order_code: order.code }
  const document = documentOf({ ...newInvoice(brand, paid, { name, locale, business: true }), ...numbered })
  const look = { created: day, ownFonts: await brandFontsOf(brand, silent) }
  const { pdf } = await makeInvoiceFiles(document, { ...brandTextsIn(locale), brand }, look)
  return { pdf, read: await readPdf(pdf) }
}

const plain = (text: string) => text.replaceAll(/\s+/gu, ' ')

describe('an invoice', () => {
  test.each([
    ['keepsake', general],
    ['lumina', ['Nunito-ExtraLight']],
    ['korrel', ['ArchivoSemiBold-Regular']],
    ['se', ['Figtree-Light', 'Fraunces-Regular']],
  ])('of the brand %s has its name, its logo and only its fonts: %j', async (key, fonts) => {
    const brand = brandOf(key)
    const { read } = await invoiceOf(brand)
    expect(read).toMatchObject({ fonts, pictures: ['96 × 96'] } satisfies Partial<ReadPdf>)
    const amount = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }).format(1_234.56)
    for (const text of [brand.name, 'Coffee office', plain(amount)]) expect(read.text).toContain(text)
  })

  test('shows a customer’s name in the general font if the brand’s font lacks a letter of it', async () => {
    const { read } = await invoiceOf(brandOf('lumina'), { name: 'Ελένη' })
    expect(read.text).toContain('Ελένη')
    expect(read.fonts).toEqual(['NotoSans-Bold', 'Nunito-ExtraLight'])
  })

  test('is the same file if its job is repeated', async () => {
    const [first, second] = [await invoiceOf(brandOf('se')), await invoiceOf(brandOf('se'))]
    expect(first.pdf.equals(second.pdf)).toBe(true)
  })
})

describe('the fonts of a brand', () => {
  test('have the weights of texts and of its headings', async () => {
    const fonts = await brandFontsOf(brandOf('se'), silent)
    const weights = Object.values(fonts ?? {}).map((font) => font['OS/2'].usWeightClass)
    expect(weights).toEqual([400, 700, brandOf('se').fonts?.headingWeight])
  })

  test('that cannot be read are reported, and not used', async () => {
    const brand = brandOf('lumina')
    const broken = toAsset('font/woff2', Buffer.from('wOF2, and no font'))
    const warnings: unknown[] = []
    const log = { warn: (facts: unknown) => void warnings.push(facts) }
    const fonts = await brandFontsOf({ ...brand, assets: new Map([['nunito.woff2', broken]]) }, log)
    expect(fonts).toBeNull()
    expect(warnings).toEqual([expect.objectContaining({ brand: 'lumina' })])
  })

  test('show a text only if they have all its characters', async () => {
    const own = await brandFontsOf(brandOf('korrel'), silent)
    expect(printableText('1\u202f234 €', 'bold', own)).toEqual({ text: '1\u00a0234 €', font: own?.bold })
    expect(printableText('Łódź', 'bold', own)).toEqual({ text: 'Łódź', font: generalFonts().bold })
    expect(printableText('Mug \u{1F4F8}', 'display', own)).toEqual({ text: 'Mug ?', font: own?.display })
  })
})
