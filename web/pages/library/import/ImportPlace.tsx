import { type ReactNode, Suspense, lazy } from 'react'
import { useHasImportNotice } from './useImportMemory.ts'

const ImportNotice = lazy(async () => ({ default: (await import('./ImportNotice.tsx')).ImportNotice }))

export interface ImportPlaceProps {
  /** Whether the page has space for the notice. */
  readonly hasRoom: boolean
  /** Called when the user has postponed or dismissed the notice. */
  readonly onDismiss?: () => void
  /** Shown instead if there is no notice, or no space for it. */
  readonly children: ReactNode
}

/** Shows the notice about an older library in the space for banners. */
export function ImportPlace({ hasRoom, onDismiss, children }: ImportPlaceProps) {
  const hasNotice = useHasImportNotice()
  if (!hasNotice || !hasRoom) return children
  return (
    <Suspense fallback={null}>
      <ImportNotice onDismiss={() => onDismiss?.()} />
    </Suspense>
  )
}
