import type { MailedLinkProblem } from '../../__generated__/resolvers.ts'

/** The result of a mutation whose mailed link does not work. */
export function mailedLinkRefused(problem: MailedLinkProblem) {
  const message = 'The link was used, has expired, is unknown, or was mailed to another account.'
  return { __typename: 'MailedLinkRefused', code: 'LINK_REFUSED', message, problem } as const
}
