import { type ReactNode, Component } from 'react'
import { RequestError } from '../relay/errors.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { retryLater } from '../app/backoff.ts'

export interface SectionBoundaryProps {
  /** Says what the section could not do. */
  readonly message: string
  /** Fetches the data again; the section is rendered again right after. */
  readonly onRetry: () => void
  /** Called once when the section has failed. */
  readonly onFail?: () => void
  /** When this value changes, a failure is over: the section is rendered again without a retry. */
  readonly resetOn?: unknown
  /** Wraps the failure in the elements that the page needs around it. */
  readonly frame?: (failure: ReactNode) => ReactNode
  readonly children: ReactNode
}

interface SectionBoundaryState {
  readonly error: Error | null
  readonly resetOn: unknown
}

/**
 * The inner tier of error boundaries: if a section fails, the rest of the page still works. A temporary failure is
 * retried.
 */
export class SectionBoundary extends Component<SectionBoundaryProps, SectionBoundaryState> {
  override state: SectionBoundaryState = { error: null, resetOn: this.props.resetOn }

  static getDerivedStateFromError(error: Error): Partial<SectionBoundaryState> {
    return { error }
  }

  static getDerivedStateFromProps(
    { resetOn }: SectionBoundaryProps,
    state: SectionBoundaryState,
  ): SectionBoundaryState | null {
    return resetOn === state.resetOn ? null : { error: null, resetOn }
  }

  #retries = 0
  #endWait: (() => void) | undefined

  override componentDidCatch() {
    this.props.onFail?.()
    this.#wait()
  }

  override componentDidUpdate(before: SectionBoundaryProps) {
    if (before.resetOn === this.props.resetOn) return
    this.#retries = 0
    if (!this.state.error) this.#endWait?.()
  }

  override componentWillUnmount() {
    this.#endWait?.()
  }

  #wait() {
    this.#endWait?.()
    this.#endWait = retryLater(this.#retries, () => {
      this.#retries += 1
      // The retry button stays while it has the focus: somebody may be about to press it.
      if (document.activeElement?.closest('[role=alert]')) this.#wait()
      else this.#retry()
    })
  }

  readonly #retry = () => {
    this.#endWait?.()
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
