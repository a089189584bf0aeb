import { Suspense, lazy, useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { useLocation, useNavigate } from 'react-router-dom'
import { timelinePath } from '../../shared/paths.ts'
import { isStripped } from '../../shared/stripped.ts'
import { useApp } from '../../startup/appContext.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { MoreIcon } from '../../ui/actionIcons.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { offersExport } from './export/exportRules.ts'
import { askForPrints } from './print-order/orderAddress.ts'

const DeleteAllDialog = lazy(async () => ({
  default: (await import('./deletion/DeleteAllDialog.tsx')).DeleteAllDialog,
}))
const ExportDialog = lazy(async () => ({ default: (await import('./export/ExportDialog.tsx')).ExportDialog }))

/** What is done with all photos; on small screens also what has a button of its own on others. */
export function LibraryMenu() {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const navigate = useNavigate()
  const isSmall = useIsSmallScreen()
  // As the button on larger screens: an editor that shows the library is not left for another.
  const hasOrder = isSmall && !isStripped(search)
  const { config } = useApp()
  const [opened, setOpened] = useState<'export' | 'deleteAll' | null>(null)
  const label = formatMessage({ id: 'library.more' })
  const order = { id: 'order', label: formatMessage({ id: 'printOrder.start' }) }
  const deleteAll = { id: 'deleteAll', label: formatMessage({ id: 'library.deleteAll' }), isDangerous: true } as const
  const exportAll = { id: 'export', label: formatMessage({ id: 'export.title' }) } as const
  const entries = [...(hasOrder ? [order] : []), ...(offersExport(config) ? [exportAll] : []), deleteAll]
  const choose = (id: string) => {
    if (id === deleteAll.id || id === exportAll.id) setOpened(id)
    else void navigate({ pathname: timelinePath, search: askForPrints(search) }, { preventScrollReset: true })
  }
  return (
    <>
      <MenuButton label={label} entries={entries} onChoose={choose} align="end">
        {(trigger) => <IconButton {...trigger} label={label} icon={<MoreIcon />} />}
      </MenuButton>
      <Suspense fallback={null}>
        {opened === 'deleteAll' && <DeleteAllDialog onClose={() => setOpened(null)} />}
        {opened === 'export' && <ExportDialog onClose={() => setOpened(null)} />}
      </Suspense>
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
