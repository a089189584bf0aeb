import { expect, test } from '@playwright/test'
import { photo } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'

/** The widths on both sides of every breakpoint, and the layout at each width. */
const widths = [
  { width: 574, isSmall: true, isLarge: false },
  { width: 575, isSmall: false, isLarge: false },
  { width: 1023, isSmall: false, isLarge: false },
  { width: 1024, isSmall: false, isLarge: true },
  { width: 1280, isSmall: false, isLarge: true },
]

test('the layout follows the breakpoints', async ({ page }) => {
  await openNewLibrary(page, [await photo('one.jpg')])
  const main = page.getByRole('main')
  const order = page.getByRole('button', { name: 'Order photo prints' })
  const back = page.getByRole('banner').getByRole('link', { name: 'Menu' })
  await expect(order).toBeVisible()
  for (const { width, isSmall, isLarge } of widths) {
    await test.step(`at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await expect(back).toBeVisible({ visible: isSmall })
      await expect(page.getByRole('navigation', { name: 'My account' })).toBeVisible({ visible: isLarge })
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign out' })).toBeVisible({ visible: !isLarge })
      await expect(page.getByRole('navigation', { name: 'Shortcuts' })).toBeVisible({ visible: !isLarge })
      await expect(order).toBeVisible()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await expect(page.getByRole('menuitem', { name: 'Delete all photos' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
    })
  }

  await test.step('no letter overlaps the full stop or comma beside it', async () => {
    const squeezed = await page.evaluate(squeezedTexts)
    expect(squeezed).toEqual([])
  })

  await test.step('on small screens, the back link leads to the menu', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await back.click()
    await expect(page).toHaveURL((url) => url.pathname === '/' && url.hash === '#menu')
    const menu = main.getByRole('navigation', { name: 'My account' })
    await expect(menu).toBeInViewport({ ratio: 1 })
    await expect(menu.getByRole('link')).toHaveText([
      'Orders',
      'My online books',
      'My settings',
      'Photos',
      'Albums',
      'Downloads',
      'My saved projects',
      'Trash',
      /^FAQs/,
      'Sign out',
    ])
    const trash = menu.getByRole('link', { name: 'Trash' })
    await menu.getByRole('link', { name: 'My saved projects' }).evaluate((link) => link.focus({ preventScroll: true }))
    // Scroll so that the bar at the bottom covers the link.
    await trash.evaluate((link) => scrollBy(0, link.getBoundingClientRect().bottom - innerHeight))
    await page.keyboard.press('Tab')
    await expect(trash).toBeFocused()
    const [focused, bottomBar] = [
      await trash.boundingBox(),
      await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox(),
    ]
    expect((focused?.y ?? 0) + (focused?.height ?? 0), 'the bar at the bottom hides no focus').toBeLessThanOrEqual(
      bottomBar?.y ?? 0,
    )
    await menu.getByRole('link', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})

/** Lists the texts that are narrower than the sum of their letters, with both widths (px). Checks each text size. */
async function squeezedTexts(): Promise<string[]> {
  await document.fonts.ready
  const ruler = document.createElement('span')
  document.body.append(ruler)
  const widthOf = (text: string) => {
    ruler.textContent = text
    return ruler.getBoundingClientRect().width
  }
  const found: string[] = []
  for (const size of ['xs', 'sm', 'md', 'lg']) {
    ruler.style.fontSize = `var(--text-${size})`
    for (const text of ['1.1', '7.4', 'e.e', '35.98', 'keepsake.example', '7,5']) {
      const apart = Array.from(text, widthOf).reduce((sum, width) => sum + width, 0)
      const together = widthOf(text)
      if (together < apart - 0.5) found.push(`${text} (${size}): ${together} instead of ${apart}`)
    }
  }
  ruler.remove()
  return found
}
