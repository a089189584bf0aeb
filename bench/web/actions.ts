import { median } from '../gateway/statistics.ts'
import { millisecondsUntil } from './until.ts'
import type { Watch } from './watch.ts'

/**
 * Jumps by the slider to the month at `part` (0 to 1) of the library.
 * @returns milliseconds until a photo of this month is painted
 */
export async function jumpTo({ page }: Watch, part: number): Promise<number> {
  const slider = page.getByRole('slider', { name: 'Months of your photos' })
  await slider.waitFor({ state: 'attached' })
  const months = Number(await slider.getAttribute('max'))
  const month = String(Math.max(1, Math.round(months * part)))
  return millisecondsUntil(
    page,
    `a photo of month ${month} of ${months}, after the slider went there`,
    () => slider.fill(month),
    (value) => {
      const input = document.querySelector<HTMLInputElement>('input[type="range"]')
      const title = input?.getAttribute('aria-valuetext') ?? ''
      const sections = [...document.querySelectorAll('main section')]
      const section = sections.find((one) => one.querySelector('h2')?.textContent === title)
      const images = section?.querySelectorAll('[data-photo] img[data-state="shown"]') ?? []
      return (
        input?.value === value &&
        [...images].some((image) => {
          const { top, bottom } = image.getBoundingClientRect()
          return bottom > 0 && top < innerHeight
        })
      )
    },
    month,
  )
}

/** Selects the first month by its checkbox. @returns milliseconds until the number of selected photos is shown */
export async function selectMonth({ page }: Watch): Promise<number> {
  const box = page.getByRole('checkbox', { name: /^Select all photos of / }).first()
  const taken = await millisecondsUntil(
    page,
    'the number of the selected photos, after the box of a month was ticked',
    // The checkbox is visible only while the pointer is over the month.
    () => box.check({ force: true }),
    () => /\d selected/.test(document.body.textContent),
    null,
  )
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  await cancel.click()
  await cancel.waitFor({ state: 'hidden' })
  return taken
}

/**
 * Opens the first photo, and steps to the next photo `steps` times.
 * @returns milliseconds until a photo is shown large: the opened photo, the median of the steps, and the slowest step
 */
export async function stepThrough(watch: Watch, steps: number): Promise<{ open: number; step: number; worst: number }> {
  const { page } = watch
  const open = await millisecondsUntil(page, 'the photo that was opened', () => openFirst(watch), isShown, null)
  const taken: number[] = []
  for (let step = 1; step <= steps; step += 1) {
    await page.evaluate(markShown)
    const press = () => page.keyboard.press('ArrowRight')
    taken.push(await millisecondsUntil(page, `the photo after ${step} steps`, press, isShown, null))
  }
  return { open, step: median(taken), worst: Math.max(...taken) }
}

function openFirst({ page }: Watch): Promise<void> {
  return page.locator('[data-photo]').first().click()
}

/** Runs in the page. True if a new photo is shown large. */
function isShown(): boolean {
  return document.querySelector<HTMLImageElement>('img[data-shown="true"]:not([data-seen])')?.complete === true
}

/** Runs in the page. Marks the shown photo as seen, because many photos have the same picture. */
function markShown(): void {
  for (const image of document.querySelectorAll('img[data-shown]')) image.setAttribute('data-seen', '')
}
