import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

const source = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** The axe rules to check; by default those for WCAG and best practices. */
export interface AccessibilityRules {
  readonly only?: readonly string[]
  readonly except?: readonly string[]
}

/** Fails with the broken rules and their elements if axe finds a violation of WCAG 2.2 AA or best practices. */
export async function expectAccessible(page: Page, { only, except = [] }: AccessibilityRules = {}): Promise<void> {
  // Without animations, no element is half transparent while axe reads the page.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await settled(page)
  // Loading axe takes as long as checking a page, so load it once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    ...(only ? { runOnly: [...only] } : {}),
  }
  const { violations } = await page.evaluate((wanted) => window.axe.run(wanted), options)
  await page.emulateMedia({ reducedMotion: null })
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

/** Waits for animations to end: until then, a closing dialog is still in the page. */
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
