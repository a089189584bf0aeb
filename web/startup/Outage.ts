import type { ReactNode } from 'react'
import { retryLater } from '../app/backoff.ts'
import { awayMark } from '../app/publicConfig.ts'
import type { AwayState } from './AwayPage.tsx'
import { showStartFailure } from './startFailure.ts'

/** The delay (ms) after the first failure: services that restart are back within seconds. */
const firstDelay = 1_000

const loadAwayPage = async () => import('./AwayPage.tsx')

/**
 * Repeats the requests that the client needs in order to start, until they are answered. Meanwhile, a page says that
 * the services do not respond.
 */
export class Outage {
  readonly #render: (page: ReactNode) => void
  /** Null while no page is shown. */
  #state: AwayState | null = null
  #page: Promise<(state: AwayState) => ReactNode> | undefined

  constructor(render: (page: ReactNode) => void) {
    this.#render = render
  }

  /**
   * Waits for an answer.
   * @param first the first attempt
   * @param again a further attempt: soon after a failure, then at growing intervals, and when the customer asks for it
   */
  async untilAnswered<Answer>(first: Promise<Answer>, again: () => Promise<Answer>): Promise<Answer> {
    const whileAsking = { isRetrying: true, onRetry: () => undefined }
    if (awayMark() !== undefined) this.#show(whileAsking)
    for (let attempt = first, retries = 0; ; retries += 1) {
      try {
        const answer = await attempt
        this.#state = null
        return answer
      } catch (error) {
        reportError(error)
      }
      await new Promise<void>((resolve) => {
        // Called when the delay is over and when the customer asks; the second call has no effect.
        retryLater(retries, resolve, { first: firstDelay })
        this.#show({ isRetrying: false, onRetry: resolve })
      })
      this.#show(whileAsking)
      attempt = again()
    }
  }

  /**
   * Waits for the services, then leaves this page, which the edge has sent in place of a page of theirs. Never resolves.
   */
  async leave(): Promise<never> {
    return (await loadAwayPage()).leaveAwayPage(this)
  }

  #show(state: AwayState): void {
    this.#state = state
    this.#page ??= loadAwayPage().then((code) => code.prepareAwayPage())
    this.#page.then(
      (page) => this.#state && this.#render(page(this.#state)),
      // If there are no texts in the customer's language, the English text of index.html is shown.
      showStartFailure,
    )
  }
}
