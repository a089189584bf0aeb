import type { FactBatch } from '../../upstream/photos/factBatches.ts'
import type { PhotoSort } from '../../upstream/photos/photoLists.ts'
import type { PhotoMonth } from '../../upstream/photos/photosClient.ts'

/** A library is its owner's. */
export interface LibraryModel {
  readonly accountId: string
}

/** A library's months, in an order. */
export interface TimelineModel {
  readonly accountId: string
  readonly sort: PhotoSort
}

/** A month of a library, in a timeline's order; year and month are 0 for photos without a date. */
export interface MonthModel extends PhotoMonth {
  readonly accountId: string
  readonly sort: PhotoSort
  /** Undefined: not counted yet. */
  readonly count: number | undefined
}

/** A selection that was handed to an editor, by the service's ids; in the order of choosing. */
export interface TempSelectionModel {
  readonly tempSelectionId: string
  /** Undefined: not read yet. */
  readonly photoIds: readonly string[] | undefined
}

/** A month that something happened in; 0 and 0 for photos without a date. */
export type CalendarMonthModel = PhotoMonth

/** A batch of changes, by the service's ids. */
export type LibraryEventModel = FactBatch
