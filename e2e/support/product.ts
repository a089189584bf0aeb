import { test } from '@playwright/test'
import { callOperator } from '../../launcher/operator.ts'
import { type LauncherSettings, readSettings } from '../../launcher/settings.ts'

/** Where the product stands that the running journey is held against, and where it keeps its data. */
export function productUnderTest(): LauncherSettings {
  const { use, metadata } = test.info().project
  return readSettings({ PORT: new URL(use.baseURL ?? '').port, DATA_DIR: String(metadata['dataDir']) })
}

/** What its operator can make it do, as `npm run demo` does. */
export async function operate(path: string, body: unknown): Promise<void> {
  await callOperator(productUnderTest(), path, body)
}
