import type { Generated } from 'kysely'

export interface ProjectsTable {
  account_id: string
  /** Chosen by the editor. Unique only within the account. */
  id: string
  name: string
  product_code: string
  article_type: string
  /** Null: the product has no pages. */
  pages: number | null
  version: Generated<number>
  created_at: Generated<Date>
  changed_at: Generated<Date>
  /** Null: not deleted. */
  deleted_at: Date | null
}

export interface ProjectPhotosTable {
  account_id: string
  project_id: string
  /** Index of the photo in the project, from 0. */
  position: number
  photo_id: string
  /** True: the photo was deleted for good. */
  is_missing: Generated<boolean>
}

export interface DeletedPhotosTable {
  photo_id: string
  deleted_at: Generated<Date>
}

export interface DemoAccountsTable {
  account_id: string
}

export interface ProjectsTables {
  projects: ProjectsTable
  project_photos: ProjectPhotosTable
  deleted_photos: DeletedPhotosTable
  demo_accounts: DemoAccountsTable
}
