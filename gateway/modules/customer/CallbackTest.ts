import type { CallbackOutcome, CallbackTestResolvers } from '../../__generated__/resolvers.ts'
import { callbackFormatOf } from './callbackFormats.ts'

const outcomes = new Map<string, CallbackOutcome>([
  ['accepted', 'ACCEPTED'],
  ['refused', 'REFUSED'],
  ['redirected', 'REDIRECTED'],
  ['noPublicAddress', 'NO_PUBLIC_ADDRESS'],
  ['connectionFailed', 'CONNECTION_FAILED'],
  ['certificateNotValid', 'CERTIFICATE_NOT_VALID'],
  ['timedOut', 'TIMED_OUT'],
])

/** Resolves the fields of `CallbackTest`. The service may know more outcomes than this gateway. */
export const CallbackTest: CallbackTestResolvers = {
  outcome: ({ outcome }) => outcomes.get(outcome) ?? 'CONNECTION_FAILED',
  callbackFormat: ({ callbackFormat }) => callbackFormatOf(callbackFormat) ?? 'JSON',
  httpStatus: ({ httpStatus }) => httpStatus ?? null,
  text: ({ text }) => text ?? null,
}
