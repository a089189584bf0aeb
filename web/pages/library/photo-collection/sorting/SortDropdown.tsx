import { useIntl } from 'react-intl'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Button } from '../../../../ui/Button.tsx'
import { SortIcon } from '../../../../ui/actionIcons.tsx'
import { MenuButton } from '../../../../ui/MenuButton.tsx'
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx'
import { type SortedView, formatSort, parseSort, sortParameter, storeSort, viewSort } from './sortPreference.ts'
import styles from './SortDropdown.module.css'

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

export interface SortDropdownProps {
  readonly view: SortedView
}

/** Shows the order of the view's photos. Choosing another one changes the address, in a step that Back undoes. */
export function SortDropdown({ view }: SortDropdownProps) {
  const { formatMessage } = useIntl()
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const label = formatMessage({ id: 'sort.label' })
  const chosen = formatSort(viewSort(view, search))
  const entries = options[view === 'photos' ? 'photos' : 'album'].map(({ id, message }) => ({
    id,
    label: formatMessage({ id: message }),
  }))
  const choose = async (id: string) => {
    const sort = parseSort(id)
    if (!sort || id === chosen) return
    // An address without an order would show the new order when Back returns to it: write the old one into it.
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
  return (
    <MenuButton label={label} entries={entries} chosen={chosen} onChoose={(id) => void choose(id)}>
      {(trigger) => (
        <Button
          {...trigger}
          variant="quiet"
          size="small"
          icon={<SortIcon size={18} className={styles.icon ?? ''} />}
          className={styles.trigger}
        >
          <VisuallyHidden>{label} </VisuallyHidden>
          {entries.find(({ id }) => id === chosen)?.label}
        </Button>
      )}
    </MenuButton>
  )
}
