import type { CallScope } from '../call.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { wireVariants } from './wire.ts'

/** The split tests, on behalf of one customer. Every method throws UpstreamError. */
export class PersonalisationClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  /** Reads the variants that the customer sees, by the names of the experiments. */
  async listVariants(): Promise<ReadonlyMap<string, string>> {
    const { variants } = await this.#upstream.call({ path: path`/v1/variants/me`, answer: wireVariants }, this.#scope)
    return new Map(variants.map(({ experiment, variant }) => [experiment, variant]))
  }
}
