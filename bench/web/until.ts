import type { Page } from '@playwright/test'

const longestMilliseconds = 60_000

/**
 * Waits until a condition of the page gives something, looked at before each frame, and returns that.
 * @param what said when it never comes
 */
export async function until<Argument, Outcome>(
  page: Page,
  what: string,
  condition: (argument: Argument) => Outcome,
  argument: Argument,
): Promise<Outcome> {
  try {
    // The browser hands over the argument as it is; the library's own type says more than can be said here.
    const unnamed = condition as (argument: unknown) => Outcome
    const handle = await page.waitForFunction(unnamed, argument, { timeout: longestMilliseconds })
    return await handle.jsonValue()
  } catch (error) {
    throw new Error(`In ${longestMilliseconds / 1_000} s there was not: ${what} (${page.url()}).`, { cause: error })
  }
}

/** Milliseconds from what is done until a condition of the page holds. */
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
