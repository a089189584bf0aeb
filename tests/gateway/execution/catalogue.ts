import { imageIdOf } from '../../support/photoLibrary.ts'
import type { Random } from './random.ts'

type Answer = (question: string, make: (random: Random) => unknown) => Promise<unknown>

const noon = '2026-03-01T12:00:00Z'

/** The clients for saved projects, products and merchandise, with generated responses. */
export function createCatalogue(answer: Answer): object {
  const projects = {
    canRestore: async () => true,
    list: (...asked: unknown[]) =>
      answer(`projects ${JSON.stringify(asked)}`, (random) => ({
        next: random.chance(0.5) ? 'further' : null,
        total: random.below(9),
        items: listOf(project, random),
      })),
    find: (ids: readonly string[]) => answer(`find projects ${ids.join()}`, (random) => [project(random)]),
    findUsing: (ids: readonly string[]) =>
      answer(`using ${ids.join()}`, (random) =>
        random.chance(0.3) ? null : { projects: listOf(project, random), totalCount: 3, photoIds: [imageIdOf(1)] },
      ),
  }
  const products = {
    find: (codes: readonly string[], locale: string) =>
      answer(`products ${codes.join()} ${locale}`, (random) => codes.map(() => orNull(product, random))),
    listArticleGroups: (locale: string) => answer(`groups ${locale}`, (random) => listOf(articleGroup, random)),
    findCampaigns: (names: readonly string[]) =>
      answer(`campaigns ${names.join()}`, (random) => names.map(() => orNull(campaign, random))),
    listPdfs: () => answer('pdfs', () => [{ productCode: 'PLAIN', uploaded: noon }]),
    hasPdfUrls: () => answer('URLs of pdfs', (random) => random.chance(0.5)),
    findPdfUrl: (code: string) => answer(`pdf ${code}`, (random) => random.pick(['/files/1.pdf', null])),
  }
  const merchandise = {
    listChannels: (...asked: unknown[]) => answer(`shops ${JSON.stringify(asked)}`, () => [channel]),
    listArticles: (...asked: unknown[]) =>
      answer(`articles ${JSON.stringify(asked)}`, (random) => listOf(article, random)),
  }
  return { projects, products, merchandise }
}

const channel = { ID: 'k', Vendor: { ID: 'keepsake', Locale: 'en-GB' }, ShopUrl: '/', Currency: { ID: 'EUR' } }

function listOf(make: (random: Random) => unknown, random: Random): unknown[] {
  return Array.from({ length: random.below(4) }, () => make(random))
}

function orNull(make: (random: Random) => unknown, random: Random): unknown {
  return random.chance(0.3) ? null : make(random)
}

function project(random: Random): unknown {
  return {
    id: `project-${random.below(3)}`,
    name: random.pick(['Texel', null]),
    productCode: random.pick(['PAP_1', 'PAP_2', null]),
    state: random.pick(['complete', 'photosMissing', 'deleted', 'odd', undefined]),
    created: noon,
    printableUntil: random.pick(['2026-04-01', '2028-01-01', null]),
    thumbnailPhotoIds: [1, 2].map(imageIdOf),
  }
}

function product(random: Random): unknown {
  const minimumPixels = [{ quality: random.pick(['acceptable', 'good']), width: 9, height: 8 }]
  const variant = { code: '10X15', title: '10', widthMillimetres: 1, heightMillimetres: 2, minimumPixels }
  return {
    code: `PAP_${random.below(3)}`,
    title: random.pick(['Book', null]),
    pages: random.pick([null, { minimum: 2, maximum: 4, step: 2 }]),
    variants: random.pick([[variant], null]),
  }
}

function articleGroup(random: Random): unknown {
  const cutoff = { country: random.pick(['NL', 'BE']), campaign: 'christmas', title: 'C', isOpen: random.chance(0.5) }
  const days = { deliveredBy: '2026-12-24', orderBy: random.pick(['2026-12-01', '2026-12-09']) }
  return { code: 'PhotoBook', title: 'Books', productCodes: ['PAP_1', 'PAP_9'], cutoffs: [{ ...cutoff, ...days }] }
}

function campaign(): unknown {
  const days = { starts: '2026-11-01', ends: '2026-12-24', isActive: true }
  return { name: 'christmas', title: 'Christmas', ...days, countries: ['NL'], articleGroups: ['PhotoBook'] }
}

function article(random: Random): unknown {
  const size = { PageHeight: 1, PageWidth: 2, Visible: random.chance(0.8), Links: [] }
  const optionLists = random.pick([[], [{ name: 'Paper', options: [{ ID: 'matt', Title: 'Matt' }] }]])
  return { ID: `PAP_${random.below(3)}`, ArticleType: 'PhotoBook', Title: 'Book', ...size, optionLists }
}
