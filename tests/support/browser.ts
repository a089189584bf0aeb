import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/**
 * Chromium without what it does for itself: the first of these builds that the system has, else Playwright's own.
 * @param builds where a build may be
 */
export function browserLaunch(...builds: readonly string[]): LaunchOptions {
  const found = builds.find((path) => existsSync(path))
  return {
    ...(found === undefined ? {} : { executablePath: found }),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
    ],
  }
}
