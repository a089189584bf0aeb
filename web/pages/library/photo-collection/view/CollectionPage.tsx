import {
  type ReactNode,
  Suspense,
  memo,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
} from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay/hooks'
import type { CollectionPage_photos$key } from '../../../../__generated__/CollectionPage_photos.graphql.ts'
import type { CollectionPageQuery } from '../../../../__generated__/CollectionPageQuery.graphql.ts'
import { useReleaseOnLeave } from '../../../../relay/useReleaseOnLeave.ts'
import { SectionBoundary } from '../../../../shared/SectionBoundary.tsx'
import { GridSegment } from '../grid/GridSegment.tsx'
import { type GridMetrics, type Span, ratioOf } from '../grid/justifiedLayout.ts'
import { PlaceholderGrid } from '../grid/PlaceholderGrid.tsx'
import type { SelectableCollection } from '../selection/Selection.ts'
import type { PhotoSort } from '../sorting/sortPreference.ts'
import type { HeldHeight, PageMemory, PhotoPage } from '../pages/PageMemory.ts'
import { leadOf, pageLayout } from '../viewport/collectionGeometry.ts'
import type { Reveal } from './useReveal.ts'
import { type LoadedQuery, usePageQuery } from './usePageQuery.ts'

const query = graphql`
  query CollectionPageQuery(
    $id: ID!
    $first: Int!
    $after: String
    $sortKey: PhotoSortKey
    $sortOrder: SortOrder
    $isRefresh: Boolean!
  ) {
    node(id: $id) {
      ...CollectionPage_photos
        @arguments(first: $first, after: $after, sortKey: $sortKey, sortOrder: $sortOrder, isRefresh: $isRefresh)
        @alias(as: "collection")
    }
  }
`

/**
 * The photos of a page. The query of a view can spread this fragment with the size of the first page: the first page is
 * then loaded with the view, and not requested again.
 */
const fragment = graphql`
  fragment CollectionPage_photos on PhotoCollection
  @argumentDefinitions(
    first: { type: "Int!" }
    after: { type: "String" }
    sortKey: { type: "PhotoSortKey" }
    sortOrder: { type: "SortOrder" }
    isRefresh: { type: "Boolean!", defaultValue: false }
  ) {
    photos(first: $first, after: $after, sortKey: $sortKey, sortOrder: $sortOrder) {
      edges {
        cursor @include(if: $isRefresh)
        node {
          id
          width
          height
          ...GridSegment_photos
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`

export interface CollectionPageProps {
  readonly collection: SelectableCollection
  readonly memory: PageMemory
  readonly page: PhotoPage
  /** The collection's generation: a page of an older generation is fetched again. */
  readonly generation: number
  readonly firstIndex: number
  readonly metrics: GridMetrics
  /** Whether a page is below the window. */
  readonly isBelow: (pageKey: number) => boolean
  readonly reveal: Reveal
  readonly previewPath: (photoId: string) => string
  /** The order of the photos; not needed where the collection's id implies it. */
  readonly sort?: PhotoSort
  /** The vertical range of the page to draw; the whole page by default. */
  readonly span?: Span | undefined
  /** Photos that are being removed from the collection. */
  readonly hidden?: ReadonlySet<string>
  /** The message when the page could not be loaded. The default says that photos could not be loaded. */
  readonly loadFailed?: string
}

/** A page near the screen: loads its photos when it is mounted, and releases them when it is unmounted. */
export const CollectionPage = memo(function CollectionPage(props: CollectionPageProps) {
  const { collection, memory, page, generation, metrics, isBelow, reveal, sort, span, loadFailed } = props
  const { formatMessage } = useIntl()
  const name = `${collection.id} ${page.key}`
  const { loaded, retry } = usePageQuery(collection.id, memory, page, generation, reveal.isOpen, sort)
  const onMount = useEffectEvent(() => {
    if (isBelow(page.key)) memory.releaseHeight(page.key)
    else if (!reveal.isOpen) reveal.wait(name)
  })
  useEffect(() => onMount(), [])
  const layout = pageLayout(page, metrics)
  const lead = leadOf(page, metrics)
  const indent = lead ? lead.width + metrics.gap : 0
  const placeholder = <PlaceholderGrid ratios={page.ratios} metrics={layout.metrics} isEnd={layout.isEnd} span={span} />
  return (
    <div style={{ minHeight: layout.height }}>
      <SectionBoundary
        message={loadFailed ?? formatMessage({ id: 'timeline.loadFailed' })}
        onRetry={retry}
        onFail={() => reveal.settle(name)}
        frame={(failure) => inGrid(failure, indent)}
      >
        {loaded ? (
          <Suspense fallback={placeholder}>
            <LoadedPage {...props} loaded={loaded} placeholder={placeholder} onReady={() => reveal.settle(name)} />
          </Suspense>
        ) : (
          placeholder
        )}
      </SectionBoundary>
    </div>
  )
})

interface LoadedPageProps extends CollectionPageProps {
  readonly loaded: LoadedQuery
  readonly placeholder: ReactNode
  readonly onReady: () => void
}

function LoadedPage(props: LoadedPageProps) {
  const { collection, memory, page, firstIndex, metrics, isBelow, reveal, previewPath, loaded, span, hidden } = props
  useReleaseOnLeave(loaded.reference)
  const { node } = usePreloadedQuery<CollectionPageQuery>(query, loaded.reference)
  const answer = useFragment<CollectionPage_photos$key>(fragment, node?.collection)?.photos
  const { variables: asked } = loaded.reference
  // The boundary shows the error and offers to try again.
  if (!answer) throw new Error('Request failure: the photos of a collection are missing')
  // Decided once per answer: later changes of the store only remove photos or restore them.
  const range = useMemo(
    () => {
      const listed = answer.edges.map(({ cursor, node: photo }) => ({ cursor, id: photo?.id }))
      return memory.rangeOf(page.key, { edges: listed, ...answer.pageInfo }, asked.isRefresh)
    },
    // eslint-disable-next-line react/exhaustive-deps
    [memory, page.key, loaded],
  )
  const { edges } = answer
  const photos = useMemo(() => {
    const present = edges.slice(range.from, range.to).flatMap((edge) => edge.node ?? [])
    return hidden ? present.filter(({ id }) => !hidden.has(id)) : present
  }, [edges, range, hidden])
  const ratios = useMemo(() => photos.map(({ width, height }) => ratioOf(width, height)), [photos])
  const settle = useEffectEvent(() => {
    const ids = photos.map(({ id }) => id)
    const held = heldHeight(page, ids.length, metrics, isBelow(page.key))
    memory.settle(page.key, { ...range, ids, ratios, held, asked, generation: loaded.generation })
  })
  useLayoutEffect(() => settle(), [photos, range, memory])
  // The layout is settled first, so that each photo is drawn once. Drawing the photos may be interrupted.
  const isDrawn = useDeferredValue(page.isLoaded)
  const ready = useEffectEvent(props.onReady)
  useEffect(() => {
    if (isDrawn) ready()
  }, [isDrawn])
  if (!isDrawn) return props.placeholder
  const layout = pageLayout(page, metrics)
  return (
    <GridSegment
      collection={collection}
      photos={photos}
      ratios={ratios}
      metrics={layout.metrics}
      isEager={!reveal.isOpen}
      previewPath={previewPath}
      firstIndex={firstIndex}
      isEnd={layout.isEnd}
      span={span}
    />
  )
}

/** Places a failure in a row of the grid, beside the element before the first photo. */
function inGrid(failure: ReactNode, indent: number): ReactNode {
  return (
    // eslint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="row" style={{ marginInlineStart: indent }}>
      {/* eslint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div role="gridcell">{failure}</div>
    </div>
  )
}

/**
 * Returns the height that the photos must fill; null if the page takes the height that its photos need. Photos that are
 * loaded on screen or above it fill the height reserved for them, so that nothing below them moves. When photos are
 * added or removed later, the page takes the height that they need.
 */
function heldHeight(page: PhotoPage, count: number, metrics: GridMetrics, isBelow: boolean): HeldHeight | null {
  if (page.isLoaded) return count === page.ids.length ? page.held : null
  const isReserved = !isBelow && count === page.ratios.length
  return isReserved ? { width: metrics.width, height: pageLayout(page, metrics).height } : null
}
