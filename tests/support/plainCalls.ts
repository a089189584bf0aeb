/** The part of an answer that is sent: everything, an id in a foreign form, a list of parts, or the named fields. */
export type Part = 'all' | 'id' | readonly [Part] | { readonly [field: string]: Part }

/** A call that the two documents of the specification show. */
export interface PlainCall {
  readonly method: string
  /** The path, with `{id}` for an id. */
  readonly path: string
  readonly query: readonly string[]
  readonly body: Part
  readonly answer: Part
}

const photo: Part = {
  imageId: 'id',
  uploadId: 'id',
  localFileName: 'all',
  url: 'all',
  untouchedUrl: 'all',
  location: 'all',
  created: 'all',
  thumbnails: [{ id: 'all', url: 'all', width: 'all', height: 'all' }],
  dateTaken: 'all',
  uploadEnd: 'all',
  visibleHeight: 'all',
  visibleWidth: 'all',
}
const sharedPhoto: Part = { ...photo, ownerId: 'all' }
const anyAlbum = { albumId: 'id', albumName: 'all', photosCount: 'all', created: 'all' } as const
const album: Part = { ...anyAlbum, coverPhoto: photo, updated: 'all', userId: 'all', isShared: 'all' }
const member: Part = { id: 'all', email: 'all' }
const email: Part = { email: 'all' }
const listedSharedAlbum: Part = { ...anyAlbum, isShared: 'all', ownerId: 'all', owner: email, participants: [email] }
const sharedAlbum: Part = { ...anyAlbum, coverPhoto: sharedPhoto, updated: 'all', ownerId: 'all' }
const photoIds: Part = { photoIds: ['id'] }
const backup: Part = {
  status: 'all',
  backupId: 'id',
  chunks: [{ iteration: 'all', size: 'all' }],
  created: 'all',
  updated: 'all',
}
const accountInformation: Part = {
  delayedDeletionDate: 'all',
  lastOrderDate: 'all',
  projectCount: 'all',
  projectedDeletionDate: 'all',
  registrationDate: 'all',
}
const failed: Part = { failed: ['id'] }
const requested: Part = { id: 'id', name: 'all', photos: ['id'] }
const money: Part = { amount: 'all', currency: 'all' }
/** The documents show no shapes of orders. These are the fields without which an order cannot be shown. */
const orderLine: Part = {
  orderCode: 'all',
  productCode: 'all',
  title: 'all',
  quantity: 'all',
  unitPrice: money,
  voucher: 'all',
}
const superOrder: Part = {
  orderCode: 'all',
  placedAt: 'all',
  status: 'all',
  payment: 'all',
  paymentChangedAt: 'all',
  fulfilment: 'all',
  products: [orderLine],
  productCount: 'all',
  total: money,
  deliveryType: 'all',
  deliveryAddress: 'all',
}
/** The documents show only the id. These are the fields without which an address cannot be shown. */
const address: Part = {
  id: 'id',
  country: 'all',
  name: 'all',
  organization: 'all',
  street: 'all',
  houseNumber: 'all',
  addition: 'all',
  postalCode: 'all',
  city: 'all',
  region: 'all',
  phone: 'all',
}
const sorted = ['cursor', 'sortKey', 'sortOrder']

/**
 * The calls of the specification that the gateway makes, field by field (sections 3 and 7 of both documents). For paths
 * that the documents do not show, these are our decisions.
 */
export const plainCalls: readonly PlainCall[] = [
  call('GET /photos/photos', sorted, { cursor: 'all', images: [photo] }),
  call('GET /photos/photos/timeline/{year}/{month}', [...sorted, 'limit'], { cursor: 'all', images: [photo] }),
  call('DELETE /photos/photos', [], failed, photoIds),
  call('DELETE /photos/photos/all', [], 'all'),
  call('DELETE /photos/photos/{id}', [], 'all'),
  call('GET /photos/users', [], { albumsCount: 'all', photosCount: 'all' }),
  call('GET /photos/users/timeline', [], 'all'),
  call('GET /photos/users/shared-albums', [], {
    readAlbumsCount: 'all',
    grantedAlbumsCount: 'all',
    created: 'all',
    updated: 'all',
  }),
  call('GET /photos/users/activate', [], { status: 'all' }),
  call('POST /photos/users/activate', [], { started: 'all' }),
  call('POST /photos/albums', [], { albumId: 'id' }, { name: 'all' }),
  call('GET /photos/albums', ['cursor', 'limit', 'displaySharedData'], { albums: [album], cursor: 'all' }),
  call('GET /photos/albums/{id}', [], album),
  call('PATCH /photos/albums/{id}', [], 'all', { name: 'all' }),
  call('DELETE /photos/albums/{id}', [], 'all'),
  call('POST /photos/albums/{id}/photos', [], failed, photoIds),
  call('DELETE /photos/albums/{id}/photos', [], failed, photoIds),
  call('GET /photos/albums/{id}/photos', [...sorted, 'limit'], { cursor: 'all', images: [photo] }),
  call('GET /photos/shared-albums', ['cursor', 'limit'], { albums: [listedSharedAlbum], cursor: 'all' }),
  call('GET /photos/shared-albums/{id}', [], sharedAlbum),
  call('GET /photos/shared-albums/{id}/participants', [], { owner: member, participants: [member] }),
  call('GET /photos/shared-albums/{id}/photos', [...sorted, 'limit'], { cursor: 'all', images: [sharedPhoto] }),
  call('DELETE /photos/shared-albums/{id}', [], 'all'),
  call('GET /photos/temp-selections/{id}', [], photoIds),
  call('POST /photos/temp-selections', [], { tempSelectionId: 'id' }, photoIds),
  call('GET /downloads/downloads', [], { items: [requested] }),
  call('GET /downloads/downloads/{id}/url', [], { url: 'all' }),
  call('POST /downloads/downloads', [], requested, { id: 'all', name: 'all', photos: ['id'] }),
  call('POST /downloads/shared-album-downloads', [], requested, {
    id: 'all',
    name: 'all',
    photos: [{ photoId: 'id', ownerId: 'all' }],
  }),
  call('POST /exports/backups', [], backup, { channelId: 'all' }),
  call('GET /exports/backups/{id}', [], backup),
  call('GET /exports/backups/{id}/chunks/{chunk}/url', [], { url: 'all' }),
  call('GET /customers/accounts/getaccountinformation', [], accountInformation),
  call('GET /customers/customers/me', [], 'all'),
  // The documents show only the body of PATCH. The fields of a profile are ours.
  call('PUT /customers/customers/me', [], 'all', 'all'),
  call('PATCH /customers/customers/me', [], 'all', { callbackUrl: 'all', callbackFormat: 'all' }),
  call('GET /customers/customers/me/addresses', [], { items: [address] }),
  call('POST /customers/customers/me/addresses', [], address, address),
  call('PUT /customers/customers/me/addresses/{id}', [], 'all', address),
  call('DELETE /customers/customers/me/addresses/{id}', [], 'all'),
  call('GET /orders/v2/superorders/me', ['Offset', 'Limit', 'OrderState'], { items: [superOrder] }),
  call('GET /orders/v1/superorders/{code}', [], superOrder),
  call('PUT /orders/v1/superorders/{code}/deliveryAddress', [], superOrder, 'all'),
  call('GET /orders/v1/Orders/{code}', [], orderLine),
  call('GET /orders/OrderDeliveryDates/{code}', [], 'all'),
  call('GET /orders/reorder/status/{code}', [], { status: 'all', reason: 'all' }),
  call('POST /orders/reorder/direct', [], { ShopUrl: 'all' }, { OrderCode: 'all' }),
  call('GET /vouchers/api/v1/campaigns/offers/{optionCode}', [], 'all'),
  // The documents show only the ids of projects, and the total.
  call('GET /projects/api/v2/projects/{accountId}', ['skip', 'limit'], {
    projects: [{ id: 'id', name: 'all' }],
    totalCount: 'all',
  }),
  call('DELETE /projects/api/v2/project/{id}', [], 'all'),
  // The documents show only the ids of invoices, and the total. The tests recognize an invoice by its number.
  call('GET /invoices/api/v1/HistoricalInvoice/me', [], { items: [{ id: 'id', number: 'all' }], total: 'all' }),
  // The documents do not show the answers of these calls.
  call('GET /products/v1/Products/{code}', [], 'all'),
  call('GET /products/v1/ArticleGroup', [], 'all'),
  call('GET /products/v1/Campaign/{name}', [], 'all'),
  call('GET /products/v1/Pdfs/me', [], 'all'),
  call('POST /merchandise/graphql', [], 'all', 'all'),
  call('GET /site/config.json', [], 'all'),
  call('GET /identity/jwks', [], 'all'),
]

function call(methodAndPath: string, query: readonly string[], answer: Part, body: Part = {}): PlainCall {
  const [method = '', path = ''] = methodAndPath.split(' ')
  return { method, path, query, body, answer }
}

/** Removes from a value everything that is not part of the call. @param translate replaces an id */
export function partOf(value: unknown, part: Part, translate: (id: unknown) => unknown): unknown {
  if (part === 'all' || value === null || value === undefined) return value
  if (part === 'id') return translate(value)
  if (isList(part)) return Array.isArray(value) ? value.map((item) => partOf(item, part[0], translate)) : value
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const known = part[name]
    return known === undefined ? [] : [[name, partOf(field, known, translate)]]
  })
  return Object.fromEntries(fields)
}

function isList(part: Part): part is readonly [Part] {
  return Array.isArray(part)
}
