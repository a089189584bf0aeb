import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'
import { useSelection } from '../photo-collection/selection/SelectionContext.ts'
import styles from './SelectMonthButton.module.css'

export interface MonthCheckboxProps {
  readonly collection: SelectableCollection
  /** The month as it is called. */
  readonly title: string
}

/** A month's box: how much of the month is selected, and all or nothing of it. */
export function MonthCheckbox({ collection, title }: MonthCheckboxProps) {
  const { formatMessage } = useIntl()
  const selection = useSelection()
  const state = useSyncExternalStore(selection.subscribe, () => selection.stateOf(collection))
  return (
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
  )
}
