import type { ReactNode } from 'react'
import { type PreloadedQuery, fetchQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { WithActivationQuery } from '../../../__generated__/WithActivationQuery.graphql.ts'
import { useFreshQuery } from '../../../relay/useFreshQuery.ts'

// One query for the follower and the notice, because both are mounted at the same moment on every page.
const query = graphql`
  query WithActivationQuery {
    viewer {
      library {
        id
        activation {
          # eslint-disable-next-line relay/must-colocate-fragment-spreads
          ...ImportFollower_activation
          # eslint-disable-next-line relay/must-colocate-fragment-spreads
          ...ImportNotice_activation
        }
      }
    }
  }
`

type Activation = NonNullable<NonNullable<WithActivationQuery['response']['viewer']>['library']['activation']>

export interface WithActivationProps {
  readonly children: (activation: Activation, libraryId: string) => ReactNode
}

/**
 * Renders its children with the activation state of the library. Renders nothing until the state is loaded, or if it
 * cannot be loaded.
 */
export function WithActivation({ children }: WithActivationProps) {
  const { reference } = useFreshQuery<WithActivationQuery>(query)
  return reference && <Loaded queryReference={reference}>{children}</Loaded>
}

interface LoadedProps extends WithActivationProps {
  readonly queryReference: PreloadedQuery<WithActivationQuery>
}

function Loaded({ queryReference, children }: LoadedProps) {
  const { viewer } = usePreloadedQuery<WithActivationQuery>(query, queryReference)
  const { activation, id } = viewer?.library ?? {}
  return activation && id !== undefined ? children(activation, id) : null
}

/** Fetches the activation state of the library again. */
export function refreshActivation(environment: Environment): void {
  fetchQuery<WithActivationQuery>(environment, query, {}, { networkCacheConfig: { force: true } }).subscribe({
    // After a failure, the state that is shown stays until the next refresh.
    error: () => undefined,
  })
}
