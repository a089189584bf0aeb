import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useIntl } from 'react-intl'
import { useIsFirstViewShown } from '../../shared/firstView.ts'
import { useUpload } from '../../shared/uploadContext.ts'
import { useSession } from '../../app/sessionContext.ts'
import { Button } from '../../ui/Button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { hasOlderLibrary } from './import/knownImport.ts'
import { MonthSlot } from './page-bar/MonthSlot.tsx'
import { PageBar, broadClass, firstClass, iconClass, wideClass } from './page-bar/PageBar.tsx'
import { OrderPrintsButton } from './photo-actions/print-order/OrderPrintsButton.tsx'
import { SelectButton } from './photo-collection/selection/SelectButton.tsx'
import styles from './LibraryBar.module.css'

const LibraryMenu = lazy(async () => ({ default: (await import('./LibraryMenu.tsx')).LibraryMenu }))
const SortDropdown = lazy(async () => ({
  default: (await import('./photo-collection/sorting/SortDropdown.tsx')).SortDropdown,
}))

export interface LibraryBarProps {
  readonly tabs: ReactNode
  /** Whether the tab of the photos is open: photos can be sorted and selected. */
  readonly isTimeline: boolean
  /** Whether the library has photos. Without photos, the actions on all photos are not shown. */
  readonly hasPhotos: boolean
  /** Receives the element for the storage status. */
  readonly storageSlot: (element: HTMLElement | null) => void
}

/** The library's bar: its tabs, the storage status, the tools of the photos, prints, selection, menu and upload. */
export function LibraryBar({ tabs, isTimeline, hasPhotos, storageSlot }: LibraryBarProps) {
  const { formatMessage } = useIntl()
  const upload = useUpload()
  const isFirstViewShown = useIsFirstViewShown()
  // Read once, so that nothing moves: if an older library becomes known later, its menu entry appears at the next view.
  const accountId = useSession().signIn.session()?.accountId
  const [hadOlderLibrary] = useState(() => hasOlderLibrary(accountId))
  const title = (
    <>
      <VisuallyHidden as="h1">{formatMessage({ id: 'library.title' })}</VisuallyHidden>
      {tabs}
    </>
  )
  return (
    <PageBar title={title} status={storageSlot}>
      {isTimeline && hasPhotos && (
        <div className={broadClass}>
          <MonthSlot />
          <div className={styles.slot}>
            {isFirstViewShown && (
              <Suspense fallback={null}>
                <SortDropdown view="photos" className={iconClass} />
              </Suspense>
            )}
          </div>
        </div>
      )}
      {hasPhotos && <OrderPrintsButton className={firstClass} />}
      {isTimeline && hasPhotos && <SelectButton className={wideClass} />}
      {(hasPhotos || hadOlderLibrary) && (
        <div className={styles.slot}>
          {isFirstViewShown && (
            <Suspense fallback={null}>
              <LibraryMenu hasPhotos={hasPhotos} isTimeline={isTimeline} />
            </Suspense>
          )}
        </div>
      )}
      {upload.isOffered && (
        <Button variant="primary" icon={<PlusIcon size={20} />} className={wideClass} onPress={upload.open}>
          {formatMessage({ id: 'library.addPhotos' })}
        </Button>
      )}
    </PageBar>
  )
}
