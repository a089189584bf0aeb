import type { ChosenSessionsEndedResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `ChosenSessionsEnded`. */
export const ChosenSessionsEnded: ChosenSessionsEndedResolvers = {
  endsThisSession: ({ sessions }, _args, { viewer }) =>
    viewer?.sessionId !== undefined && viewer.sessionId !== null && sessions.includes(viewer.sessionId),
}
