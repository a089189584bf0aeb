import type { LiveCredentials, LiveFact, Standing } from './liveStream.ts'

/** What the stream around it gives and gets. */
export interface UnnumberedOptions<Fact> {
  credentials(): LiveCredentials | undefined
  /** What is news, by how things stand. */
  onStanding(facts: readonly Fact[], isFirst: boolean): void
  /** Called when it could not be asked; it is to be asked again. */
  onFailure(): void
}

/** Jobs whose last fact is remembered, at most; those that were heard of longest ago are forgotten. */
const rememberedJobs = 500

/**
 * What is known of a stream whose service does not number what it tells: what was missed while there was no connection
 * cannot be sent again, so after each one the service is asked once how things stand, and what differs from what was told
 * is news.
 */
export class UnnumberedStream<Fact extends LiveFact> {
  readonly #standing: Standing<Fact>
  readonly #options: UnnumberedOptions<Fact>
  readonly #told = new Map<string, Fact>()
  /** Jobs that were heard of since it was last asked: what is answered of them is older. */
  #heard = new Set<string>()
  #isFirst = true

  constructor(standing: Standing<Fact>, options: UnnumberedOptions<Fact>) {
    this.#standing = standing
    this.#options = options
  }

  /** The last fact of each job, those heard of last at the end. */
  get told(): Iterable<Fact> {
    return this.#told.values()
  }

  hear(fact: Fact): void {
    const job = this.#standing.jobOf(fact)
    if (job === null) return
    this.#heard.add(job)
    this.#remember(job, fact)
  }

  /** The connection is gone: an answer that is still on its way is of no use. */
  standStill(): void {
    this.#heard = new Set()
  }

  async askAgain(): Promise<void> {
    const heard = new Set<string>()
    this.#heard = heard
    const credentials = this.#options.credentials()
    if (!credentials) return
    const facts = await this.#standing.ask(credentials, this.#told).catch(() => null)
    if (this.#heard !== heard) return
    if (!facts) {
      this.#options.onFailure()
      return
    }
    const news = facts.filter((fact) => this.#isNews(fact, heard))
    for (const fact of news) this.#remember(this.#standing.jobOf(fact) ?? '', fact)
    this.#options.onStanding(news, this.#isFirst && this.#standing.isNewsAtFirst !== true)
    this.#isFirst = false
  }

  #isNews(fact: Fact, heard: ReadonlySet<string>): boolean {
    const job = this.#standing.jobOf(fact)
    if (job === null || heard.has(job)) return false
    const told = this.#told.get(job)
    return told === undefined || !this.#standing.isSame(told, fact)
  }

  #remember(job: string, fact: Fact): void {
    this.#told.delete(job)
    this.#told.set(job, fact)
    const [oldest] = this.#told.keys()
    if (this.#told.size > rememberedJobs && oldest !== undefined) this.#told.delete(oldest)
  }
}
