import { type ReactNode, Component } from 'react'
import { RequestError } from '../relay/errors.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { tryAgain } from './tryAgain.ts'

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

/** The inner tier of error boundaries: a section fails, the page lives, and what was a passing fault passes. */
export class SectionBoundary extends Component<SectionBoundaryProps, SectionBoundaryState> {
  override state: SectionBoundaryState = { error: null }

  static getDerivedStateFromError(error: Error): SectionBoundaryState {
    return { error }
  }

  #retries = 0
  #endWait: (() => void) | undefined

  override componentDidCatch() {
    this.props.onFail?.()
    this.#wait()
  }

  override componentWillUnmount() {
    this.#endWait?.()
  }

  #wait() {
    this.#endWait = tryAgain(this.#retries, () => {
      this.#retries += 1
      // The button that somebody is about to press is never taken away.
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
