import { randomUUID } from 'node:crypto'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { documentOf } from '../../../services/invoices/files.ts'
import { newInvoice } from '../../../services/invoices/issuing.ts'
import { paidOrderOf } from '../../../services/invoices/paidOrder.ts'
import { crossIndustryInvoiceOf } from '../../../services/invoices/pdf/crossIndustryInvoice.ts'
import { makeInvoiceFiles } from '../../../services/invoices/pdf/invoiceFiles.ts'
import type { Invoice } from '../../../services/invoices/store.ts'
import { toWireInvoice } from '../../../services/invoices/wireInvoice.ts'
import { eventOf } from '../../../services/orders/orderEvents.ts'
import { createOrder, newOrderCode } from '../../../services/orders/placing.ts'
import { locales } from '../../../services/platform/locales.ts'
import { brandsAt, demoBrands } from '../../support/brands.ts'
import { brandTextsIn } from '../../support/brandTexts.ts'
import { seededRandom } from '../../support/random.ts'
import { home } from '../orders/orderServices.ts'
import { readPdf } from './pdfText.ts'

const invoices = 1_000
/** One in this many invoices is also made as a PDF. */
const pdfEvery = 80
const rates = [0, 600, 900, 2_100, 2_500] as const
const currencies = ['EUR', 'GBP', 'SEK', 'DKK', 'NOK'] as const
const titles = ['Photo mug', 'Fotobok “Sommar & <hav>”', 'Γάμος Ελένης', 'Свадьба', '写真集 \u{1F4F8}']

const random = seededRandom(505)
const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

/** The invoice of a random order, as the database would have it. */
function randomInvoice(index: number): Invoice {
  const lines = Array.from({ length: 1 + Math.floor(random() ** 3 * 60) }, () => {
    const [quantity, unitPrice] = [1 + Math.floor(random() * 40), Math.floor(random() ** 9 * 100_000_000)]
    const discount = random() < 0.4 ? Math.floor(random() * quantity * unitPrice) : 0
    const line = { productCode: 'PAP_710', articleName: 'Mug', voucher: null, photoIds: [], projectId: null }
    return { ...line, title: pick(titles), quantity, unitPrice, discount, vatRate: pick(rates) }
  })
  const { order } = createOrder(
    {
      accountId: randomUUID(),
      source: 'WEB',
      shopUrl: pick(demoBrands).links.storeFront,
      currency: pick(currencies),
      lines,
      shipping: { price: random() < 0.3 ? 0 : 1 + Math.floor(random() * 2_000), vatRate: pick(rates) },
      deliveryType: 'Home',
      deliveryAddress: home,
      payment: 'succeeds',
    },
    { now: new Date('2026-11-26T10:00:00Z'), stepSeconds: null, code: newOrderCode() },
  )
  const paid = paidOrderOf(eventOf(order, 'order.paid').data)
  if (!paid) return randomInvoice(index)
  const number = `K2026-${String(index + 1).padStart(6, '0')}`
  return {
    ...newInvoice(demoBrands[0], paid, { name: 'Studio Nord', locale: pick(locales), business: true }),
    id: randomUUID(),
    account_id: order.account_id,
    order_code: order.code,
    brand: 'keepsake',
    year: 2026,
    sequence: index + 1,
    number,
    issued_on: '2026-11-26',
    state: 'ready',
    pdf_size: 1,
    xml_size: 1,
    created_at: new Date('2026-11-26T10:00:00Z'),
  }
}

/** The texts of all elements with this name in a part of the XML. */
function textsIn(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<ram:${element}(?: [^>]*)?>([^<]*)</ram:${element}>`, 'g'))].map(
    ([, text = '']) => text,
  )
}

const cents = (amount = '') => Math.round(Number(amount) * 100)
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + cents(amount), 0)

/** Returns the sums of an XML. Expects that they keep the rules of EN 16931. */
function readXml(xml: string) {
  const [header = ''] = /<ram:ApplicableHeaderTradeSettlement>[^]*$/.exec(xml) ?? []
  const [summation = ''] = /<ram:SpecifiedTradeSettlementHeaderMonetarySummation>[^]*$/.exec(header) ?? []
  const taxes = [...header.matchAll(/<ram:ApplicableTradeTax>(.*?)<\/ram:ApplicableTradeTax>/g)].map(
    ([, tax = '']) => tax,
  )
  const charges = textsIn(header, 'ActualAmount')
  const one = (element: string) => cents(textsIn(summation, element)[0])
  const lines = [
    ...xml.matchAll(/<ram:IncludedSupplyChainTradeLineItem>[^]*?<\/ram:IncludedSupplyChainTradeLineItem>/g),
  ]
  const lineAmounts = lines.flatMap(([line]) => textsIn(line, 'LineTotalAmount'))
  expect(one('LineTotalAmount'), 'BR-CO-10').toBe(sum(lineAmounts))
  expect(one('ChargeTotalAmount'), 'BR-CO-12').toBe(sum(charges))
  expect(one('TaxBasisTotalAmount'), 'BR-CO-13').toBe(one('LineTotalAmount') + one('ChargeTotalAmount'))
  expect(one('TaxTotalAmount'), 'BR-CO-14').toBe(sum(taxes.flatMap((tax) => textsIn(tax, 'CalculatedAmount'))))
  expect(one('GrandTotalAmount'), 'BR-CO-15').toBe(one('TaxBasisTotalAmount') + one('TaxTotalAmount'))
  expect(one('DuePayableAmount'), 'BR-CO-16').toBe(one('GrandTotalAmount') - one('TotalPrepaidAmount'))
  const vat = taxes.map((tax) => {
    const [rate = '', basis = '', calculated = ''] = ['RateApplicablePercent', 'BasisAmount', 'CalculatedAmount'].map(
      (element) => textsIn(tax, element)[0],
    )
    expect(Math.abs((Number(basis) * Number(rate)) / 100 - Number(calculated)), 'BR-CO-17').toBeLessThan(1)
    const parts = [
      ...lines.filter(([line]) => textsIn(line, 'RateApplicablePercent')[0] === rate).map(([line]) => line),
      ...(header.match(/<ram:SpecifiedTradeAllowanceCharge>.*?<\/ram:SpecifiedTradeAllowanceCharge>/g) ?? []).filter(
        (charge) => textsIn(charge, 'RateApplicablePercent')[0] === rate,
      ),
    ]
    const amounts = parts.flatMap((part) => [...textsIn(part, 'LineTotalAmount'), ...textsIn(part, 'ActualAmount')])
    expect(cents(basis), 'BR-S-08').toBe(sum(amounts))
    return { vatRate: rate, net: cents(basis), tax: cents(calculated) }
  })
  return { vat, net: one('TaxBasisTotalAmount'), tax: one('TaxTotalAmount'), total: one('GrandTotalAmount') }
}

const plain = (text: string) => text.replaceAll(/\s+/gu, ' ')

/** Expects the sums of the API in the PDF, and the XML as its embedded file. */
async function expectInPdf(invoice: Invoice): Promise<void> {
  const look = { created: invoice.created_at, ownFonts: null }
  const { pdf, xml } = await makeInvoiceFiles(documentOf(invoice), brandTextsIn(invoice.locale), look)
  expect(new JSDOM(xml.toString(), { contentType: 'text/xml' }).window.document.documentElement.localName).toBe(
    'CrossIndustryInvoice',
  )
  const read = await readPdf(pdf)
  expect(read.files).toEqual(new Map([['factur-x.xml', xml]]))
  expect(read).toMatchObject({
    language: invoice.locale,
    isTagged: true,
    title: expect.stringContaining(invoice.number),
  })
  const amounts = new Intl.NumberFormat(invoice.locale, { style: 'currency', currency: invoice.currency })
  const row = ({ net, tax, gross }: { net: number; tax: number; gross: number }) =>
    plain([net, tax, gross].map((units) => amounts.format(units / 100)).join(' '))
  const { vat, lines, charges } = invoice.content
  for (const part of [...vat, ...lines, ...charges]) expect(read.text).toContain(row(part))
  expect(read.text).toContain(row({ ...invoice, gross: invoice.total }))
}

describe('1,000 random invoices', () => {
  const brands = brandsAt('https://keepsake.example')
  const made = Array.from({ length: invoices }, (_, index) => randomInvoice(index))

  test('have the same sums in the API and in the XML, which keeps the rules of EN 16931', () => {
    for (const invoice of made) {
      const document = documentOf(invoice)
      const xml = readXml(crossIndustryInvoiceOf(document, { delivery: 'Delivery', payment: 'Paid' }))
      const { vat, net, tax, total } = toWireInvoice({ brands }, invoice)
      expect(xml).toEqual({
        vat: vat.map((one) => ({ vatRate: one.vatRate, net: cents(one.net.amount), tax: cents(one.tax.amount) })),
        net: cents(net.amount),
        tax: cents(tax.amount),
        total: cents(total.amount),
      })
    }
  })

  test('have the same sums in the PDF, which embeds the XML', async () => {
    for (const invoice of made.filter((_, index) => index % pdfEvery === 0)) await expectInPdf(invoice)
  })
})
