import type { Offset, Placement, Size } from './gestures.ts'

/** The elements of the full-screen view that move. */
export interface MovedElements {
  /** Receives the gestures. */
  readonly stage: HTMLElement
  /** The photo with its neighbours. */
  readonly track: HTMLElement
  readonly photo: HTMLElement
}

/** The position of a pointer event in the window, in CSS pixels. */
type WindowPoint = Pick<MouseEvent, 'clientX' | 'clientY'>

/**
 * Applies the gestures to the document: measures the stage and sets transforms, outside of React's rendering. Without
 * elements, it measures the window and moves nothing.
 */
export class PhotoStage {
  elements: MovedElements | null = null

  get size(): Size {
    const { clientWidth, clientHeight } = this.elements?.stage ?? {}
    return { width: clientWidth || innerWidth, height: clientHeight || innerHeight }
  }

  /** The layout size of the photo. It does not change with the zoom, because transforms do not affect it. */
  get photoSize(): Size {
    return { width: this.elements?.photo.offsetWidth ?? 0, height: this.elements?.photo.offsetHeight ?? 0 }
  }

  /** The position of a pointer, from the middle of the stage. */
  pointOf({ clientX, clientY }: WindowPoint): Offset {
    const { left = 0, top = 0 } = this.elements?.stage.getBoundingClientRect() ?? {}
    const { width, height } = this.size
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  /** @param isFollowing true while a finger moves the photo: the style sheet then switches its animation off */
  placePhoto({ pan, scale }: Placement, isFollowing: boolean): void {
    transform(this.elements?.photo, `translate(${pan.x}px, ${pan.y}px) scale(${scale})`, isFollowing)
  }

  /** Moves the photo and its neighbours sideways with the finger. */
  slideTrack(x: number): void {
    transform(this.elements?.track, `translateX(${x}px)`, true)
  }

  resetTrack(): void {
    transform(this.elements?.track, 'none', false)
  }

  /** Fades the page around the photo. @param progress of the drag that closes the view, 0 to 1 */
  fade(progress: number): void {
    this.#page()?.style.setProperty('--drag', String(progress))
  }

  resetFade(): void {
    this.#page()?.style.removeProperty('--drag')
  }

  #page(): HTMLElement | null | undefined {
    return this.elements?.stage.closest('main')
  }
}

function transform(element: HTMLElement | undefined, value: string, isFollowing: boolean): void {
  if (!element) return
  element.dataset['following'] = String(isFollowing)
  element.style.transform = value
}
