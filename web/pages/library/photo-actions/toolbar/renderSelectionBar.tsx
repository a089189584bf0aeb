import { type ReactNode, Suspense, lazy } from 'react'
import type { SelectionToolbarProps } from './SelectionToolbar.tsx'

const SelectionBar = lazy(async () => ({ default: (await import('./SelectionBar.tsx')).SelectionBar }))

/** Renders the bar of a view while photos are selected; its code is loaded when it is first needed. */
export function renderSelectionBar(end: () => void, toolbar?: SelectionToolbarProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <SelectionBar {...toolbar} onEnd={end} />
    </Suspense>
  )
}
