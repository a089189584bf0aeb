import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'

/** How old the sign-in may be when a passkey is added. */
const recentSignInSeconds = 5 * 60

/** The paths of the pages between a site's request and its answer, relative to the path of the interaction. */
export const promptPaths = {
  login: '',
  passkey: '/new-passkey',
  password: '/new-password',
  consent: '/consent',
} as const

/**
 * Why a client's request leads to a page. `passkey` and `password`: the site lets the customer add a passkey, or change
 * the password. `consent`: the customer allows an app to use the account.
 */
export type PromptName = keyof typeof promptPaths

export function isPromptName(name: string): name is PromptName {
  return Object.hasOwn(promptPaths, name)
}

/**
 * There are five prompts: registering, signing in, adding a passkey, changing the password, and allowing an app to use
 * the account. Signing in is the default. A site requests the others with `prompt=create` (OpenID's "Initiating User
 * Registration"), `prompt=passkey`, `prompt=password` and `prompt=consent`. A change of the password needs no recent
 * sign-in, because its page asks for the current password. The grant of our own site has all scopes (grants.ts), so its
 * customers are not asked for consent.
 */
export function promptPolicy(): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy
  const prompts = base()
  const checks = prompts.get('login')?.checks
  checks?.add(
    new Check('signed_out', 'all sign-ins of the account were ended', (context) =>
      isSignedOut(context) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  )
  checks?.add(
    new Check('account_gone', 'the account does not exist any more', ({ oidc }) =>
      oidc.session?.accountId !== undefined && oidc.account === undefined
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
    ),
  )
  checks?.add(
    new Check('passkey_needs_recent_sign_in', 'a passkey needs a recent sign-in', ({ oidc }) =>
      oidc.promptPending('passkey') && oidc.session?.past(recentSignInSeconds) === true
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
    ),
  )
  // This prompt comes before the sign-in, so that a visitor who wants to register sees the registration page first.
  prompts.add(new Prompt({ name: 'create', requestable: true }), 0)
  prompts.add(new Prompt({ name: 'passkey', requestable: true }))
  prompts.add(new Prompt({ name: 'password', requestable: true }))
  return prompts
}

/**
 * True if the session is older than the moment that ended all sign-ins of its account. Such a session was stored again
 * by a request that ran at that moment.
 */
function isSignedOut({ oidc: { session, account } }: KoaContextWithOIDC): boolean {
  const signedOutAt: unknown = account?.['signedOutAt']
  if (!(signedOutAt instanceof Date) || session?.loginTs === undefined) return false
  return session.loginTs < Math.floor(signedOutAt.getTime() / 1000)
}
