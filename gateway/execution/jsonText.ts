/** JSON text; null for a value that is null, a promise of either while something is awaited. */
export type Written = string | null | Promise<string | null>

/** The parts of an object, in order. */
export function joinSegments(segments: readonly (string | null)[]): string {
  let text = ''
  for (const segment of segments) text += segment
  return text
}

/** The items of a list, none of which is awaited. */
export function joinItems(items: readonly Written[]): string {
  let text = '['
  let separator = ''
  // What is not awaited is no promise.
  for (const item of items as readonly (string | null)[]) {
    text += separator + item
    separator = ','
  }
  return `${text}]`
}

/**
 * The items of a list, some of which are awaited. The list is there in the same turn as its last item, and fails in
 * the same turn as the first that fails, as with the reference executor: which of two errors wins depends on it.
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

/** Lets promises fail unheard: what waited for them has failed already. */
export function abandon(parts: readonly unknown[] | undefined): void {
  for (const part of parts ?? []) if (isPromiseLike(part)) part.then(undefined, () => undefined)
}

/** Whether a value is to be awaited. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'object' && typeof value !== 'function') return false
  return value !== null && 'then' in value && typeof value.then === 'function'
}
