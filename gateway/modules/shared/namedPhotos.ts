import { badInput } from '../../errors/codes.ts'
import { keyOf } from '../../relay/globalId.ts'

const maximumPhotos = 500

/**
 * The distinct photo ids of a mutation's input, in order.
 * @throws BAD_USER_INPUT for an empty list, and for more than `maximum` ids
 */
export function distinctIdsOf(photoIds: readonly string[], maximum: number): readonly string[] {
  const ids = [...new Set(photoIds)]
  if (ids.length >= 1 && ids.length <= maximum) return ids
  throw badInput(`"photoIds" names ${ids.length} photos; it must name 1 to ${maximum}.`)
}

/** The result of a mutation when none of its photos exists for the viewer. */
export const photosNotFound = {
  __typename: 'PhotosNotFound',
  code: 'NOT_FOUND',
  message: 'None of these photos can be found: they were deleted, or the viewer may not see them.',
} as const

/** Why a photo was not changed. */
export type FailureCode = 'NOT_FOUND' | 'FAILED'

/** The outcome per photo, by global id. */
export interface PhotosOutcome {
  readonly doneIds: readonly string[]
  readonly failed: readonly { readonly id: string; readonly code: FailureCode }[]
  /** The `failed` photos that can be retried. */
  readonly remainingIds: readonly string[]
}

/** The distinct photos of a mutation's input. An id of another type counts as not found. */
export class NamedPhotos {
  readonly #imageIds: ReadonlyMap<string, string | null>

  /**
   * @param type the type of the ids
   * @throws BAD_USER_INPUT for an empty list, and for more than 500 ids
   */
  constructor(photoIds: readonly string[], type: 'Photo' | 'TrashedPhoto' = 'Photo') {
    this.#imageIds = new Map(distinctIdsOf(photoIds, maximumPhotos).map((id) => [id, keyOf(type, id)]))
  }

  /** The service's ids of the photos. Ids of other types are left out. */
  get imageIds(): readonly string[] {
    return [...this.#imageIds.values()].filter((imageId) => imageId !== null)
  }

  /**
   * Builds the mutation's outcome.
   * @param codes why photos were not changed, by the service's ids
   */
  outcome(codes: ReadonlyMap<string, FailureCode>): PhotosOutcome {
    const all = [...this.#imageIds].map(([id, imageId]) => ({
      id,
      code: imageId === null ? 'NOT_FOUND' : codes.get(imageId),
    }))
    return {
      doneIds: all.filter(({ code }) => code === undefined).map(({ id }) => id),
      failed: all.flatMap(({ id, code }) => (code === undefined ? [] : [{ id, code }])),
      remainingIds: all.filter(({ code }) => code === 'FAILED').map(({ id }) => id),
    }
  }
}
