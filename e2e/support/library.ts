import { expect, type Page, type Response } from '@playwright/test'
import { makeJpeg, type Shot } from '../../tests/support/pictures.ts'

/** A file for the browser's file chooser. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A file that is chosen as a JPEG, whatever its bytes are. */
export function jpegFile(name: string, buffer: Buffer): ChosenFile {
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Cache: many journeys use the same pictures. */
const pictures = new Map<string, Promise<Buffer>>()

/** A photo with this name. */
export async function photo(name: string, shot: Shot = {}): Promise<ChosenFile> {
  const key = JSON.stringify(shot)
  const picture = pictures.get(key) ?? makeJpeg(shot)
  pictures.set(key, picture)
  return jpegFile(name, await picture)
}

/** Photos taken at these moments: `1.jpg`, `2.jpg`, … */
export function photosTaken(moments: readonly string[], shot: Shot = {}): Promise<ChosenFile[]> {
  return Promise.all(moments.map((taken, index) => photo(`${index + 1}.jpg`, { ...shot, seed: index, taken })))
}

/** `count` moments of May 2023, one a day, the latest first. */
export function daysOfMay(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `2023:05:${String(28 - index).padStart(2, '0')} 10:00:00`)
}

/** Opens the upload dialog and chooses files, without sending them. */
export async function choose(page: Page, files: readonly ChosenFile[]): Promise<void> {
  await page.getByRole('banner').or(page.getByRole('main')).getByRole('button', { name: 'Add photos' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Add photos' })).toBeVisible()
  await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles([...files])
}

/** Uploads files and waits for the result. */
export async function upload(page: Page, files: readonly ChosenFile[]): Promise<void> {
  await choose(page, files)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Finished' })).toBeVisible({ timeout: 120_000 })
}

/**
 * Finds a photo by its file name. The label of a photo is its date, and its description is the file name. Without a
 * date, the label is the file name.
 */
export function ofFile(page: Page, fileName: string) {
  return page.locator(`[data-photo][aria-description="${fileName}"], [data-photo][aria-label="Photo ${fileName}"]`)
}

/** The photo's tile in the timeline. */
export function tile(page: Page, fileName: string) {
  return page.getByRole('link').and(ofFile(page, fileName))
}

/** The photo's tile in a grid. It is a checkbox while photos are selected. */
export function tileInGrid(page: Page, fileName: string) {
  return page.getByRole('grid').locator(ofFile(page, fileName))
}

/** The photo's tile in the month with this title. */
export function tileInMonth(page: Page, month: string, fileName: string) {
  return page.getByRole('region', { name: month }).locator(ofFile(page, fileName))
}

/** Expects the photo to be shown full screen. */
export async function shows(page: Page, name: string): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(`^${name.replace('.', '\\.')}`))
}

/** Waits until the neighbours of the full-screen photo are loaded. The photo must have at least one neighbour. */
export async function neighboursAreKnown(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^(Next|Previous) photo$/ }).first()).toBeVisible()
}

/** Opens a photo that has neighbours, full screen. */
export async function openPhoto(page: Page, fileName: string): Promise<void> {
  await tile(page, fileName).click()
  await shows(page, fileName)
  await neighboursAreKnown(page)
}

/** Waits until the photos react to keys: the key handlers are loaded after the photos. */
export async function expectKeysHandled(page: Page): Promise<void> {
  await expect(page.locator('[data-tooltips]').first()).toBeAttached()
}

/** A toast. It disappears after a while, so expect it before anything that stays. */
export function toast(page: Page, text: string) {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text })
}

/** Waits for the response to the next operation with this name. */
export function answered(page: Page, operation: string): Promise<Response> {
  return page.waitForResponse((response) => response.request().postData()?.includes(operation) ?? false)
}

export type Corners = Record<'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight', number[]>

/** The colours near the corners of the displayed image, and its natural width and height in pixels. */
export async function cornersOf(page: Page, image: string): Promise<Corners & { width: number; height: number }> {
  await expect(page.locator(image)).toHaveJSProperty('complete', true)
  await expect(page.locator(image)).not.toHaveJSProperty('naturalWidth', 0)
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
