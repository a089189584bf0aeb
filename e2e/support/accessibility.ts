import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with the rules broken and where, when axe finds anything against WCAG 2.2 AA or its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page)
  // In one go within the page, which has no frames: a third of the time that putting parts together takes.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target }) => target.join(' ')),
  }))
  expect(found).toEqual([])
}

/** Half-faded text has half its contrast, and a dialog on its way out is beside the page it covered: only what stays is looked at. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[data-entering], [data-exiting]') === null &&
      document
        .getAnimations()
        .every(
          (animation) =>
            animation.playState !== 'running' || animation.effect?.getComputedTiming().iterations === Infinity,
        ),
  )
}
