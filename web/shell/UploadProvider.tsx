import { type ReactNode, Suspense, lazy, useCallback, useMemo, useState } from 'react'
import { useAppNavigate } from '../shared/AppLink.tsx'
import { useLibraryEvents } from '../shared/LibraryEvents.ts'
import { type UploadAlbum, UploadContext } from '../shared/uploadContext.ts'
import { useFeature } from '../shared/useFeature.ts'

const UploadDialog = lazy(async () => ({
  default: (await import('../pages/library/upload/UploadDialog.tsx')).UploadDialog,
}))

export interface UploadProviderProps {
  readonly children: ReactNode
}

/** Holds the upload dialog; its code is loaded when it is first opened. */
export function UploadProvider({ children }: UploadProviderProps) {
  const isOffered = useFeature('PhotoManagementUploadViewEnabled')
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const [pageAlbum, setPageAlbum] = useState<UploadAlbum | null>(null)
  const navigate = useAppNavigate()
  const events = useLibraryEvents()
  const open = useCallback(() => {
    setOpen(isOffered)
    setWasOpened((was) => was || isOffered)
  }, [isOffered])
  const close = useCallback(() => setOpen(false), [])
  const offerAlbum = useCallback((album: UploadAlbum) => {
    setPageAlbum(album)
    return () => setPageAlbum((present) => (present === album ? null : present))
  }, [])
  const control = useMemo(
    () => ({ isOffered, isOpen, open, close, album: pageAlbum, offerAlbum }),
    [isOffered, isOpen, open, close, pageAlbum, offerAlbum],
  )
  const finish = (path: string) => {
    setOpen(false)
    events.announce()
    navigate(path)
  }
  return (
    <UploadContext value={control}>
      {children}
      {wasOpened && (
        <Suspense fallback={null}>
          <UploadDialog isOpen={isOpen} onClose={close} onFinished={finish} />
        </Suspense>
      )}
    </UploadContext>
  )
}
