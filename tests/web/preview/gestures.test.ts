import { describe, expect, test } from 'vitest'
import {
  axisOfDrag,
  clampPan,
  outcomeOfDrag,
  panTowards,
  zoomScale,
} from '../../../web/pages/library/preview/gestures.ts'
import { PhotoMover } from '../../../web/pages/library/preview/PhotoMover.ts'

const phone = { width: 400, height: 800 }

describe('which way a drag goes', () => {
  test.each([
    [{ x: 0, y: 0 }, null],
    [{ x: 5, y: 5 }, null],
    [{ x: 8, y: 0 }, 'horizontal'],
    [{ x: -30, y: 20 }, 'horizontal'],
    [{ x: 20, y: 30 }, 'vertical'],
    [{ x: 0, y: -9 }, 'vertical'],
  ])('%j: %s', (offset, axis) => {
    expect(axisOfDrag(offset)).toBe(axis)
  })
})

describe('what a drag does', () => {
  test.each([
    ['horizontal', { x: -140, y: 0 }, 'stay'],
    ['horizontal', { x: -140.1, y: 0 }, 'next'],
    ['horizontal', { x: 140, y: 0 }, 'stay'],
    ['horizontal', { x: 140.1, y: 0 }, 'previous'],
    ['horizontal', { x: 10, y: 700 }, 'stay'],
    ['vertical', { x: 0, y: 280 }, 'stay'],
    ['vertical', { x: 0, y: 280.1 }, 'close'],
    ['vertical', { x: 0, y: -700 }, 'stay'],
    ['vertical', { x: 390, y: 10 }, 'stay'],
  ] as const)('%s by %j: %s, beyond 35 %% of the window only', (axis, offset, outcome) => {
    expect(outcomeOfDrag(axis, offset, phone)).toBe(outcome)
  })
})

describe('the zoomed photo', () => {
  const photo = { width: 400, height: 300 }

  test('is 2.5 times as large', () => {
    expect(zoomScale).toBe(2.5)
  })

  test('stays over the window, and centred where it is smaller than that', () => {
    expect(clampPan({ x: 999, y: 999 }, photo, phone)).toEqual({ x: 300, y: 0 })
    expect(clampPan({ x: -999, y: -999 }, photo, phone)).toEqual({ x: -300, y: 0 })
    expect(clampPan({ x: 120, y: 0 }, photo, phone)).toEqual({ x: 120, y: 0 })
  })

  test('keeps what was tapped under the finger, as far as its edges allow', () => {
    expect(panTowards({ x: 0, y: 0 }, photo, phone)).toEqual({ x: 0, y: 0 })
    expect(panTowards({ x: 100, y: 50 }, photo, phone)).toEqual({ x: -150, y: 0 })
    expect(panTowards({ x: -200, y: 0 }, photo, phone)).toEqual({ x: 300, y: 0 })
  })
})

describe('the photo under a finger', () => {
  const finger = { pointerId: 1, isPrimary: true, button: 0 }

  function tap(mover: PhotoMover, timeStamp: number): void {
    mover.press({ ...finger, clientX: 100, clientY: 100 })
    expect(mover.release({ ...finger, clientX: 100, clientY: 100, timeStamp })).toBe('stay')
  }

  function drag(mover: PhotoMover, x: number, y: number) {
    mover.press({ ...finger, clientX: 300, clientY: 100 })
    mover.move({ ...finger, clientX: 300 + x, clientY: 100 + y })
    return mover.release({ ...finger, clientX: 300 + x, clientY: 100 + y, timeStamp: 0 })
  }

  test('zooms in and out by taps, whether or not a click follows', () => {
    const mover = new PhotoMover()
    tap(mover, 1_000)
    mover.click({ timeStamp: 1_000, detail: 1, clientX: 100, clientY: 100 })
    expect(mover.isZoomed).toBe(true)
    tap(mover, 2_000)
    expect(mover.isZoomed).toBe(false)
  })

  test('zooms by a key', () => {
    const mover = new PhotoMover()
    mover.click({ timeStamp: 1_000, detail: 0, clientX: 0, clientY: 0 })
    expect(mover.isZoomed).toBe(true)
  })

  test('takes two taps within 200 ms as one', () => {
    const mover = new PhotoMover()
    tap(mover, 1_000)
    tap(mover, 1_199)
    expect(mover.isZoomed).toBe(true)
    tap(mover, 1_200)
    expect(mover.isZoomed).toBe(false)
  })

  test('steps and closes by drags that go far enough, and does not zoom by them', () => {
    const mover = new PhotoMover()
    expect(drag(mover, -innerWidth, 0)).toBe('next')
    expect(drag(mover, innerWidth, 0)).toBe('previous')
    expect(drag(mover, 0, innerHeight)).toBe('close')
    expect(drag(mover, 20, 0)).toBe('stay')
    mover.click({ timeStamp: 1_000, detail: 1, clientX: 100, clientY: 100 })
    expect(mover.isZoomed).toBe(false)
  })

  test('neither steps nor closes while it is zoomed', () => {
    const mover = new PhotoMover()
    tap(mover, 1_000)
    expect(drag(mover, -innerWidth, 0)).toBe('stay')
    expect(drag(mover, 0, innerHeight)).toBe('stay')
  })

  test('ignores a second finger, and other buttons of a mouse', () => {
    const mover = new PhotoMover()
    mover.press({ ...finger, isPrimary: false, pointerId: 2, clientX: 300, clientY: 100 })
    expect(mover.release({ ...finger, clientX: 0, clientY: 100, timeStamp: 1_000 })).toBe('stay')
    mover.press({ ...finger, button: 2, clientX: 300, clientY: 100 })
    mover.release({ ...finger, clientX: 300, clientY: 100, timeStamp: 2_000 })
    expect(mover.isZoomed).toBe(false)
  })

  test('takes arrow keys for itself only while it is zoomed, and leaves stepping alone', () => {
    const mover = new PhotoMover()
    expect(mover.key({ key: 'ArrowUp', shiftKey: false })).toBe(false)
    tap(mover, 1_000)
    expect(mover.key({ key: 'ArrowUp', shiftKey: false })).toBe(true)
    expect(mover.key({ key: 'ArrowRight', shiftKey: true })).toBe(true)
    expect(mover.key({ key: 'ArrowRight', shiftKey: false })).toBe(false)
  })

  test('follows by its style', () => {
    const element = document.createElement('span')
    const mover = new PhotoMover()
    mover.attach(element)
    mover.press({ ...finger, clientX: 100, clientY: 100 })
    mover.move({ ...finger, clientX: 70, clientY: 104 })
    expect(element.style.transform).toMatch(/^translate\(-30px[,)]/)
    mover.cancel()
    expect(element.style.transform).toMatch(/^translate\(0px[,)]/)
  })
})
