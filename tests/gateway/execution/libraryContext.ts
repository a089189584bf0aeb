import type { GatewayContext } from '../../../gateway/context.ts'
import { UpstreamError } from '../../../gateway/errors/upstreamError.ts'
import { OperationLoaders } from '../../../gateway/loaders.ts'
import type { ClientFactories } from '../../../gateway/upstream/upstreams.ts'
import { ownCall } from '../../../gateway/upstream/ownCall.ts'
import { encodeGlobalId } from '../../../gateway/relay/globalId.ts'
import { nodeTypes } from '../../../gateway/__generated__/modules.ts'
import { invoiceIdOf } from '../../support/invoices.ts'
import { buildDetails, buildPhoto, imageIdOf } from '../../support/photoLibrary.ts'
import { anna, bram } from '../../support/tokens.ts'
import { fakeLinkId, widgetCodeOf } from '../../support/widgets.ts'
import type { RecordingContext } from './compare.ts'
import { createCatalogue } from './catalogue.ts'
import { later, wrongValue } from './generatedValues.ts'
import { createLongWork } from './longWork.ts'
import { createPurchases } from './purchases.ts'
import { createWidgets } from './widgets.ts'
import { Random } from './random.ts'

/** The ids used by documents. Some exist, some do not. */
export const knownIds: readonly string[] = [
  encodeGlobalId('PhotoLibrary', anna),
  encodeGlobalId('PhotoLibrary', bram),
  encodeGlobalId('TimelineMonth', `${anna}:2024-5:dateTaken:desc`),
  encodeGlobalId('TimelineMonth', `${anna}:0-0:created:asc`),
  encodeGlobalId('TempSelection', 'selection-1'),
  encodeGlobalId('Album', '018f3c1a-3333-7000-8000-000000000001'),
  encodeGlobalId('SharedAlbum', '018f3c1a-3333-7000-8000-000000000001'),
  encodeGlobalId('Download', 'archive-1'),
  encodeGlobalId('Export', 'backup-1'),
  encodeGlobalId('ExportChunk', 'backup-1:2'),
  encodeGlobalId('LibraryImport', 'import-1'),
  encodeGlobalId('Order', 'IMG_1.jpg'),
  encodeGlobalId('OrderLine', 'IMG_1.jpg-1'),
  encodeGlobalId('Shipment', '1:IMG_1.jpg'),
  encodeGlobalId('Voucher', 'KEEP-20'),
  encodeGlobalId('Project', 'project-1'),
  encodeGlobalId('Invoice', invoiceIdOf(1)),
  encodeGlobalId('Widget', widgetCodeOf(1)),
  encodeGlobalId('WidgetLink', JSON.stringify([widgetCodeOf(1), fakeLinkId])),
  encodeGlobalId('GalleryEntry', JSON.stringify([widgetCodeOf(1), 'k'])),
  ...[1, 2, 3].map((number) => encodeGlobalId('Photo', imageIdOf(number))),
  'no id',
]

/**
 * A context for the real schema with generated upstream responses. The same seed and request give the same response,
 * immediate or delayed. With some probability the request fails, or the response is corrupted, as if the gateway did
 * not validate responses of upstreams.
 */
export function createLibraryContext(seed: number, faults: number): GatewayContext & RecordingContext {
  const calls: string[] = []
  const answer = async (question: string, make: (random: Random) => unknown): Promise<unknown> => {
    calls.push(question)
    const random = new Random(`${seed} ${question}`)
    return later(random.below(4), () => {
      if (random.chance(faults))
        throw new UpstreamError({ code: 'UPSTREAM_TIMEOUT', upstream: 'photos', detail: question })
      return random.chance(faults * 2) ? corrupted(make(random), random) : make(random)
    })
  }
  const photos = {
    listPhotos: (request: unknown) => answer(`list ${JSON.stringify(request)}`, photoPage),
    listMonth: (month: unknown, request: unknown) => answer(`month ${JSON.stringify([month, request])}`, photoPage),
    countAll: () => answer('counts', () => ({ photosCount: 7, albumsCount: 2 })),
    countMonths: () => answer('months', months),
    hasDetails: async () => true,
    findUploaded: (ids: readonly string[]) => answer(`uploaded ${ids.join()}`, () => ids.map(() => photo(1))),
    findPhotos: (ids: readonly string[]) =>
      answer(`lookup ${ids.join()}`, () =>
        [1, 2].map((number) => ({ ...photo(number), details: buildDetails(photo(number)) })),
      ),
    readTempSelection: (id: string) => answer(`selection ${id}`, () => [1, 2].map((number) => photo(number).imageId)),
    findNeighbours: (id: string) => answer(`beside ${id}`, () => ({ previous: photo(1), next: null })),
  }
  const album = (kind: string) => (id: string) =>
    answer(`${kind} ${id}`, (random) => (random.chance(0.3) ? null : albumOf(random)))
  const albums = {
    listAlbums: (request: unknown) => answer(`albums ${JSON.stringify(request)}`, albumPage),
    listSharedAlbums: (request: unknown) => answer(`shared albums ${JSON.stringify(request)}`, albumPage),
    findAlbum: album('album'),
    findSharedAlbum: album('shared album'),
    listPhotos: (...asked: unknown[]) => answer(`in album ${JSON.stringify(asked)}`, photoPage),
    findNeighbours: (...asked: unknown[]) =>
      answer(`beside in album ${JSON.stringify(asked)}`, () => ({ previous: null, next: photo(2) })),
    countSharedAlbums: () => answer('shared albums', (random) => random.below(5)),
  }
  const longWork = createLongWork(answer)
  const purchases = createPurchases(answer)
  const catalogue = createCatalogue(answer)
  const widgets = createWidgets(answer)
  const site = { getSite: (host: string) => answer(`site ${host}`, () => siteOf()) }
  const viewer = {
    accountId: anna,
    email: 'anna@example.com',
    isBusiness: new Random(seed + 1).chance(0.8),
    accessToken: '',
    expires: 0,
  }
  const context = {
    viewer: new Random(seed).chance(0.1) ? null : viewer,
    correlationId: 'differential',
    observation: {},
    host: 'keepsake.test',
    photos,
    albums,
    site,
    ...longWork,
    ...purchases,
    ...catalogue,
    ...widgets,
    feeds: {},
    now: () => Date.parse('2026-03-01T10:00:00Z'),
    // The cast is needed because the clients are classes with private members. Only their responses matter here.
    loaders: new OperationLoaders(factoriesOf({ photos, ...purchases, ...catalogue, ...widgets }), ownCall(0)),
    nodes: nodeTypes,
  }
  return { ...(context as unknown as GatewayContext), calls }
}

/** The cast is needed for the same reason as in `createLibraryContext`. */
function factoriesOf(clients: object): ClientFactories {
  return Object.fromEntries(
    Object.entries(clients).map(([name, client]) => [name, () => client]),
  ) as unknown as ClientFactories
}

function photo(number: number) {
  return buildPhoto(number, number % 3 === 0 ? undefined : '2024-05-01T10:00:00')
}

function photoPage(random: Random): unknown {
  const items = Array.from({ length: random.below(5) }, () => photo(random.below(30)))
  return { next: random.chance(0.5) ? 'further' : null, items }
}

/** An album with the fields of both `Album` and `SharedAlbum`, so that all of them can be corrupted. */
function albumOf(random: Random): unknown {
  const isOwn = random.chance(0.5)
  const cover = { ...photo(random.below(30)), ...(!isOwn && { ownerId: bram, ownerEmail: 'bram@example.com' }) }
  const owner = isOwn ? anna : bram
  return {
    albumId: `018f3c1a-3333-7000-8000-${String(random.below(9)).padStart(12, '0')}`,
    albumName: random.pick(['Texel', 'with "quotes"', 'ünï 😀']),
    coverPhoto: random.chance(0.2) ? null : cover,
    photosCount: random.below(9),
    created: '2026-03-01T10:00:00Z',
    updated: '2026-03-02T10:00:00Z',
    isShared: random.chance(0.5),
    userId: owner,
    ownerId: owner,
    owner: { email: 'owner@example.com' },
    participants: [{ email: 'Anna@example.com' }, { email: 'cees@example.com' }],
  }
}

function albumPage(random: Random): unknown {
  const items = Array.from({ length: random.below(4) }, () => albumOf(random))
  return { next: random.chance(0.5) ? 'further' : null, items }
}

function months(random: Random): unknown {
  return Array.from({ length: random.below(4) }, (_, index) => ({
    year: 2024 - index,
    month: 5,
    count: random.below(9),
  }))
}

function siteOf(): unknown {
  return {
    brand: 'keepsake',
    name: 'Keep"sake',
    channel: 'k',
    defaultLocale: 'nl-NL',
    locales: ['en-GB', 'nl-NL'],
    logoUrl: '/logo.svg',
    theme: { light: {}, dark: {} },
    features: { One: true, Other: false },
    links: { faq: 'https://shop.test/faq' },
  }
}

/** The response with one part missing, null, or of another type. */
function corrupted(answer: unknown, random: Random): unknown {
  if (typeof answer !== 'object' || answer === null || random.chance(0.15)) return wrongValue('Any', random)
  const names = Object.keys(answer)
  if (names.length === 0) return null
  const name = random.pick(names)
  const kind = random.below(4)
  if (Array.isArray(answer)) {
    const changed: unknown = kind === 0 ? null : corrupted(answer[Number(name)], random)
    return answer.map((item: unknown, index) => (index === Number(name) ? changed : item))
  }
  const { [name]: old, ...rest } = answer as Record<string, unknown>
  if (kind === 0) return rest
  return { ...answer, [name]: kind === 1 ? null : corrupted(old, random) }
}
