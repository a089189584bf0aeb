import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { BrakeKind } from './attempts.ts'

/** What an attempt with a password was for. */
export type AttemptAction = 'signIn' | 'registration' | 'passwordChange'

/** How such an attempt ended, for operators. */
export type Attempt =
  | { readonly action: AttemptAction; readonly outcome: 'succeeded' }
  | { readonly action: AttemptAction; readonly outcome: 'failed'; readonly code: string }
  | { readonly action: AttemptAction; readonly outcome: 'delayed'; readonly by: BrakeKind }

/** Hashes of the e-mail address and of the network. They correlate log lines, but reveal neither. */
export interface Callers {
  readonly account: string
  readonly address: string
}

export interface SignInReports {
  report(attempt: Attempt, callers: Callers): void
}

/** Counts every attempt, and logs those that failed or were delayed. */
export function createSignInReports(log: Logger, metrics: Registry): SignInReports {
  const attempts = new Counter({
    name: 'identity_attempts_total',
    help: 'Attempts to sign in, to register or to change a password in this process.',
    labelNames: ['action', 'outcome'],
    registers: [metrics],
  })
  return {
    report(attempt, callers) {
      attempts.inc({ action: attempt.action, outcome: attempt.outcome })
      if (attempt.outcome !== 'succeeded') log.info({ ...attempt, ...callers }, 'an attempt was refused')
    },
  }
}
