/**
 * Parses the part of ICU MessageFormat that the catalogues use into FormatJS's own tree: arguments, numbers, plurals,
 * selects, tags, quotes. It takes the place of @formatjs/icu-messageformat-parser in the build (vite.config.ts), whose
 * other abilities would be a twentieth of the first view's scripts. A test compares both over every catalogue.
 */
export const TYPE = {
  literal: 0,
  argument: 1,
  number: 2,
  date: 3,
  time: 4,
  select: 5,
  plural: 6,
  pound: 7,
  tag: 8,
} as const

export interface MessageElement {
  readonly type: (typeof TYPE)[keyof typeof TYPE]
  readonly value?: string
  readonly style?: unknown
  readonly options?: Readonly<Record<string, { readonly value: readonly MessageElement[] }>>
  readonly offset?: number
  readonly pluralType?: Intl.PluralRulesOptions['type']
  readonly children?: readonly MessageElement[]
}

const is = (type: number) => (element: MessageElement) => element.type === type
export const isLiteralElement = is(TYPE.literal)
export const isArgumentElement = is(TYPE.argument)
export const isNumberElement = is(TYPE.number)
export const isDateElement = is(TYPE.date)
export const isTimeElement = is(TYPE.time)
export const isSelectElement = is(TYPE.select)
export const isPluralElement = is(TYPE.plural)
export const isPoundElement = is(TYPE.pound)
export const isTagElement = is(TYPE.tag)
export const isNumberSkeleton = (style: unknown) => typeof style === 'object' && style !== null
export const isDateTimeSkeleton = () => false

/** Number skeletons that messages may use, with what they mean. */
const skeletons: Readonly<Record<string, Intl.NumberFormatOptions>> = { '::percent': { style: 'percent' } }

/** Parses a message. Throws a SyntaxError on what is wrong, or not among what is supported. */
export function parse(message: string): readonly MessageElement[] {
  const reader = new Reader(message)
  const elements = reader.elements(false, null)
  if (!reader.isAtEnd()) throw reader.error()
  return elements
}

class Reader {
  readonly #text: string
  #position = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    return this.#position >= this.#text.length
  }

  error(): SyntaxError {
    return new SyntaxError(`A message cannot be read at ${this.#position}: ${this.#text}`)
  }

  /** Reads until a closing brace, the closing tag, or the end. */
  elements(isInPlural: boolean, tag: string | null): MessageElement[] {
    const elements: MessageElement[] = []
    const end = tag === null ? '}' : `</${tag}>`
    while (!this.isAtEnd() && !this.#sees('}') && !this.#sees(end)) {
      if (this.#sees('{')) elements.push(this.#argument())
      else if (isInPlural && this.#takes('#')) elements.push({ type: TYPE.pound })
      else if (/^<[a-z]/i.test(this.#rest())) elements.push(this.#tag(isInPlural))
      else elements.push({ type: TYPE.literal, value: this.#literal(isInPlural) })
    }
    return elements
  }

  #literal(isInPlural: boolean): string {
    let value = ''
    const end = isInPlural ? /[{}#]/ : /[{}]/
    while (!this.isAtEnd()) {
      const rest = this.#rest()
      if (end.test(rest[0] ?? '') || /^<\/?[a-z]/i.test(rest)) return value
      const quoted = /^'([{}<>#][^']*(?:''[^']*)*)(?:'|$)/.exec(rest)
      if (quoted) {
        value += (quoted[1] ?? '').replaceAll("''", "'")
        this.#position += quoted[0].length
      } else {
        value += rest[0] ?? ''
        this.#position += rest.startsWith("''") ? 2 : 1
      }
    }
    return value
  }

  #argument(): MessageElement {
    this.#expect('{')
    const value = this.#word()
    if (this.#takes('}')) return { type: TYPE.argument, value }
    this.#expect(',')
    const kind = this.#word()
    if (kind === 'number') return this.#number(value)
    if (kind !== 'plural' && kind !== 'selectordinal' && kind !== 'select') throw this.error()
    this.#expect(',')
    const options = this.#options(kind !== 'select')
    if (kind === 'select') return { type: TYPE.select, value, options }
    return { type: TYPE.plural, value, options, offset: 0, pluralType: kind === 'plural' ? 'cardinal' : 'ordinal' }
  }

  #number(value: string): MessageElement {
    if (this.#takes('}')) return { type: TYPE.number, value, style: null }
    this.#expect(',')
    const name = this.#match(/[^\s}]+/y)
    const parsedOptions = skeletons[name]
    if (!parsedOptions) throw this.error()
    this.#expect('}')
    return {
      type: TYPE.number,
      value,
      style: { type: 0, tokens: [{ stem: name.slice(2), options: [] }], parsedOptions },
    }
  }

  #options(isPlural: boolean): Record<string, { value: readonly MessageElement[] }> {
    const options: Record<string, { value: readonly MessageElement[] }> = {}
    while (!this.#takes('}')) {
      const name = this.#match(/=?\w+/y)
      this.#skip()
      this.#expect('{')
      options[name] = { value: this.elements(isPlural, null) }
      this.#expect('}')
      this.#skip()
    }
    if (!options['other']) throw this.error()
    return options
  }

  #tag(isInPlural: boolean): MessageElement {
    this.#expect('<')
    const value = this.#match(/[a-z][\w-]*/iy)
    this.#expect('>')
    const children = this.elements(isInPlural, value)
    this.#expect(`</${value}>`)
    return { type: TYPE.tag, value, children }
  }

  #word(): string {
    this.#skip()
    const word = this.#match(/\w+/y)
    this.#skip()
    return word
  }

  #match(pattern: RegExp): string {
    this.#skip()
    pattern.lastIndex = this.#position
    const match = pattern.exec(this.#text)?.[0]
    if (!match) throw this.error()
    this.#position += match.length
    return match
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw this.error()
    if (text === ',') this.#skip()
  }

  #takes(text: string): boolean {
    if (!this.#sees(text)) return false
    this.#position += text.length
    return true
  }

  #sees(text: string): boolean {
    return this.#text.startsWith(text, this.#position)
  }

  #rest(): string {
    return this.#text.slice(this.#position)
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#position] ?? '')) this.#position += 1
  }
}
