import { fetchQuery, graphql } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { Session } from '../../../../app/Session.ts'
import type { collectSelectedQuery } from '../../../../__generated__/collectSelectedQuery.graphql.ts'
import { RequestError } from '../../../../relay/errors.ts'
import { hiddenPhotosOf } from '../hidden/HiddenPhotos.ts'
import type { SelectableOrder, SelectedPart, Selection } from './Selection.ts'

const query = graphql`
  query collectSelectedQuery($id: ID!, $first: Int!, $after: String, $sortKey: PhotoSortKey, $sortOrder: SortOrder) {
    node(id: $id) {
      ... on PhotoCollection {
        photos(first: $first, after: $after, sortKey: $sortKey, sortOrder: $sortOrder) {
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

/** The gateway's limit for one page. */
const pageSize = 500

export interface CollectOptions {
  /** Aborts the collecting, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called after each page with the number of known ids. */
  readonly onProgress?: ((known: number) => void) | undefined
}

/**
 * Collects the ids of the selected photos in the order of the view. The ids of collections that are selected as a whole
 * are fetched page by page. If one of these collections cannot be read, rejects with a RequestError instead of
 * returning a part of the ids, because the action must apply to the whole selection.
 */
export async function collectSelected(
  session: Session,
  selection: Selection,
  { signal, onProgress }: CollectOptions = {},
): Promise<readonly string[]> {
  const found: string[] = []
  for (const part of inOrder(selection.parts, selection.order)) {
    signal?.throwIfAborted()
    if (part.isAll) {
      // Photos that are being removed from an album are still in it until the Undo toast closes.
      const hidden = hiddenPhotosOf(session).of(part.collectionId)
      for await (const ids of pagesOf(session.environment, part.collectionId, selection.order, signal)) {
        found.push(...ids.filter((id) => !part.except.has(id) && !hidden.has(id)))
        onProgress?.(found.length)
      }
    } else {
      found.push(...idsInOrder(part.ids, selection.order?.idsOf(part.collectionId) ?? []))
      onProgress?.(found.length)
    }
  }
  return found
}

async function* pagesOf(
  environment: Environment,
  id: string,
  order: SelectableOrder | null,
  signal: AbortSignal | undefined,
) {
  let after: string | null = null
  do {
    const variables = { id, first: pageSize, after, ...order?.sort?.() }
    const { node }: collectSelectedQuery['response'] = await ask(environment, variables, signal)
    // The collection was deleted.
    if (!node) return
    const { photos }: typeof node = node
    if (!photos)
      throw new RequestError('The photos of a collection cannot be read', { failure: 'graphql', correlationId: '' })
    yield photos.edges.flatMap((edge) => (edge?.node ? [edge.node.id] : []))
    after = photos.pageInfo.hasNextPage ? (photos.pageInfo.endCursor ?? null) : null
  } while (after !== null)
}

function ask(
  environment: Environment,
  variables: collectSelectedQuery['variables'],
  signal: AbortSignal | undefined,
): Promise<collectSelectedQuery['response']> {
  const { promise, resolve, reject } = Promise.withResolvers<collectSelectedQuery['response']>()
  const asking = fetchQuery<collectSelectedQuery>(environment, query, variables, {
    networkCacheConfig: { force: true },
  }).subscribe({ next: resolve, error: reject })
  const abort = () => {
    asking.unsubscribe()
    reject(signal?.reason)
  }
  signal?.addEventListener('abort', abort)
  return promise.finally(() => signal?.removeEventListener('abort', abort))
}

function inOrder(parts: readonly SelectedPart[], order: SelectableOrder | null): readonly SelectedPart[] {
  const numbers = new Map(order?.collections().map(({ id }, index) => [id, index]))
  const numberOf = ({ collectionId }: SelectedPart) => numbers.get(collectionId) ?? Number.POSITIVE_INFINITY
  return parts.toSorted((one, other) => numberOf(one) - numberOf(other) || 0)
}

/** Sorts ids in the order in which they are shown; photos that are no longer shown come last. */
function idsInOrder(ids: ReadonlySet<string>, shown: readonly string[]): readonly string[] {
  const known = shown.filter((id) => ids.has(id))
  return [...known, ...ids.difference(new Set(known))]
}
