import { expect, test } from 'vitest'
import { shopUrlOf } from '../../../services/platform/brands/brand.ts'
import { sellingBrand } from '../../../services/invoices/sellers.ts'
import { addDemoOrders } from '../../../services/orders/demo.ts'
import { demoAccounts } from '../../../services/platform/demo.ts'
import { brandsAt } from '../../support/brands.ts'
import { readPdf } from './pdfText.ts'
import { InvoiceServices, pdfPath } from './invoiceServices.ts'

const services = new InvoiceServices('the embedded database', [], { DEMO: 'true' })
const [anna, , studio] = demoAccounts
const documents = 43

interface Listed {
  readonly id: string
  readonly kind: string
  readonly number: string
  readonly issuedOn: string
  readonly orderCode: string
}

test('the business account of the demo has 40 invoices over five years, of its own orders', async () => {
  await services.register(services.newBuyer(studio.id), { name: studio.name })
  await services.register(services.newBuyer(anna.id), { name: anna.name, business: false })
  await addDemoOrders(services.platform)
  const buyer = services.newBuyer(studio.id)
  const listed: Listed[] = await buyer.invoices(documents)
  expect(listed.filter(({ kind }) => kind === 'invoice')).toHaveLength(40)
  expect(new Set(listed.map(({ issuedOn }) => issuedOn.slice(0, 4))).size).toBeGreaterThanOrEqual(5)
  const oldestFirst = listed.toReversed()
  expect(oldestFirst.map(({ issuedOn }) => issuedOn)).toEqual(oldestFirst.map(({ issuedOn }) => issuedOn).toSorted())
  const expected = [...Map.groupBy(oldestFirst, ({ issuedOn }) => issuedOn.slice(0, 4)).entries()].flatMap(
    ([year, ofYear]) => ofYear.map((_, index) => `K${year}-${String(index + 1).padStart(6, '0')}`),
  )
  expect(oldestFirst.map(({ number }) => number)).toEqual(expected)
  const { body: page } = await buyer.call('GET', '/orders/v2/superorders/me')
  const codes = new Set(page.items.map(({ orderCode }: { orderCode: string }) => orderCode))
  expect(listed.filter(({ orderCode }) => !codes.has(orderCode))).toEqual([])
  const newest = listed[0]
  const response = await fetch(`${services.url}${pdfPath(newest?.id ?? '')}`, {
    headers: { authorization: `Bearer ${await buyer.token()}` },
  })
  const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()))
  expect(text).toContain('Studio Nord')
  expect(text).toContain(newest?.number)
  expect((await services.newBuyer(anna.id).list()).total).toBe(0)
})

test('an order belongs to the brand of its store front, and an order of an unknown store front to the first brand', () => {
  const brands = brandsAt('https://keepsake.example')
  for (const brand of brands.all()) expect(sellingBrand(brands, shopUrlOf(brand)).key).toBe(brand.key)
  expect(sellingBrand(brands, 'https://www.gone.example/').key).toBe('keepsake')
  expect(sellingBrand(brands, '').key).toBe('keepsake')
})
