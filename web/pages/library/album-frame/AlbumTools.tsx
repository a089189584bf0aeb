import { SelectButton } from '../photo-collection/selection/SelectButton.tsx'
import { SortDropdown } from '../photo-collection/sorting/SortDropdown.tsx'
import type { SortedView } from '../photo-collection/sorting/sortPreference.ts'

/** The row above the photos of an album: their order and the button that starts selecting. */
export function AlbumTools({ view }: { readonly view: SortedView }) {
  return (
    <>
      <SortDropdown view={view} />
      <SelectButton />
    </>
  )
}
