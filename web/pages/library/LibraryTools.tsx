import { SelectButton } from './photo-collection/selection/SelectButton.tsx'
import { SortDropdown } from './photo-collection/sorting/SortDropdown.tsx'
import styles from './LibraryLayout.module.css'

export interface LibraryToolsProps {
  /** Receives the element for the month search. */
  readonly slot: (element: HTMLElement | null) => void
}

/** The tools of the timeline: sort order, month search, selection. */
export function LibraryTools({ slot }: LibraryToolsProps) {
  return (
    <>
      <SortDropdown view="photos" />
      <div ref={slot} className={styles.slot} />
      <SelectButton />
    </>
  )
}
