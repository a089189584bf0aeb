import type { CleanAddress } from '../../../schema/rules/postalAddress.ts'
import { asksForRecentSignIn } from '../../errors/recentSignIn.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope, UpstreamRequest } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { OfferedCall, Offers } from '../offers.ts'
import { type OffsetPage, pageByOffset } from '../offsetPages.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import {
  type WireAccountInformation,
  type WireAddress,
  type WireAddresses,
  type WireCallbackTest,
  type WireCustomer,
  type WireWritten,
  wireAccountInformation,
  wireAddresses,
  wireCallbackTest,
  wireCustomer,
  wireWritten,
} from './wire.ts'

/** More addresses than the service accepts in one address book. */
const largestBook = 1_000

/** Why the service did not make a change. Only our own service sends more than a status: the code of a problem. */
export type CustomerRefusal =
  | 'notFound'
  | 'invalid'
  | 'changedMeanwhile'
  | 'blocked'
  | 'businessOnly'
  | 'recentSignIn'
  | 'tooMany'

/** The result of a write, or why it was refused. */
type Written = { readonly id: string | null } | CustomerRefusal

const restoring = ['put', '/customers/me/addresses/{id}/restore'] as const satisfies OfferedCall
const choosingDefault = ['put', '/customers/me/addresses/{id}/default'] as const satisfies OfferedCall
const testing = ['post', '/customers/me/callback/test'] as const satisfies OfferedCall

/** The customers service, on behalf of one customer. Every method throws UpstreamError. */
export class CustomersClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#offers = offers
  }

  /** Reads when the customer's photos will be deleted, and the dates that determine this. */
  getAccountInformation(): Promise<WireAccountInformation> {
    const call = { path: path`/accounts/getaccountinformation`, answer: wireAccountInformation }
    return this.#upstream.call(call, this.#scope)
  }

  /** Reads the profile; null if the account is deleted or marked for deletion. */
  find(): Promise<WireCustomer | null> {
    return nullIfNotFound(this.#upstream.call({ path: path`/customers/me`, answer: wireCustomer }, this.#scope))
  }

  /**
   * Replaces the profile.
   * @param customer the whole profile. The service removes fields that are left out, so the profile must also have the
   *   fields that this gateway does not know
   * @param version the version that the change was made from; null: the service has no versions
   */
  replace(customer: WireCustomer, version: string | null): Promise<Written> {
    return this.#write({
      method: 'PUT',
      path: path`/customers/me`,
      headers: ifMatch(version),
      isRepeatable: true,
      body: customer,
      answer: wireWritten,
    })
  }

  /** Changes where and how delivery notices are sent. */
  changeCallback(
    callback: { readonly callbackUrl: string | null; readonly callbackFormat: string | null },
    version: string | null,
  ): Promise<Written> {
    return this.#write({
      method: 'PATCH',
      path: path`/customers/me`,
      headers: ifMatch(version),
      isRepeatable: true,
      body: callback,
      answer: wireWritten,
    })
  }

  /**
   * Sends a sample delivery notice.
   * @returns null if the service offers no such test
   */
  async testCallback(
    version: string | null,
  ): Promise<WireCallbackTest | CustomerRefusal | { readonly retryAfter: number } | null> {
    const at = path`/customers/me/callback/test`
    const call = { method: 'POST', path: at, headers: ifMatch(version), answer: wireCallbackTest } as const
    try {
      return (await this.#offers.ask(testing, () => this.#upstream.call(call, this.#scope))) ?? null
    } catch (error) {
      if (error instanceof UpstreamError && error.problem === 'TOO_MANY_TESTS') {
        return { retryAfter: error.retryAfter ?? 0 }
      }
      return refusalOf(error)
    }
  }

  /** Reads the address book; null if the account is deleted or marked for deletion. */
  findAddresses(): Promise<WireAddresses | null> {
    const call = { path: path`/customers/me/addresses`, answer: wireAddresses }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /**
   * Returns one page of an address book that was read completely, because the service sends the whole book at once.
   * @param cursor null for the first page
   * @throws UpstreamError for a cursor of another list (`BAD_USER_INPUT`)
   */
  pageOfAddresses(
    items: readonly WireAddress[],
    cursor: string | null,
    limit: number,
  ): Promise<OffsetPage<WireAddress>> {
    const book = {
      upstream: 'customers',
      maximum: largestBook,
      idOf: ({ id }: WireAddress) => id,
      async read(offset: number, count: number) {
        return { items: items.slice(offset, offset + count), total: items.length }
      },
    }
    return pageByOffset(book, cursor, limit)
  }

  /**
   * Adds an address.
   * @param requestId the idempotency key. If it is null, or the service ignores such keys, the request is not retried
   * @returns the id of the address; null if the service does not send it
   */
  async addAddress(address: CleanAddress, isDefault: boolean, requestId: string | null): Promise<Written> {
    return this.#write({
      method: 'POST',
      path: path`/customers/me/addresses`,
      headers: requestId === null ? {} : { 'idempotency-key': requestId },
      // Only our own service is known to support the key. Another service may add the address twice.
      isRepeatable: requestId !== null && (await this.canRestoreAddresses()),
      body: { ...address, isDefault },
      answer: wireWritten,
    })
  }

  /** Changes an address. @param version the version that the customer saw; null: change any version */
  changeAddress(id: string, address: CleanAddress, version: string | null): Promise<Written> {
    return this.#write({
      method: 'PUT',
      path: path`/customers/me/addresses/${id}`,
      headers: ifMatch(version),
      isRepeatable: true,
      body: address,
      answer: wireWritten,
    })
  }

  /** Deletes an address. */
  deleteAddress(id: string): Promise<Written> {
    return this.#write({
      method: 'DELETE',
      path: path`/customers/me/addresses/${id}`,
      isRepeatable: true,
      answer: wireWritten,
    })
  }

  /** True if deleted addresses can be restored. */
  canRestoreAddresses(): Promise<boolean> {
    return this.#offers.has(restoring)
  }

  /** Restores a deleted address. */
  async restoreAddress(id: string): Promise<Written> {
    if (!(await this.canRestoreAddresses())) return 'notFound'
    return this.#write({
      method: 'PUT',
      path: path`/customers/me/addresses/${id}/restore`,
      isRepeatable: true,
      answer: wireWritten,
    })
  }

  /** Makes an address the default one. @param address as the service sent it */
  async setDefaultAddress(address: WireAddress): Promise<Written> {
    const { id, version } = address
    const put = { method: 'PUT', isRepeatable: true, answer: wireWritten } as const
    if (await this.#offers.has(choosingDefault)) {
      return this.#write({ ...put, path: path`/customers/me/addresses/${id}/default` })
    }
    return this.#write({
      ...put,
      path: path`/customers/me/addresses/${id}`,
      headers: ifMatch(version ?? null),
      body: { ...address, isDefault: true },
    })
  }

  async #write(request: UpstreamRequest<WireWritten>): Promise<Written> {
    try {
      return { id: (await this.#upstream.call(request, this.#scope))?.id ?? null }
    } catch (error) {
      return refusalOf(error)
    }
  }
}

function ifMatch(version: string | null): Readonly<Record<string, string>> {
  return version === null ? {} : { 'if-match': `"${version}"` }
}

const problems: Readonly<Record<string, CustomerRefusal>> = {
  ACCOUNT_BLOCKED: 'blocked',
  BUSINESS_ONLY: 'businessOnly',
  TOO_MANY_ADDRESSES: 'tooMany',
}

/** Maps the error of a call to a refusal. @throws the error if it is not a refusal */
function refusalOf(error: unknown): CustomerRefusal {
  if (asksForRecentSignIn(error)) return 'recentSignIn'
  if (!(error instanceof UpstreamError)) throw error
  const refusal = problems[error.problem ?? '']
  if (refusal) return refusal
  if (error.code === 'NOT_FOUND') return 'notFound'
  if (error.code === 'BAD_USER_INPUT') return 'invalid'
  if (error.status === 412) return 'changedMeanwhile'
  throw error
}
