import DataLoader from 'dataloader'
import type { Loaders } from './context.ts'
import { batchById } from './upstream/batch.ts'
import { type InvoicesClient, maximumInvoices } from './upstream/invoices/invoicesClient.ts'
import { ordersPerCall } from './upstream/orders/orderWalk.ts'
import type { OrdersClient } from './upstream/orders/ordersClient.ts'
import type { WireOrder } from './upstream/orders/wire.ts'
import type { PhotosClient } from './upstream/photos/photosClient.ts'
import { type FoundProduct, type ProductsClient, maximumProducts } from './upstream/products/productsClient.ts'
import { type ProjectsClient, maximumProjects } from './upstream/projects/projectsClient.ts'
import type { WireCampaign } from './upstream/products/wire.ts'
import type { VouchersClient } from './upstream/vouchers/vouchersClient.ts'

const lookupLimit = 500

interface LoaderClients {
  readonly photos: PhotosClient
  readonly vouchers: VouchersClient
  readonly projects: ProjectsClient
  readonly products: ProductsClient
  readonly orders: OrdersClient
  readonly invoices: InvoicesClient
}

/** The shared reads of one operation: each is made at most once, single objects in batches. */
export function createLoaders({ photos, vouchers, projects, products, orders, invoices }: LoaderClients): Loaders {
  const photo = batchById({
    fetch: (imageIds) => photos.findPhotos(imageIds),
    idOf: ({ imageId }) => imageId,
    limit: lookupLimit,
  })
  const uploadedPhoto = new DataLoader((ids: readonly string[]) => photos.findUploaded(ids), {
    maxBatchSize: lookupLimit,
  })
  const voucher = new DataLoader(
    async (codes: readonly string[]) =>
      (await vouchers.find(codes)).map((found, index) =>
        found === null || found instanceof Error ? found : { ...found, code: codes[index] ?? '' },
      ),
    { maxBatchSize: lookupLimit },
  )
  const project = batchById({
    fetch: (ids) => projects.find(ids),
    idOf: ({ id }) => id,
    limit: maximumProjects,
  })
  const order = new DataLoader<string, WireOrder | null>((codes) => orders.findSeveral(codes), {
    maxBatchSize: ordersPerCall,
  })
  let counts: ReturnType<Loaders['countAll']> | undefined
  let months: ReturnType<Loaders['countMonths']> | undefined
  return {
    photo,
    uploadedPhoto,
    voucher,
    project,
    order,
    invoice: batchById({
      fetch: (ids) => invoices.find(ids),
      idOf: ({ id }) => id,
      limit: maximumInvoices,
    }),
    invoicesOfOrder: new DataLoader(
      async (codes: readonly string[]) => {
        const found = await invoices.findOfOrders(codes)
        const ofOrder = Map.groupBy(found ?? [], ({ orderCode }) => orderCode?.toUpperCase())
        return codes.map((code) => found && (ofOrder.get(code.toUpperCase()) ?? []))
      },
      { maxBatchSize: maximumInvoices },
    ),
    product: perLocale(
      (locale) =>
        new DataLoader<string, FoundProduct | null>((codes) => products.find(codes, locale), {
          maxBatchSize: maximumProducts,
        }),
    ),
    campaign: perLocale(
      (locale) => new DataLoader<string, WireCampaign | null>((names) => products.findCampaigns(names, locale)),
    ),
    countAll: () => (counts ??= photos.countAll()),
    countMonths: () => (months ??= photos.countMonths()),
    forget() {
      photo.clearAll()
      uploadedPhoto.clearAll()
      project.clearAll()
      order.clearAll()
      counts = undefined
      months = undefined
    },
  }
}

/** One loader for each language. */
function perLocale<Loader>(create: (locale: string) => Loader): (locale: string) => Loader {
  const loaders = new Map<string, Loader>()
  return (locale) => {
    const loader = loaders.get(locale) ?? create(locale)
    loaders.set(locale, loader)
    return loader
  }
}
