import { dirname, join } from 'node:path'
import { test } from '@playwright/test'
import { callOperator } from '../../launcher/operator.ts'
import { type LauncherSettings, readSettings } from '../../launcher/settings.ts'

/** The origin of the editor's test server, which a journey starts. Its pages may call the product at `port`. */
export function editorOrigin(port: number): string {
  return `http://127.0.0.1:${port + 2}`
}

/** The origin of the test server of another company, whose scripts a brand loads. A journey starts this server. */
export function otherCompanyOrigin(): string {
  return `http://127.0.0.1:${productUnderTest().port + 3}`
}

/** The origin of the pages of another team, which a journey serves. */
export function clientOrigin(): string {
  return `http://127.0.0.1:${productUnderTest().port + 7}`
}

/** The origin of the page of a connected app, whose server a journey starts. `place`: 0 or 1, for parallel journeys. */
export function connectedAppOrigin(place: number): string {
  return `http://127.0.0.1:${productUnderTest().port + 5 + place}`
}

/** The folder of the brands for the product with this data folder. It is a copy, so journeys may change it. */
export function brandsBeside(dataDir: string): string {
  return join(dirname(dataDir), 'brands')
}

/** The port and the data folder of the product that the running journey tests. */
export function productUnderTest(): LauncherSettings {
  const { use, metadata } = test.info().project
  return readSettings({ PORT: new URL(use.baseURL ?? '').port, DATA_DIR: String(metadata['dataDir']) })
}

/** Calls a route with the operator's secret, as `npm run demo` does. */
export async function operate(path: string, body: unknown): Promise<void> {
  await callOperator(productUnderTest(), path, body)
}
