import type { ExportStatus } from './wire.ts'

/** The last export of a customer that was seen running. */
interface KnownExport {
  readonly backupId: string
  readonly isRunning: boolean
}

/** Maximum number of customers; the least recently updated are dropped. */
const rememberedCustomers = 10_000

/**
 * The export that each customer waits for, learned from responses: a service with neither a socket nor a list can be
 * asked about an export only by its id.
 */
export class KnownExports {
  readonly #known = new Map<string, KnownExport>()

  /** The customer's last known export. */
  of(accountId: string): KnownExport | undefined {
    return this.#known.get(accountId)
  }

  learn(accountId: string, backupId: string, status: ExportStatus): void {
    const isRunning = status === 'REQUESTED' || status === 'IN_PROGRESS'
    // A finished export other than the known one is not the export that the customer waits for.
    if (!isRunning && this.#known.get(accountId)?.backupId !== backupId) return
    this.#known.delete(accountId)
    this.#known.set(accountId, { backupId, isRunning })
    const [oldest] = this.#known.keys()
    if (this.#known.size > rememberedCustomers && oldest !== undefined) this.#known.delete(oldest)
  }

  /** Forgets an export that no longer exists. */
  forget(accountId: string, backupId: string): void {
    if (this.#known.get(accountId)?.backupId === backupId) this.#known.delete(accountId)
  }
}
