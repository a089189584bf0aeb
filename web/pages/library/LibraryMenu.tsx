import { Suspense, lazy, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAppNavigate } from '../../shared/AppLink.tsx'
import { offersExport } from '../../shared/exportDialog.ts'
import { importPath, trashPath } from '../../shared/paths.ts'
import { useSession } from '../../app/sessionContext.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { MoreIcon } from '../../ui/laterIcons.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { useHasOlderLibrary } from './import/useImportMemory.ts'
import { usePageBar } from './page-bar/pageBarContext.ts'
import { useIsNarrow } from './page-bar/useIsNarrow.ts'
import { useSortMenu } from './photo-collection/sorting/useSortMenu.ts'

const DeleteAllDialog = lazy(async () => ({
  default: (await import('./photo-actions/deletion/DeleteAllDialog.tsx')).DeleteAllDialog,
}))
const ExportDialog = lazy(async () => ({ default: (await import('./export/ExportDialog.tsx')).ExportDialog }))

export interface LibraryMenuProps {
  /** Whether the library has photos. */
  readonly hasPhotos: boolean
  /** Whether the page shows the photos, which can be sorted. */
  readonly isTimeline: boolean
}

/** The menu of actions on the whole library. In a narrow bar it also has the tools that the bar has no room for. */
export function LibraryMenu({ hasPhotos, isTimeline }: LibraryMenuProps) {
  const { formatMessage } = useIntl()
  const go = useAppNavigate()
  const { config } = useSession()
  const { openMonths, openStorage } = usePageBar()
  const isNarrow = useIsNarrow()
  const sort = useSortMenu('photos')
  const place = useRef<HTMLDivElement>(null)
  const hasOlderLibrary = useHasOlderLibrary()
  const [opened, setOpened] = useState<string | null>(null)
  const label = formatMessage({ id: 'library.more' })
  const all = [
    { id: 'month', label: formatMessage({ id: 'scrubber.goTo' }), isOffered: isNarrow && openMonths !== null },
    { id: 'storage', label: formatMessage({ id: 'storage.status' }), isOffered: isNarrow && openStorage !== null },
    { id: 'export', label: formatMessage({ id: 'export.title' }), isOffered: hasPhotos && offersExport(config) },
    { id: 'import', label: formatMessage({ id: 'import.title' }), isOffered: hasOlderLibrary },
    { id: 'trash', label: formatMessage({ id: 'menu.trash' }), isOffered: config.trashDays > 0 },
    { id: 'deleteAll', label: formatMessage({ id: 'library.deleteAll' }), isOffered: hasPhotos, isDangerous: true },
  ]
  const entries = all.filter(({ isOffered }) => isOffered)
  const choose = (id: string) => {
    if (id === 'month') {
      if (place.current) openMonths?.(place.current)
    } else if (id === 'storage') openStorage?.()
    else if (id === 'import') go(importPath)
    else if (id === 'trash') go(trashPath)
    else if (id === 'deleteAll' || id === 'export') setOpened(id)
    else sort.choose(id)
  }
  if (entries.length === 0) return null
  return (
    <div ref={place}>
      <MenuButton
        label={label}
        entries={entries}
        options={isNarrow && isTimeline && hasPhotos ? sort : null}
        onChoose={choose}
        align="end"
      >
        {(trigger) => <IconButton {...trigger} label={label} icon={<MoreIcon />} />}
      </MenuButton>
      <Suspense fallback={null}>
        {opened === 'deleteAll' && <DeleteAllDialog onClose={() => setOpened(null)} />}
        {opened === 'export' && <ExportDialog onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  )
}
