import { Store } from '../../../app/Store.ts'
import { type StepDirection, PhotoChain } from './PhotoChain.ts'
import { preloadPicture } from './preloadPicture.ts'

/** The loaded data of a neighbour of the shown photo. */
export interface NeighbourPhoto {
  readonly id: string
  readonly width: number | null
  readonly height: number | null
  /** The large rendition, which is shown after a step to this photo. */
  readonly pictureUrl: string | null
}

/** The neighbours of a photo: null at the ends of the list, undefined while unknown. */
export type Neighbours = Readonly<Record<StepDirection, NeighbourPhoto | null | undefined>>

export type KnownNeighbours = Readonly<Record<StepDirection, NeighbourPhoto | null>>

/** Loads the neighbours of photos in one list: the timeline or an album. */
export interface NeighbourSource {
  /**
   * Loads the neighbours of a photo and calls back when they are loaded and whenever they change; calls back with null
   * on failure.
   * @param isLoaded whether the neighbours were requested before: the store's answer is then fresh enough
   * @returns a function that unsubscribes and cancels a pending request
   */
  readonly watch: (
    photoId: string,
    isLoaded: boolean,
    onChange: (neighbours: KnownNeighbours | null) => void,
  ) => () => void
}

/** The number of photos on each side whose pictures are preloaded. */
const preloadDistance = 2

/**
 * The photos around the shown one. The window loads the neighbours of that photo and of its neighbours, so that two
 * steps in either direction are ready. Photos that leave the window are released and their requests cancelled.
 */
export class PhotoWindow extends Store {
  readonly #source: NeighbourSource
  readonly #chain: PhotoChain
  readonly #removed = new Set<string>()
  readonly #photos = new Map<string, NeighbourPhoto>()
  readonly #requested = new Set<string>()
  readonly #watches = new Map<string, () => void>()
  readonly #pictures = new Map<string, () => void>()
  readonly #neighbours = new Map<string, Neighbours>()
  #centre: string | null = null

  /** @param isGone returns whether a photo was deleted in this tab, or is being deleted */
  constructor(source: NeighbourSource, isGone: (photoId: string) => boolean) {
    super()
    this.#source = source
    this.#chain = new PhotoChain((photoId) => this.#removed.has(photoId) || isGone(photoId))
  }

  /** The neighbours of a photo; the same object until they change. */
  readonly neighboursOf = (photoId: string): Neighbours => {
    const known = this.#neighbours.get(photoId)
    const neighbours = { previous: this.#neighbourOf(photoId, 'previous'), next: this.#neighbourOf(photoId, 'next') }
    if (known && isSame(known.previous, neighbours.previous) && isSame(known.next, neighbours.next)) return known
    this.#neighbours.set(photoId, neighbours)
    return neighbours
  }

  /** Centres the window on the shown photo. */
  readonly moveTo = (photoId: string): void => {
    if (photoId === this.#centre) return
    this.#centre = photoId
    this.#follow()
  }

  /** Loads all neighbours again, because the list has changed. */
  readonly refresh = (): void => {
    this.#requested.clear()
    for (const photoId of this.#watches.keys()) this.#end(photoId)
    this.#follow()
  }

  /** Skips photos that were deleted elsewhere. */
  readonly remove = (photoIds: readonly string[]): void => {
    for (const photoId of photoIds) this.#removed.add(photoId)
    this.#follow()
  }

  /** Must be called when the result of `isGone` has changed for some photos. */
  readonly goneChanged = (): void => this.#follow()

  readonly isRemoved = (photoId: string): boolean => this.#removed.has(photoId)

  /** Cancels all requests and releases all data, because the view was closed. */
  readonly close = (): void => {
    for (const photoId of this.#watches.keys()) this.#end(photoId)
    for (const cancel of this.#pictures.values()) cancel()
    for (const all of [this.#pictures, this.#photos, this.#requested, this.#neighbours]) all.clear()
    this.#chain.clear()
    this.#centre = null
  }

  #follow(): void {
    if (this.#centre === null) return
    const near = this.#around(this.#centre, 1)
    for (const photoId of this.#watches.keys()) if (!near.has(photoId)) this.#end(photoId)
    for (const photoId of near) this.#watch(photoId)
    this.#keepPictures(this.#around(this.#centre, preloadDistance))
    this.changed()
  }

  #watch(photoId: string): void {
    if (this.#watches.has(photoId)) return
    const isLoaded = this.#requested.has(photoId)
    this.#requested.add(photoId)
    // The source may call back before it returns; a placeholder marks the photo as watched until then.
    this.#watches.set(photoId, () => undefined)
    const end = this.#source.watch(photoId, isLoaded, (neighbours) => this.#learn(photoId, neighbours))
    if (this.#watches.has(photoId)) this.#watches.set(photoId, end)
    else end()
  }

  #learn(photoId: string, neighbours: KnownNeighbours | null): void {
    if (neighbours) {
      const { previous, next } = neighbours
      this.#chain.learn(photoId, { previous: previous?.id ?? null, next: next?.id ?? null })
      for (const photo of [previous, next]) if (photo) this.#photos.set(photo.id, photo)
    } else {
      this.#chain.giveUp(photoId)
      // The neighbours are requested from the network when the photo enters the window again.
      this.#requested.delete(photoId)
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
    for (const photoId of this.#neighbours.keys()) if (!wanted.has(photoId)) this.#neighbours.delete(photoId)
    for (const photoId of wanted) {
      const url = this.#photos.get(photoId)?.pictureUrl
      if (photoId !== this.#centre && url && !this.#pictures.has(photoId)) {
        this.#pictures.set(photoId, preloadPicture(url))
      }
    }
  }

  #neighbourOf(photoId: string, direction: StepDirection): NeighbourPhoto | null | undefined {
    const id = this.#chain.neighbourOf(photoId, direction)
    if (typeof id !== 'string') return id
    return this.#photos.get(id) ?? { id, width: null, height: null, pictureUrl: null }
  }

  #around(centre: string, distance: number): ReadonlySet<string> {
    const ids = new Set([centre])
    for (const direction of ['previous', 'next'] as const) {
      let at = this.#chain.neighbourOf(centre, direction)
      for (let step = 0; step < distance && typeof at === 'string'; step += 1) {
        ids.add(at)
        at = this.#chain.neighbourOf(at, direction)
      }
    }
    return ids
  }
}

function isSame(one: NeighbourPhoto | null | undefined, other: NeighbourPhoto | null | undefined): boolean {
  return one && other ? one.id === other.id && one.pictureUrl === other.pictureUrl : one === other
}
