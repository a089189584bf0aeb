import type { SignIn } from './SignIn.ts'

/** The fields of a form by name, as they were typed. Never a password. */
export type TypedForm = Readonly<Record<string, string>>

const storageKey = 'keepsake.form'
/** How long (ms) a form is kept. Signing in rarely takes longer. */
const keptMilliseconds = 15 * 60_000

/**
 * Asks for the password again, and then returns to this page. Never resolves, because the page is left.
 *
 * The session storage of this tab keeps what was typed, for at most 15 minutes. The form of the page calls
 * `typedBefore` when it is shown again. The form is kept for this account and this page only.
 * @throws if the identity service is unavailable
 */
export async function signInAgain(signIn: SignIn, form: TypedForm): Promise<never> {
  keepForm(signIn, form)
  return await signIn.startAgain()
}

/** Keeps a form, as `signInAgain` does, for a page that leads to the identity service in another way. */
export function keepForm(signIn: Pick<SignIn, 'session'>, form: TypedForm): void {
  const accountId = signIn.session()?.accountId
  const kept = { accountId, path: location.pathname, until: Date.now() + keptMilliseconds, form }
  sessionStorage.setItem(storageKey, JSON.stringify(kept))
}

/**
 * What the customer typed into the form before leaving this page. Null if nothing is stored. Reading does not delete
 * it, because a component can be rendered twice.
 */
export function typedBefore(signIn: Pick<SignIn, 'session'>): TypedForm | null {
  try {
    // Every field is checked below.
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Partial<Record<string, unknown>> | null
    const { accountId, path, until, form } = kept ?? {}
    const isOurs = accountId === signIn.session()?.accountId && path === location.pathname
    if (!isOurs || typeof until !== 'number' || until < Date.now()) return null
    return isForm(form) ? form : null
  } catch {
    return null
  }
}

/** Forgets what was typed. Call this when the form was sent. */
export function forgetTyped(): void {
  sessionStorage.removeItem(storageKey)
}

function isForm(value: unknown): value is TypedForm {
  return typeof value === 'object' && value !== null && Object.values(value).every((field) => typeof field === 'string')
}
