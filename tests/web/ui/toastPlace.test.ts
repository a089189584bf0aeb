import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Area, freeTop, keepOffControls } from '../../../web/ui/toastPlace.ts'

/** A toast that is 50 pixels high, from 400 to 600 pixels from the left. Its vertical position does not matter. */
const toast: Area = { top: 300, bottom: 350, left: 400, right: 600 }

function control(top: number, bottom: number, left = 0, right = 1_000): Area {
  return { top, bottom, left, right }
}

describe('a toast', () => {
  test.each([
    ['appears at the topmost place when nothing is there', [], 72],
    ['leaves a space below the control that it would cover', [control(80, 120)], 128],
    ['is not moved by controls beside it', [control(80, 120, 0, 400), control(80, 120, 600, 700)], 72],
    ['is not moved by a control with enough space above it', [control(130, 170)], 72],
    ['is moved by a control that is closer', [control(129, 170)], 178],
    ['is not moved by a control with enough space below it', [control(10, 64)], 72],
    ['skips several controls, in any order, and gaps that are too small', [control(190, 220), control(80, 125)], 228],
    ['takes the first gap that is large enough', [control(80, 125), control(191, 220)], 133],
    ['stays at the topmost place if the upper part of the window is full', [control(80, 460)], 72],
    ['may end where the upper part of the window ends', [control(80, 442)], 450],
  ])('%s', (_, taken, top) => {
    expect(freeTop(toast, taken, 72, 500)).toBe(top)
  })
})

/** Gives the first element that matches the selector this place in the window. */
function put(selector: string, area: Area): Element {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`There is no ${selector}`)
  element.getBoundingClientRect = () => new DOMRect(area.left, area.top, area.right - area.left, area.bottom - area.top)
  return element
}

/** Adds a control to the page, 72 to 112 px from the top. */
function add(html: string, area = control(72, 112)): Element {
  const main = document.querySelector('main')
  if (main) main.innerHTML = html
  return put('main > *', area)
}

/** Starts to place the toasts. Returns two functions: one reads the top of the toasts, the other stops the placing. */
function startPlacing(): { readonly top: () => string; readonly end: () => void } {
  const region = document.querySelector('ol')
  if (!region) throw new Error('There is no region')
  return { end: keepOffControls(region), top: () => region.style.top }
}

describe('the toasts of a page', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('innerHeight', 800)
    document.body.innerHTML = '<div data-page-bar></div><ol><li></li><li></li></ol><main></main>'
    put('[data-page-bar]', control(0, 64))
    put('li', { top: 8, bottom: 58, left: 400, right: 600 })
    put('li + li', { top: 66, bottom: 116, left: 300, right: 700 })
  })
  afterEach(() => {
    document.body.replaceChildren()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  test.each([
    ['are below the bar of the page', '<p>Text</p>', '72px'],
    ['are below a control', '<button>Undo</button>', '120px'],
    ['may cover photos and albums, which fill the page', '<a href="/p" data-photo="1">Photo</a>', '72px'],
    ['may cover a hidden control', '<button style="visibility: hidden">Undo</button>', '72px'],
    ['may cover a control that is transparent', '<button style="opacity: 0">Undo</button>', '72px'],
  ])('%s', (_, html, top) => {
    add(html)
    expect(startPlacing().top()).toBe(top)
  })

  test('are moved by a control that only the widest toast would cover', () => {
    add('<button>Undo</button>', { top: 72, bottom: 112, left: 650, right: 690 })
    expect(startPlacing().top()).toBe('120px')
  })

  test('may cover their own buttons', () => {
    const [toast] = document.querySelectorAll('li')
    if (toast) toast.innerHTML = '<button>Close</button>'
    put('li button', control(72, 112))
    expect(startPlacing().top()).toBe('72px')
  })

  test('stay in the upper part of the window', () => {
    // Under this control, the toasts would extend 8 px beyond the upper 60 % of the window.
    add('<button>Undo</button>', control(72, 372))
    expect(startPlacing().top()).toBe('72px')
    add('<button>Undo</button>', control(72, 364))
    expect(startPlacing().top()).toBe('372px')
  })

  test.each(['scroll', 'resize'])('move when 150 ms have passed since the last %s event', (event) => {
    const { top, end } = startPlacing()
    add('<button>Undo</button>')
    dispatchEvent(new Event(event))
    vi.advanceTimersByTime(100)
    dispatchEvent(new Event(event))
    vi.advanceTimersByTime(149)
    expect(top()).toBe('72px')
    vi.advanceTimersByTime(1)
    expect(top()).toBe('120px')
    end()
    add('<p>Text</p>')
    dispatchEvent(new Event(event))
    vi.advanceTimersByTime(150)
    expect(top()).toBe('120px')
  })

  test('do not move after they have closed', () => {
    const { top, end } = startPlacing()
    add('<button>Undo</button>')
    dispatchEvent(new Event('scroll'))
    end()
    vi.advanceTimersByTime(150)
    expect(top()).toBe('72px')
  })
})
