import { expect } from '@playwright/test'
import { operate } from './product.ts'

/**
 * Sets the storage status as `npm run demo -- --storage …` does. Retries, because the customers service knows a new
 * customer only after a moment.
 */
export async function setStorage(email: string, storage: 'safe' | 'warning' | 'critical' | 'tomorrow'): Promise<void> {
  await expect(async () => {
    await operate('/dev/customers/storage', { email, storage })
  }).toPass()
}
