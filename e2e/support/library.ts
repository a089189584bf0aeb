import { expect, type Page } from '@playwright/test'

/** A file as the browser's chooser hands it over. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Opens the upload dialog and chooses files; nothing is sent yet. */
export async function choose(page: Page, files: readonly ChosenFile[]): Promise<void> {
  await page.getByRole('banner').or(page.getByRole('main')).getByRole('button', { name: 'Add photos' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Add photos' })).toBeVisible()
  await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles([...files])
}

/** Uploads files and waits for the receipt. */
export async function upload(page: Page, files: readonly ChosenFile[]): Promise<void> {
  await choose(page, files)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Finished' })).toBeVisible({ timeout: 60_000 })
}

/** The photo's tile in the timeline. */
export function tile(page: Page, fileName: string) {
  return page.getByRole('link', { name: `Photo ${fileName}`, exact: true })
}

/** The photo's tile within the month of that title. */
export function tileInMonth(page: Page, month: string, fileName: string) {
  return page.getByRole('region', { name: month }).getByRole('link', { name: `Photo ${fileName}`, exact: true })
}

export type Corners = Record<'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight', number[]>

/** The colours near the corners of an image as it is shown, and whether it is shown upright. */
export function cornersOf(page: Page, image: string): Promise<Corners & { width: number; height: number }> {
  return page.evaluate(async (selector) => {
    const element = document.querySelector<HTMLImageElement>(selector)
    if (!element) throw new Error(`There is no image ${selector}.`)
    await element.decode()
    const canvas = document.createElement('canvas')
    canvas.width = element.naturalWidth
    canvas.height = element.naturalHeight
    const context = canvas.getContext('2d')
    if (!context) throw new Error('There is no canvas.')
    context.drawImage(element, 0, 0)
    const at = (x: number, y: number) =>
      [...context.getImageData(Math.floor(canvas.width * x), Math.floor(canvas.height * y), 1, 1).data].slice(0, 3)
    return {
      topLeft: at(0.2, 0.2),
      topRight: at(0.8, 0.2),
      bottomLeft: at(0.2, 0.8),
      bottomRight: at(0.8, 0.8),
      width: canvas.width,
      height: canvas.height,
    }
  }, image)
}
