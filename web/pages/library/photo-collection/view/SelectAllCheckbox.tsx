import { useSyncExternalStore } from 'react'
import type { SelectableCollection } from '../selection/Selection.ts'
import { useSelection } from '../selection/SelectionContext.ts'
import styles from './SelectAllCheckbox.module.css'

export interface SelectAllCheckboxProps {
  readonly collection: SelectableCollection
  readonly label: string
}

/** Shows whether none, some or all photos of a collection are selected; selects or deselects all of them. */
export function SelectAllCheckbox({ collection, label }: SelectAllCheckboxProps) {
  const selection = useSelection()
  const state = useSyncExternalStore(selection.subscribe, () => selection.stateOf(collection))
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={state === 'all'}
      ref={(box) => {
        // Only a script can set the indeterminate state.
        if (box) box.indeterminate = state === 'some'
      }}
      onChange={() => selection.toggleAll([collection])}
    />
  )
}
