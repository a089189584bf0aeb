import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import { wireFileLink } from '../downloads/wire.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { Offers } from '../offers.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import type { KnownExports } from './knownExports.ts'
import { type WireExport, wireExport, wireExports, wireRequestedExport } from './wire.ts'

/** An export with its id. */
export type FoundExport = WireExport & { readonly backupId: string }

/** The call that lists exports. Only our own service offers this call. */
const allExports = ['get', '/backups'] as const

/** The export API, on behalf of one customer. Every method throws UpstreamError. */
export class ExportsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #known: KnownExports
  readonly #offers: Offers

  /** @param known the known exports, shared by all customers */
  constructor(upstream: Upstream, scope: CallScope, known: KnownExports, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#known = known
    this.#offers = offers
  }

  /** Finds an export of the customer; null if it does not exist or has expired. */
  async find(backupId: string): Promise<FoundExport | null> {
    const call = { path: path`/backups/${backupId}`, answer: wireExport }
    const found = await nullIfNotFound(this.#upstream.call(call, this.#scope))
    if (found) return this.#learn({ ...found, backupId: found.backupId ?? backupId })
    const { accountId } = this.#scope
    if (accountId !== undefined) this.#known.forget(accountId, backupId)
    return null
  }

  /** Finds the export that this process has last seen running; null if it has seen no running export. */
  async findKnownRunning(): Promise<FoundExport | null> {
    const known = this.#knownExport()
    return known?.isRunning ? this.find(known.backupId) : null
  }

  /**
   * Finds the customer's latest export that has not expired; null if no such export exists. When the service has no
   * list, this is the last export that the process knows.
   */
  async findLatest(): Promise<FoundExport | null> {
    const call = { path: path`/backups`, query: { limit: 1 }, answer: wireExports }
    const page = await this.#offers.ask(allExports, () => this.#upstream.call(call, this.#scope))
    if (page === undefined) {
      const known = this.#knownExport()
      return known ? this.find(known.backupId) : null
    }
    const [latest] = page.items
    return this.#learn(latest ? identified(latest) : null)
  }

  /**
   * Requests an export of everything.
   * @returns the status, and the export when the service sends its id; `empty` when there is nothing to export; null
   *   when the service did not start an export
   */
  async request(channelId: string): Promise<RequestedExport | 'empty' | null> {
    const call = { method: 'POST', path: path`/backups`, body: { channelId }, answer: wireRequestedExport } as const
    try {
      const requested = await this.#upstream.call(call, this.#scope)
      return requested && { status: requested.status, export: this.#learn(identified(requested)) }
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'CONFLICT') return 'empty'
      throw error
    }
  }

  /** Finds the URL of one file of an export; null when the export has expired. */
  async findChunkUrl(backupId: string, iteration: number): Promise<string | null> {
    const call = { path: path`/backups/${backupId}/chunks/${iteration}/url`, answer: wireFileLink }
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope)))?.url ?? null
  }

  #learn<Found extends FoundExport | null>(found: Found): Found {
    const { accountId } = this.#scope
    if (found && accountId !== undefined) this.#known.learn(accountId, found.backupId, found.status)
    return found
  }

  #knownExport() {
    const { accountId } = this.#scope
    return accountId === undefined ? undefined : this.#known.of(accountId)
  }
}

/** The response to a request for an export. */
export interface RequestedExport {
  readonly status: WireExport['status']
  /** Null when the service does not send the export's id. */
  readonly export: FoundExport | null
}

function identified(found: WireExport): FoundExport | null {
  const { backupId } = found
  return typeof backupId === 'string' ? { ...found, backupId } : null
}
