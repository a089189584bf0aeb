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
  readonly children: ReactNode
}

interface SectionBoundaryState {
  readonly error: Error | null
}

/** The inner tier of error boundaries: a section fails, the page lives. */
export class SectionBoundary extends Component<SectionBoundaryProps, SectionBoundaryState> {
  override state: SectionBoundaryState = { error: null }

  static getDerivedStateFromError(error: Error): SectionBoundaryState {
    return { error }
  }

  override componentDidCatch() {
    this.props.onFail?.()
  }

  override componentDidMount() {
    window.addEventListener('online', this.#retryFailed)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.#retryFailed)
  }

  /** What failed for want of a connection comes back with it. */
  readonly #retryFailed = () => {
    if (this.state.error) this.#retry()
  }

  readonly #retry = () => {
    this.props.onRetry()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const correlationId = error instanceof RequestError ? error.correlationId : undefined
    return <ErrorState message={this.props.message} correlationId={correlationId} onRetry={this.#retry} />
  }
}
