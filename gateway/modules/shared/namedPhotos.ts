import { badInput } from '../../errors/codes.ts'
import { uuidOf } from '../../relay/globalId.ts'

const maximumPhotos = 500

/**
 * The ids that a mutation is given of photos, each once and in order.
 * @throws BAD_USER_INPUT for none, and for more than so many
 */
export function eachOnce(photoIds: readonly string[], maximum: number): readonly string[] {
  const ids = [...new Set(photoIds)]
  if (ids.length >= 1 && ids.length <= maximum) return ids
  throw badInput(`"photoIds" names ${ids.length} photos; it must name 1 to ${maximum}.`)
}

/** The arm of mutations that can do nothing without photos. */
export const photosNotFound = {
  __typename: 'PhotosNotFound',
  code: 'NOT_FOUND',
  message: 'None of these photos can be found: they are gone, or not there for the viewer.',
} as const

/** Why nothing became of a photo. */
export type FailureCode = 'NOT_FOUND' | 'FAILED'

/** What became of photos, by their global ids. */
export interface PhotosOutcome {
  readonly doneIds: readonly string[]
  readonly failed: readonly { readonly id: string; readonly code: FailureCode }[]
  /** Those of `failed` that can be tried again. */
  readonly remainingIds: readonly string[]
}

/** The photos that a mutation is about, each once. Ids that name no photo are not found, whatever is done. */
export class NamedPhotos {
  readonly #imageIds: ReadonlyMap<string, string | null>

  /** @throws BAD_USER_INPUT for none, and for more than 500 */
  constructor(photoIds: readonly string[]) {
    this.#imageIds = new Map(eachOnce(photoIds, maximumPhotos).map((id) => [id, uuidOf('Photo', id)]))
  }

  /** The service's ids of those that can be photos. */
  get imageIds(): readonly string[] {
    return [...this.#imageIds.values()].filter((imageId) => imageId !== null)
  }

  /** @param codes of those that nothing became of, by the service's ids */
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
