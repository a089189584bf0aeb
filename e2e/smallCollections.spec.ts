import { expect, type Page, test } from '@playwright/test'
import { backKey, forwardKey } from './support/direction.ts'
import { type ChosenFile, photo, expectKeysHandled, tile } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'
import { settledScrollPosition } from './support/scrolling.ts'
import { makeAlbum, withPhotosOf } from './support/sharedAlbum.ts'
import { expectNoShifts, watchShifts } from './support/shifts.ts'

/** The number of photos in each month of 2022, from December back to March. */
const counts = [1, 2, 1, 5, 1, 1, 12, 3, 1, 1]
/** The shapes of the photos, in turn: landscape, portrait, panorama, square, tower. */
const shapes = [
  [320, 240],
  [240, 320],
  [1_000, 100],
  [240, 240],
  [100, 1_000],
] as const

/**
 * Upper limit (px) of the space between photos and the title below them. The usual space is 44 px and a fraction that
 * depends on the font.
 */
const spaceLimit = 45
const widths = [390, 768, 1_440]

/** The photos, newest first: `1.jpg` is the latest of December. */
async function fewPhotos(): Promise<ChosenFile[]> {
  const moments = counts.flatMap((count, index) =>
    Array.from({ length: count }, (_, photoIndex) => {
      return `2022:${String(12 - index).padStart(2, '0')}:${String(28 - photoIndex)} 10:00:00`
    }),
  )
  return Promise.all(
    moments.map((taken, index) => {
      const [width, height] = shapes[index % shapes.length] ?? shapes[0]
      return photo(`${index + 1}.jpg`, { width, height, seed: index, taken })
    }),
  )
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Shown {
  readonly edges: Box
  /** The Add tile and the photos, in the order of the document. */
  readonly tiles: readonly Box[]
  readonly titles: readonly Box[]
  readonly counts: readonly Box[]
}

/** Measures where the titles, counts and tiles are on the page. */
function shown(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    // This function runs in the page, so it cannot call functions of this file.
    // eslint-disable-next-line unicorn/consistent-function-scoping
    const boxes = (selector: string, text?: string) => {
      const elements = [...document.querySelectorAll(selector)]
      const wanted = elements.filter(({ tagName, textContent }) => tagName !== 'BUTTON' || textContent === text)
      return wanted.map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        const { dir, clientWidth } = document.documentElement
        // In a right-to-left language, the page is measured as in a mirror.
        const [start, end] = dir === 'rtl' ? [clientWidth - right, clientWidth - left] : [left, right]
        return { left: start, top: top + scrollY, right: end, bottom: bottom + scrollY }
      })
    }
    const [edges] = boxes('[data-revealed]')
    if (!edges) throw new Error('There are no photos.')
    return {
      edges,
      tiles: boxes('[data-revealed] button, [role=gridcell]', 'Add photos'),
      titles: boxes('[data-revealed] h2'),
      counts: boxes('[data-revealed] h2 ~ span'),
    }
  })
}

/** Expects tiles in reading order that neither overlap nor leave the view. */
function expectTilesInOrder({ tiles, edges }: Shown): void {
  const wrong = tiles.filter(
    (box, index) =>
      box.left < edges.left ||
      box.right > edges.right ||
      !tiles.slice(0, index).every((one) => box.top >= one.bottom || (box.top === one.top && box.left >= one.right)),
  )
  expect(wrong).toEqual([])
}

test('months with few photos share rows without gaps, and an album’s only photo is beside its Add tile', async ({
  page,
}) => {
  const shifts = await watchShifts(page)
  await page.setViewportSize({ width: 1_440, height: 2_600 })
  const member = await withPhotosOf(await openNewLibrary(page, await fewPhotos()))

  for (const [index, width] of widths.entries()) {
    await test.step(`the timeline, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 3_600 })
      await page.reload()
      await expect(page.locator('[data-photo]')).toHaveCount(28)
      await settledScrollPosition(page)
      const places = await shown(page)
      expectTilesInOrder(places)
      expect(places.titles).toHaveLength(counts.length)
      const lines = Map.groupBy(places.titles, ({ top }) => top)
      expect(lines.size).toBe([8, 7, 6][index])
      for (const top of lines.keys()) {
        const above = Math.max(0, ...places.tiles.map(({ bottom }) => bottom).filter((bottom) => bottom < top))
        if (above > 0) expect(top - above).toBeLessThan(spaceLimit)
      }
      // In a month with many photos, the count is at the right edge.
      expect(places.counts.filter(({ right }) => Math.abs(right - places.edges.right) < 1).length).toBeGreaterThan(0)
      await expectNoShifts(shifts)
    })
  }

  await test.step('arrow keys lead through the months of a row, and to the photo above and below', async () => {
    await expectKeysHandled(page)
    await tile(page, '1.jpg').focus()
    for (const [key, name] of [
      [forwardKey, '2.jpg'],
      ['End', '3.jpg'],
      [forwardKey, '4.jpg'],
      [backKey, '3.jpg'],
      ['Home', '2.jpg'],
      [backKey, '1.jpg'],
      ['ArrowDown', '6.jpg'],
      ['ArrowUp', '1.jpg'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(tile(page, name), key).toBeFocused()
    }
  })

  await test.step('selecting a photo moves no tile', async () => {
    const before = await shown(page)
    await page.keyboard.press('Space')
    await expect(page.getByText('1 selected')).toBeVisible()
    expect(await shown(page)).toEqual(before)
  })

  const albumId = await makeAlbum({ ...member, photoIds: member.photoIds.slice(0, 1) }, 'One')
  for (const width of widths) {
    await test.step(`an album of one photo, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/my-photos/albums/${encodeURIComponent(albumId)}`)
      await expect(page.locator('[data-photo]')).toHaveCount(1)
      const places = await shown(page)
      expect(places.tiles).toHaveLength(2)
      expectTilesInOrder(places)
    })
  }
})
