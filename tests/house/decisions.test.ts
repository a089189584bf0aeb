import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { sourceFiles } from './importGraph.ts'

const folder = 'docs/decisions'
const index = readFileSync(`${folder}/README.md`, 'utf8')
const names = readdirSync(folder).filter((name) => name !== 'README.md')
const pages = names.map((name) => ({ name, number: name.slice(0, 4), text: readFileSync(`${folder}/${name}`, 'utf8') }))

const header = z.strictObject({
  status: z.string().regex(/^(accepted|replaced by \d{4})$/),
  date: z.iso.date(),
  'what would change it': z.string().regex(/^[^]{10,}\.$/),
})

function titleOf(text: string): string | undefined {
  return /^# (\d{4} .+)$/m.exec(text)?.[1]
}

test('every decision has a number of its own', () => {
  expect(names.filter((name) => !/^\d{4}-[a-z0-9-]+\.md$/.test(name))).toEqual([])
  expect(new Set(pages.map(({ number }) => number)).size).toBe(pages.length)
})

test.each(pages)('$name has the header of decisions, and its number in the title', ({ number, text }) => {
  expect(header.safeParse(parse(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '')).error).toBeUndefined()
  expect(titleOf(text)?.slice(0, 4)).toBe(number)
})

test('the index lists every decision with its title, in order', () => {
  const listed = [...index.matchAll(/^- \[(\d{4})\]\((.+)\) (.+)$/gm)].map(([, ...row]) => row)
  expect(listed).toEqual(pages.map(({ name, number, text }) => [number, name, titleOf(text)?.slice(5)]))
})

test('decisions and sources name only decisions that exist', () => {
  const numbers = new Set(pages.map(({ number }) => number))
  const texts = [...sourceFiles.map((file) => ({ name: file, text: readFileSync(file, 'utf8') })), ...pages]
  const named = texts.flatMap(({ name, text }) =>
    [...text.matchAll(/decisions?[ /](\d{4})/g)].map(([, number = '']) => ({ name, number })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([])
})

test('decisions link only to pages that exist', () => {
  const targets = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => ({ name, target })),
  )
  expect(targets.filter(({ target }) => !existsSync(`${folder}/${target}`))).toEqual([])
})
