/** Markup that is safe to send. Only `html` and `ownMarkup` make it, so that text is always escaped. */
export class Html {
  readonly #markup: string

  private constructor(markup: string) {
    this.#markup = markup
  }

  static of(markup: string): Html {
    return new Html(markup)
  }

  toString(): string {
    return this.#markup
  }
}

export type Content = string | number | Html | null | false | readonly Content[]

/** A template whose every value is escaped, unless it is `Html` itself; null and false leave nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return Html.of(strings.map((string, index) => string + render(values[index] ?? null)).join(''))
}

/** Markup that was not made from input: files of our own, and forms that the OpenID provider built. */
export function ownMarkup(markup: string): Html {
  return Html.of(markup)
}

function render(value: Content): string {
  if (value === null || value === false) return ''
  if (value instanceof Html) return value.toString()
  if (Array.isArray(value)) return value.map(render).join('')
  return String(value).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
