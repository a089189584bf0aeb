import type { Session } from '../app/Session.ts'

/** The key of what the signed-in customer types in one form. */
export function typedKey({ accountId }: Pick<Session, 'accountId'>, form: string): string {
  return `keepsake.typed.${accountId}.${form}`
}

/**
 * What was typed in a form and is not saved yet. It is kept in session storage, so it survives a reload and visits to
 * other pages, and ends with the tab.
 * @param none the result if there is nothing
 */
export function readTyped<Typed>(key: string, none: Typed): Typed {
  try {
    const text = sessionStorage.getItem(key)
    // Only `keepTyped` stores under these keys.
    return text === null ? none : (JSON.parse(text) as Typed)
  } catch {
    return none
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
