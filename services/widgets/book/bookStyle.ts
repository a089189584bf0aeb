import { readFileSync } from 'node:fs'
import { ratioOf } from './pageMarkup.ts'
import type { ShownPage } from './shownBook.ts'

/** The style of the pages, without indentation and comments. It is part of each page. */
export const bookStyle = ['frame.css', 'bars.css', 'pages.css', 'turning.css']
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('')
  .replaceAll(/\/\*.*?\*\//gs, '')
  .replaceAll(/\s*\n\s*/g, '\n')
  .replaceAll(/\n(?=[}\n])|(?<=[{;,])\n/g, '')

/**
 * The ratios of the pictures as style rules: with them, a picture fits into any page before it is loaded. The content
 * security policy forbids the attribute `style`.
 */
export function ratioStyle(pages: readonly ShownPage[]): string {
  const ratios = new Set(pages.filter(({ picture }) => picture !== null).map(ratioOf))
  // The width of the row of numbers depends on the number of pages.
  return `:root{--pages:${pages.length}}${[...ratios].map((ratio) => `.r${ratio}{--ratio:${ratio / 1000}}`).join('')}`
}
