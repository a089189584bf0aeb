import type { RefusalCode } from './formats/refusal.ts'
import type { UploadRow } from './uploadStore.ts'

export interface Accepted {
  readonly accepted: true
  readonly uploadId: string
  readonly imageId: string
  readonly duplicate: boolean
}

export interface Rejected {
  readonly accepted: false
  readonly code: RefusalCode
  readonly detail: string
}

export type Outcome = Accepted | Rejected

/** The outcome of an upload; null if it is not ingested yet. */
export function outcomeOf(upload: UploadRow): Outcome | null {
  if (upload.state === 'RECEIVING') return null
  if (upload.code) return { accepted: false, code: upload.code, detail: 'The file was not accepted.' }
  return { accepted: true, uploadId: upload.id, imageId: upload.image_id, duplicate: upload.duplicate }
}
