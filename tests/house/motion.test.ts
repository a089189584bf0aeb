import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const reduced = '(prefers-reduced-motion: reduce)'
/** Declarations that move something. A value of `none` or `auto` moves nothing. */
const moving = /(?<![\w-])(?:animation|animation-name|transition|scroll-behavior):(?!\s*(?:none|auto))[^;]+;/
/**
 * Calls that move something. A call that passes the behaviour as a variable is not found. It needs no check, because
 * the function that chooses the behaviour is found.
 */
const movingCalls = /\.animate\(|startViewTransition\(|behavior(?:: ScrollBehavior)?\s*[:=]\s*'smooth'/
/** All pages of the client load this style sheet. It switches motion off for all of them. */
const ofClient = 'web/ui/base.css'

const filesOf = (...patterns: string[]) =>
  globSync(patterns, { exclude: (path) => /node_modules|__generated__/.test(path) }).toSorted()

/** The rule of a style sheet that switches motion off, for every element and against every other rule. */
const switchesOff = (style: string) =>
  style.includes(`@media ${reduced}`) &&
  ['animation-duration', 'animation-iteration-count', 'transition-duration', 'scroll-behavior'].every((property) =>
    new RegExp(`\\*,[^{]*\\{[^}]*${property}: [^;]+ !important;`).test(style),
  )

/** Removes the parts of a style sheet that only apply to readers who have not asked for less motion. */
function withoutGuarded(style: string): string {
  const start = style.search(/@media [^{]*\(prefers-reduced-motion: no-preference\)[^{]*\{/)
  if (start === -1) return style
  let [depth, end] = [0, style.indexOf('{', start)]
  do {
    depth += style[end] === '{' ? 1 : style[end] === '}' ? -1 : 0
    end += 1
  } while (depth > 0 && end < style.length)
  return withoutGuarded(style.slice(0, start) + style.slice(end))
}

describe('for readers who have asked for less motion', () => {
  test('the style sheet of all pages of the client switches motion off', () => {
    expect(switchesOff(readFileSync(ofClient, 'utf8'))).toBe(true)
  })

  const styles = filesOf('{services,edge,gateway}/**/*.css')

  test.each(styles)('%s moves nothing', (file) => {
    const style = readFileSync(file, 'utf8')
    expect(switchesOff(style) ? null : moving.exec(withoutGuarded(style))?.[0]).toBeFalsy()
  })

  const scripts = filesOf('{web,services,edge}/**/*.{ts,tsx}', 'brands/**/*.svg')

  test('scripts that move something ask the browser first, and pictures of brands do not move', () => {
    const moved = scripts.filter((file) => {
      const source = readFileSync(file, 'utf8')
      return file.endsWith('.svg')
        ? /<(?:animate|set)\b|@keyframes/.test(source)
        : movingCalls.test(source) && !source.includes(reduced)
    })
    expect(moved).toEqual([])
  })

  test('the checks find what moves', () => {
    expect(moving.test('a { transition: opacity 1s; }')).toBe(true)
    expect(moving.test('a { animation: none; transition: none; overscroll-behavior: contain; }')).toBe(false)
    const guarded =
      '@media (prefers-reduced-motion: no-preference) { a { b { transition: all 1s; } } } c { color: red; }'
    expect(withoutGuarded(guarded).trim()).toBe('c { color: red; }')
    expect(movingCalls.test(`element.scrollIntoView({ behavior: 'smooth' })`)).toBe(true)
    expect(switchesOff('* { transition-duration: 0s !important; }')).toBe(false)
  })
})
