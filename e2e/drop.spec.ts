import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { makeJpeg } from '../tests/support/pictures.ts'
import { tile } from './support/library.ts'
import { freshCustomer, register } from './support/session.ts'

test('photos that are dropped on the dialog are uploaded', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-drop-'))
  const file = join(folder, 'dropped.jpg')
  await writeFile(file, await makeJpeg({ seed: 91, taken: '2024:05:12 10:15:30' }))
  await register(page, freshCustomer())
  await page.getByRole('button', { name: 'Add photos' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add photos' })
  const box = await dialog.getByText('Drop your photos here').boundingBox()
  if (!box) throw new Error('There is nowhere to drop photos.')

  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    })
  }
  await expect(dialog.getByText('dropped.jpg')).toBeVisible()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('button', { name: 'View photos' }).click({ timeout: 60_000 })
  await expect(tile(page, 'dropped.jpg')).toBeVisible({ timeout: 30_000 })
  await rm(folder, { recursive: true })
})
