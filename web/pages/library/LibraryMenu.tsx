import { Suspense, lazy, useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { useLocation, useNavigate } from 'react-router-dom'
import { timelinePath } from '../../shared/paths.ts'
import { isStripped } from '../../shared/stripped.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { MoreIcon } from '../../ui/actionIcons.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { askForPrints } from './print-order/orderAddress.ts'

const DeleteAllDialog = lazy(async () => ({
  default: (await import('./deletion/DeleteAllDialog.tsx')).DeleteAllDialog,
}))

/** What is done with all photos; on small screens also what has a button of its own on others. */
export function LibraryMenu() {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const navigate = useNavigate()
  const isSmall = useIsSmallScreen()
  // As the button on larger screens: an editor that shows the library is not left for another.
  const hasOrder = isSmall && !isStripped(search)
  const [isDeleting, setDeleting] = useState(false)
  const label = formatMessage({ id: 'library.more' })
  const order = { id: 'order', label: formatMessage({ id: 'printOrder.start' }) }
  const deleteAll = { id: 'deleteAll', label: formatMessage({ id: 'library.deleteAll' }), isDangerous: true }
  const choose = (id: string) => {
    if (id === deleteAll.id) setDeleting(true)
    else void navigate({ pathname: timelinePath, search: askForPrints(search) }, { preventScrollReset: true })
  }
  return (
    <>
      <MenuButton label={label} entries={hasOrder ? [order, deleteAll] : [deleteAll]} onChoose={choose} align="end">
        {(trigger) => <IconButton {...trigger} label={label} icon={<MoreIcon />} />}
      </MenuButton>
      {isDeleting && (
        <Suspense fallback={null}>
          <DeleteAllDialog onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  )
}

const smallScreen = '(max-width: 574.98px)'

function useIsSmallScreen(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(smallScreen).matches)
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(smallScreen)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
