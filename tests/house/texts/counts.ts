import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import type { Texts } from '../../../launcher/catalogues.ts'
import { literalTexts, valueMark } from './literals.ts'
import { inside } from './shape.ts'

const counts = [0, 1, 2, 1234]

type Values = Readonly<Record<string, number | string | ((parts: unknown[]) => string)>>

/**
 * Renders each message that has a count with 0, 1, 2 and 1,234. Returns a sentence for each text that shows 1,234 in
 * another way than its language does, shows a sign of the message format, or cannot be rendered.
 */
export function renderedCountViolations(locale: string, catalogue: Texts): string[] {
  const wanted = new Intl.NumberFormat(locale).format(1234)
  return Object.entries(catalogue).flatMap(([id, message]) => {
    const elements = parse(message)
    const names = countNames(elements)
    if (names.length === 0) return []
    return counts.flatMap((count) => {
      const text = render(locale, message, valuesFor(elements, names, count))
      if (text === null) return [`${locale} cannot be rendered with ${count} in ${id}.`]
      if (/[{}#]/.test(text)) return [`${locale} shows a sign of the message format with ${count} in ${id}: ${text}`]
      if (count !== 1234 || /[×]/.test(text)) return []
      const shown = /1\D?234/u.exec(text)?.[0] ?? wanted
      return shown === wanted ? [] : [`${locale} shows ${shown} instead of ${wanted} in ${id}: ${text}`]
    })
  })
}

/** Renders a message; null if this is not possible. */
export function render(locale: string, message: string, values: Values): string | null {
  try {
    const parts: unknown = new IntlMessageFormat(message, locale).format(values)
    return Array.isArray(parts) ? parts.join('') : String(parts)
  } catch {
    return null
  }
}

/** Values for all arguments of a message: a count for each of the named ones, and a short text for the others. */
export function valuesFor(elements: readonly MessageFormatElement[], names: readonly string[], count: number): Values {
  return elements.reduce<Values>((values, element) => {
    const nested = inside(element).map((part) => valuesFor(part, names, count))
    return Object.assign({ ...values }, ...nested, valueFor(element, names, count))
  }, {})
}

function valueFor(element: MessageFormatElement, names: readonly string[], count: number): Values {
  if (element.type === TYPE.literal || element.type === TYPE.pound) return {}
  if (element.type === TYPE.tag) return { [element.value]: (parts: unknown[]) => parts.join('') }
  if (element.type === TYPE.select) return { [element.value]: Object.keys(element.options)[0] ?? '' }
  return { [element.value]: names.includes(element.value) ? count : 'Anna' }
}

/** The names of the arguments that are numbers. */
export function countNames(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => [
    ...(element.type === TYPE.plural || element.type === TYPE.number ? [element.value] : []),
    ...inside(element).flatMap(countNames),
  ])
}

/**
 * Returns a sentence for each English message that has a value before a noun in the plural, outside of an ICU plural.
 * @param allowed ids of messages whose value is never a whole number
 */
export function countsWithoutPlural(english: Texts, allowed: readonly string[]): string[] {
  return Object.entries(english).flatMap(([id, message]) => {
    if (allowed.includes(id)) return []
    const outside = parse(message).filter(({ type }) => type !== TYPE.plural && type !== TYPE.select)
    const text = literalTexts(outside.map(sourceOf).join('')).join(' ')
    const noun = new RegExp(`${valueMark} (\\p{Ll}{2,}s)\\b`, 'u').exec(text)?.[1]
    return noun === undefined || otherWords.includes(noun)
      ? []
      : [`en-GB has a count before "${noun}" without a plural in ${id}: ${message}`]
  })
}

/** Words after a value that look like a noun in the plural, but are not one. */
const otherWords = ['is', 'has', 'was', 'this', 'gets', 'shares', 'gives', 'keeps', 'changes', 'knows']

function sourceOf(element: MessageFormatElement): string {
  if (element.type === TYPE.literal) return element.value.replaceAll("'", "''")
  if (element.type === TYPE.tag) return element.children.map(sourceOf).join('')
  return element.type === TYPE.argument || element.type === TYPE.number ? `{${element.value}}` : ' '
}
