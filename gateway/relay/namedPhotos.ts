import { badInput } from '../errors/codes.ts'
import { imageIdOf } from './photoId.ts'

const maximumPhotos = 500

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
    this.#imageIds = new Map(photoIds.map((id) => [id, imageIdOf(id)]))
    const { size } = this.#imageIds
    if (size < 1 || size > maximumPhotos)
      throw badInput(`"photoIds" names ${size} photos; it must name 1 to ${maximumPhotos}.`)
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
