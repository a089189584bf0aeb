/** JSON text, null for a null value, or a promise of either. */
export type Written = string | null | Promise<string | null>

/** Joins the parts of an object. */
export function joinSegments(segments: readonly (string | null)[]): string {
  let text = ''
  for (const segment of segments) text += segment
  return text
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
  return value !== null && 'then' in value && typeof value.then === 'function'
}
