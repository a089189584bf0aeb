import { UpstreamError } from '../../errors/upstreamError.ts'

/** Why the service has refused a change, by the code of its problem. */
const refusals = {
  BLOCKED: 'blocked',
  NOT_READY: 'notReady',
  INVALID_EMAIL: 'invalidEmail',
  INVALID_NAME: 'invalidName',
  INVALID_MESSAGE: 'invalidMessage',
  UNKNOWN_VENDOR: 'unknownVendor',
  TOO_MANY_RECIPIENTS: 'tooManyRecipients',
  EMAIL_UNCONFIRMED: 'emailUnconfirmed',
  TOO_MANY_MAILS: 'tooManyMails',
  ENTRY_EXISTS: 'entryExists',
  UNKNOWN_CATEGORY: 'unknownCategory',
  UNKNOWN_CHANNEL: 'unknownChannel',
  INVALID_TITLE: 'invalidTitle',
  INVALID_DESCRIPTION: 'invalidDescription',
} as const

/** Why the service has refused a change. */
export interface WidgetRefusal {
  readonly refusal: (typeof refusals)[keyof typeof refusals] | 'notFound' | 'changedMeanwhile'
  /** Seconds to wait, if the service says so. */
  readonly retryAfter: number | undefined
}

/** Maps the error of a call to a refusal. @throws the error if it is not a refusal */
export function refusalOf(error: unknown): WidgetRefusal {
  if (!(error instanceof UpstreamError)) throw error
  const { retryAfter } = error
  if (isRefusal(error.problem)) return { refusal: refusals[error.problem], retryAfter }
  if (error.code === 'NOT_FOUND') return { refusal: 'notFound', retryAfter }
  if (error.status === 412) return { refusal: 'changedMeanwhile', retryAfter }
  throw error
}

function isRefusal(problem: string | null): problem is keyof typeof refusals {
  return problem !== null && Object.hasOwn(refusals, problem)
}
