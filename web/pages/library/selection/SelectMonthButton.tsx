import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import type { SelectableCollection } from './Selection.ts'
import { useSelection } from './SelectionContext.ts'
import styles from './SelectMonthButton.module.css'

export interface SelectMonthButtonProps {
  readonly collection: SelectableCollection
  /** The month as it is called. */
  readonly title: string
}

/** Selects a whole month, loaded or not, and says how much of it is selected. */
export function SelectMonthButton({ collection, title }: SelectMonthButtonProps) {
  const { formatMessage } = useIntl()
  const selection = useSelection()
  const state = useSyncExternalStore(selection.subscribe, () => selection.stateOf(collection))
  return (
    <label className={styles.control}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={formatMessage({ id: 'selection.month' }, { month: title })}
        checked={state === 'all'}
        ref={(box) => {
          // What is selected in part can be said by script alone.
          if (box) box.indeterminate = state === 'some'
        }}
        onChange={() => selection.toggleAll([collection])}
      />
    </label>
  )
}
