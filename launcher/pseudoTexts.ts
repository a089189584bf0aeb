import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import { catalogueFolder, readTexts, type Texts, writeCatalogue } from './catalogues.ts'

/**
 * The kinds of texts that can replace the English texts. They reveal faults of the product that English texts do not
 * show.
 */
export const pseudoKinds = ['accented', 'right-to-left'] as const

export type PseudoKind = (typeof pseudoKinds)[number]

/** Each letter is replaced by the same letter with an accent, so that the texts can still be read. */
const plain = 'abcdefghijklmnopqrstuvwxyz'
const accents = 'àƀçđéƒğĥîĵķļɱñöþǫŕšţûṽŵẋýž'

/**
 * Writes a folder of catalogues whose English texts are replaced. `LOCALES_DIR` can name this folder. `accented`
 * reveals texts that are not in the catalogue, because they have no accents. Its texts are a third longer, so it also
 * reveals places without room for longer texts. `right-to-left` keeps the texts, but declares that English is read from
 * right to left.
 */
export function writePseudoCatalogues(kind: PseudoKind, folder: string): void {
  mkdirSync(folder, { recursive: true })
  cpSync(catalogueFolder, folder, { recursive: true })
  writeCatalogue(join(folder, 'en-GB.json'), pseudoTexts(readTexts('en-GB'), kind))
}

/** Replaces English texts by texts of this kind. */
export function pseudoTexts(texts: Texts, kind: PseudoKind): Texts {
  if (kind === 'right-to-left') return { ...texts, 'language.direction': 'rtl' }
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [id, id === 'language.direction' ? text : accented(text)]),
  )
}

/** Accents a message, and makes it a third longer. Arguments and tags stay. */
export function accented(text: string): string {
  const padding = '·'.repeat(Math.ceil(text.length / 3))
  return `${printAST(withAccents(parse(text)))}${padding}`
}

/** Accents the parsed message. */
export function withAccents(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: element.value.replaceAll(/[a-z]/gi, withAccent) }
    if (element.type === TYPE.tag) return { ...element, children: withAccents(element.children) }
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return element
    const options = Object.entries(element.options).map(([name, option]) => {
      return [name, { ...option, value: withAccents(option.value) }]
    })
    return { ...element, options: Object.fromEntries(options) }
  })
}

function withAccent(letter: string): string {
  const accent = accents.charAt(plain.indexOf(letter.toLowerCase()))
  return letter === letter.toLowerCase() ? accent : accent.toUpperCase()
}
