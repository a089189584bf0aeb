import { waitFor } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import { months, monthPage, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { amount, selected, setUpSelecting } from './renderSelecting.ts'

// What comes late must not be there already from a file before.
vi.hoisted(() => vi.resetModules())
afterAll(() => vi.resetModules())

setUpSelecting()

const may = ['may', 2024, 5, 4] as const

/** Clicks the circle of a photo as soon as it is there; tells whether what hears clicks was there before. */
function clickAtOnce(photoId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const cell = document.querySelector(`[data-photo="${photoId}"]`)?.closest<HTMLElement>('[role=gridcell]')
      if (!cell) return
      observer.disconnect()
      resolve(document.querySelector('[data-tooltips]') !== null)
      cell.click()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

test('a click on the circle of a photo counts although what hears it comes later', async () => {
  const app = renderApp('/my-photos/photos')
  await app.answer('TimelinePageQuery', months(may))
  const wasHeard = clickAtOnce('photo-1')
  await app.answer('MonthPhotosQuery', monthPage(may, photosFrom(0, 4)), { id: 'may' })
  expect(await wasHeard).toBe(false)
  await waitFor(() => expect(amount()).toBe('1 selected'))
  expect(selected()).toEqual(['photo-1'])
})
