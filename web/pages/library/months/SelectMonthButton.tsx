import { Suspense, lazy } from 'react'
import { useIsFirstViewShown } from '../../../shared/firstView.ts'
import type { MonthCheckboxProps } from './MonthCheckbox.tsx'
import styles from './SelectMonthButton.module.css'

const MonthCheckbox = lazy(async () => ({ default: (await import('./MonthCheckbox.tsx')).MonthCheckbox }))

/** Selects a whole month, loaded or not, and says how much of it is selected. It has its place before it is there. */
export function SelectMonthButton(props: MonthCheckboxProps) {
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
