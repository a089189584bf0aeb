import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/**
 * Launch options for Chromium without background activity. Uses the first build that exists, else Playwright's own.
 * @param builds paths of candidate builds
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
