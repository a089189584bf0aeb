import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { MentionsQuery } from '../../__generated__/MentionsQuery.graphql.ts'
import { useFreshQuery } from '../../relay/useFreshQuery.ts'
import { OlderLibraryMention } from './OlderLibraryMention.tsx'

const query = graphql`
  query MentionsQuery {
    viewer {
      library {
        activation {
          ...OlderLibraryMention_activation
        }
      }
    }
  }
`

/**
 * Further notices about the library. The notices are at the end of the overview, so that their arrival moves nothing.
 */
export function Mentions() {
  const { reference } = useFreshQuery<MentionsQuery>(query)
  return reference && <LoadedMentions queryReference={reference} />
}

function LoadedMentions({ queryReference }: { readonly queryReference: PreloadedQuery<MentionsQuery> }) {
  const { viewer } = usePreloadedQuery<MentionsQuery>(query, queryReference)
  const { activation } = viewer?.library ?? {}
  return activation && <OlderLibraryMention activation={activation} />
}
