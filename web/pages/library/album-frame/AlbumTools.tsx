import { SelectButton } from '../photo-collection/selection/SelectButton.tsx'
import { SortDropdown } from '../photo-collection/sorting/SortDropdown.tsx'
import type { SortedView } from '../photo-collection/sorting/sortPreference.ts'

/** What concerns the photos of an album: their order, and selecting. */
export function AlbumTools({ view }: { readonly view: SortedView }) {
  return (
    <>
      <SortDropdown view={view} />
      <SelectButton />
    </>
  )
}
