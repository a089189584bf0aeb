import type { FastifyRequest } from 'fastify'
import type { Selectable, Transaction } from 'kysely'
import { accountOf, isBusiness } from '../platform/access.ts'
import type { Account } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { isBlocked } from './blockedOrders.ts'
import type { WidgetsTable, WidgetsTables } from './tables.ts'

export const noSuchWidget = () => notFound('There is no such online book.')
export const blocked = () => new Problem(409, 'BLOCKED', 'The retailer has blocked the order of this book.')
const notReady = () => new Problem(409, 'NOT_READY', 'The book is not ready, or it is deleted.')
const privateOnly = () => new Problem(403, 'PRIVATE_ONLY', 'Business accounts have no online books.')

/**
 * The private customer who makes a request.
 * @throws Problem 403 if the caller is a business account
 */
export function privateAccountOf(request: FastifyRequest): Account {
  const account = accountOf(request)
  if (isBusiness(account)) throw privateOnly()
  return account
}

/**
 * Finds a book of the account that can be shared now, and locks its row until the transaction ends.
 * @throws Problem 404 if the account has no such widget, 409 if the book is blocked, deleted or not ready
 */
export async function lockReadyWidget(
  change: Transaction<WidgetsTables>,
  accountId: string,
  code: string,
): Promise<Selectable<WidgetsTable>> {
  const widget = await change
    .selectFrom('widgets')
    .selectAll()
    .where('code', '=', code)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!widget) throw noSuchWidget()
  if (await isBlocked(change, widget.order_code)) throw blocked()
  if (widget.state !== 'ready' || widget.deleted_at) throw notReady()
  return widget
}
