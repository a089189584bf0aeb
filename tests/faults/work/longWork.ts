import type { KillableServices } from '../../support/killableServices.ts'

/** Work that takes longer than a request. Its process is killed at random moments. */
export interface LongWork {
  readonly name: 'deletion' | 'downloads' | 'exports' | 'import' | 'orders' | 'retention'
  /** The services that run, as in the setting `SERVICES`. */
  readonly services: string
  /** Settings of this work only. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * A kill comes at most this long (ms) after the start. By default: the measured duration of the work without a kill.
   */
  readonly longestMilliseconds?: number
  /** How many times the process is killed in each round. By default: once, in every third round twice. */
  readonly kills?: number
  /** Prepares a round on an empty installation. The services run, and may be restarted for this. */
  prepare(services: KillableServices): Promise<Round>
}

/** One execution of the work. */
export interface Round {
  /** Requests the work. Resolves when the request is accepted. */
  begin(): Promise<void>
  /** Waits until the work ends, possibly after a kill and a restart. Throws if it does not end. */
  end(): Promise<void>
  /** Checks the result. May kill the services, to read their database and data folder. */
  verify(): Promise<readonly Finding[]>
}

/** A check and, if it failed, what was found instead. */
export interface Finding {
  readonly aim: 'right result' | 'no duplicates' | 'nothing lost' | 'no orphans'
  readonly met: boolean
  readonly detail: string
}

/** Compares two values as JSON text, so that the difference can be shown. */
export function compare(aim: Finding['aim'], what: string, actual: unknown, expected: unknown): Finding {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
  const met = is === should
  return { aim, met, detail: met ? '' : `${what}: ${is}, not ${should}` }
}
