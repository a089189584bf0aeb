import { graphql } from 'react-relay/hooks'
import type { createPublicLinkMutation } from '../../../../__generated__/createPublicLinkMutation.graphql.ts'
import type { Session } from '../../../../app/Session.ts'
import { runMutation } from '../../../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation createPublicLinkMutation($input: CreatePublicWidgetLinkInput!) {
    createPublicWidgetLink(input: $input) {
      __typename
      ... on CreatePublicWidgetLinkSuccess {
        widget {
          ...BookView_book
        }
      }
      ... on WidgetNotFound {
        __typename
      }
      ... on WidgetBlocked {
        __typename
      }
      ... on WidgetNotReady {
        __typename
      }
    }
  }
`

export type CreationProblem = 'blocked' | 'notReady' | 'missing' | 'failed'

const problems: Readonly<Record<string, CreationProblem>> = {
  WidgetNotFound: 'missing',
  WidgetBlocked: 'blocked',
  WidgetNotReady: 'notReady',
}

/**
 * Makes the public link of a book. Resolves with null after success, otherwise with the reason why there is no public
 * link.
 */
export async function createPublicLink({ environment }: Session, widgetId: string): Promise<CreationProblem | null> {
  const variables = { input: { widgetId } }
  const outcome = await runMutation<createPublicLinkMutation>(environment, mutation, { variables })
  if (outcome.kind === 'failed') return 'failed'
  const result = outcome.response.createPublicWidgetLink
  // The page reads the link from the book, so a result without the book counts as a failure. A retry returns the same
  // link.
  if (result.__typename === 'CreatePublicWidgetLinkSuccess') return result.widget ? null : 'failed'
  return problems[result.__typename] ?? 'failed'
}
