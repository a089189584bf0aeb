import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { LibraryStorageQuery } from '../../__generated__/LibraryStorageQuery.graphql.ts'
import { useFreshQuery } from '../../relay/useFreshQuery.ts'
import { PhotosBanner } from './banner/PhotosBanner.tsx'
import { useConfirmationBanner } from './confirmation/useConfirmationBanner.tsx'
import { isDeletionNear, rememberDeletion } from '../../shared/storage/deletionMemory.ts'
import { ImportPlace } from './import/ImportPlace.tsx'
import { usePageBar } from './page-bar/pageBarContext.ts'
import { StorageBanner } from './storage/StorageBanner.tsx'
import { StorageButton } from './storage/StorageButton.tsx'
import { forgetOtherDates, isBannerHiddenFor, rememberPhotos } from './storage/storageMemory.ts'
import { useReminder } from './storage/useReminder.ts'

const StorageDialog = lazy(async () => ({ default: (await import('./storage/StorageDialog.tsx')).StorageDialog }))

const query = graphql`
  query LibraryStorageQuery {
    viewer {
      ...useConfirmationBanner_viewer
      library {
        photosCount
        storage {
          status
          deletionDate
          ...StorageButton_storage
          ...StorageBanner_storage
          ...StorageDialog_storage
        }
      }
    }
  }
`

export interface LibraryStorageProps {
  /** The element that contains the button. */
  readonly buttonSlot: HTMLElement | null
  /** Whether space is reserved for the welcome. Any other banner may use that space. */
  readonly hasWelcome: boolean
  /** Whether space is reserved for another banner. */
  readonly hasRoom: boolean
  readonly onCloseWelcome: () => void
  /** Called when the customer dismissed the banner and no other banner is left. */
  readonly onEmpty: () => void
}

/**
 * Shows how long photos are kept, in a button of the bar and in the banner. Only one banner is shown, the first of
 * these: photos about to be deleted, the older library, an urgent notice, an e-mail address that is not confirmed, the
 * welcome, any other notice. When the retention is unknown, the banners about the older library and the e-mail address,
 * and the welcome, can still be shown.
 */
export function LibraryStorage(props: LibraryStorageProps) {
  const { reference, hasFailed } = useFreshQuery<LibraryStorageQuery>(query)
  const welcome = props.hasWelcome && <PhotosBanner onClose={props.onCloseWelcome} />
  if (!reference) return hasFailed && <WithoutStorage {...props} welcome={welcome} />
  return <Storage {...props} queryReference={reference} welcome={welcome} />
}

interface BannersProps extends LibraryStorageProps {
  readonly welcome: ReactNode
  /** The banner about an e-mail address that is not confirmed. */
  readonly confirmation?: ReactNode
}

function WithoutStorage({ hasWelcome, hasRoom, onEmpty, welcome, confirmation }: BannersProps) {
  const hasPlace = hasWelcome || hasRoom
  return (
    <ImportPlace hasRoom={hasPlace} {...(!confirmation && { onDismiss: onEmpty })}>
      {(hasPlace && confirmation) || welcome}
    </ImportPlace>
  )
}

interface StorageProps extends BannersProps {
  readonly queryReference: PreloadedQuery<LibraryStorageQuery>
}

function Storage({ queryReference, ...props }: StorageProps) {
  const { viewer } = usePreloadedQuery<LibraryStorageQuery>(query, queryReference)
  const { photosCount, storage } = viewer?.library ?? {}
  useRemembered(photosCount, storage)
  const hasPhotos = photosCount !== 0
  const isWanted = storage && isStorageBannerWanted(storage, hasPhotos)
  const confirmation = useConfirmationBanner(viewer, () => !isWanted && props.onEmpty())
  if (storage) return <KnownStorage {...props} storage={storage} hasPhotos={hasPhotos} confirmation={confirmation} />
  return <WithoutStorage {...props} confirmation={confirmation} />
}

type StorageFacts = NonNullable<NonNullable<LibraryStorageQuery['response']['viewer']>['library']['storage']>

interface KnownStorageProps extends BannersProps {
  readonly storage: StorageFacts
  /** False if there are no photos that could be deleted. */
  readonly hasPhotos: boolean
}

function isStorageBannerWanted({ status, deletionDate }: StorageFacts, hasPhotos: boolean): boolean {
  return hasPhotos && (status === 'CRITICAL' || !isBannerHiddenFor(deletionDate))
}

function KnownStorage({ storage, hasPhotos, ...props }: KnownStorageProps) {
  const [isOpen, setOpen] = useState(false)
  const { set } = usePageBar()
  const open = () => setOpen(true)
  useEffect(() => {
    set({ openStorage: () => setOpen(true) })
    return () => set({ openStorage: null })
  }, [set])
  useReminder(hasPhotos && storage.status === 'CRITICAL', open)
  const { buttonSlot } = props
  return (
    <>
      {buttonSlot && createPortal(<StorageButton storage={storage} hasPhotos={hasPhotos} onPress={open} />, buttonSlot)}
      <FirstBanner {...props} storage={storage} hasPhotos={hasPhotos} onDetails={open} />
      {isOpen && (
        <Suspense fallback={null}>
          <StorageDialog storage={storage} hasPhotos={hasPhotos} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface FirstBannerProps extends KnownStorageProps {
  readonly onDetails: () => void
}

function FirstBanner({ storage, hasPhotos, welcome, confirmation, ...props }: FirstBannerProps) {
  const { hasWelcome, hasRoom, onEmpty, onDetails } = props
  const isWanted = isStorageBannerWanted(storage, hasPhotos)
  const hasPlace = hasWelcome || hasRoom
  const ofStorage = isWanted && hasPlace && (
    <StorageBanner storage={storage} onDetails={onDetails} onDismiss={onEmpty} />
  )
  if (ofStorage && storage.status === 'CRITICAL') return ofStorage
  const ofAddress = hasPlace && confirmation
  return (
    <ImportPlace hasRoom={hasPlace} {...(!isWanted && !confirmation && { onDismiss: onEmpty })}>
      {storage.status === 'SAFE' ? ofAddress || welcome || ofStorage : ofStorage || ofAddress || welcome}
    </ImportPlace>
  )
}

/**
 * Stores facts that later views need before their queries are answered. The library then reserves space for the banner
 * if the banner is due, and the overview shows its storage notice first if a deletion is near. A new deletion date
 * shows a dismissed banner again.
 */
function useRemembered(photosCount: number | null | undefined, storage: StorageFacts | null | undefined): void {
  const deletionDate = storage?.deletionDate
  const isNear = isDeletionNear({ photosCount, storage })
  useEffect(() => {
    if (typeof photosCount === 'number') rememberPhotos(photosCount > 0)
  }, [photosCount])
  useEffect(() => {
    if (deletionDate !== undefined) forgetOtherDates(deletionDate)
  }, [deletionDate])
  useEffect(() => {
    if (isNear !== null) rememberDeletion(isNear)
  }, [isNear])
}
