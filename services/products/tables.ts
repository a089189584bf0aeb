import type { Generated } from 'kysely'

export interface PdfsTable {
  account_id: string
  /** The code of the ordered product, in upper case. */
  code: string
  /** Names the stored bytes. A replaced PDF gets a new one. */
  blob_id: string
  uploaded_at: Generated<Date>
}

export interface ProductsTables {
  pdfs: PdfsTable
}
