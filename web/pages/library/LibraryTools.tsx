import { SelectButton } from './photo-collection/selection/SelectButton.tsx'
import { SortDropdown } from './photo-collection/sorting/SortDropdown.tsx'
import styles from './LibraryLayout.module.css'

export interface LibraryToolsProps {
  /** Told the place of the ways to a month. */
  readonly slot: (element: HTMLElement | null) => void
}

/** What concerns the photos below: their order, the ways to a month, selecting. */
export function LibraryTools({ slot }: LibraryToolsProps) {
  return (
    <>
      <SortDropdown view="photos" />
      <div ref={slot} className={styles.slot} />
      <SelectButton />
    </>
  )
}
