import type { ImportEventResolvers } from '../../__generated__/resolvers.ts'
import { cursors } from './cursors.ts'

/** Resolves the fields of `ImportEvent`. */
export const ImportEvent: ImportEventResolvers = {
  cursor: ({ position }, _args, context) => cursors.at(position, context),
  key: ({ kind }) => kind,
  activation: (_event, _args, { activation }) => activation.read(),
}
