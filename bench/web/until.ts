import type { Page } from '@playwright/test'

const longestMilliseconds = 60_000

/**
 * Waits until a condition in the page returns a truthy value, and returns it. The condition is checked before each
 * frame.
 * @param what names the condition in the error message
 */
export async function until<Argument, Outcome>(
  page: Page,
  what: string,
  condition: (argument: Argument) => Outcome,
  argument: Argument,
): Promise<Outcome> {
  try {
    // Playwright passes the argument to the condition unchanged, but its types cannot express this for a generic
    // argument.
    const unnamed = condition as (argument: unknown) => Outcome
    const handle = await page.waitForFunction(unnamed, argument, { timeout: longestMilliseconds })
    return await handle.jsonValue()
  } catch (error) {
    throw await unexpectedPage(page, what, error)
  }
}

/** Returns an error that describes the page, because a failure on another machine can only be explained with it. */
export async function unexpectedPage(page: Page, what: string, cause: unknown): Promise<Error> {
  const shown = await page.locator('body').ariaSnapshot()
  return new Error(`Waited too long for ${what} (${page.url()}). The page instead:\n${shown}`, { cause })
}

/** Measures the milliseconds from the start of an action until a condition in the page holds. */
export async function millisecondsUntil<Argument>(
  page: Page,
  what: string,
  act: () => Promise<unknown>,
  condition: (argument: Argument) => unknown,
  argument: Argument,
): Promise<number> {
  const start = performance.now()
  await act()
  await until(page, what, condition, argument)
  return performance.now() - start
}
