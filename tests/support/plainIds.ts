/** The forms of ids of a retailer's services: numbers, slugs, upper case, any length and any characters. */
const forms: readonly ((number: number) => string | number)[] = [
  (number) => 40_000 + number,
  (number) => `summer-${number}`,
  (number) => `IMG_${number}.JPG`,
  (number) => `${number}-${'Long'.repeat(50)}`.slice(0, 200),
  (number) => `2024/05 50%+${number}`,
  (number) => `été-写真-🏖-${number}`,
  (number) => `a:b?c=d&e#${number}`,
]

/** Replaces the ids of our services by ids of other forms. Each id keeps its form. */
export class PlainIds {
  readonly #foreign = new Map<string, string | number>()
  readonly #own = new Map<string, string>()

  /** Returns the foreign id of an object. Null and undefined stay as they are. */
  foreign(own: unknown): unknown {
    if (typeof own !== 'string') return own
    const known = this.#foreign.get(own)
    if (known !== undefined) return known
    const number = this.#foreign.size
    const form = forms[number % forms.length] ?? String
    const id = form(number)
    this.#foreign.set(own, id)
    this.#own.set(String(id), own)
    return id
  }

  /** Returns the id of our services. For an unknown id it returns an id that no object has. */
  own(foreign: unknown): string {
    return this.#own.get(String(foreign)) ?? 'unknown'
  }
}
