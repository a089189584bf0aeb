/** The link of the photo that contains an element; null for an element outside of all links. */
export function photoLinkOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-photo]') : null
}
