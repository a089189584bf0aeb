import { type ReactNode, Suspense, lazy } from 'react'
import { useIsImportTold } from './useImportMemory.ts'

const ImportNotice = lazy(async () => ({ default: (await import('./ImportNotice.tsx')).ImportNotice }))

export interface ImportPlaceProps {
  /** Whether there is room for it. */
  readonly hasRoom: boolean
  /** What is told was put off, or away. */
  readonly onDismiss?: () => void
  /** What stands there when there is nothing to tell. */
  readonly children: ReactNode
}

/** Where the library tells of an older one, if there is anything to tell. */
export function ImportPlace({ hasRoom, onDismiss, children }: ImportPlaceProps) {
  const isTold = useIsImportTold()
  if (!isTold || !hasRoom) return children
  return (
    <Suspense fallback={null}>
      <ImportNotice onDismiss={() => onDismiss?.()} />
    </Suspense>
  )
}
