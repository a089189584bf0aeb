import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the field of `Viewer` about sessions. */
export const Viewer: Pick<ViewerResolvers, 'sessions'> = {
  sessions: (_viewer, _args, { sessions }) => sessions.list(),
}
