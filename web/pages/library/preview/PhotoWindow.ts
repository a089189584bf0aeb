import { Store } from '../../../app/Store.ts'
import { type StepDirection, PhotoChain } from './PhotoChain.ts'
import { preloadPicture } from './preloadPicture.ts'

/** What is known of a photo beside the one that is shown. */
export interface PhotoBeside {
  readonly id: string
  readonly width: number | null
  readonly height: number | null
  /** The rendition that is shown when one steps to it. */
  readonly pictureUrl: string | null
}

/** The photos beside one: null where the list ends, undefined while that is not known. */
export type Beside = Readonly<Record<StepDirection, PhotoBeside | null | undefined>>

export type BesideAnswer = Readonly<Record<StepDirection, PhotoBeside | null>>

/** Where the photos beside one come from: the library's timeline, an album's list. */
export interface NeighbourSource {
  /**
   * Asks for the photos beside one, and tells of them then and whenever they change; null when that cannot be known.
   * @param isKnown whether they were asked for already, so that what is at hand will do
   * @returns what ends it, and cancels what is under way
   */
  readonly watch: (photoId: string, isKnown: boolean, tell: (answer: BesideAnswer | null) => void) => () => void
}

/** As far around the shown photo pictures are fetched before they are asked for. */
const reach = 2

/**
 * The photos around the one that is shown: asks who is beside it and beside its neighbours, so that two steps either
 * way are ready. What is stepped over is let go of, and its requests are cancelled.
 */
export class PhotoWindow extends Store {
  readonly #source: NeighbourSource
  readonly #chain: PhotoChain
  readonly #removed = new Set<string>()
  readonly #photos = new Map<string, PhotoBeside>()
  readonly #asked = new Set<string>()
  readonly #watches = new Map<string, () => void>()
  readonly #pictures = new Map<string, () => void>()
  readonly #answers = new Map<string, Beside>()
  #centre: string | null = null

  /** @param isGone whether a photo is being deleted, or has been, here */
  constructor(source: NeighbourSource, isGone: (photoId: string) => boolean) {
    super()
    this.#source = source
    this.#chain = new PhotoChain((photoId) => this.#removed.has(photoId) || isGone(photoId))
  }

  /** The photos beside one; the same object until that changes. */
  readonly beside = (photoId: string): Beside => {
    const known = this.#answers.get(photoId)
    const beside = { previous: this.#photoBeside(photoId, 'previous'), next: this.#photoBeside(photoId, 'next') }
    // Nothing is drawn again for what is as it was.
    if (known && isSame(known.previous, beside.previous) && isSame(known.next, beside.next)) return known
    this.#answers.set(photoId, beside)
    return beside
  }

  /** Another photo is shown, or the first. */
  readonly moveTo = (photoId: string): void => {
    if (photoId === this.#centre) return
    this.#centre = photoId
    this.#follow()
  }

  /** The list has changed: asks anew. */
  readonly refresh = (): void => {
    this.#asked.clear()
    for (const photoId of this.#watches.keys()) this.#end(photoId)
    this.#follow()
  }

  /** Photos were deleted elsewhere. */
  readonly remove = (photoIds: readonly string[]): void => {
    for (const photoId of photoIds) this.#removed.add(photoId)
    this.#follow()
  }

  /** Other photos are gone than before. */
  readonly look = (): void => this.#follow()

  readonly isRemoved = (photoId: string): boolean => this.#removed.has(photoId)

  /** Nothing is shown any more: forgets all. */
  readonly close = (): void => {
    for (const photoId of this.#watches.keys()) this.#end(photoId)
    for (const cancel of this.#pictures.values()) cancel()
    for (const all of [this.#pictures, this.#photos, this.#asked, this.#answers]) all.clear()
    this.#chain.clear()
    this.#centre = null
  }

  #follow(): void {
    if (this.#centre === null) return
    const near = this.#around(this.#centre, 1)
    for (const photoId of this.#watches.keys()) if (!near.has(photoId)) this.#end(photoId)
    for (const photoId of near) this.#watch(photoId)
    this.#keepPictures(this.#around(this.#centre, reach))
    this.changed()
  }

  #watch(photoId: string): void {
    if (this.#watches.has(photoId)) return
    const isKnown = this.#asked.has(photoId)
    this.#asked.add(photoId)
    // What is at hand is told at once, before there is anything to end.
    this.#watches.set(photoId, () => undefined)
    const end = this.#source.watch(photoId, isKnown, (answer) => this.#learn(photoId, answer))
    if (this.#watches.has(photoId)) this.#watches.set(photoId, end)
    else end()
  }

  #learn(photoId: string, answer: BesideAnswer | null): void {
    if (answer) {
      const { previous, next } = answer
      this.#chain.learn(photoId, { previous: previous?.id ?? null, next: next?.id ?? null })
      for (const photo of [previous, next]) if (photo) this.#photos.set(photo.id, photo)
    } else {
      this.#chain.giveUp(photoId)
      // It is asked for again when it comes near again.
      this.#asked.delete(photoId)
    }
    this.#follow()
  }

  #end(photoId: string): void {
    this.#watches.get(photoId)?.()
    this.#watches.delete(photoId)
  }

  #keepPictures(wanted: ReadonlySet<string>): void {
    for (const [photoId, cancel] of this.#pictures) {
      if (wanted.has(photoId)) continue
      cancel()
      this.#pictures.delete(photoId)
    }
    for (const photoId of this.#photos.keys()) if (!wanted.has(photoId)) this.#photos.delete(photoId)
    for (const photoId of this.#answers.keys()) if (!wanted.has(photoId)) this.#answers.delete(photoId)
    for (const photoId of wanted) {
      const url = this.#photos.get(photoId)?.pictureUrl
      if (photoId !== this.#centre && url && !this.#pictures.has(photoId)) {
        this.#pictures.set(photoId, preloadPicture(url))
      }
    }
  }

  #photoBeside(photoId: string, direction: StepDirection): PhotoBeside | null | undefined {
    const id = this.#chain.beside(photoId, direction)
    if (typeof id !== 'string') return id
    return this.#photos.get(id) ?? { id, width: null, height: null, pictureUrl: null }
  }

  #around(centre: string, distance: number): ReadonlySet<string> {
    const ids = new Set([centre])
    for (const direction of ['previous', 'next'] as const) {
      let at = this.#chain.beside(centre, direction)
      for (let step = 0; step < distance && typeof at === 'string'; step += 1) {
        ids.add(at)
        at = this.#chain.beside(at, direction)
      }
    }
    return ids
  }
}

function isSame(one: PhotoBeside | null | undefined, other: PhotoBeside | null | undefined): boolean {
  return one && other ? one.id === other.id && one.pictureUrl === other.pictureUrl : one === other
}
