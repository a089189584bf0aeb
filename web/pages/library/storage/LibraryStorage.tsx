import { Suspense, lazy, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { PreloadedQuery } from 'react-relay/hooks'
import type { LibraryStorageQuery } from '../../../__generated__/LibraryStorageQuery.graphql.ts'
import { useFreshQuery } from '../../../relay/useFreshQuery.ts'
import { PhotosBanner } from '../banner/PhotosBanner.tsx'
import { StorageBanner } from './StorageBanner.tsx'
import { StorageButton } from './StorageButton.tsx'
import { forgetOtherDates, isBannerAwayFor } from './storageMemory.ts'
import { useReminder } from './useReminder.ts'

const StorageDialog = lazy(async () => ({ default: (await import('./StorageDialog.tsx')).StorageDialog }))

const query = graphql`
  query LibraryStorageQuery {
    viewer {
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
  /** Where the button stands. */
  readonly buttonSlot: HTMLElement | null
  /** Whether there is room for the welcome, and so for any banner. */
  readonly hasWelcome: boolean
  /** Whether room was kept for the banner of the storage. */
  readonly hasRoom: boolean
  readonly onCloseWelcome: () => void
  readonly onDismiss: () => void
}

/**
 * How long photos are kept: the button in the header, and what stands in the room of the banners. Of two, what is urgent
 * comes first, then the welcome, then what is only good to know. When nobody can tell, there is the welcome alone.
 */
export function LibraryStorage(props: LibraryStorageProps) {
  const { reference, hasFailed } = useFreshQuery<LibraryStorageQuery>(query)
  const welcome = props.hasWelcome && <PhotosBanner onClose={props.onCloseWelcome} />
  if (!reference) return hasFailed && welcome
  return <Storage {...props} queryReference={reference} welcome={welcome} />
}

interface StorageProps extends LibraryStorageProps {
  readonly queryReference: PreloadedQuery<LibraryStorageQuery>
  readonly welcome: ReactNode
}

function Storage({ queryReference, welcome, buttonSlot, hasWelcome, hasRoom, onDismiss }: StorageProps) {
  const { viewer } = usePreloadedQuery<LibraryStorageQuery>(query, queryReference)
  const [isOpen, setOpen] = useState(false)
  const { photosCount, storage } = viewer?.library ?? {}
  const hasPhotos = photosCount !== 0
  const isCritical = hasPhotos && storage?.status === 'CRITICAL'
  const open = () => setOpen(true)
  useReminder(isCritical, open)
  const isNews = useIsNews(storage?.deletionDate)
  if (!storage) return welcome
  const isWanted = isCritical || (hasPhotos && isNews)
  const hasPlace = hasWelcome ? storage.status !== 'SAFE' : hasRoom
  return (
    <>
      {buttonSlot && createPortal(<StorageButton storage={storage} hasPhotos={hasPhotos} onPress={open} />, buttonSlot)}
      {isWanted && hasPlace ? <StorageBanner storage={storage} onDetails={open} onDismiss={onDismiss} /> : welcome}
      {isOpen && (
        <Suspense fallback={null}>
          <StorageDialog storage={storage} hasPhotos={hasPhotos} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Whether the banner was not sent away for this date; for another date it is there again at the next view. */
function useIsNews(deletionDate: string | undefined): boolean {
  useEffect(() => {
    if (deletionDate !== undefined) forgetOtherDates(deletionDate)
  }, [deletionDate])
  return deletionDate !== undefined && !isBannerAwayFor(deletionDate)
}
