import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { makeJpeg } from '../tests/support/pictures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { tile } from './support/library.ts'
import { registerInBrowser } from './support/newCustomer.ts'

const invitation = 'Drop your photos anywhere'
let folder: string

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-drop-'))
})
test.afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function photoFile(name: string, seed: number): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, await makeJpeg({ seed, taken: '2024:05:12 10:15:30' }))
  return file
}

interface Drag {
  readonly hold: () => Promise<void>
  readonly drop: () => Promise<void>
}

/** Drags files from the desktop to a point of the page. */
async function dragTo(page: Page, point: { x: number; y: number }, files: readonly string[]): Promise<Drag> {
  const browser = await page.context().newCDPSession(page)
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', {
      type,
      ...point,
      data: { items: [], files: [...files], dragOperationsMask: 1 },
    })
  return {
    hold: async () => {
      await send('dragEnter')
      await send('dragOver')
    },
    drop: async () => {
      await send('dragOver')
      await send('drop')
    },
  }
}

test('drag photos from the desktop to the page', async ({ page }) => {
  await mkdir(join(folder, 'Holiday'))
  const file = await photoFile('dropped.jpg', 91)
  const files = [await photoFile('loose.jpg', 92), join(folder, 'Holiday')]
  await photoFile('Holiday/beach.jpg', 93)
  await writeFile(join(folder, 'Holiday', 'plan.txt'), 'Sun')
  await registerInBrowser(page)

  await test.step('without the upload feature, no drop target appears', async () => {
    await page.goto('/my-photos/photos?PhotoManagementUploadViewEnabled=false')
    await expect(page.getByText('Your photo library is empty')).toBeVisible()
    await page.waitForLoadState('networkidle')
    const drag = await dragTo(page, { x: 300, y: 300 }, [file])
    await drag.hold()
    await expect(page.getByText(invitation)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add photos' })).toHaveCount(0)
  })

  await test.step('photos dropped on the dialog are uploaded', async () => {
    await page.goto('/my-photos/photos')
    await page.getByRole('button', { name: 'Add photos' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add photos' })
    const box = await dialog.getByText('Drop your photos here').boundingBox()
    if (!box) throw new Error('There is nowhere to drop photos.')
    const drag = await dragTo(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, [file])
    await drag.hold()
    await drag.drop()
    await expect(dialog.getByText('dropped.jpg')).toBeVisible()
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('button', { name: 'View photos' }).click()
    await expect(tile(page, 'dropped.jpg')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('photos and folders can be dropped anywhere: on the timeline, the overview and the albums', async () => {
    const drag = await dragTo(page, { x: 300, y: 300 }, files)
    for (const path of ['/my-photos/photos', '/', '/my-photos/albums']) {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      // The drop target loads after the page.
      await expect(async () => {
        await drag.hold()
        await expect(page.getByText(invitation)).toBeVisible({ timeout: 500 })
      }).toPass()
      await expectAccessible(page)
      await drag.drop()
      const dialog = page.getByRole('dialog', { name: 'Add photos' })
      await expect(dialog.getByText('loose.jpg')).toBeVisible()
      await expect(dialog.getByText('beach.jpg')).toBeVisible()
      await expect(dialog.getByText(/1 file was left out/)).toBeVisible()
      await expect(page.getByText(invitation)).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  })
})
