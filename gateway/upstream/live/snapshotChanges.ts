import type { LiveCredentials, LiveFact, Snapshots } from './liveStream.ts'

/** The stream's credentials, and the callbacks that notify the stream. */
export interface SnapshotChangesOptions<Fact> {
  credentials(): LiveCredentials | undefined
  /** Called with the facts that differ from the last known ones. */
  onChanges(facts: readonly Fact[], isFirst: boolean): void
  /** Called when a snapshot could not be fetched. The caller must fetch again. */
  onFailure(): void
}

/**
 * Maximum number of jobs whose last facts are kept. A larger snapshot is kept as a whole. The least recently updated
 * facts are dropped first.
 */
const rememberedJobs = 500

/**
 * The changes between snapshots, for a service that does not number its events. Such a service cannot replay what was
 * missed while the socket was down. A snapshot is therefore fetched after each connection, and compared with the last
 * known facts.
 */
export class SnapshotChanges<Fact extends LiveFact> {
  readonly #snapshots: Snapshots<Fact>
  readonly #options: SnapshotChangesOptions<Fact>
  readonly #known = new Map<string, Fact>()
  /** Jobs with an event since the last fetch started: their facts in the snapshot are stale. One set per fetch. */
  #newer = new Set<string>()
  #isFirst = true
  #limit = rememberedJobs

  constructor(snapshots: Snapshots<Fact>, options: SnapshotChangesOptions<Fact>) {
    this.#snapshots = snapshots
    this.#options = options
  }

  /** The last fact of each job, the most recently updated last. */
  get known(): Iterable<Fact> {
    return this.#known.values()
  }

  /** Stores an event of the socket. */
  learn(fact: Fact): void {
    const job = this.#snapshots.jobOf(fact)
    if (job === null) return
    this.#newer.add(job)
    this.#remember(job, fact)
    this.#forgetOldest()
  }

  /** Ignores the snapshot that is being fetched, because the connection has ended. */
  ignorePending(): void {
    this.#newer = new Set()
  }

  /** Fetches a snapshot and reports what has changed. Never rejects. */
  async fetch(): Promise<void> {
    const newer = new Set<string>()
    this.#newer = newer
    const credentials = this.#options.credentials()
    if (!credentials) return
    const facts = await this.#snapshots.fetch(credentials, this.#known).catch(() => null)
    if (this.#newer !== newer) return
    if (!facts) {
      this.#options.onFailure()
      return
    }
    const changes = facts.filter((fact) => this.#isChange(fact, newer))
    for (const fact of changes) this.#remember(this.#snapshots.jobOf(fact) ?? '', fact)
    this.#limit = Math.max(rememberedJobs, facts.length)
    this.#forgetOldest()
    this.#options.onChanges(changes, this.#isFirst && this.#snapshots.reportsFirst !== true)
    this.#isFirst = false
  }

  #isChange(fact: Fact, newer: ReadonlySet<string>): boolean {
    const job = this.#snapshots.jobOf(fact)
    if (job === null || newer.has(job)) return false
    const known = this.#known.get(job)
    return known === undefined || !this.#snapshots.isSame(known, fact)
  }

  #remember(job: string, fact: Fact): void {
    this.#known.delete(job)
    this.#known.set(job, fact)
  }

  #forgetOldest(): void {
    for (const job of this.#known.keys()) {
      if (this.#known.size <= this.#limit) return
      this.#known.delete(job)
    }
  }
}
