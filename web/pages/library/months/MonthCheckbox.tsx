import { useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import type { SelectableCollection } from '../photo-collection/selection/Selection.ts'
import { useSelection } from '../photo-collection/selection/SelectionContext.ts'
import styles from './SelectMonthButton.module.css'

export interface MonthCheckboxProps {
  readonly collection: SelectableCollection
  /** The title of the month. */
  readonly title: string
}

/** Shows whether none, some or all photos of a month are selected; selects or deselects the whole month. */
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
        // Only a script can set the indeterminate state.
        if (box) box.indeterminate = state === 'some'
      }}
      onChange={() => selection.toggleAll([collection])}
    />
  )
}
