import { fetchQuery, graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { ArchiveStreamQuery } from '../../__generated__/ArchiveStreamQuery.graphql.ts'
import type {
  ArchiveStreamSubscription,
  ArchiveStreamSubscription$data,
} from '../../__generated__/ArchiveStreamSubscription.graphql.ts'
import { backoffDelay } from '../../app/backoff.ts'
import { followEvents } from '../../relay/followEvents.ts'

const query = graphql`
  query ArchiveStreamQuery {
    viewer {
      downloads(first: 50) {
        edges {
          node {
            id
            downloadId
            state
            progress
            missingCount
          }
        }
      }
    }
  }
`

const subscription = graphql`
  subscription ArchiveStreamSubscription($after: String) {
    archiveEvents(after: $after) {
      cursor
      key
      downloadId
      progress
    }
  }
`

/** The list is also fetched at this interval (ms), in case events are lost. */
const refreshMilliseconds = 60_000
const [firstRetry, longestRetry] = [2_000, 60_000]

/** An archive in the list of downloads. */
export interface ListedArchive {
  /** The global id. */
  readonly id: string
  /** The service's id. */
  readonly downloadId: string
  readonly state: string
  /** 0 to 1. */
  readonly progress: number
  /** The number of requested photos that no longer existed when the archive was made. */
  readonly missingCount: number
}

export interface ArchiveListener {
  /** The newest archives, newest first. */
  readonly onList: (archives: readonly ListedArchive[]) => void
  /** Called with the progress of an archive. Returns false if the archive is unknown. */
  readonly onProgress: (downloadId: string, progress: number) => boolean
}

/**
 * Keeps the list of archives up to date. It fetches the list at the start, when an event reports that an archive has
 * started or ended, when the browser is online or visible again, and every 60 s. Progress comes from the events alone.
 */
export class ArchiveStream {
  readonly #environment: IEnvironment
  readonly #listener: ArchiveListener
  #isOpen = false
  #isRefreshing = false
  #isChanged = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop: (() => void) | undefined

  constructor(environment: IEnvironment, listener: ArchiveListener) {
    this.#environment = environment
    this.#listener = listener
  }

  open(): void {
    this.#isOpen = true
    this.#stop = followEvents<ArchiveStreamSubscription>(this.#environment, {
      subscription,
      variables: (after) => ({ after }),
      cursorOf: ({ archiveEvents }) => archiveEvents.cursor,
      onNext: ({ archiveEvents }) => this.#receive(archiveEvents),
    })
    addEventListener('online', this.refresh)
    document.addEventListener('visibilitychange', this.#refreshWhenVisible)
    this.refresh()
  }

  close(): void {
    this.#isOpen = false
    this.#stop?.()
    clearTimeout(this.#timer)
    removeEventListener('online', this.refresh)
    document.removeEventListener('visibilitychange', this.#refreshWhenVisible)
  }

  #receive({ key, downloadId, progress }: ArchiveStreamSubscription$data['archiveEvents']): void {
    if (key === 'PROGRESS' && this.#listener.onProgress(downloadId ?? '', progress ?? 0)) return
    // The list is also fetched when the stream starts, because no event reports changes between the first fetch and
    // this start.
    this.refresh()
  }

  readonly #refreshWhenVisible = (): void => {
    if (document.visibilityState === 'visible') this.refresh()
  }

  /** Fetches the list, if the stream is open. */
  readonly refresh = (): void => {
    this.#isChanged = true
    if (this.#isOpen && !this.#isRefreshing) void this.#refreshUntilUnchanged()
  }

  async #refreshUntilUnchanged(): Promise<void> {
    this.#isRefreshing = true
    clearTimeout(this.#timer)
    while (this.#isChanged && this.#isOpen) {
      this.#isChanged = false
      const archives = await this.#fetch()
      this.#failures = archives ? 0 : this.#failures + 1
      if (archives && this.#isOpen) this.#listener.onList(archives)
    }
    this.#isRefreshing = false
    if (!this.#isOpen) return
    const pause = this.#failures === 0 ? refreshMilliseconds : backoffDelay(this.#failures, firstRetry, longestRetry)
    this.#timer = setTimeout(this.refresh, pause)
  }

  /** Resolves with null on failure. */
  async #fetch(): Promise<readonly ListedArchive[] | null> {
    try {
      const config = { networkCacheConfig: { force: true } }
      const answer = await fetchQuery<ArchiveStreamQuery>(this.#environment, query, {}, config).toPromise()
      return answer?.viewer?.downloads?.edges.flatMap(({ node }) => (node ? [listed(node)] : [])) ?? null
    } catch {
      return null
    }
  }
}

type Node = NonNullable<NonNullable<ArchiveStreamQuery['response']['viewer']>['downloads']>['edges'][number]['node']

function listed({ id, downloadId, state, progress, missingCount }: NonNullable<Node>): ListedArchive {
  return { id, downloadId, state, progress, missingCount: missingCount ?? 0 }
}
