import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SharperPictureProps, SharperPicture } from '../../../web/pages/library/preview/SharperPicture.tsx'

const photo = {
  width: 4000,
  height: 3000,
  url: 'https://images.test/p.full.jpg',
  rendition: { url: 'https://images.test/p.1300.jpg', width: 1300 },
}

/** The requested pictures; each test decides when they are decoded. */
let asked: { src: string; decoded: () => void; failed: () => void }[]

beforeEach(() => {
  asked = []
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      decode() {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        asked.push(Object.assign(this, { decoded: resolve, failed: () => reject(new Error('broken')) }))
        return promise
      }
    },
  )
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function show(props: Partial<SharperPictureProps> = {}) {
  const element = (isZoomed: boolean, other = photo) => <SharperPicture photo={other} isZoomed={isZoomed} {...props} />
  const view = render(element(false))
  return { ...view, zoom: (isZoomed: boolean, other?: typeof photo) => view.rerender(element(isZoomed, other)) }
}

const shown = () => document.querySelector('[data-sharp]')?.getAttribute('src')

test('the full size is requested once the photo is zoomed, shown when it is decoded, and kept', async () => {
  const { zoom } = show()
  expect(asked).toEqual([])
  zoom(true)
  expect(asked.map(({ src }) => src)).toEqual([photo.url])
  expect(shown()).toBeUndefined()
  await act(async () => asked[0]?.decoded())
  expect(shown()).toBe(photo.url)
  zoom(false)
  zoom(true)
  expect(shown()).toBe(photo.url)
  expect(asked).toHaveLength(1)
})

test('if the full size fails to load, the rendition stays', async () => {
  show().zoom(true)
  await act(async () => asked[0]?.failed())
  expect(shown()).toBeUndefined()
})

test('the request for the full size is cancelled when another photo or page is opened', async () => {
  const { zoom, unmount } = show()
  zoom(true)
  unmount()
  expect(asked[0]?.src).toBe('')
})

test('a full size whose address has changed meanwhile is not shown', async () => {
  const { zoom } = show()
  zoom(true)
  zoom(true, { ...photo, url: 'https://images.test/renewed.jpg' })
  await act(async () => asked[0]?.decoded())
  expect(shown()).toBeUndefined()
  await act(async () => asked[1]?.decoded())
  expect(shown()).toBe('https://images.test/renewed.jpg')
})

test('a full size of 50 megapixels, the largest that is decoded, is requested', () => {
  show({ photo: { ...photo, width: 10_000, height: 5_000 } }).zoom(true)
  expect(asked).toHaveLength(1)
})

test('a screen with two pixels per CSS pixel needs the full size even for a photo that is shown smaller', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(520)
  vi.stubGlobal('devicePixelRatio', 2)
  show().zoom(true)
  expect(asked).toHaveLength(1)
})

test.each([
  ['has no more pixels than the rendition', { ...photo, width: 1300, height: 975 }],
  ['is the rendition itself, because browsers do not show the original', { ...photo, url: photo.rendition.url }],
  ['is too large to decode', { ...photo, width: 10_000, height: 5_001 }],
  ['is unknown', { ...photo, url: null }],
])('a full size that %s is not requested', (_why, other) => {
  show({ photo: other }).zoom(true)
  expect(asked).toEqual([])
})

test('no full size is requested for a photo whose rendition has enough pixels', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(520)
  show().zoom(true)
  expect(asked).toEqual([])
})

test('customers who save data keep the rendition', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  show().zoom(true)
  expect(asked).toEqual([])
})
