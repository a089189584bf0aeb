import { instantOf } from '../../instants.ts'
import { type JobFact, jobPosition } from '../live/jobFacts.ts'
import { jsonOf } from '../live/jsonOf.ts'
import { wireAccountMessage } from './wire.ts'

/** What has changed in an account. */
export type AccountChange =
  | { readonly __typename: 'EmailChanged'; readonly email: string }
  | { readonly __typename: 'SessionsEnded'; readonly before: string }
  | { readonly __typename: 'AccountDeletionScheduled'; readonly deletesAt: string }
  | { readonly __typename: 'ChosenSessionsEnded'; readonly sessions: readonly string[] }

/** A change of an account. The stream of an account has only one job: the account itself. */
export interface AccountFact extends JobFact<AccountChange['__typename']> {
  /** Null if the event holds only a position. */
  readonly change: AccountChange | null
}

/** A fact that holds only a position. */
export function accountPosition(position: bigint | null): AccountFact {
  return { ...jobPosition(position), change: null }
}

/** Parses a message. Null when it cannot be read; a message of an unknown type gives a fact with only a position. */
export function accountFactOf(text: string): AccountFact | null {
  const message = jsonOf(text)
  if (!wireAccountMessage.accepts(message)) return null
  const position = accountPosition(BigInt(message.id))
  const change = changeOf(message.type, message.data)
  return change ? { ...position, job: 'account', kind: change.__typename, change } : position
}

interface ChangeData {
  readonly email?: string | undefined
  readonly before?: string | undefined
  readonly deletesAt?: string | undefined
  readonly sessions?: readonly string[] | undefined
}

function changeOf(type: string, { email, before, deletesAt, sessions }: ChangeData): AccountChange | null {
  if (type === 'account.emailChanged' && email !== undefined) return { __typename: 'EmailChanged', email }
  if (type === 'account.chosenSessionsEnded' && sessions) return { __typename: 'ChosenSessionsEnded', sessions }
  const deletion = type === 'account.deletionScheduled' ? instantOf(deletesAt) : null
  if (deletion !== null) return { __typename: 'AccountDeletionScheduled', deletesAt: deletion }
  const ended = type === 'account.sessionsEnded' ? instantOf(before) : null
  return ended === null ? null : { __typename: 'SessionsEnded', before: ended }
}
