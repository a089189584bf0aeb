import { createContext, use } from 'react'

/** The album for uploaded photos. */
export interface UploadAlbum {
  readonly id: string
  readonly name: string
}

/** Opens and closes the upload dialog, which the shell holds. */
export interface UploadControl {
  /** Whether uploads are offered at all; every button that opens the dialog checks it. */
  readonly isOffered: boolean
  readonly isOpen: boolean
  /** Opens the dialog, for the album of the current page if there is one. */
  readonly open: () => void
  /** The album of the current page; null: photos go to the library only. */
  readonly album: UploadAlbum | null
  /** Called by the page of an album. Uploads go to this album until the returned function is called. */
  readonly offerAlbum: (album: UploadAlbum) => () => void
  readonly close: () => void
}

export const UploadContext = createContext<UploadControl | null>(null)

/** The control of the upload dialog. */
export function useUpload(): UploadControl {
  const control = use(UploadContext)
  if (!control) throw new Error('useUpload is used outside of UploadContext')
  return control
}
