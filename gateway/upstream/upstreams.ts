import type { CallScope, CallWatcher } from './call.ts'
import { CustomersClient } from './customers/customersClient.ts'
import { DataFilesClient } from './customers/dataFilesClient.ts'
import { DownloadsClient } from './downloads/downloadsClient.ts'
import { ExportsClient } from './exports/exportsClient.ts'
import { KnownExports } from './exports/knownExports.ts'
import { ConnectedAppsClient } from './identity/connectedAppsClient.ts'
import { IdentityClient } from './identity/identityClient.ts'
import { PasskeysClient } from './identity/passkeysClient.ts'
import { SessionsClient } from './identity/sessionsClient.ts'
import { InvoicesClient } from './invoices/invoicesClient.ts'
import { MailingClient } from './mailing/mailingClient.ts'
import { MerchandiseClient } from './merchandise/merchandiseClient.ts'
import { Offers } from './offers.ts'
import { OrdersClient } from './orders/ordersClient.ts'
import { PaymentsClient } from './payments/paymentsClient.ts'
import { ActivationClient } from './photos/activationClient.ts'
import { AlbumsClient } from './photos/albumsClient.ts'
import { PhotosClient } from './photos/photosClient.ts'
import { SeenPages } from './photos/seenPages.ts'
import { TrashClient } from './photos/trashClient.ts'
import { PersonalisationClient } from './personalisation/personalisationClient.ts'
import { ProductsClient } from './products/productsClient.ts'
import { ProjectsClient } from './projects/projectsClient.ts'
import type { UpstreamSettings } from './settings.ts'
import { ShopClient } from './shop/shopClient.ts'
import { SiteClient } from './site/siteClient.ts'
import { Upstream, type UpstreamLog } from './upstream.ts'
import { VouchersClient } from './vouchers/vouchersClient.ts'
import { GalleryClient } from './widgets/galleryClient.ts'
import { WidgetsClient } from './widgets/widgetsClient.ts'

/** A service behind the gateway. */
interface UpstreamRow {
  /**
   * The path that `/readyz` requests. A service without this path is read by socket only; health and metrics leave it
   * out.
   */
  readonly probe?: string
  /** Limits that differ from the usual ones (`defaultUpstreamSettings`). */
  readonly limits?: Partial<UpstreamSettings>
  /**
   * Returns a factory for each of the service's clients, by the client's name in the context. Called once per process.
   * A factory is called at each use of its client.
   */
  clients?(upstream: Upstream): Readonly<Record<string, (scope: CallScope) => object>>
}

/**
 * Every service behind the gateway. The environment variables (`<NAME>_URL`, `<NAME>_TIMEOUT`, …), the clients in the
 * context, health, metrics and traces are derived from these rows.
 */
const table = {
  photos: {
    probe: '/users',
    clients: (photos) => {
      const known = { offers: new Offers(photos), seen: new SeenPages() }
      return {
        photos: (scope) => new PhotosClient(photos, scope, known),
        albums: (scope) => new AlbumsClient(photos, scope, known),
        trash: (scope) => new TrashClient(photos, scope, known),
        activation: (scope) => new ActivationClient(photos, scope),
      }
    },
  },
  site: { probe: '/config.json', clients: (site) => ({ site: (scope) => new SiteClient(site, scope) }) },
  identity: {
    probe: '/jwks',
    clients: (identity) => ({
      identity: (scope) => new IdentityClient(identity, scope),
      sessions: (scope) => new SessionsClient(identity, scope),
      passkeys: (scope) => new PasskeysClient(identity, scope),
      connectedApps: (scope) => new ConnectedAppsClient(identity, scope),
    }),
  },
  customers: {
    probe: '/accounts/getaccountinformation',
    clients: (customers) => {
      const offers = new Offers(customers)
      return {
        customers: (scope) => new CustomersClient(customers, scope, offers),
        dataFiles: (scope) => new DataFilesClient(customers, scope, offers),
      }
    },
  },
  downloads: {
    probe: '/downloads',
    clients: (downloads) => {
      const offers = new Offers(downloads)
      return { downloads: (scope) => new DownloadsClient(downloads, scope, offers) }
    },
  },
  exports: {
    probe: '/backups',
    clients: (exports) => {
      const [known, offers] = [new KnownExports(), new Offers(exports)]
      return { exports: (scope) => new ExportsClient(exports, scope, known, offers) }
    },
  },
  projects: {
    probe: '/api/v2/projects/me',
    clients: (projects) => {
      const offers = new Offers(projects)
      return { projects: (scope) => new ProjectsClient(projects, scope, offers) }
    },
  },
  products: {
    probe: '/v1/Pdfs/me',
    clients: (products) => {
      const offers = new Offers(products)
      return { products: (scope) => new ProductsClient(products, scope, offers) }
    },
  },
  merchandise: {
    probe: '/graphql',
    clients: (merchandise) => ({ merchandise: (scope) => new MerchandiseClient(merchandise, scope) }),
  },
  push: {},
  orders: {
    probe: '/v2/superorders/me',
    clients: (orders) => {
      const offers = new Offers(orders)
      return { orders: (scope) => new OrdersClient(orders, scope, offers) }
    },
  },
  vouchers: {
    probe: '/api/v1/campaigns/offers/-',
    clients: (vouchers) => {
      const offers = new Offers(vouchers)
      return { vouchers: (scope) => new VouchersClient(vouchers, scope, offers) }
    },
  },
  invoices: {
    probe: '/api/v1/HistoricalInvoice/me',
    clients: (invoices) => {
      const offers = new Offers(invoices)
      return { invoices: (scope) => new InvoicesClient(invoices, scope, offers) }
    },
  },
  mailing: {
    probe: '/api/v1/subscriptions/me',
    clients: (mailing) => {
      const offers = new Offers(mailing)
      return { mailing: (scope) => new MailingClient(mailing, scope, offers) }
    },
  },
  payments: {
    probe: '/v1/payment-methods/me',
    clients: (payments) => {
      const offers = new Offers(payments)
      return { payments: (scope) => new PaymentsClient(payments, scope, offers) }
    },
  },
  shop: { probe: '/v1/quotes', clients: (shop) => ({ shop: (scope) => new ShopClient(shop, scope) }) },
  widgets: {
    probe: '/v1/categories',
    clients: (widgets) => {
      const offers = new Offers(widgets)
      return {
        widgets: (scope) => new WidgetsClient(widgets, scope, offers),
        gallery: (scope) => new GalleryClient(widgets, scope, offers),
      }
    },
  },
  personalisation: {
    probe: '/v1/variants/me',
    // The timeout is short, because pages wait for the answer before they show a variant or the default.
    limits: { timeout: 300, connectTimeout: 250 },
    clients: (personalisation) => ({
      personalisation: (scope) => new PersonalisationClient(personalisation, scope),
    }),
  },
} satisfies Record<string, UpstreamRow>

/** The name of a service behind the gateway. */
export type UpstreamName = keyof typeof table

// `Object.entries` loses the type of the names.
const rows = Object.entries(table) as readonly [UpstreamName, UpstreamRow][]

/** The limits of a service that differ from the usual ones. */
export function ownLimitsOf(name: UpstreamName): Partial<UpstreamSettings> {
  const row: UpstreamRow = table[name]
  return row.limits ?? {}
}

/** The names of all services behind the gateway. */
export const upstreamNames: readonly UpstreamName[] = rows.map(([name]) => name)

/** Where one service is, and the limits of calls to it. */
export interface UpstreamAddress extends UpstreamSettings {
  /** The base URL, without a trailing slash. */
  readonly url: string
}

type FactoriesOf<Row> = Row extends { clients(upstream: Upstream): infer Factories } ? Factories : never
type AllOf<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** How each client is made, by its name in the context. */
export type ClientFactories = AllOf<FactoriesOf<(typeof table)[UpstreamName]>>

/** The REST clients that resolvers find in the context. */
export type Clients = { readonly [Name in keyof ClientFactories]: ReturnType<ClientFactories[Name]> }

/** The options for opening all upstreams. */
export interface UpstreamsOptions {
  readonly addresses: Readonly<Record<UpstreamName, UpstreamAddress>>
  readonly log: UpstreamLog
  /** Called after every call. */
  readonly observer: CallWatcher
}

/** The connections to all services behind the gateway, shared by all operations. */
export interface Upstreams {
  readonly byName: Readonly<Record<UpstreamName, Upstream>>
  /** The services that are called by HTTP. */
  readonly called: readonly Upstream[]
  readonly clients: ClientFactories
  close(): Promise<void>
}

/** Creates all upstreams. They open no connection before the first call. */
export function openUpstreams({ addresses, log, observer }: UpstreamsOptions): Upstreams {
  const opened = rows.map(([name, row]) => {
    const { url: baseUrl, ...settings } = addresses[name]
    const upstream = new Upstream({ name, baseUrl, probePath: row.probe, log, observer, ...settings })
    return { name, row, upstream }
  })
  return {
    // These types are derived from the names and clients of the table.
    byName: Object.fromEntries(opened.map(({ name, upstream }) => [name, upstream])) as Upstreams['byName'],
    clients: Object.assign({}, ...opened.map(({ row, upstream }) => row.clients?.(upstream))) as ClientFactories,
    called: opened.filter(({ row }) => row.probe !== undefined).map(({ upstream }) => upstream),
    async close() {
      await Promise.all(opened.map(({ upstream }) => upstream.close()))
    },
  }
}
