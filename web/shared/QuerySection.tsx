import { type ReactNode, Suspense } from 'react'
import { type SectionBoundaryProps, SectionBoundary } from './SectionBoundary.tsx'
import { useWait } from './waitingSections.ts'

export interface QuerySectionProps extends Pick<SectionBoundaryProps, 'frame'> {
  /** The query, as `useRouteQuery` or `useLoadedQuery` returns it. */
  readonly query: { readonly loaded: unknown; readonly retry: () => void }
  /** Says what could not be loaded. */
  readonly failure: string
  /** Shown until the content is there. */
  readonly skeleton: ReactNode
  /**
   * From `useHasAnswer`. While it is false, the skeleton is shown. Without it, the content suspends until the answer.
   */
  readonly hasAnswer?: boolean
  readonly children: ReactNode
}

/**
 * Shows the answer of a query: first a skeleton, then the content, or the failure with a retry. When a navigation loads
 * the same page again, the content stays until the new answer has arrived; a changed `key` shows the skeleton instead. If
 * the skeleton stays for long, the page says so (web/shell/ConnectionNotice.tsx).
 */
export function QuerySection({ query, failure, skeleton, hasAnswer = true, frame, children }: QuerySectionProps) {
  const waiting = <Waiting>{skeleton}</Waiting>
  return (
    <SectionBoundary message={failure} onRetry={query.retry} resetOn={query.loaded} {...(frame && { frame })}>
      {hasAnswer ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}
    </SectionBoundary>
  )
}

function Waiting({ children }: { readonly children: ReactNode }) {
  useWait()
  return children
}
