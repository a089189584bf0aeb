import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Selectors that ask what is anywhere on the page. The browser checks them again for each element that is added or
 * removed, so they make scrolling slower. `web/ui/useRootAttribute.ts` does the same at no such cost.
 */
const asksWholePage = /(?:^|[\s,{}])(?::global\()?(?:\*|html|body|:root)?\)?(?:\[[^\]]*\])*:has\(/m

const withoutComments = (style: string) => style.replaceAll(/\/\*.*?\*\//gs, '')

test('no style sheet of the client looks for elements on the whole page', () => {
  const asking = globSync('web/**/*.css', { exclude: ['web/dist/**'] }).filter((file) =>
    asksWholePage.test(withoutComments(readFileSync(file, 'utf8'))),
  )
  expect(asking).toEqual([])
})

test('the check finds such selectors', () => {
  for (const selector of [':root:has(.a)', ':global(html):has(.a)', ':global(:root:has(.a)) .b', 'html[dir]:has(.a)']) {
    expect(asksWholePage.test(`${selector} { color: red; }`)).toBe(true)
  }
  expect(asksWholePage.test('.card:has(+ .menu) .name, .pages:not(:has(img))::before { color: red; }')).toBe(false)
})
