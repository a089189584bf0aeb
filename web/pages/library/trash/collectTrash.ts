import { fetchQuery, graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { collectTrashQuery } from '../../../__generated__/collectTrashQuery.graphql.ts'
import { RequestError } from '../../../relay/errors.ts'
import { maximumPerRequest } from './trashPerPage.ts'
import { type TrashSelection, isSelected } from './trashSelection.ts'

const query = graphql`
  query collectTrashQuery($first: Int!, $after: String) {
    viewer {
      library {
        trash(first: $first, after: $after) {
          edges {
            node {
              id
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`

/**
 * The ids of the selected photos. If the whole trash is selected, they are fetched page by page. If a page cannot be
 * read, rejects with a RequestError instead of returning a part of the ids, because the action must apply to the whole
 * selection.
 */
export async function collectTrash(environment: IEnvironment, selection: TrashSelection): Promise<readonly string[]> {
  if (!selection.isAll) return [...selection.ids]
  const found: string[] = []
  let after: string | null = null
  do {
    const { viewer }: collectTrashQuery['response'] = await readPage(environment, after)
    const trash: NonNullable<typeof viewer>['library']['trash'] = viewer?.library.trash
    if (!trash) throw new RequestError('The trash cannot be read', { failure: 'graphql', correlationId: '' })
    found.push(...trash.edges.map(({ node }) => node.id).filter((id) => isSelected(selection, id)))
    after = trash.pageInfo.hasNextPage ? (trash.pageInfo.endCursor ?? null) : null
  } while (after !== null)
  return found
}

function readPage(environment: IEnvironment, after: string | null): Promise<collectTrashQuery['response']> {
  const variables = { first: maximumPerRequest, after }
  const options = { networkCacheConfig: { force: true } }
  return new Promise((resolve, reject) => {
    fetchQuery<collectTrashQuery>(environment, query, variables, options).subscribe({ next: resolve, error: reject })
  })
}
