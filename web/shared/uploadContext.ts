import { createContext, use } from 'react'

/** Opens and closes the dialog that adds photos; the shell holds it. */
export interface UploadControl {
  /** Whether photos can be added at all: every way in looks at it. */
  readonly isOffered: boolean
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

export const UploadContext = createContext<UploadControl | null>(null)

/** The control of the dialog that adds photos. */
export function useUpload(): UploadControl {
  const control = use(UploadContext)
  if (!control) throw new Error('useUpload is used outside of UploadContext')
  return control
}
