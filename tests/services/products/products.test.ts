import { describe, expect, test } from 'vitest'
import { productSchema, readCatalogue } from '../../../services/platform/catalogue/catalogue.ts'
import { localeOf, locales } from '../../../services/platform/locales.ts'
import { demoBrands } from '../../support/brands.ts'
import { databaseKinds } from '../../support/database.ts'
import { printsOf } from '../../../web/shared/prints/printQuality.ts'
import { ServiceGroup } from '../serviceGroup.ts'

describe('the catalogue', () => {
  test('has the print sizes that the client shows', async () => {
    const prints = readCatalogue().products.get('PAP_910')
    const sizes = prints?.variants.map(({ widthMillimetres, heightMillimetres }) => ({
      short: heightMillimetres / 10,
      long: widthMillimetres / 10,
    }))
    expect(sizes).toEqual(printsOf(1, 1).map(({ short, long }) => ({ short, long })))
  })

  test('has the locales of the brands', () => {
    const { countries } = readCatalogue()
    for (const brand of demoBrands) expect(brand.locales.toSorted()).toEqual(locales.toSorted())
    expect(countries.flatMap((country) => country.locales).toSorted()).toEqual([...locales].toSorted())
  })

  test('has twelve products, at least one of each kind', () => {
    const { products, articleTypes } = readCatalogue()
    expect(products.size).toBe(12)
    expect(new Set([...products.values()].map(({ articleType }) => articleType))).toEqual(
      new Set(Object.keys(articleTypes)),
    )
  })

  test('refuses a product whose sizes do not grow in area, because the first size is shown as the smallest', () => {
    const prints = readCatalogue().products.get('PAP_910')
    expect(productSchema.safeParse(prints).success).toBe(true)
    const [first, ...others] = prints?.variants ?? []
    for (const variants of [
      [...others, first],
      [first, first, ...others],
    ]) {
      const issues = productSchema.safeParse({ ...prints, variants }).error?.issues
      expect(issues).toMatchObject([
        { path: ['variants'], message: 'Sort the variants by their area, smallest first.' },
      ])
    }
  })
})

test.each([
  [undefined, 'en-GB'],
  ['', 'en-GB'],
  ['ja', 'en-GB'],
  ['nl-BE', 'nl-BE'],
  ['NL-be', 'nl-BE'],
  ['fr-CA,en;q=0.5', 'fr-FR'],
  ['ja, sv;q=0.2, da;q=0.8', 'da-DK'],
  ['de;q=0, it', 'it-IT'],
  ['*', 'en-GB'],
])('the header Accept-Language %j chooses %s', (header, locale) => {
  expect(localeOf(header)).toBe(locale)
})

describe.each(databaseKinds)('a product, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['products'])

  test('has texts in the language of the customer, sizes, prices and taxes', async () => {
    const customer = services.newCustomer()
    const headers = { 'accept-language': 'nl-BE' }
    const { status, headers: sent, body } = await customer.call('GET', '/products/v1/Products/PAP_910', { headers })
    expect([status, sent.get('content-language'), sent.get('vary')]).toEqual([200, 'nl-BE', 'Accept-Language'])
    expect(body).toMatchObject({
      code: 'PAP_910',
      locale: 'nl-BE',
      title: 'Fotoafdrukken',
      description: 'Je foto’s op echt fotopapier.',
      articleType: 'PhotoPrint',
      pages: null,
      productionDays: 1,
    })
    expect(body.variants[0]).toEqual({
      code: '10X15',
      title: '15 × 10 cm',
      widthMillimetres: 150,
      heightMillimetres: 100,
      minimumPixels: [
        { quality: 'acceptable', width: 886, height: 591 },
        { quality: 'good', width: 1_182, height: 788 },
        { quality: 'excellent', width: 1_772, height: 1_182 },
      ],
      prices: [
        { amount: '0.19', currency: 'EUR' },
        { amount: '0.17', currency: 'GBP' },
        { amount: '2.13', currency: 'SEK' },
        { amount: '1.42', currency: 'DKK' },
        { amount: '2.20', currency: 'NOK' },
      ],
    })
    expect(body.vatRates).toHaveLength(10)
    expect(body.vatRates).toContainEqual({ country: 'BE', vatRate: '21.00' })
  })

  test('has the smallest numbers of pixels with which the client shows each print quality', async () => {
    const { body } = await services.newCustomer().call('GET', '/products/v1/Products/PAP_910')
    for (const [index, { minimumPixels }] of body.variants.entries()) {
      for (const { quality, width, height } of minimumPixels) {
        expect(printsOf(width, height)[index]?.quality).toBe(quality)
        expect(printsOf(width - 1, height)[index]?.quality).not.toBe(quality)
        expect(printsOf(width, height - 1)[index]?.quality).not.toBe(quality)
      }
    }
  })

  test('with pages says how many pages it can have', async () => {
    const { body } = await services.newCustomer().call('GET', '/products/v1/Products/PAP_370')
    expect(body).toMatchObject({ locale: 'en-GB', pages: { minimum: 24, maximum: 120, step: 2 } })
  })

  test('is found with others by their codes, and unknown codes are left out', async () => {
    const customer = services.newCustomer()
    const headers = { 'accept-language': 'nl-BE' }
    const find = (codes: string) => customer.call('GET', `/products/v1/Products?codes=${codes}`, { headers })
    const { headers: sent, body } = await find('PAP_910,PAP_999,PAP_370,PAP_910,,__proto__')
    expect([sent.get('content-language'), sent.get('vary')]).toEqual(['nl-BE', 'Accept-Language'])
    const alone = (code: string) => customer.call('GET', `/products/v1/Products/${code}`, { headers })
    expect(body).toEqual({ products: [(await alone('PAP_910')).body, (await alone('PAP_370')).body] })
    expect((await find('')).body).toEqual({ products: [] })
    expect([(await find('A,'.repeat(99))).status, (await find('A,'.repeat(100))).status]).toEqual([200, 400])
    expect((await customer.call('GET', '/products/v1/Products')).status).toBe(400)
  })

  test.each(['PAP_999', 'pap_910', 'PAP_910.json', '..%2FPAP_910', '__proto__', 'x'.repeat(101)])(
    'that is not known (%s) is answered with 404',
    async (code) => {
      const { status, body } = await services.newCustomer().call('GET', `/products/v1/Products/${code}`)
      expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    },
  )
})
