import { Component } from 'react'
import type { ReactNode } from 'react'

export interface CountsBoundaryProps {
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/** Counts are an extra: when they fail, the tabs stay, and the page below says what is wrong. */
export class CountsBoundary extends Component<CountsBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
