import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { months, monthPage, photosFrom } from '../support/photos.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'
import { ofFile } from '../support/ofFile.ts'

const may = ['may', 2024, 5, 4] as const
const april = ['april', 2024, 4, 70_000] as const

/** Runs animation frames by timers, and clears what a test has stored. */
export function setUpSelecting(): void {
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => setTimeout(() => callback(0), 0))
    vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** The timeline with four photos of May, photo-0 to photo-3, and the first 24 of April's 70,000, from photo-10 on. */
export async function open(options: AppOptions = {}) {
  const app = renderApp('/my-photos/photos', options)
  await app.answer('TimelinePageQuery', months(may, april))
  await app.answer('CollectionPageQuery', monthPage(may, photosFrom(0, 4)), { id: 'may' })
  await app.answer('CollectionPageQuery', monthPage(april, photosFrom(10, 24), true), { id: 'april' })
  await tile(10)
  // The listeners of photos are loaded after the photos.
  await waitFor(() => expect(document.querySelector('[data-tooltips]')).toBeTruthy())
  return app
}

/** A photo while no photos are being selected. */
export function tile(index: number): Promise<HTMLElement> {
  return screen.findByRole('link', { name: ofFile(`photo-${index}.jpg`) })
}

/** A photo while photos are being selected. */
export function box(index: number): HTMLElement {
  return screen.getByRole('checkbox', { name: ofFile(`photo-${index}.jpg`) })
}

/** The selected photos. */
export function selected(): string[] {
  return screen
    .queryAllByRole('gridcell', { selected: true })
    .map((found) => found.querySelector<HTMLElement>('[data-photo]')?.dataset['photo'] ?? '')
}

/** The number of selected photos as it is displayed; screen readers hear it half a second later. */
export function amount(): string | null {
  return screen.queryByText(/ selected$/, { ignore: 'output *' })?.textContent ?? null
}
