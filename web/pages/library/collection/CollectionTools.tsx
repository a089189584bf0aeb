import { SelectButton } from '../selection/SelectButton.tsx'
import { SortDropdown } from '../sorting/SortDropdown.tsx'
import type { SortedView } from '../sorting/sortPreference.ts'

/** What concerns the photos of an album: their order, and selecting. */
export function CollectionTools({ view }: { readonly view: SortedView }) {
  return (
    <>
      <SortDropdown view={view} />
      <SelectButton />
    </>
  )
}
