import { describe, expect, test } from 'vitest'
import type { RealCatalogue } from './realCatalogue.ts'

const product = `query ($code: String!, $locale: Locale! = "en-GB") { product(code: $code, locale: $locale) {
  code title description articleType pages { minimum maximum step } productionDays
  variants { code title widthMillimetres heightMillimetres minimumPixels { quality width height } } } }`

/** Tests products, order-by dates, PDFs and shops. */
export function describeProducts(real: RealCatalogue): void {
  const products = () => real.links.products.calls
  const merchandise = () => real.links.merchandise.calls

  describe('a product', () => {
    test('has its texts in the language of the argument, its sizes and its pages', async () => {
      const shopper = real.newShopper()
      const prints = await shopper.data(product, { code: 'PAP_910', locale: 'nl-BE' })
      expect(prints.product).toMatchObject({
        code: 'PAP_910',
        title: 'Fotoafdrukken',
        description: 'Je foto’s op echt fotopapier.',
        articleType: 'PhotoPrint',
        pages: null,
        productionDays: 1,
      })
      expect(prints.product.variants[0]).toEqual({
        code: '10X15',
        title: '15 × 10 cm',
        widthMillimetres: 150,
        heightMillimetres: 100,
        minimumPixels: [
          { quality: 'ACCEPTABLE', width: 886, height: 591 },
          { quality: 'GOOD', width: 1_182, height: 788 },
          { quality: 'EXCELLENT', width: 1_772, height: 1_182 },
        ],
      })
      const book = await shopper.data(product, { code: 'PAP_370' })
      expect(book.product).toMatchObject({
        title: 'Photo book A4 landscape',
        pages: { minimum: 24, maximum: 120, step: 2 },
      })
    })

    test.each(['PAP_999', 'pap_910', 'PAP_910,PAP_370', '', '../PAP_910'])(
      'is null with the error NOT_FOUND for an unknown code: %j',
      async (code) => {
        const { data, errors } = await real.newShopper().ask(product, { code })
        expect(data).toEqual({ product: null })
        expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['NOT_FOUND'])
      },
    )

    test.each(['', 'x', 'en\r\nx-evil: 1', 'de-'])('is refused for an invalid language tag: %j', async (locale) => {
      const { data, errors } = await real.newShopper().ask(product, { code: 'PAP_910', locale })
      expect([data, errors.map(({ extensions }) => extensions['code'])]).toEqual([
        { product: null },
        ['BAD_USER_INPUT'],
      ])
      expect(products()).toEqual([])
    })

    test('is loaded once per operation, with others in one call per language', async () => {
      const query = `{ a: product(code: "PAP_910") { title } b: product(code: "PAP_370") { title }
        c: product(code: "PAP_910") { code } d: product(code: "PAP_910", locale: "de-DE") { title } }`
      const { a, b, c, d } = await real.newShopper().data(query)
      expect([a.title, b.title, c.code, d.title]).toEqual([
        'Photo prints',
        'Photo book A4 landscape',
        'PAP_910',
        'Fotoabzüge',
      ])
      expect(products().toSorted()).toEqual([
        'GET /v1/Products?codes=PAP_910',
        'GET /v1/Products?codes=PAP_910%2CPAP_370',
      ])
    })
  })

  describe('the order-by dates', () => {
    const query = `query ($country: String!, $locale: Locale! = "en-GB") {
      viewer { orderByDates(country: $country, locale: $locale) {
        articleType title occasion country orderBy deliveredBy isOpen
        products { code } campaign { name title starts ends isActive countries articleTypes } } } }`

    test('of a country are those of the service, the earliest first, with few calls', async () => {
      const shopper = real.newShopper()
      const { body } = await shopper.call('GET', '/products/v1/ArticleGroup?country=NL')
      const { orderByDates } = (await shopper.data(query, { country: 'NL' })).viewer
      expect(orderByDates.length).toBeGreaterThan(3)
      expect(orderByDates.map(({ orderBy }: { orderBy: string }) => orderBy)).toEqual(
        orderByDates.map(({ orderBy }: { orderBy: string }) => orderBy).toSorted(),
      )
      for (const { articleType, title, products: articles, campaign, occasion, ...days } of orderByDates) {
        const group = body.articleGroups.find(({ code }: { code: string }) => code === articleType)
        const [cutoff] = group.cutoffs
        const { orderBy, deliveredBy, isOpen } = cutoff
        expect(days).toEqual({ country: 'NL', orderBy, deliveredBy, isOpen })
        expect([title, occasion, campaign.name]).toEqual([group.title, cutoff.title, cutoff.campaign])
        expect(articles.map(({ code }: { code: string }) => code)).toEqual(group.productCodes)
        expect([campaign.title, campaign.ends]).toEqual([cutoff.title, cutoff.deliveredBy])
        expect(campaign.countries).toContain('NL')
        expect(campaign.articleTypes).toContain(articleType)
      }
      const campaigns = new Set<string>(
        orderByDates.map(({ campaign }: { campaign: { name: string } }) => campaign.name),
      )
      const made = products().map((call) => call.replace(/\?.*/, ''))
      expect(made.toSorted()).toEqual(
        [
          'GET /v1/ArticleGroup',
          'GET /v1/Products',
          ...[...campaigns].map((name) => `GET /v1/Campaign/${name}`),
        ].toSorted(),
      )
    })

    test('have texts in the language of the argument, and are empty for a country without seasons', async () => {
      const shopper = real.newShopper()
      const dates = async (variables: object) => (await shopper.data(query, { ...variables })).viewer.orderByDates
      const german = await dates({ country: 'DE', locale: 'de-DE' })
      const titles = german.map(({ title, campaign }: { title: string; campaign: { title: string } }) => [
        title,
        campaign.title,
      ])
      expect(titles).toContainEqual(['Fotobücher', 'Weihnachten'])
      expect(await dates({ country: 'JP' })).toEqual([])
      const { data, errors } = await shopper.ask(query, { country: 'Netherlands' })
      expect(data.viewer.orderByDates).toBeNull()
      expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT'])
    })
  })

  describe('the PDF of an ordered product', () => {
    const query = `query ($codes: [String!]!) { viewer { productPdfs(productCodes: $codes) { productCode uploaded isDownloadable url } } }`

    test('is downloaded by a browser from its URL, and only its customer gets the URL', async () => {
      const [shopper, other] = [real.newShopper(), real.newShopper()]
      await real.sendPdf(shopper, 'K-1-1', 'one')
      await real.sendPdf(shopper, 'K-1-2', 'two')
      await real.sendPdf(other, 'K-2-1', 'other')
      const pdfs = async (who: typeof shopper, codes: readonly string[]) =>
        (await who.data(query, { codes })).viewer.productPdfs
      const [pdf, ...others] = await pdfs(shopper, ['k-1-1', 'K-2-1', 'K-9-9'])
      expect([pdf, others]).toEqual([
        {
          productCode: 'K-1-1',
          uploaded: expect.stringMatching(/^\d{4}-.+Z$/),
          isDownloadable: true,
          url: expect.any(String),
        },
        [],
      ])
      const file = await shopper.read(pdf.url)
      expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([
        200,
        'application/pdf',
        '%PDF-1.4\none',
      ])
      expect(products()).toEqual(['GET /v1/Pdfs/me', 'GET /v1/pdf/me/K-1-1/url'])
      expect(await pdfs(other, ['K-1-1', 'K-1-2'])).toEqual([])
    })

    test('is looked for by at most 100 codes', async () => {
      const shopper = real.newShopper()
      expect((await shopper.data(query, { codes: Array(100).fill('K-1-1') })).viewer.productPdfs).toEqual([])
      const { data, errors } = await shopper.ask(query, { codes: Array(101).fill('K-1-1') })
      expect([data, errors.map(({ extensions }) => extensions['code'])]).toEqual([undefined, ['BAD_USER_INPUT']])
    })
  })

  describe('the shops', () => {
    const fields = `channel vendor locale url currency articles { code articleType title pageWidth pageHeight
      optionLists { kind options { code title } } product { title } }`
    const query = `query ($channels: [String!], $locale: Locale! = "en-GB") {
      viewer { shops(channels: $channels, locale: $locale) { ${fields} } } }`

    test('have articles with their options, in the language of the customer', async () => {
      const shopper = real.newShopper()
      const { shops } = (await shopper.data(query, { channels: ['p', 'x'], locale: 'de-DE' })).viewer
      const [{ articles, ...shop }, ...others] = shops
      expect([shop, others]).toEqual([
        {
          channel: 'p',
          vendor: 'lumina',
          locale: 'de-DE',
          url: 'http://lumina.keepsake.test:4000/shop',
          currency: 'EUR',
        },
        [],
      ])
      expect(articles).toHaveLength(12)
      const cards = articles.find(({ code }: { code: string }) => code === 'PAP_620')
      expect(cards).toMatchObject({ articleType: 'Card', title: 'Klappkarten', pageWidth: 150, pageHeight: 100 })
      expect(cards.product).toEqual({ title: 'Klappkarten' })
      expect(cards.optionLists[0]).toEqual({
        kind: 'BORDER',
        options: [
          { code: 'NO_BORDER', title: 'Ohne Rand' },
          { code: 'WHITE_BORDER', title: 'Weißer Rand' },
        ],
      })
      const kinds = articles.flatMap(({ optionLists }: { optionLists: { kind: string }[] }) =>
        optionLists.map(({ kind }) => kind),
      )
      expect(new Set(kinds).size).toBe(10)
      expect([merchandise(), products().length]).toEqual([Array(2).fill('POST /graphql'), 1])
    })

    test('are all listed by default, with one call for each list of articles', async () => {
      const { shops } = (await real.newShopper().data(query)).viewer
      expect(shops.map(({ channel }: { channel: string }) => channel)).toEqual(['k', 'g', 'p', 's'])
      expect([merchandise(), products().length]).toEqual([Array(5).fill('POST /graphql'), 1])
    })
  })
}
