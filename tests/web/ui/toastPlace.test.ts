import { describe, expect, test } from 'vitest'
import { type Area, freeTop } from '../../../web/ui/toastPlace.ts'

/** A toast 50 pixels high between 400 and 600 pixels from the left; where it is now does not matter. */
const toast: Area = { top: 300, bottom: 350, left: 400, right: 600 }

function control(top: number, bottom: number, left = 0, right = 1_000): Area {
  return { top, bottom, left, right }
}

describe('a toast', () => {
  test.each([
    ['appears at the start when nothing is there', [], 72],
    ['leaves a space below the control that it would cover', [control(80, 120)], 128],
    ['is not moved by controls beside it', [control(80, 120, 0, 400), control(80, 120, 600, 700)], 72],
    ['is not moved by a control with enough space above it', [control(130, 170)], 72],
    ['is moved by a control that is closer', [control(129, 170)], 178],
    ['is not moved by a control with enough space below it', [control(10, 64)], 72],
    ['skips several controls, in any order, and gaps that are too low', [control(190, 220), control(80, 125)], 228],
    ['takes the first gap that is high enough', [control(80, 125), control(191, 220)], 133],
    ['stays at the start if the upper part of the window is full', [control(80, 460)], 72],
  ])('%s', (_, taken, top) => {
    expect(freeTop(toast, taken, 72, 500)).toBe(top)
  })
})
