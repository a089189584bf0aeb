import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { MentionsQuery } from '../../__generated__/MentionsQuery.graphql.ts'
import { useFreshQuery } from '../../relay/useFreshQuery.ts'
import { OlderLibraryMention } from './OlderLibraryMention.tsx'
import { StorageMention } from './StorageMention.tsx'

const query = graphql`
  query MentionsQuery {
    viewer {
      library {
        photosCount
        storage {
          ...StorageMention_storage
        }
        activation {
          ...OlderLibraryMention_activation
        }
      }
    }
  }
`

/** The notices about the library. They are at the end of the overview, so that their arrival moves nothing. */
export function Mentions() {
  const { reference } = useFreshQuery<MentionsQuery>(query)
  return reference && <LoadedMentions queryReference={reference} />
}

function LoadedMentions({ queryReference }: { readonly queryReference: PreloadedQuery<MentionsQuery> }) {
  const { viewer } = usePreloadedQuery<MentionsQuery>(query, queryReference)
  const { photosCount, storage, activation } = viewer?.library ?? {}
  return (
    <>
      {/* Without photos there is nothing to delete. */}
      {storage && photosCount !== 0 && <StorageMention storage={storage} />}
      {activation && <OlderLibraryMention activation={activation} />}
    </>
  )
}
