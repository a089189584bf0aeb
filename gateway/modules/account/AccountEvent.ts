import type { AccountEventResolvers } from '../../__generated__/resolvers.ts'
import { cursors } from './cursors.ts'

/** Resolves the fields of `AccountEvent`. */
export const AccountEvent: AccountEventResolvers = {
  cursor: ({ position }, _args, context) => cursors.at(position, context),
}
