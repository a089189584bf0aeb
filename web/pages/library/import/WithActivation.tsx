import type { ReactNode } from 'react'
import { type PreloadedQuery, fetchQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { WithActivationQuery } from '../../../__generated__/WithActivationQuery.graphql.ts'
import { useFreshQuery } from '../../../relay/useFreshQuery.ts'

// What follows it and what shows it come at the same moment, wherever one is: it is asked for once.
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

/** Shows what depends on where the library stands; nothing until that is known, or while it cannot be. */
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

/** Asks again where the library stands. */
export function refreshActivation(environment: Environment): void {
  fetchQuery<WithActivationQuery>(environment, query, {}, { networkCacheConfig: { force: true } }).subscribe({
    // What is shown stays; whoever follows it asks again.
    error: () => undefined,
  })
}
