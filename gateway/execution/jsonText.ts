/** JSON text, null for a null value, or a promise of either. */
export type Written = string | null | Promise<string | null>

/**
 * Joins the parts of an object, some of whose fields are promises. Takes as many microtask turns as the reference
 * executor: one for the fields, and one for the object.
 * @param texts the text before each of the values
 * @param after the text after the last value
 */
export function joinAwaitedFields(
  texts: readonly string[],
  values: readonly Promise<string | null>[],
  after: string,
): Promise<string> {
  const [first] = values
  // The common case. `Promise.all` would create a further promise for each part.
  if (first && values.length === 1) return first.then(same).then((value) => `${texts[0]}${value}${after}`)
  return Promise.all(values).then((written) => {
    let text = ''
    for (const [index, value] of written.entries()) text += `${texts[index]}${value}`
    return text + after
  })
}

function same(value: string | null): string | null {
  return value
}

/** Joins the items of a list. None of them may be a promise. */
export function joinItems(items: readonly Written[]): string {
  let text = '['
  let separator = ''
  // The caller guarantees that no item is a promise.
  for (const item of items as readonly (string | null)[]) {
    text += separator + item
    separator = ','
  }
  return `${text}]`
}

/**
 * Joins the items of a list, some of which are promises. Resolves in the same microtask as the last item, and rejects
 * in the same microtask as the first failing item. The reference executor does the same. This timing decides which of
 * two errors is reported.
 */
export function joinAwaitedItems(items: readonly Written[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const known: (string | null)[] = []
    let missing = items.length
    const settle = (index: number, item: string | null) => {
      known[index] = item
      missing -= 1
      if (missing === 0) resolve(joinItems(known))
    }
    for (const [index, item] of items.entries()) {
      if (item instanceof Promise) item.then((text) => settle(index, text), reject)
      else settle(index, item)
    }
  })
}

/** Prevents unhandled rejections of promises whose consumer has already failed. */
export function ignoreRejections(parts: readonly unknown[] | undefined): void {
  for (const part of parts ?? []) if (isPromiseLike(part)) part.then(undefined, () => undefined)
}

export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'object' && typeof value !== 'function') return false
  // Reading the property takes less time than searching for it with `in`.
  return value !== null && typeof (value as { readonly then?: unknown }).then === 'function'
}
