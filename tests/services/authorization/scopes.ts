import { expect } from 'vitest'
import { type ApiScope, apiScopes } from '../../../schema/rules/scopes.ts'
import type { Access } from '../../../services/platform/contract.ts'
import { optionsOf, pathOf } from './probes.ts'
import type { Row } from './row.ts'
import type { Scene } from './scenes.ts'

/** The scope that the token of a client needs for each call. A call that is not listed needs no scope. */
const calls: Readonly<Record<ApiScope, string>> = {
  'photos:read': `
    GET /downloads/downloads
    POST /downloads/downloads
    GET /downloads/downloads/:id
    GET /downloads/downloads/:id/url
    POST /downloads/shared-album-downloads
    GET /exports/backups
    POST /exports/backups
    GET /exports/backups/:id
    GET /exports/backups/:id/chunks/:iteration/url
    POST /photos/accounts/:accountId/pictures
    GET /photos/albums
    GET /photos/albums/:id
    GET /photos/albums/:id/photos
    GET /photos/albums/:id/photos/:photoId/neighbours
    GET /photos/libraries/:ownerId/albums
    GET /photos/libraries/:ownerId/albums/:albumId/photos
    GET /photos/libraries/:ownerId/originals
    POST /photos/libraries/filled
    GET /photos/photos
    GET /photos/photos/:id/neighbours
    POST /photos/photos/lookup
    POST /photos/photos/originals
    GET /photos/photos/timeline/:year/:month
    GET /photos/photos/trash
    GET /photos/photos/trash/count
    POST /photos/photos/trash/lookup
    GET /photos/shared-albums
    GET /photos/shared-albums/:id
    GET /photos/shared-albums/:id/participants
    GET /photos/shared-albums/:id/photos
    GET /photos/shared-albums/:id/photos/:photoId/neighbours
    POST /photos/temp-selections
    GET /photos/temp-selections/:id
    GET /photos/users
    GET /photos/users/activate
    GET /photos/users/activate/albums
    GET /photos/users/activate/failures
    GET /photos/users/shared-albums
    GET /photos/users/timeline
    GET /storage/uploads
    GET /storage/uploads/:id
    GET /storage/uploads/processing
    GET /storage/usage
  `,
  'photos:write': `
    POST /photos/albums
    PATCH /photos/albums/:id
    DELETE /photos/albums/:id/photos
    POST /photos/albums/:id/photos
    POST /photos/photos/trash/restore
    PATCH /photos/shared-albums/:id
    POST /photos/users/activate
    POST /storage/files
    DELETE /storage/files/:id
    HEAD /storage/files/:id
    PATCH /storage/files/:id
    POST /storage/getanonymousuploads
    PUT /storage/imports/:id
  `,
  'photos:delete': `
    DELETE /photos/albums/:id
    DELETE /photos/photos
    DELETE /photos/photos/:id
    DELETE /photos/photos/all
    DELETE /photos/photos/trash
    DELETE /photos/photos/trash/all
    DELETE /photos/shared-albums/:id
  `,
  'orders:read': `
    GET /invoices/accounts/:accountId/personal-data/invoices
    GET /invoices/accounts/:accountId/unfinished
    GET /invoices/api/v1/HistoricalInvoice/me
    POST /invoices/api/v1/HistoricalInvoice/me/byOrder
    POST /invoices/api/v1/HistoricalInvoice/me/lookup
    GET /invoices/api/v1/HistoricalInvoice/me/pdf/:id/:channel
    GET /invoices/api/v1/HistoricalInvoice/me/retention
    GET /invoices/api/v1/InvoiceGroupFiles/me/:id
    POST /merchandise/graphql
    GET /orders/OrderDeliveryDates/:id
    GET /orders/accounts/:accountId/personal-data/orders
    GET /orders/accounts/:accountId/unfinished
    GET /orders/orders/byAccount/:accountId
    GET /orders/reorder/status/:id
    GET /orders/v1/Orders/:code
    GET /orders/v1/orders/:code/books
    GET /orders/v1/placed-orders
    GET /orders/v1/superorders/:code
    POST /orders/v1/superorders/lookup
    GET /orders/v2/superorders/me
    GET /products/accounts/:accountId/personal-data/pdfs
    GET /products/v1/ArticleGroup
    GET /products/v1/Campaign/:name
    GET /products/v1/Pdfs/me
    GET /products/v1/Products
    GET /products/v1/Products/:code
    GET /products/v1/pdf/me/:code
    GET /products/v1/pdf/me/:code/url
    GET /projects/accounts/:accountId/personal-data/projects
    GET /projects/api/v2/project/:id
    GET /projects/api/v2/projects/:accountId
    POST /projects/api/v2/projects/lookup
    POST /projects/api/v2/projects/using
    POST /shop/v1/quotes
    GET /vouchers/accounts/:accountId/personal-data/vouchers
    GET /vouchers/api/v1/campaigns/offers/:optionCode
    POST /vouchers/api/v1/campaigns/offers/lookup
    GET /widgets/accounts/:accountId/personal-data/widgets
    GET /widgets/v1/galleryentries
    GET /widgets/v1/galleryentries/:id
    GET /widgets/v1/widget/:id
    GET /widgets/v1/widget/:id/links
    POST /widgets/v1/widget/:id/share/preview
    GET /widgets/v1/widget/all
    GET /widgets/v1/widgets
  `,
  'orders:write': `
    POST /orders/reorder/direct
    POST /orders/v1/superorders
    POST /orders/v1/superorders/:code/cancel
    PUT /orders/v1/superorders/:code/deliveryAddress
    PUT /orders/v1/superorders/:code/payment
    PUT /orders/v1/superorders/:code/production
    PUT /products/v1/pdf/:accountId/:code
    DELETE /projects/api/v2/project/:id
    PUT /projects/api/v2/project/:id
    PUT /projects/api/v2/project/:id/restore
    POST /shop/v1/orders
    PUT /shop/v1/orders/:code/payment
    POST /vouchers/api/v1/reservations
    DELETE /vouchers/api/v1/reservations/:id
    POST /vouchers/api/v1/reservations/release
    DELETE /widgets/v1/blockedorders/:code
    PUT /widgets/v1/blockedorders/:code
    POST /widgets/v1/galleryentries/
    DELETE /widgets/v1/galleryentries/:id
    PUT /widgets/v1/galleryentries/:id
    DELETE /widgets/v1/widget/:id
    POST /widgets/v1/widget/:id
    DELETE /widgets/v1/widget/:id/links/:linkId
    PUT /widgets/v1/widget/:id/public-link
    PUT /widgets/v1/widget/:id/share
  `,
  account: `
    GET /customers/accounts/:id/contact
    GET /customers/accounts/getaccountinformation
    GET /customers/customers/me
    PATCH /customers/customers/me
    PUT /customers/customers/me
    GET /customers/customers/me/addresses
    POST /customers/customers/me/addresses
    DELETE /customers/customers/me/addresses/:id
    PUT /customers/customers/me/addresses/:id
    PUT /customers/customers/me/addresses/:id/default
    PUT /customers/customers/me/addresses/:id/restore
    POST /customers/customers/me/callback/test
    GET /customers/customers/me/data-files
    POST /customers/customers/me/data-files
    GET /customers/customers/me/data-files/:id
    GET /customers/customers/me/data-files/:id/url
    GET /identity/accounts/:accountId/personal-data
    GET /identity/accounts/:accountId/personal-data/connections
    GET /identity/accounts/:accountId/personal-data/sessions
    GET /identity/connections
    DELETE /identity/connections/:id
    GET /identity/email
    POST /identity/email/confirmation
    GET /identity/passkeys
    DELETE /identity/passkeys/:id
    PATCH /identity/passkeys/:id
    GET /identity/password
    DELETE /identity/sessions
    GET /identity/sessions
    DELETE /identity/sessions/:id
    GET /identity/v2/identities/:idpType/:idpSub/deleteaccount
    POST /identity/v2/identities/:idpType/:idpSub/deleteaccount
    POST /identity/v2/identities/:idpType/:idpSub/deleteaccount/:token/actions/confirm
    DELETE /identity/v2/identities/:idpType/:idpSub/emailchanges
    GET /identity/v2/identities/:idpType/:idpSub/emailchanges
    POST /identity/v2/identities/:idpType/:idpSub/emailchanges
    POST /identity/v2/identities/:idpType/:idpSub/emailchanges/:token/actions/confirm
    GET /mailing/accounts/:accountId/personal-data
    GET /mailing/accounts/:accountId/personal-data/consents
    DELETE /mailing/api/v1/subscriptions/me
    GET /mailing/api/v1/subscriptions/me
    PUT /mailing/api/v1/subscriptions/me
    GET /payments/accounts/:accountId/personal-data
    DELETE /payments/demo-provider/v1/methods/:reference
    POST /payments/demo-provider/v1/setups
    GET /payments/demo-provider/v1/setups/:id
    GET /payments/v1/payment-methods/me
    DELETE /payments/v1/payment-methods/me/:id
    POST /payments/v1/payment-methods/me/setups
    POST /payments/v1/payment-methods/me/setups/:id/completion
  `,
}

/** Call and scope, such as `['GET /photos/albums', 'photos:read']`. */
export const scopesOfCalls: ReadonlyMap<string, ApiScope> = new Map(
  Object.entries(calls).flatMap(([scope, lines]) =>
    // Object.entries loses the type of the keys.
    lines
      .trim()
      .split(/\s*\n\s*/)
      .map((call): [string, ApiScope] => [call, scope as ApiScope]),
  ),
)

interface CheckedCall {
  readonly route: string
  readonly row: Row
  readonly access: Access
}

/** Checks that a call is refused without its scope, and needs no other scope. Changes nothing. */
export async function checkScope(scene: Scene, { route, row, access }: CheckedCall): Promise<void> {
  const needed = scopesOfCalls.get(route)
  const takesTokens = ['account', 'optionalAccount', 'service'].includes(access)
  if (!takesTokens) return expect(needed).toBeUndefined()
  const [method = '', pattern = ''] = route.split(' ')
  const call = async (scopes: readonly string[]) =>
    scene.callWith(claimsOf(access, scopes), method, pathOf(pattern, row, scene), optionsOf(row, scene))
  const others = apiScopes.filter((scope) => scope !== needed)
  if (needed !== undefined) {
    const { status, headers } = await call(others)
    const challenge = `Bearer error="insufficient_scope", scope="${needed}"`
    expect([status, headers.get('www-authenticate')]).toEqual([403, challenge])
  }
  const role = access === 'service' ? 'service' : 'owner'
  if (row.changes?.includes(role)) return undefined
  const { status, headers } = await call(needed === undefined ? [] : [needed])
  expect(headers.get('www-authenticate') ?? '').not.toContain('insufficient_scope')
  // A call that creates something can have another answer the second time.
  if (['GET', 'HEAD'].includes(method)) expect(status).toBe(row.answers[role])
}

/** The claims of a customer's token, or those of a program that acts for itself. */
function claimsOf(access: Access, scopes: readonly string[]): Readonly<Record<string, unknown>> {
  const scope = scopes.join(' ')
  return access === 'service' ? { sub: 'factory', client_id: 'factory', auth_method: undefined, scope } : { scope }
}
