import type { AccountChange, AccountFact } from '../../upstream/identity/accountMessages.ts'
import type { WireDeletionState, WireEmailChange } from '../../upstream/identity/wire.ts'

/** A pending change of the email address. */
export type EmailChangeModel = WireEmailChange

/** A change of the viewer's account. */
export type AccountEventModel = AccountFact

/** The account has another email address. */
export type EmailChangedModel = Extract<AccountChange, { __typename: 'EmailChanged' }>

/** Sign-ins of the account have ended. */
export type SessionsEndedModel = Extract<AccountChange, { __typename: 'SessionsEnded' }>

/** The account has been deleted; the deletion can still be undone. */
export type AccountDeletionScheduledModel = Extract<AccountChange, { __typename: 'AccountDeletionScheduled' }>

/** What is deleted with an account. */
export type AccountDeletionModel = WireDeletionState

/** The customer has ended one or more sessions. */
export type ChosenSessionsEndedModel = Extract<AccountChange, { __typename: 'ChosenSessionsEnded' }>
