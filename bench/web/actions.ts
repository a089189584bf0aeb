import type { Page } from '@playwright/test'
import { median } from '../gateway/statistics.ts'
import type { Watch } from './watch.ts'

const longestWait = 60_000

/** Milliseconds until a condition of the page holds after what is done; looked at before each frame. */
async function millisecondsUntil<Argument>(
  page: Page,
  act: () => Promise<unknown>,
  condition: (argument: Argument) => unknown,
  argument: Argument,
): Promise<number> {
  const start = performance.now()
  await act()
  // The browser hands over the argument as it is; the library's own type says more than can be said here.
  await page.waitForFunction(condition as (argument: unknown) => unknown, argument, { timeout: longestWait })
  return performance.now() - start
}

/** Jumps by the slider to the month that is so far down the library (0 to 1), until one of its photos is painted. */
export async function jumpTo({ page }: Watch, part: number): Promise<number> {
  const slider = page.getByRole('slider', { name: 'Months of your photos' })
  await slider.waitFor({ state: 'attached' })
  const months = Number(await slider.getAttribute('max'))
  const month = String(Math.max(1, Math.round(months * part)))
  return millisecondsUntil(
    page,
    () => slider.fill(month),
    (value) => {
      const input = document.querySelector<HTMLInputElement>('input[type="range"]')
      const title = input?.getAttribute('aria-valuetext') ?? ''
      const sections = [...document.querySelectorAll('main section')]
      const section = sections.find((one) => one.querySelector('h2')?.textContent === title)
      const images = section?.querySelectorAll('[data-photo] [data-state="shown"] img') ?? []
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

/** Selects the first month by its header's button, until the number of the selected photos is there. */
export async function selectMonth({ page }: Watch): Promise<number> {
  const box = page.getByRole('checkbox', { name: /^Select all photos of / }).first()
  const taken = await millisecondsUntil(
    page,
    () => box.check({ force: true }),
    () => /\d selected/.test(document.body.textContent),
    null,
  )
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  await cancel.click()
  await cancel.waitFor({ state: 'hidden' })
  return taken
}

/** Runs in the page: whether another address than that shows a large picture. Many photos have the same picture. */
function isShown(before: string): boolean {
  const image = document.querySelector<HTMLImageElement>('img[data-shown="true"]')
  return location.pathname !== before && image?.complete === true
}

/** Opens the first photo and steps through so many; milliseconds until each is shown large. */
export async function stepThrough(watch: Watch, steps: number): Promise<{ open: number; step: number; worst: number }> {
  const { page } = watch
  const open = await millisecondsUntil(
    page,
    () => page.locator('[data-photo]').first().click(),
    isShown,
    new URL(page.url()).pathname,
  )
  const taken: number[] = []
  for (let step = 0; step < steps; step += 1) {
    const before = new URL(page.url()).pathname
    taken.push(await millisecondsUntil(page, () => page.keyboard.press('ArrowRight'), isShown, before))
  }
  return { open, step: median(taken), worst: Math.max(...taken) }
}
