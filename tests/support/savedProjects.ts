/** A saved project in a test. A retailer's own service sends none of the optional fields. */
export interface SavedProject {
  readonly id: string
  readonly name?: string
  readonly productCode?: string
  readonly articleType?: string
  readonly pages?: number | null
  readonly created?: string
  readonly changed?: string
  readonly state?: string
  readonly printableUntil?: string | null
  readonly restorableUntil?: string | null
  readonly thumbnailPhotoIds?: readonly string[]
  readonly photosCount?: number
  readonly missingPhotosCount?: number
}

/** The projects of one customer. */
export class SavedProjects {
  /** Last changed first. */
  saved: SavedProject[] = []
  /** The deleted projects that can be restored. */
  deleted: SavedProject[] = []

  /** @returns false if there is no such project */
  delete(id: string): boolean {
    const project = this.saved.find((one) => one.id === id)
    if (!project) return this.deleted.some((one) => one.id === id)
    this.saved = this.saved.filter((one) => one !== project)
    this.deleted.unshift({ ...project, state: 'deleted', restorableUntil: '2026-03-31T09:00:00.000Z' })
    return true
  }

  /** @returns undefined if there is no such project */
  restore(id: string): SavedProject | undefined {
    const project = this.deleted.find((one) => one.id === id)
    if (project) {
      this.deleted = this.deleted.filter((one) => one !== project)
      this.saved.unshift({ ...project, state: 'complete', restorableUntil: null })
    }
    return this.saved.find((one) => one.id === id)
  }
}

/** Builds the project with this number. */
export function buildProject(number: number, own: Partial<SavedProject> = {}): SavedProject {
  return {
    id: `018f3c1a-8888-7000-8000-${number.toString(16).padStart(12, '0')}`,
    name: `IMG_${number}.jpg`,
    productCode: 'PAP_370',
    articleType: 'PhotoBook',
    pages: 48,
    created: '2026-02-01T09:00:00.000Z',
    changed: '2026-03-01T09:00:00.000Z',
    state: 'complete',
    printableUntil: '2027-08-31',
    restorableUntil: null,
    thumbnailPhotoIds: [],
    photosCount: 0,
    missingPhotosCount: 0,
    ...own,
  }
}
