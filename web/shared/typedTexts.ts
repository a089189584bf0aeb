import type { Session } from '../app/Session.ts'

/** The storage key of the unsaved texts that the signed-in customer has typed in one form. */
export function typedKey({ accountId }: Pick<Session, 'accountId'>, form: string): string {
  return `keepsake.typed.${accountId}.${form}`
}

/**
 * Reads the unsaved texts of a form. They are kept in session storage, so they survive a reload and visits to other
 * pages, and end with the tab.
 * @param fallback the result if none are kept
 */
export function readTyped<Typed>(key: string, fallback: Typed): Typed {
  try {
    const text = sessionStorage.getItem(key)
    // Only `keepTyped` stores under these keys.
    return text === null ? fallback : (JSON.parse(text) as Typed)
  } catch {
    return fallback
  }
}

/** Keeps what was typed. @param typed null: it was saved or discarded */
export function keepTyped(key: string, typed: object | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(typed))
  } catch {
    // Without storage, the texts last as long as the form.
  }
}
