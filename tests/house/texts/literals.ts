import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { inside } from './shape.ts'

/** Stands for the value of an argument in the texts of `literalTexts`. */
export const valueMark = '\ufffc'

/**
 * Texts that a message can show, without ICU syntax. Each branch of a plural or a select is in at least one of them.
 * `valueMark` stands for each value.
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
