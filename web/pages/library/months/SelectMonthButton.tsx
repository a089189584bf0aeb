import { Suspense, lazy } from 'react'
import { useIsFirstViewShown } from '../../../shared/firstView.ts'
import type { MonthCheckboxProps } from './MonthCheckbox.tsx'
import styles from './SelectMonthButton.module.css'

const MonthCheckbox = lazy(async () => ({ default: (await import('./MonthCheckbox.tsx')).MonthCheckbox }))

/** The checkbox of a month, loaded or not. Its space is reserved before its code is loaded. */
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
