import { BROWSER_MAP, OS_MAP, parse } from 'bowser'

/** The browser and the operating system of a device, by names that customers know. Null: unknown. */
export interface DeviceWords {
  readonly browser: string | null
  readonly system: string | null
  readonly device: 'computer' | 'phone' | 'tablet' | null
}

const kinds: Readonly<Record<string, DeviceWords['device']>> = {
  desktop: 'computer',
  mobile: 'phone',
  tablet: 'tablet',
}
const browsers = new Set(Object.values(BROWSER_MAP))
const systems = new Set(Object.values(OS_MAP))
const longestUserAgent = 500

/**
 * Names the browser and the operating system of a `User-Agent` header. Versions and models are left out, because
 * browsers no longer send them truthfully. Names that are not well known are left out too, because a caller can put any
 * text into the header.
 */
export function deviceWords(userAgent: string | undefined): DeviceWords {
  if (userAgent === undefined || userAgent === '') return { browser: null, system: null, device: null }
  const { browser, os, platform } = parse(userAgent.slice(0, longestUserAgent))
  return {
    browser: known(browser.name, browsers),
    system: known(os.name, systems),
    device: kinds[platform.type ?? ''] ?? null,
  }
}

function known(name: string | undefined, names: ReadonlySet<string>): string | null {
  return name !== undefined && names.has(name) ? name : null
}
