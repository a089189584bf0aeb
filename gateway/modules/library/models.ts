import type { FactBatch } from '../../upstream/photos/factBatches.ts'
import type { PhotoMonth, PhotoSort } from '../../upstream/photos/photoList.ts'
import type { WireEndedUpload } from '../../upstream/photos/wire.ts'

/** A library, identified by its owner's account. */
export interface PhotoLibraryModel {
  readonly accountId: string
}

/** The months of a library, in the order of `sort`. */
export interface TimelineModel {
  readonly accountId: string
  readonly sort: PhotoSort
}

/** A month of a library and the sort of its photos. Year and month are 0 for photos without a date. */
export interface TimelineMonthModel extends PhotoMonth {
  readonly accountId: string
  readonly sort: PhotoSort
  /** Undefined until it is loaded. */
  readonly count: number | undefined
}

/** A selection for an editor. Holds the service's ids, in the order of selection. */
export interface TempSelectionModel {
  readonly tempSelectionId: string
  /** Undefined until they are loaded. */
  readonly photoIds: readonly string[] | undefined
}

/** A month whose photos changed. Year and month are 0 for photos without a date. */
export type CalendarMonthModel = PhotoMonth

/** An upload that has ended, as the service reports it. */
export type EndedUploadModel = WireEndedUpload

/** A batch of changes. Holds the service's ids. */
export type LibraryEventModel = FactBatch
