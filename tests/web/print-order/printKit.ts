import { act, screen } from '@testing-library/react'
import { vi } from 'vitest'

/** The browser's `location.assign`. */
export const assign = vi.fn<(address: string) => void>()

/** Stubs the navigation to the editor. */
export function installNavigation(): void {
  vi.stubGlobal('location', Object.assign(new URL('http://keepsake.test/my-photos/photos'), { assign }))
  vi.stubGlobal('stop', vi.fn<() => void>())
}

/** Resets what a test has changed. */
export function cleanUp(): void {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  assign.mockReset()
  localStorage.clear()
  sessionStorage.clear()
}

/** Skips the three seconds for which the overlay is shown, in tests that do not check them. */
export function hurry(): void {
  const { setTimeout: begin } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, milliseconds?: number) =>
    begin(work, milliseconds === 3_000 ? 0 : milliseconds),
  )
}

/** The gateway's answer after it has stored the photos for the editor, as the selection `tempSelectionId`. */
export function selectionAnswer(tempSelectionId = 'selection-1', leftOutIds: readonly string[] = []) {
  const tempSelection = { id: 'temp-1', tempSelectionId }
  return { createTempSelection: { __typename: 'CreateTempSelectionSuccess', tempSelection, leftOutIds } }
}

/** The gateway's answer if none of the photos has a picture. */
export const withoutPicture = { createTempSelection: { __typename: 'PhotosWithoutPicture', code: 'NO_PICTURE' } }

/** The button that transfers this number of photos to the editor. */
export const next = (amount: number | string) =>
  screen.findByRole('button', { name: `Next: Customise ${amount} photo print${amount === 1 ? '' : 's'}` })

/** The overlay that is shown during the transfer of this number of photos. */
export const overlay = (amount: number) =>
  screen.findByRole('alertdialog', { name: `Adding ${amount} photo${amount === 1 ? '' : 's'} to editor...` })

/** Dispatches the event that browsers send when the page is left or reloaded. */
export const hidePage = () => act(async () => window.dispatchEvent(new PageTransitionEvent('pagehide')))
