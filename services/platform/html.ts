/** Markup that is safe to send. Only `html` and `ownMarkup` create it, so text is always escaped. */
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

/** A template that escapes all values except `Html`. Null and false render nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return Html.of(strings.map((string, index) => string + render(values[index] ?? null)).join(''))
}

/** Marks trusted markup: files of ours, and forms that the OpenID provider built. */
export function ownMarkup(markup: string): Html {
  return Html.of(markup)
}

function render(value: Content): string {
  if (value === null || value === false) return ''
  if (value instanceof Html) return value.toString()
  if (Array.isArray(value)) return value.map(render).join('')
  return String(value).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
