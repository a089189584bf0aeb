import type { Kysely } from 'kysely'
import type { ZodType } from 'zod'
import { UpstreamError } from '../../platform/http.ts'
import type { CalledService, Platform } from '../../platform/platform.ts'
import type { CustomersTables } from '../tables.ts'

/** The deadline of one call. A page of 100 orders takes less than a second. */
const deadlineMilliseconds = 10_000

/** Thrown if a service did not deliver its part of the data, so that the file would not be complete. */
export class PartUnavailable extends Error {
  readonly service: CalledService

  constructor(service: CalledService, cause: UpstreamError) {
    super(`The ${service} service did not deliver its part of the personal data.`, { cause })
    this.name = 'PartUnavailable'
    this.service = service
  }
}

/** Whose data are read. */
export interface DataOwner {
  readonly accountId: string
  readonly isBusiness: boolean
}

/**
 * Reads the data of one account from this service and from other services, which it calls in the name of this service.
 */
export class PartReader {
  readonly owner: DataOwner
  readonly database: Kysely<CustomersTables>
  readonly #platform: Pick<Platform, 'http' | 'config'>

  constructor(platform: Pick<Platform, 'http' | 'config'>, database: Kysely<CustomersTables>, owner: DataOwner) {
    this.#platform = platform
    this.database = database
    this.owner = owner
  }

  /**
   * Reads what a service has about the account.
   * @param list the path of a page of a list, such as `/orders?after=…`; empty for the facts
   * @throws PartUnavailable if there is no usable answer
   */
  async read<Answer>(service: CalledService, list: string, answer: ZodType<Answer>): Promise<Answer> {
    const url = `${this.#platform.config.urls[service]}/accounts/${this.owner.accountId}/personal-data${list}`
    try {
      return await this.#platform.http.call({ url, asService: true, deadlineMilliseconds, answer })
    } catch (error) {
      throw error instanceof UpstreamError ? new PartUnavailable(service, error) : error
    }
  }
}
