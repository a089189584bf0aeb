import type { KillableServices } from '../../support/killableServices.ts'

/** A kind of work that takes longer than a request, whose process is killed at random moments. */
export interface LongWork {
  readonly name: 'downloads' | 'exports' | 'import' | 'retention'
  /** Those that run, as the setting `SERVICES` has them. */
  readonly services: string
  /** Beyond those that all need. */
  readonly settings?: Readonly<Record<string, string>>
  /** The latest moment for a kill. By default, this is measured: the time that the work takes undisturbed. */
  readonly longestMilliseconds?: number
  /** Lays out one round on an empty installation, whose services run; they may be killed and started for that. */
  prepare(services: KillableServices): Promise<Round>
}

/** One time that the work is done. */
export interface Round {
  /** Asks for the work; resolves when that is accepted. */
  begin(): Promise<void>
  /** Waits for its end, after a kill and the next start too. Throws when it waits in vain. */
  end(): Promise<void>
  /** What must hold afterwards. May kill the services, to look into their database and folder. */
  verify(): Promise<readonly Finding[]>
}

/** Something that must hold, and what was found instead. */
export interface Finding {
  readonly aim: 'ends right' | 'nothing twice' | 'nothing lost' | 'no orphans'
  readonly met: boolean
  readonly detail: string
}

/** A finding from what should be and what is; as text, so that the difference can be read. */
export function compare(aim: Finding['aim'], what: string, actual: unknown, expected: unknown): Finding {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
  const met = is === should
  return { aim, met, detail: met ? '' : `${what}: ${is}, not ${should}` }
}
