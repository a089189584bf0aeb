import { Component } from 'react'
import type { ReactNode } from 'react'
import { RequestError } from '../relay/errors.ts'
import { ErrorState } from '../ui/ErrorState.tsx'

export interface SectionBoundaryProps {
  /** What the section could not do. */
  readonly message: string
  /** Asks the network again; the section is shown anew right after. */
  readonly onRetry: () => void
  /** Called once when the section has failed. */
  readonly onFail?: () => void
  /** What must stand around the failure where the section stands; by default nothing. */
  readonly frame?: (failure: ReactNode) => ReactNode
  readonly children: ReactNode
}

interface SectionBoundaryState {
  readonly error: Error | null
}

/** A section that failed asks again by itself after this long, then after twice as long, and so on … */
const firstPauseMilliseconds = 4_000
/** … so many times: a part of the product that restarts is back by then. */
const mostRetries = 4

/** The inner tier of error boundaries: a section fails, the page lives, and what was a passing fault passes. */
export class SectionBoundary extends Component<SectionBoundaryProps, SectionBoundaryState> {
  override state: SectionBoundaryState = { error: null }

  static getDerivedStateFromError(error: Error): SectionBoundaryState {
    return { error }
  }

  #retries = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  override componentDidCatch() {
    this.props.onFail?.()
    if (this.#retries === mostRetries) return
    // Sections that failed together do not all come back at the same moment.
    const pause = firstPauseMilliseconds * 2 ** this.#retries * (1 + Math.random() / 4)
    this.#timer = setTimeout(() => {
      this.#retries += 1
      this.#retryUnattended()
    }, pause)
  }

  override componentDidMount() {
    window.addEventListener('online', this.#retryUnattended)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.#retryUnattended)
    clearTimeout(this.#timer)
  }

  /** Never takes away the button that somebody is about to press. */
  readonly #retryUnattended = () => {
    const isAttended = Boolean(document.activeElement?.closest('[role=alert]'))
    if (this.state.error && !isAttended) this.#retry()
  }

  readonly #retry = () => {
    clearTimeout(this.#timer)
    this.props.onRetry()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const correlationId = error instanceof RequestError ? error.correlationId : undefined
    const failure = <ErrorState message={this.props.message} correlationId={correlationId} onRetry={this.#retry} />
    return this.props.frame?.(failure) ?? failure
  }
}
