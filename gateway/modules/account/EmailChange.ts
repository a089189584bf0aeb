import type { EmailChangeResolvers } from '../../__generated__/resolvers.ts'
import { instantOf } from '../../instants.ts'

/** Resolves the fields of `EmailChange`. */
export const EmailChange: EmailChangeResolvers = {
  until: ({ until }) => instantOf(until) ?? until,
}
