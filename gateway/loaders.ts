import DataLoader from 'dataloader'
import type { LineCodes, Loaders } from './context.ts'
import { BatchLoader } from './upstream/batch.ts'
import type { CallScope } from './upstream/call.ts'
import { type InvoicesClient, maximumInvoices } from './upstream/invoices/invoicesClient.ts'
import { ordersPerCall } from './upstream/orders/orderWalk.ts'
import type { OrdersClient } from './upstream/orders/ordersClient.ts'
import type { WireOrder } from './upstream/orders/wire.ts'
import type { PhotosClient } from './upstream/photos/photosClient.ts'
import { type FoundProduct, type ProductsClient, maximumProducts } from './upstream/products/productsClient.ts'
import { type ProjectsClient, maximumProjects } from './upstream/projects/projectsClient.ts'
import type { WireCampaign } from './upstream/products/wire.ts'
import type { ClientFactories } from './upstream/upstreams.ts'
import type { VouchersClient } from './upstream/vouchers/vouchersClient.ts'
import { type EntryPlace, type GalleryClient, maximumEntryLookup } from './upstream/widgets/galleryClient.ts'
import { type WidgetsClient, maximumWidgets } from './upstream/widgets/widgetsClient.ts'
import type { WireGalleryEntry, WireWidget } from './upstream/widgets/wire.ts'

const lookupLimit = 500

/** The factories of the clients that the loaders use. */
type LoaderClients = Pick<
  ClientFactories,
  'customers' | 'photos' | 'vouchers' | 'projects' | 'products' | 'orders' | 'invoices' | 'widgets' | 'gallery'
>

/**
 * The shared reads of one operation: each is made at most once, and single objects are read in batches. Each loader is
 * created on first use, because an operation needs few of them.
 */
export class OperationLoaders implements Loaders {
  readonly #clients: LoaderClients
  readonly #scope: CallScope
  #photo: Loaders['photo'] | undefined
  #uploadedPhoto: Loaders['uploadedPhoto'] | undefined
  #voucher: Loaders['voucher'] | undefined
  #project: Loaders['project'] | undefined
  #order: Loaders['order'] | undefined
  #invoice: Loaders['invoice'] | undefined
  #invoicesOfOrder: Loaders['invoicesOfOrder'] | undefined
  #widget: Loaders['widget'] | undefined
  #widgetOfLine: Loaders['widgetOfLine'] | undefined
  #galleryEntry: Loaders['galleryEntry'] | undefined
  readonly #products = new Map<string, ReturnType<Loaders['product']>>()
  readonly #campaigns = new Map<string, ReturnType<Loaders['campaign']>>()
  #customer: ReturnType<Loaders['customer']> | undefined
  #addresses: ReturnType<Loaders['addresses']> | undefined
  #counts: ReturnType<Loaders['countAll']> | undefined
  #months: ReturnType<Loaders['countMonths']> | undefined

  constructor(clients: LoaderClients, scope: CallScope) {
    this.#clients = clients
    this.#scope = scope
  }

  get photo(): Loaders['photo'] {
    return (this.#photo ??= photoLoader(this.#clients.photos(this.#scope)))
  }

  get uploadedPhoto(): Loaders['uploadedPhoto'] {
    return (this.#uploadedPhoto ??= uploadedPhotoLoader(this.#clients.photos(this.#scope)))
  }

  get voucher(): Loaders['voucher'] {
    return (this.#voucher ??= voucherLoader(this.#clients.vouchers(this.#scope)))
  }

  get project(): Loaders['project'] {
    return (this.#project ??= projectLoader(this.#clients.projects(this.#scope)))
  }

  get order(): Loaders['order'] {
    return (this.#order ??= orderLoader(this.#clients.orders(this.#scope)))
  }

  get invoice(): Loaders['invoice'] {
    return (this.#invoice ??= invoiceLoader(this.#clients.invoices(this.#scope)))
  }

  get invoicesOfOrder(): Loaders['invoicesOfOrder'] {
    return (this.#invoicesOfOrder ??= orderInvoicesLoader(this.#clients.invoices(this.#scope)))
  }

  get widget(): Loaders['widget'] {
    return (this.#widget ??= widgetLoader(this.#clients.widgets(this.#scope)))
  }

  get widgetOfLine(): Loaders['widgetOfLine'] {
    return (this.#widgetOfLine ??= lineWidgetLoader(this.#clients.widgets(this.#scope)))
  }

  get galleryEntry(): Loaders['galleryEntry'] {
    return (this.#galleryEntry ??= galleryEntryLoader(this.#clients.gallery(this.#scope)))
  }

  product(locale: string): ReturnType<Loaders['product']> {
    return loaderIn(this.#products, locale, () => productLoader(this.#clients.products(this.#scope), locale))
  }

  campaign(locale: string): ReturnType<Loaders['campaign']> {
    return loaderIn(this.#campaigns, locale, () => campaignLoader(this.#clients.products(this.#scope), locale))
  }

  customer(): ReturnType<Loaders['customer']> {
    return (this.#customer ??= this.#clients.customers(this.#scope).find())
  }

  addresses(): ReturnType<Loaders['addresses']> {
    return (this.#addresses ??= this.#clients.customers(this.#scope).findAddresses())
  }

  countAll(): ReturnType<Loaders['countAll']> {
    return (this.#counts ??= this.#clients.photos(this.#scope).countAll())
  }

  countMonths(): ReturnType<Loaders['countMonths']> {
    return (this.#months ??= this.#clients.photos(this.#scope).countMonths())
  }

  forget(): void {
    this.#photo?.clearAll()
    this.#uploadedPhoto?.clearAll()
    this.#project?.clearAll()
    this.#order?.clearAll()
    this.#widget?.clearAll()
    this.#widgetOfLine?.clearAll()
    this.#galleryEntry?.clearAll()
    this.#customer = undefined
    this.#addresses = undefined
    this.#counts = undefined
    this.#months = undefined
  }
}

function photoLoader(photos: PhotosClient): Loaders['photo'] {
  return new BatchLoader({
    fetch: (imageIds) => photos.findPhotos(imageIds),
    idOf: ({ imageId }) => imageId,
    limit: lookupLimit,
  })
}

function uploadedPhotoLoader(photos: PhotosClient): Loaders['uploadedPhoto'] {
  return new DataLoader((ids: readonly string[]) => photos.findUploaded(ids), { maxBatchSize: lookupLimit })
}

function voucherLoader(vouchers: VouchersClient): Loaders['voucher'] {
  return new DataLoader(
    async (codes: readonly string[]) =>
      (await vouchers.find(codes)).map((found, index) =>
        found === null || found instanceof Error ? found : { ...found, code: codes[index] ?? '' },
      ),
    { maxBatchSize: lookupLimit },
  )
}

function projectLoader(projects: ProjectsClient): Loaders['project'] {
  return new BatchLoader({ fetch: (ids) => projects.find(ids), idOf: ({ id }) => id, limit: maximumProjects })
}

function orderLoader(orders: OrdersClient): Loaders['order'] {
  return new DataLoader<string, WireOrder | null>((codes) => orders.findSeveral(codes), {
    maxBatchSize: ordersPerCall,
  })
}

function invoiceLoader(invoices: InvoicesClient): Loaders['invoice'] {
  return new BatchLoader({ fetch: (ids) => invoices.find(ids), idOf: ({ id }) => id, limit: maximumInvoices })
}

function orderInvoicesLoader(invoices: InvoicesClient): Loaders['invoicesOfOrder'] {
  return new DataLoader(
    async (codes: readonly string[]) => {
      const found = await invoices.findOfOrders(codes)
      const ofOrder = Map.groupBy(found ?? [], ({ orderCode }) => orderCode?.toUpperCase())
      return codes.map((code) => found && (ofOrder.get(code.toUpperCase()) ?? []))
    },
    { maxBatchSize: maximumInvoices },
  )
}

function widgetLoader(widgets: WidgetsClient): Loaders['widget'] {
  return new BatchLoader({
    fetch: (ids) => widgets.findOfOrders(ids),
    idOf: ({ widgetId }) => widgetId,
    limit: maximumWidgets,
  })
}

function lineWidgetLoader(widgets: WidgetsClient): Loaders['widgetOfLine'] {
  return new DataLoader<LineCodes, WireWidget | null, string>(
    async (lines) => {
      const orders = new Set(lines.map(({ orderCode }) => orderCode))
      const found = await widgets.findOfOrders([...orders])
      const byCode = new Map(found.map((widget) => [widget.widgetId.toUpperCase(), widget]))
      return lines.map(({ code }) => byCode.get(code.toUpperCase()) ?? null)
    },
    { cacheKeyFn: ({ code }) => code },
  )
}

function galleryEntryLoader(gallery: GalleryClient): Loaders['galleryEntry'] {
  return new DataLoader<EntryPlace, WireGalleryEntry | null, string>((places) => gallery.find(places), {
    maxBatchSize: maximumEntryLookup,
    cacheKeyFn: ({ widgetId, channel }) => JSON.stringify([widgetId, channel]),
  })
}

function productLoader(products: ProductsClient, locale: string): ReturnType<Loaders['product']> {
  return new DataLoader<string, FoundProduct | null>((codes) => products.find(codes, locale), {
    maxBatchSize: maximumProducts,
  })
}

function campaignLoader(products: ProductsClient, locale: string): ReturnType<Loaders['campaign']> {
  return new DataLoader<string, WireCampaign | null>((names) => products.findCampaigns(names, locale))
}

/** The loader for a language, which is created on first use. */
function loaderIn<Loader>(loaders: Map<string, Loader>, locale: string, create: () => Loader): Loader {
  const loader = loaders.get(locale) ?? create()
  loaders.set(locale, loader)
  return loader
}
