import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { inside } from './shape.ts'

/** Stands for the value of an argument in the texts of `literalTexts`. */
export const valueMark = '\ufffc'

/**
 * The texts of a message without ICU syntax: so many that each branch of a plural or a select is in at least one of
 * them. A value is `valueMark`.
 */
export function literalTexts(message: string): string[] {
  return textsOf(parse(message))
}

function textsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.reduce<string[]>(
    (texts, element) => {
      const parts = partsOf(element)
      return Array.from({ length: Math.max(texts.length, parts.length) }, (_, index) => {
        const before = texts[index % texts.length] ?? ''
        return `${before}${parts[index % parts.length] ?? ''}`
      })
    },
    [''],
  )
}

function partsOf(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal) return [element.value]
  const nested = inside(element)
  if (nested.length > 0) return nested.flatMap(textsOf)
  return [valueMark]
}
