import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import { seededRandom } from '../support/random.ts'
import { AlbumStore } from '../support/albumStore.ts'
import { LongWork, buildArchive } from '../support/longWork.ts'
import { PhotoLibrary, buildPhoto } from '../support/photoLibrary.ts'
import { answerPurchase, type PurchaseService } from './purchaseAnswers.ts'

/** The services that the gateway calls. */
export type ServiceName = 'photos' | 'site' | 'identity' | 'customers' | 'downloads' | PurchaseService

/** How a service answers. All modes but `well` are faults. */
export type AnswerMode = 'well' | 'sometimes503' | 'malformed' | 'html' | 'drifted'

/** The first message of the parent process. */
export interface ServiceRole {
  readonly name: ServiceName
  readonly port: number
  /** The public keys of the identity service. */
  readonly jwks: object
}

/** One upstream in a process of its own. It sends `ready`, then receives answer modes and sends `done` for each. */
const [role] = (await once(process, 'message')) as [ServiceRole]
const library = new PhotoLibrary()
for (let month = 1; month <= 12; month += 1) {
  for (let day = 1; day <= 28; day += 1) {
    const date = `2024-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T10:00:00`
    library.photos.push(buildPhoto(month * 100 + day, date))
  }
}
const owner = '018f3c1a-0000-7000-8000-00000000000a'
const albums = new AlbumStore(() => library)
for (let number = 1; number <= 12; number += 1) {
  const photoIds = [buildPhoto(number * 100 + 1).imageId]
  albums.put(number, { ownerId: owner, photoIds })
}
/** The texts of the answers so far, by path. */
const answered = new Map<string, string>()
const answers: Record<ServiceName, (url: URL) => unknown> = {
  photos: answerPhotos,
  site: answerSite,
  identity: answerIdentity,
  customers: answerCustomers,
  downloads: answerDownloads,
  orders: (url) => answerPurchase('orders', url),
  vouchers: (url) => answerPurchase('vouchers', url),
  invoices: (url) => answerPurchase('invoices', url),
  projects: (url) => answerPurchase('projects', url),
  products: (url) => answerPurchase('products', url),
  merchandise: (url) => answerPurchase('merchandise', url),
  shop: (url) => answerPurchase('shop', url),
  mailing: (url) => answerPurchase('mailing', url),
  payments: (url) => answerPurchase('payments', url),
  exports: (url) => answerPurchase('exports', url),
}
let mode: AnswerMode = 'well'
const random = seededRandom(1)

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => respond(request.url ?? '/', response))
})
server.listen(role.port, '127.0.0.1', () => process.send?.('ready'))
process.on('message', (message: AnswerMode) => {
  mode = message
  process.send?.('done')
})
process.on('disconnect', () => process.exit(0))

function respond(path: string, response: ServerResponse): void {
  const text = answered.get(path) ?? JSON.stringify(answers[role.name](new URL(path, 'http://service')) ?? null)
  answered.set(path, text)
  if (text === 'null') return send(response, 404, 'application/problem+json', '{"status":404,"code":"NOT_FOUND"}')
  if (mode === 'sometimes503' && random() < 0.3) {
    return send(response, 503, 'application/problem+json', '{"status":503,"code":"UNAVAILABLE"}')
  }
  if (mode === 'html') return send(response, 200, 'text/html', '<!doctype html><title>Maintenance</title>')
  if (mode === 'malformed') return send(response, 200, 'application/json', text.replace(/[}\]]/, ',,'))
  send(response, 200, 'application/json', mode === 'drifted' ? drift(text) : text)
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
}

/** The answer of an incompatible version: some fields are renamed, and numbers are text or too large. */
function drift(text: string): string {
  if (random() < 0.5) return text.replaceAll(/:(\d+)(?=[,}])/g, ':$1e10').replaceAll('"name":', '"title":')
  return text
    .replaceAll(
      /"(imageId|brand|keys|items|offers|projects|products|Channels|sizes|email|allowedKinds)"/g,
      '"$1Renamed"',
    )
    .replaceAll(/:(\d+)(?=[,}])/g, ':"$1 pieces"')
}

function answerPhotos({ pathname, searchParams }: URL): unknown {
  if (pathname === '/photos/users') return { albumsCount: 2, photosCount: library.photos.length }
  if (pathname === '/photos/users/timeline') return library.counts()
  if (pathname === '/photos/albums')
    return { cursor: null, albums: albums.list(owner, 'own').map((album) => albums.wire(album)) }
  const [, year, month] = /^\/photos\/photos\/timeline\/(\d+)\/(\d+)$/.exec(pathname) ?? []
  if (year === undefined && pathname !== '/photos/photos') return undefined
  const listing = {
    cursor: searchParams.get('cursor') ?? undefined,
    limit: Number(searchParams.get('limit') ?? 24),
    sortKey: searchParams.get('sortKey') ?? 'dateTaken',
    sortOrder: searchParams.get('sortOrder') ?? 'desc',
  }
  return library.page(listing, year === undefined ? undefined : { year: Number(year), month: Number(month) })
}

function answerSite({ pathname }: URL): unknown {
  if (pathname !== '/site/config.json') return undefined
  return {
    brand: 'keepsake',
    name: 'Keepsake',
    channel: 'k',
    defaultLocale: 'nl-NL',
    locales: ['en-GB', 'nl-NL'],
    logoUrl: '/brands/keepsake/logo.svg',
    theme: { light: {}, dark: {} },
    graphqlUrl: '/graphql',
    authority: 'http://keepsake.test/identity',
    clientId: 'keepsake-web',
    scope: 'openid email',
    uploadUrl: 'http://keepsake.test/storage/files',
    features: { PhotoManagementTimelineViewEnabled: true },
    currency: 'EUR',
    countries: ['NL', 'BE'],
    links: {
      faq: 'https://shop.test/faq',
      customerCare: 'https://shop.test/care',
      storeFront: 'https://shop.test/',
      terms: 'https://shop.test/terms',
      privacy: 'https://shop.test/privacy',
      editor: '/editor',
    },
  }
}

function answerIdentity({ pathname }: URL): unknown {
  return pathname === '/identity/jwks' ? role.jwks : undefined
}

function answerCustomers({ pathname }: URL): unknown {
  return pathname === '/customers/accounts/getaccountinformation' ? new LongWork().accountInformation : undefined
}

function answerDownloads({ pathname }: URL): unknown {
  if (pathname !== '/downloads/downloads') return undefined
  return { items: [3, 2, 1].map((number) => buildArchive(number)), cursor: null }
}
