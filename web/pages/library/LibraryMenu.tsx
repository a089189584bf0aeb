import { Suspense, lazy, useState, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAppNavigate } from '../../shared/AppLink.tsx'
import { offersExport } from '../../shared/exportDialog.ts'
import { importPath, timelinePath, trashPath } from '../../shared/paths.ts'
import { isStripped } from '../../shared/stripped.ts'
import { useSession } from '../../app/sessionContext.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { MoreIcon } from '../../ui/actionIcons.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { useHasOlderLibrary } from './import/useImportMemory.ts'
import { withPrintOrder } from './photo-actions/print-order/orderAddress.ts'

const DeleteAllDialog = lazy(async () => ({
  default: (await import('./photo-actions/deletion/DeleteAllDialog.tsx')).DeleteAllDialog,
}))
const ExportDialog = lazy(async () => ({ default: (await import('./export/ExportDialog.tsx')).ExportDialog }))

export interface LibraryMenuProps {
  /** Whether the library has photos. */
  readonly hasPhotos: boolean
}

/** The menu of actions on the whole library. On small screens it also starts an order of prints, which has a button of its own on others. */
export function LibraryMenu({ hasPhotos }: LibraryMenuProps) {
  const { formatMessage } = useIntl()
  const go = useAppNavigate()
  const order = useOrder()
  const { config } = useSession()
  const hasOlderLibrary = useHasOlderLibrary()
  const [opened, setOpened] = useState<string | null>(null)
  const label = formatMessage({ id: 'library.more' })
  const all = [
    { id: 'order', label: formatMessage({ id: 'printOrder.start' }), isOffered: hasPhotos && order !== null },
    { id: 'export', label: formatMessage({ id: 'export.title' }), isOffered: hasPhotos && offersExport(config) },
    { id: 'import', label: formatMessage({ id: 'import.title' }), isOffered: hasOlderLibrary },
    { id: 'trash', label: formatMessage({ id: 'menu.trash' }), isOffered: config.trashDays > 0 },
    { id: 'deleteAll', label: formatMessage({ id: 'library.deleteAll' }), isOffered: hasPhotos, isDangerous: true },
  ]
  const entries = all.filter(({ isOffered }) => isOffered)
  const choose = (id: string) => {
    if (id === 'order') order?.()
    else if (id === 'import') go(importPath)
    else if (id === 'trash') go(trashPath)
    else setOpened(id)
  }
  if (entries.length === 0) return null
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

/** Starts an order of prints on small screens. Null in stripped mode, where the library is shown inside an editor. */
function useOrder(): (() => void) | null {
  const { search } = useLocation()
  const navigate = useNavigate()
  const isSmall = useIsSmallScreen()
  if (!isSmall || isStripped(search)) return null
  return () => void navigate({ pathname: timelinePath, search: withPrintOrder(search) }, { preventScrollReset: true })
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
