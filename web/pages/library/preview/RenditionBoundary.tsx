import { type ReactNode, Component } from 'react'

export interface RenditionBoundaryProps {
  readonly onFail: () => void
  readonly children: ReactNode
}

/** The large picture cannot be had: what is shown beneath it stays. */
export class RenditionBoundary extends Component<RenditionBoundaryProps, { readonly isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  override componentDidCatch() {
    this.props.onFail()
  }

  override render() {
    return this.state.isFailed ? null : this.props.children
  }
}
