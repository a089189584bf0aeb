import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { photosTaken } from './support/library.ts'
import { openLibraryOf, openNewLibrary } from './support/newCustomer.ts'

test.use({ contextOptions: { forcedColors: 'active' } })

/** The colour that a system colour stands for, as the browser computes it. */
function systemColour(page: Page, name: string): Promise<string> {
  return page.evaluate((colour) => {
    const probe = document.createElement('span')
    probe.style.color = colour
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)
}

/** The borders of an element that are drawn, such as `bottom 2px rgb(…)`. */
function bordersOf(element: Locator): Promise<string[]> {
  return element.evaluate((node) => {
    const style = getComputedStyle(node)
    return ['top', 'bottom'].flatMap((side) => {
      const [width, line] = [`border-${side}-width`, `border-${side}-style`].map((name) => style.getPropertyValue(name))
      const colour = style.getPropertyValue(`border-${side}-color`)
      return width === '0px' || line === 'none' ? [] : [`${side} ${width} ${colour}`]
    })
  })
}

/** The frame of a photo, and the circle that selects it. */
function lookOf(cell: Locator): Promise<{ outline: string; circle: string }> {
  return cell.evaluate((node) => {
    const [style, circle] = [getComputedStyle(node), getComputedStyle(node, '::before')]
    return { outline: `${style.outlineStyle} ${style.outlineColor}`, circle: circle.backgroundImage }
  })
}

test('in forced colours, the current entries of menus and the selected photos are visible', async ({ page }) => {
  await openNewLibrary(page, await photosTaken(['2023:10:02 10:00:00', '2023:10:03 10:00:00']))
  const highlight = await systemColour(page, 'Highlight')
  await test.step('the current page, in the side menu and in the tabs', async () => {
    await page.setViewportSize({ width: 1_440, height: 900 })
    const menu = page.getByRole('navigation', { name: 'My account' })
    const current = await bordersOf(menu.locator('[aria-current="page"]'))
    expect(current).toEqual([`top 2px ${highlight}`, `bottom 2px ${highlight}`])
    expect(await bordersOf(menu.getByRole('link', { name: 'Albums' }))).toEqual([])
    const tab = (name: RegExp) => page.locator('[data-page-bar]').getByRole('link', { name })
    expect(await bordersOf(tab(/^Photos/))).toEqual([`bottom 2px ${highlight}`])
    expect(await bordersOf(tab(/^Albums/))).toEqual([])
  })
  await test.step('the circle and the frame of a selected photo', async () => {
    await page.getByRole('button', { name: 'Select', exact: true }).first().click()
    const cells = page.getByRole('gridcell')
    await cells.first().click()
    await expect(cells.first()).toHaveAttribute('aria-selected', 'true')
    const [selected, other] = [await lookOf(cells.first()), await lookOf(cells.nth(1))]
    expect(selected.outline).toBe(`solid ${highlight}`)
    expect(selected.circle).toContain(highlight)
    expect(other.outline).not.toContain(highlight)
    expect(other.circle).toContain('radial-gradient')
    expect(other.circle).not.toContain(highlight)
  })
  await test.step('the current page of the bar at the bottom, on a phone', async () => {
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    const bar = page.getByRole('navigation', { name: 'Shortcuts' })
    expect(await bordersOf(bar.locator('[aria-current="page"]'))).toEqual([`top 4px ${highlight}`])
    expect(await bordersOf(bar.getByRole('link', { name: 'Albums' }))).toEqual([])
  })
})

test('in forced colours, a disabled button and the state of an order are visible, and axe finds nothing', async ({
  page,
}) => {
  await openLibraryOf(page, 'anna@keepsake.example')
  await page.getByRole('button', { name: 'Add photos' }).first().click()
  const upload = page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true })
  await expect(upload).toBeDisabled()
  await expect(upload).toHaveCSS('opacity', '1')
  await expect(upload).toHaveCSS('color', await systemColour(page, 'GrayText'))
  await expectAccessible(page)
  await page.goto('/orders')
  const status = page.locator('[data-status]').first()
  const text = await systemColour(page, 'CanvasText')
  expect(await bordersOf(status)).toEqual([`top 1px ${text}`, `bottom 1px ${text}`])
  expect(await status.evaluate((node) => getComputedStyle(node, '::before').backgroundColor)).toBe(text)
  await expectAccessible(page)
})

test.describe('with more contrast', () => {
  test.use({ contextOptions: { forcedColors: 'none', contrast: 'more' } })

  test('secondary texts have the colour of other texts, and lines the colour of the borders of fields', async ({
    page,
  }) => {
    await openLibraryOf(page, 'anna@keepsake.example', '/orders')
    const colours = await page.evaluate(() => {
      const probe = document.createElement('span')
      document.body.append(probe)
      const names = ['text', 'text-muted', 'border-strong', 'border']
      const found = names.map((name) => {
        probe.style.color = `var(--color-${name})`
        return getComputedStyle(probe).color
      })
      probe.remove()
      return found
    })
    const [text, muted, strong, border] = colours
    expect([muted, border]).toEqual([text, strong])
    expect(new Set(colours).size).toBe(2)
    await expectAccessible(page)
  })
})
