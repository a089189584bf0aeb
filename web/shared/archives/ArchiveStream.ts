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

/** A customer who comes back asks again; one who stays is asked for, in case nothing tells of what happens. */
const lookEvery = 60_000
const [firstRetry, longestRetry] = [2_000, 60_000]

/** An archive as the list has it. */
export interface ListedArchive {
  /** Global. */
  readonly id: string
  /** The services' own. */
  readonly downloadId: string
  readonly state: string
  /** 0 to 1. */
  readonly progress: number
  /** How many of its photos were gone when it was made. */
  readonly missingCount: number
}

export interface ArchiveListener {
  /** The newest archives, newest first. */
  readonly onList: (archives: readonly ListedArchive[]) => void
  /** More of one is made; false: nobody knows of it. */
  readonly onProgress: (downloadId: string, progress: number) => boolean
}

/**
 * Knows how archives are by their list, and by events when to look at it: when it begins to follow, when one has begun
 * or ended, when the network or the customer is back, and now and then. Only of progress the events themselves tell.
 */
export class ArchiveStream {
  readonly #environment: IEnvironment
  readonly #listener: ArchiveListener
  #isOpen = false
  #isLooking = false
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
      onNext: ({ archiveEvents }) => this.#take(archiveEvents),
    })
    addEventListener('online', this.look)
    document.addEventListener('visibilitychange', this.#lookWhenSeen)
    this.look()
  }

  close(): void {
    this.#isOpen = false
    this.#stop?.()
    clearTimeout(this.#timer)
    removeEventListener('online', this.look)
    document.removeEventListener('visibilitychange', this.#lookWhenSeen)
  }

  #take({ key, downloadId, progress }: ArchiveStreamSubscription$data['archiveEvents']): void {
    if (key === 'PROGRESS' && this.#listener.onProgress(downloadId ?? '', progress ?? 0)) return
    // It may also be the stream's beginning: what happened between the list and that, no event tells.
    this.look()
  }

  readonly #lookWhenSeen = (): void => {
    if (document.visibilityState === 'visible') this.look()
  }

  /** Looks at the list, unless nobody follows. */
  readonly look = (): void => {
    this.#isChanged = true
    if (this.#isOpen && !this.#isLooking) void this.#lookUntilUnchanged()
  }

  async #lookUntilUnchanged(): Promise<void> {
    this.#isLooking = true
    clearTimeout(this.#timer)
    while (this.#isChanged && this.#isOpen) {
      this.#isChanged = false
      const archives = await this.#ask()
      this.#failures = archives ? 0 : this.#failures + 1
      if (archives && this.#isOpen) this.#listener.onList(archives)
    }
    this.#isLooking = false
    if (!this.#isOpen) return
    const pause = this.#failures === 0 ? lookEvery : backoffDelay(this.#failures, firstRetry, longestRetry)
    this.#timer = setTimeout(this.look, pause)
  }

  /** Null: nobody could tell. */
  async #ask(): Promise<readonly ListedArchive[] | null> {
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
