import type { Answer } from '../storage/customer.ts'
import type { Things } from './scenes.ts'

/** Reads everything of an owner that a call could change. */
export async function stateOf(
  owner: Things,
  call: (method: string, path: string) => Promise<Answer>,
): Promise<Readonly<Record<string, unknown>>> {
  const paths = [
    '/photos/photos?sortKey=created',
    '/photos/users',
    '/photos/users/timeline',
    '/photos/users/activate',
    '/photos/albums?displaySharedData=true',
    `/photos/albums/${owner.album}/photos`,
    `/photos/shared-albums/${owner.album}`,
    `/photos/shared-albums/${owner.album}/participants`,
    `/photos/temp-selections/${owner.selection}`,
    '/photos/photos/trash',
    `/storage/uploads/${owner.upload}`,
    `/storage/uploads/${owner.endedUpload}`,
    '/storage/uploads/processing',
    '/storage/usage',
    '/downloads/downloads',
    '/exports/backups',
    '/products/v1/Pdfs/me',
    '/customers/accounts/getaccountinformation',
    '/customers/customers/me',
    '/customers/customers/me/addresses',
    `/projects/api/v2/project/${owner.project}`,
    `/vouchers/api/v1/campaigns/offers/${owner.voucher}`,
    '/orders/v2/superorders/me',
    '/invoices/api/v1/HistoricalInvoice/me',
    '/mailing/api/v1/subscriptions/me',
    '/identity/sessions',
    '/identity/passkeys',
    '/identity/connections',
    `/identity/v2/identities/keepsake/${owner.account}/emailchanges`,
    `/identity/v2/identities/keepsake/${owner.account}/deleteaccount`,
    '/payments/v1/payment-methods/me',
    `/widgets/v1/blockedorders/${owner.order}`,
  ]
  const read = async (path: string) => {
    const { status, body } = await call('GET', path)
    return [path, { status, body: withoutVariation(body) }] as const
  }
  const { status, headers } = await call('HEAD', `/storage/files/${owner.upload}`)
  return {
    ...Object.fromEntries(await Promise.all(paths.map(read))),
    received: { status, offset: headers.get('upload-offset') },
  }
}

/**
 * Removes the parts of an answer that differ between two equal requests. Signatures change at midnight, and each
 * failure has its own correlation id. The last day on which a project can be printed, and whether the payment method
 * may be changed, are null while the customers service answers slowly.
 */
function withoutVariation(body: unknown): unknown {
  const variations =
    /expires=\d+&signature=[\w-]+|"correlationId":"[\w-]+"|"printableUntil":(null|"[\d-]+")|"mayChange":\w+/g
  return JSON.stringify(body).replaceAll(variations, '')
}
