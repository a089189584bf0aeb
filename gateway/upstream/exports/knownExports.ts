import type { ExportStatus } from './wire.ts'

/** The last export of a customer that was answered to be under way. */
interface KnownExport {
  readonly backupId: string
  readonly isUnderWay: boolean
}

/** Customers of whom it is remembered, at most; those who were heard of longest ago are forgotten. */
const rememberedCustomers = 10_000

/**
 * Which export each customer waits for, by what this process has answered: a service that has neither a socket nor a list
 * can be asked about an export only by its id.
 */
export class KnownExports {
  readonly #known = new Map<string, KnownExport>()

  /** The last one; undefined when none is known. */
  of(accountId: string): KnownExport | undefined {
    return this.#known.get(accountId)
  }

  learn(accountId: string, backupId: string, status: ExportStatus): void {
    const isUnderWay = status === 'REQUESTED' || status === 'IN_PROGRESS'
    // An older one that is looked at is not the one that is waited for.
    if (!isUnderWay && this.#known.get(accountId)?.backupId !== backupId) return
    this.#known.delete(accountId)
    this.#known.set(accountId, { backupId, isUnderWay })
    const [oldest] = this.#known.keys()
    if (this.#known.size > rememberedCustomers && oldest !== undefined) this.#known.delete(oldest)
  }

  /** There is no such export (any more). */
  forget(accountId: string, backupId: string): void {
    if (this.#known.get(accountId)?.backupId === backupId) this.#known.delete(accountId)
  }
}
