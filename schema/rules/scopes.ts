/** What a client may do in a customer's name. Access tokens list their scopes in the claim `scope`. */
export const apiScopes = [
  'photos:read',
  'photos:write',
  'photos:delete',
  'orders:read',
  'orders:write',
  'account',
] as const

export type ApiScope = (typeof apiScopes)[number]

/**
 * For each service, the word with which the scopes of its calls begin. Calls of other services, such as the site, need
 * no scope.
 */
const subjects: Readonly<Record<string, 'photos' | 'orders' | 'account' | undefined>> = {
  storage: 'photos',
  photos: 'photos',
  downloads: 'photos',
  exports: 'photos',
  push: 'photos',
  orders: 'orders',
  vouchers: 'orders',
  invoices: 'orders',
  products: 'orders',
  projects: 'orders',
  shop: 'orders',
  merchandise: 'orders',
  widgets: 'orders',
  identity: 'account',
  customers: 'account',
  mailing: 'account',
  payments: 'account',
}

/** Calls that only read, although their method is POST: lists of ids in a body, prices, downloads, and queries. */
const reads = [
  /\/(lookup|using|byOrder|preview)$/,
  /^downloads\/(downloads|shared-album-downloads)$/,
  /^exports\/backups$/,
  /^photos\/(photos\/originals|temp-selections|libraries\/filled)$/,
  /^photos\/accounts\/[^/]+\/pictures$/,
  /^shop\/v1\/quotes$/,
  /^merchandise\/graphql$/,
]

/**
 * The calls that upload a file, including those that read how many bytes have arrived (HEAD), or cancel the upload
 * (DELETE).
 */
const uploads = /^storage\/files(\/|$)/
/** Removes photos from an album. The method is DELETE, but no photo is deleted. */
const removal = /^photos\/albums\/[^/]+\/photos$/

/**
 * The scope that a call of a service needs. Null if it needs none.
 * @param service such as `photos`
 * @param method in capital letters
 * @param path without the service's prefix, with ids or with placeholders, as in `/albums/:id/photos`
 */
export function scopeOfCall(service: string, method: string, path: string): ApiScope | null {
  const subject = subjects[service]
  if (subject === undefined) return null
  if (subject === 'account') return subject
  const call = service + path.replace(/\/$/, '')
  if (uploads.test(call)) return 'photos:write'
  const isRead =
    ['GET', 'HEAD', 'OPTIONS'].includes(method) || (method === 'POST' && reads.some((one) => one.test(call)))
  if (isRead) return `${subject}:read`
  const deletesPhotos = subject === 'photos' && method === 'DELETE' && !removal.test(call)
  return deletesPhotos ? 'photos:delete' : `${subject}:write`
}

/** Our scopes in a claim or a parameter, without others such as `openid`. */
export function scopesIn(text: string): ReadonlySet<ApiScope> {
  const given = new Set(text.split(' '))
  return new Set(apiScopes.filter((scope) => given.has(scope)))
}

/**
 * Whether a client may make a call.
 * @param scopes the scopes of the client's token; null for a token of an earlier release, whose clients may make every
 * call
 * @param needed null: the call needs no scope
 */
export function hasScope(scopes: ReadonlySet<ApiScope> | null, needed: ApiScope | null): boolean {
  return scopes === null || needed === null || scopes.has(needed)
}
