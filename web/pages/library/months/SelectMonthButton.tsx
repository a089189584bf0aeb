import { Suspense, lazy } from 'react'
import { useIsFirstViewShown } from '../../../shared/firstView.ts'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'
import styles from './SelectMonthButton.module.css'

const MonthCheckbox = lazy(async () => ({ default: (await import('./MonthCheckbox.tsx')).MonthCheckbox }))

export interface SelectMonthButtonProps {
  readonly collection: SelectableCollection
  /** The month as it is called. */
  readonly title: string
}

/** Selects a whole month, loaded or not, and says how much of it is selected. It has its place before it is there. */
export function SelectMonthButton(props: SelectMonthButtonProps) {
  const isFirstViewShown = useIsFirstViewShown()
  return (
    <label className={styles.control}>
      {isFirstViewShown && (
        <Suspense fallback={null}>
          <MonthCheckbox {...props} />
        </Suspense>
      )}
    </label>
  )
}
