import { UserManager } from 'oidc-client-ts'

/** Signs the customer in, unless they are signed in already. Returns a function that gives a valid access token. */
export async function startSession(keepsake: string): Promise<() => Promise<string>> {
  const manager = new UserManager({
    authority: `${keepsake}/identity`,
    client_id: 'frame',
    redirect_uri: `${location.origin}/`,
    scope: 'openid photos:read photos:write',
  })
  if (new URLSearchParams(location.search).has('code')) {
    await manager.signinCallback()
    history.replaceState(null, '', '/')
  }
  if (!(await manager.getUser())) await manager.signinRedirect()
  return async () => {
    const user = await manager.getUser()
    if (user && !user.expired) return user.access_token
    return (await manager.signinSilent())?.access_token ?? ''
  }
}
