import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

const source = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** Which of axe's rules are looked at; by default all that are about WCAG or its best practices. */
export interface LookedAt {
  readonly only?: readonly string[]
  readonly except?: readonly string[]
}

/** Fails with the rules broken and where, when axe finds anything against WCAG 2.2 AA or its best practices. */
export async function expectAccessible(page: Page, { only, except = [] }: LookedAt = {}): Promise<void> {
  await settled(page)
  // Reading it takes as long as looking at a page: once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    ...(only ? { runOnly: [...only] } : {}),
  }
  const { violations } = await page.evaluate((wanted) => window.axe.run(wanted), options)
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target }) => target.join(' ')),
  }))
  expect(found).toEqual([])
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
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
