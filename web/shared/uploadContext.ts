import { createContext, use } from 'react'

/** An album that uploaded photos are to be added to. */
export interface UploadAlbum {
  readonly id: string
  readonly name: string
}

/** Opens and closes the dialog that adds photos; the shell holds it. */
export interface UploadControl {
  /** Whether photos can be added at all: every way in looks at it. */
  readonly isOffered: boolean
  readonly isOpen: boolean
  /** For the album that the page shows, if it shows one. */
  readonly open: () => void
  /** The album that photos are added for; null: the library alone. */
  readonly album: UploadAlbum | null
  /** The page shows an album. Returns what tells that it does no more. */
  readonly offerAlbum: (album: UploadAlbum) => () => void
  readonly close: () => void
}

export const UploadContext = createContext<UploadControl | null>(null)

/** The control of the dialog that adds photos. */
export function useUpload(): UploadControl {
  const control = use(UploadContext)
  if (!control) throw new Error('useUpload is used outside of UploadContext')
  return control
}
