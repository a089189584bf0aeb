import { useIntl } from 'react-intl'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type SortedView, formatSort, parseSort, sortParameter, storeSort, viewSort } from './sortPreference.ts'

/** The orders that a view offers. The label of `created` depends on the view: uploaded, or added to the album. */
const options = {
  photos: [
    { id: 'dateTaken-desc', message: 'sort.takenNewest' },
    { id: 'dateTaken-asc', message: 'sort.takenOldest' },
    { id: 'created-desc', message: 'sort.uploadedNewest' },
    { id: 'created-asc', message: 'sort.uploadedOldest' },
  ],
  album: [
    { id: 'created-desc', message: 'sort.addedNewest' },
    { id: 'created-asc', message: 'sort.addedOldest' },
    { id: 'dateTaken-desc', message: 'sort.takenNewest' },
    { id: 'dateTaken-asc', message: 'sort.takenOldest' },
  ],
} as const

export interface SortMenu {
  readonly label: string
  readonly entries: readonly { readonly id: string; readonly label: string }[]
  /** The id of the view's order. */
  readonly chosen: string
  /** Changes the order. Back undoes the change. */
  readonly choose: (id: string) => void
}

/** The orders of a view as the entries of a menu. */
export function useSortMenu(view: SortedView): SortMenu {
  const { formatMessage } = useIntl()
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const chosen = formatSort(viewSort(view, search))
  const choose = async (id: string) => {
    const sort = parseSort(id)
    if (!sort || id === chosen) return
    // An address without an order would show the new order when Back returns to it. So the old order is written into
    // the address first.
    if (!search.has(sortParameter)) {
      const present = new URLSearchParams(search)
      present.set(sortParameter, chosen)
      await navigate({ search: `?${present}` }, { replace: true, preventScrollReset: true })
    }
    storeSort(view, sort)
    setSearch((present) => {
      present.set(sortParameter, id)
      return present
    })
  }
  return {
    label: formatMessage({ id: 'sort.label' }),
    entries: options[view === 'photos' ? 'photos' : 'album'].map(({ id, message }) => ({
      id,
      label: formatMessage({ id: message }),
    })),
    chosen,
    choose: (id) => void choose(id),
  }
}
