import { describe, expect, test } from 'vitest'
import {
  axisOfDrag,
  clampPan,
  followDown,
  followSideways,
  outcomeOfDrag,
  settleZoom,
  zoomScale,
  zoomTo,
} from '../../../web/pages/library/preview/gestures.ts'
import { PhotoMover } from '../../../web/pages/library/preview/PhotoMover.ts'

const phone = { width: 400, height: 800 }

describe('the axis of a drag', () => {
  test.each([
    [{ x: 0, y: 0 }, null],
    [{ x: 5, y: 5 }, null],
    [{ x: 8, y: 0 }, 'horizontal'],
    [{ x: -30, y: 20 }, 'horizontal'],
    [{ x: 20, y: 30 }, 'vertical'],
    [{ x: 0, y: -9 }, 'vertical'],
  ])('by %j is %s', (offset, axis) => {
    expect(axisOfDrag(offset)).toBe(axis)
  })
})

describe('the outcome of a drag', () => {
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
  ] as const)(
    'in the %s direction by %j is %s: only a drag of more than 35 %% of the window has an effect',
    (axis, offset, outcome) => {
      expect(outcomeOfDrag(axis, offset, phone)).toBe(outcome)
    },
  )
})

describe('the zoomed photo', () => {
  const photo = { width: 400, height: 300 }
  const unmoved = { pan: { x: 0, y: 0 }, scale: 1 }
  const at = (x: number, y: number) => ({ from: { x, y }, to: { x, y }, photo, stage: phone })

  test('is 2.5 times as large', () => {
    expect(zoomScale).toBe(2.5)
  })

  test('covers the window, and is centred in a direction in which it is smaller than the window', () => {
    expect(clampPan({ x: 999, y: 999 }, photo, phone, 2.5)).toEqual({ x: 300, y: 0 })
    expect(clampPan({ x: -999, y: -999 }, photo, phone, 2.5)).toEqual({ x: -300, y: 0 })
    expect(clampPan({ x: 120, y: 0 }, photo, phone, 2.5)).toEqual({ x: 120, y: 0 })
    expect(clampPan({ x: 120, y: 0 }, photo, phone, 1)).toEqual({ x: 0, y: 0 })
  })

  test('keeps the tapped point under the finger, as far as its edges allow', () => {
    expect(zoomTo(2.5, at(0, 0), unmoved).pan).toEqual({ x: 0, y: 0 })
    expect(zoomTo(2.5, at(100, 50), unmoved).pan).toEqual({ x: -150, y: 0 })
    expect(zoomTo(2.5, at(-200, 0), unmoved).pan).toEqual({ x: 300, y: 0 })
  })

  test('is pinched to scales from 1 to 2.5, and follows the fingers', () => {
    expect(zoomTo(9, at(0, 0), unmoved).scale).toBe(2.5)
    expect(zoomTo(0.2, at(0, 0), { pan: { x: 40, y: 0 }, scale: 2 })).toEqual(unmoved)
    const moved = zoomTo(2, { ...at(0, 0), to: { x: 60, y: 0 } }, unmoved)
    expect(moved).toEqual({ pan: { x: 60, y: 0 }, scale: 2 })
  })

  test('resets an unintended zoom on release', () => {
    expect(settleZoom({ pan: { x: 3, y: 0 }, scale: 1.04 })).toEqual(unmoved)
    expect(settleZoom({ pan: { x: 3, y: 0 }, scale: 1.2 }).scale).toBe(1.2)
  })
})

describe('during a drag', () => {
  test('a photo at the end of the list moves only a quarter of the dragged distance', () => {
    expect(followSideways(-100, false)).toBe(-100)
    expect(followSideways(-100, true)).toBe(-25)
  })

  test('a photo shrinks when it is dragged down, not up', () => {
    expect(followDown({ x: 10, y: 400 }, phone)).toEqual({ pan: { x: 10, y: 400 }, scale: 0.8, progress: 0.5 })
    expect(followDown({ x: 10, y: -400 }, phone)).toEqual({ pan: { x: 0, y: 0 }, scale: 1, progress: 0 })
  })
})

function mount() {
  const room = document.createElement('main')
  const stage = room.appendChild(document.createElement('button'))
  const track = stage.appendChild(document.createElement('span'))
  const photo = track.appendChild(document.createElement('span'))
  // The photo fills the window, like most photos.
  Object.defineProperties(photo, { offsetWidth: { value: innerWidth }, offsetHeight: { value: innerHeight } })
  const mover = new PhotoMover()
  mover.setCanStep(() => true)
  mover.attach({ stage, track, photo })
  return { mover, room, stage, track, photo }
}

const scaleOf = (element: HTMLElement) => Number(/scale\((.*?)\)/.exec(element.style.transform)?.[1])

describe('the photo under a finger', () => {
  const finger = { pointerId: 1, button: 0 }
  const other = { pointerId: 2, button: 0 }
  const [middleX, middleY] = [innerWidth / 2, innerHeight / 2]

  function tap(mover: PhotoMover, timeStamp: number): void {
    mover.press({ ...finger, clientX: 100, clientY: 100 })
    expect(mover.release({ ...finger, clientX: 100, clientY: 100, timeStamp })).toBe('stay')
  }

  function drag(mover: PhotoMover, x: number, y: number) {
    mover.press({ ...finger, clientX: 300, clientY: 100 })
    mover.move({ ...finger, clientX: 300 + x, clientY: 100 + y })
    return mover.release({ ...finger, clientX: 300 + x, clientY: 100 + y, timeStamp: 0 })
  }

  function pinch(mover: PhotoMover, from: number, to: number): void {
    mover.press({ ...finger, clientX: middleX - from / 2, clientY: middleY })
    mover.press({ ...other, clientX: middleX + from / 2, clientY: middleY })
    mover.move({ ...finger, clientX: middleX - to / 2, clientY: middleY })
    mover.move({ ...other, clientX: middleX + to / 2, clientY: middleY })
  }

  function lift(mover: PhotoMover, pointer: typeof finger, x = middleX) {
    return mover.release({ ...pointer, clientX: x, clientY: middleY, timeStamp: 9_000 })
  }

  test('zooms in and out by taps, whether or not a click follows', () => {
    const { mover } = mount()
    tap(mover, 1_000)
    mover.click({ timeStamp: 1_000, detail: 1, clientX: 100, clientY: 100 })
    expect(mover.isZoomed).toBe(true)
    tap(mover, 2_000)
    expect(mover.isZoomed).toBe(false)
  })

  test('zooms by a key', () => {
    const { mover, photo } = mount()
    mover.click({ timeStamp: 1_000, detail: 0, clientX: 0, clientY: 0 })
    expect(mover.isZoomed).toBe(true)
    expect(scaleOf(photo)).toBe(2.5)
  })

  test('takes two taps within 200 ms as one', () => {
    const { mover } = mount()
    tap(mover, 1_000)
    tap(mover, 1_199)
    expect(mover.isZoomed).toBe(true)
    tap(mover, 1_200)
    expect(mover.isZoomed).toBe(false)
  })

  test('steps and closes by drags that are long enough, without zooming', () => {
    const { mover } = mount()
    expect(drag(mover, -innerWidth, 0)).toBe('next')
    expect(drag(mover, innerWidth, 0)).toBe('previous')
    expect(drag(mover, 0, innerHeight)).toBe('close')
    expect(drag(mover, 20, 0)).toBe('stay')
    mover.click({ timeStamp: 1_000, detail: 1, clientX: 100, clientY: 100 })
    expect(mover.isZoomed).toBe(false)
  })

  test('returns to its place at an end of the list, but steps to a neighbour that is not loaded yet', () => {
    const { mover, track } = mount()
    mover.setCanStep((direction) => (direction === 'next' ? false : undefined))
    expect(drag(mover, -innerWidth, 0)).toBe('stay')
    expect(track.style.transform).toBe('none')
    expect(drag(mover, innerWidth, 0)).toBe('previous')
    expect(track.style.transform).toBe('none')
  })

  test('is dragged together with its neighbour, which then slides in from where the drag ended', () => {
    const { mover, track } = mount()
    mover.press({ ...finger, clientX: 900, clientY: 100 })
    mover.move({ ...finger, clientX: 890, clientY: 100 })
    mover.move({ ...finger, clientX: 400, clientY: 104 })
    expect(track.style.transform).toBe('translateX(-500px)')
    expect(mover.release({ ...finger, clientX: 400, clientY: 104, timeStamp: 0 })).toBe('next')
    expect(track.style.transform).toBe('translateX(-500px)')
    expect(mover.entranceOffset('next')).toBe(innerWidth + 24 - 500)
  })

  test('shrinks while it is dragged down, fades the page, and returns after a short drag', () => {
    const { mover, photo, room } = mount()
    mover.press({ ...finger, clientX: 300, clientY: 100 })
    mover.move({ ...finger, clientX: 300, clientY: 100 + innerHeight * 0.25 })
    expect(scaleOf(photo)).toBeCloseTo(0.9)
    expect(room.style.getPropertyValue('--drag')).toBe('0.25')
    expect(mover.release({ ...finger, clientX: 300, clientY: 100 + innerHeight * 0.25, timeStamp: 0 })).toBe('stay')
    expect(scaleOf(photo)).toBe(1)
    expect(room.style.getPropertyValue('--drag')).toBe('')
  })

  test('neither steps nor closes while it is zoomed', () => {
    const { mover } = mount()
    tap(mover, 1_000)
    expect(drag(mover, -innerWidth, 0)).toBe('stay')
    expect(drag(mover, 0, innerHeight)).toBe('stay')
  })

  test('slides in from the edge after a drag that neither stepped nor closed', () => {
    const { mover } = mount()
    const edge = innerWidth + 24
    drag(mover, 100, 0)
    expect(mover.entranceOffset('next')).toBe(edge)
    tap(mover, 1_000)
    drag(mover, 100, 0)
    expect([mover.entranceOffset('next'), mover.entranceOffset('previous')]).toEqual([edge, -edge])
    mover.press({ ...finger, clientX: 300, clientY: 100 })
    mover.move({ ...finger, clientX: 500, clientY: 100 })
    mover.cancel(finger)
    expect(mover.entranceOffset('next')).toBe(edge)
  })

  test('is pinched by two fingers, and panned by one when the other is lifted; neither finger counts as a tap', () => {
    const { mover, photo } = mount()
    pinch(mover, 100, 200)
    expect(scaleOf(photo)).toBe(2)
    expect(lift(mover, other, middleX + 100)).toBe('stay')
    const before = photo.style.transform
    mover.move({ ...finger, clientX: middleX - 160, clientY: middleY })
    expect(photo.style.transform).not.toBe(before)
    expect(lift(mover, finger, middleX - 160)).toBe('stay')
    mover.click({ timeStamp: 9_000, detail: 1, clientX: 100, clientY: 100 })
    expect(scaleOf(photo)).toBe(2)
  })

  test('is panned by a drag while it is zoomed, from where it was, as far as its edges allow', () => {
    const { mover, photo } = mount()
    mover.click({ timeStamp: 1_000, detail: 0, clientX: 0, clientY: 0 })
    const panOf = () => /translate\((.*?)px, (.*?)px\)/.exec(photo.style.transform)?.slice(1).map(Number)
    drag(mover, 30, -40)
    expect(panOf()).toEqual([30, -40])
    drag(mover, 30, 60)
    expect(panOf()).toEqual([60, 20])
    drag(mover, 9 * innerWidth, -9 * innerHeight)
    expect(panOf()).toEqual([innerWidth * 0.75, innerHeight * -0.75])
  })

  test('is reset by pinching back, and the remaining finger does not step', () => {
    const { mover, photo } = mount()
    pinch(mover, 200, 100)
    expect(scaleOf(photo)).toBe(1)
    lift(mover, other)
    mover.move({ ...finger, clientX: -innerWidth, clientY: middleY })
    expect(lift(mover, finger, -innerWidth)).toBe('stay')
    expect(mover.isZoomed).toBe(false)
  })

  test('zooms by the wheel with Ctrl, which is how trackpads report a pinch, and notifies listeners', () => {
    const { mover, stage, photo } = mount()
    const zoomStates: boolean[] = []
    mover.subscribe(() => zoomStates.push(mover.isZoomed))
    const wheel = (init: WheelEventInit) => {
      const event = new WheelEvent('wheel', { cancelable: true, clientX: middleX, clientY: middleY, ...init })
      stage.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(wheel({ deltaY: 40 })).toBe(false)
    expect(wheel({ deltaY: -40, ctrlKey: true })).toBe(true)
    expect(scaleOf(photo)).toBeCloseTo(Math.exp(0.4))
    expect(wheel({ deltaY: 40 })).toBe(true)
    expect(photo.style.transform).toMatch(/, -40px\)/)
    wheel({ deltaY: 100, ctrlKey: true })
    expect(scaleOf(photo)).toBe(1)
    expect(zoomStates).toEqual([true, false])
  })

  test('ignores other buttons of a mouse', () => {
    const { mover } = mount()
    mover.press({ ...finger, button: 2, clientX: 300, clientY: 100 })
    mover.release({ ...finger, clientX: 300, clientY: 100, timeStamp: 2_000 })
    expect(mover.isZoomed).toBe(false)
  })

  test('handles arrow keys only while it is zoomed, and never the keys that step', () => {
    const { mover } = mount()
    expect(mover.key({ key: 'ArrowUp', shiftKey: false })).toBe(false)
    tap(mover, 1_000)
    expect(mover.key({ key: 'ArrowUp', shiftKey: false })).toBe(true)
    expect(mover.key({ key: 'ArrowRight', shiftKey: true })).toBe(true)
    expect(mover.key({ key: 'ArrowRight', shiftKey: false })).toBe(false)
  })

  test('returns to its place when the pointer is cancelled', () => {
    const { mover, track } = mount()
    mover.press({ ...finger, clientX: 100, clientY: 100 })
    mover.move({ ...finger, clientX: 70, clientY: 104 })
    expect(track.style.transform).toBe('translateX(-30px)')
    mover.cancel(finger)
    expect(track.style.transform).toBe('none')
  })
})
