import { type ReactNode, Component } from 'react'

export interface RenditionBoundaryProps {
  readonly onFail: () => void
  readonly children: ReactNode
}

/** If the large picture fails, nothing is rendered: the small picture beneath stays visible. */
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
