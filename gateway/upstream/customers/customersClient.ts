import type { CallScope } from '../call.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type WireAccountInformation, wireAccountInformation } from './wire.ts'

/** The customers service, on behalf of one customer. */
export class CustomersClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  /**
   * Reads when the customer's photos will be deleted, and the dates that determine this.
   * @throws UpstreamError
   */
  getAccountInformation(): Promise<WireAccountInformation> {
    const call = { path: path`/accounts/getaccountinformation`, answer: wireAccountInformation }
    return this.#upstream.call(call, this.#scope)
  }
}
