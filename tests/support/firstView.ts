/** An operation that the client sends. */
export interface SentOperation {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

const timeline = { sortKey: 'DATE_TAKEN', sortOrder: 'DESC', isByMonth: true, photos: 24 }
const layout: SentOperation = { operationName: 'LibraryLayoutQuery', variables: { hasSharedAlbums: true } }

/**
 * The operations of a visit that begins with the timeline. `e2e/firstView.spec.ts` checks that a browser sends these
 * and no others, and `tests/gateway/firstView.test.ts` counts their calls to the services.
 */
export const firstView: Readonly<Record<'untilPhotos' | 'afterwards', readonly SentOperation[]>> = {
  /** Sent before photos are on the screen. */
  untilPhotos: [layout, { operationName: 'TimelinePageQuery', variables: { ...timeline, isFirst: true } }],
  /** Sent after the first view. Once the events have started, the page checks for changes. */
  afterwards: [
    { operationName: 'ExportFollowerQuery', variables: {} },
    { operationName: 'WithActivationQuery', variables: {} },
    { operationName: 'LibraryStorageQuery', variables: {} },
    { operationName: 'LibraryStreamSubscription', variables: { after: null } },
    { operationName: 'AccountStreamSubscription', variables: { after: null } },
    { operationName: 'AccountWatchQuery', variables: {} },
    layout,
    { operationName: 'TimelinePageQuery', variables: { ...timeline, isFirst: false } },
  ],
}
