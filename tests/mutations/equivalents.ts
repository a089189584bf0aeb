/** A change that has no effect: whatever a test does, the product behaves the same. */
interface Equivalent {
  readonly path: string
  /** The source of its line, before and after the change. */
  readonly before: string
  readonly after: string
  readonly reason: string
}

/** Found by hand among the changes that no test noticed. They are counted and listed apart. */
const equivalents: readonly Equivalent[] = []

/** Why a change has no effect; null if it is not in the list. */
export function noEffectOf({ path, before, after }: Omit<Equivalent, 'reason'>): string | null {
  const found = equivalents.find((known) => known.path === path && known.before === before && known.after === after)
  return found?.reason ?? null
}
