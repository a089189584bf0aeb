/*
 * The script of the API explorer. It signs in with the authorization code flow and PKCE, and passes the token to
 * GraphiQL.
 */
const { authority, publicUrl } = document.currentScript.dataset
const clientId = 'graphiql'
const redirectUri = `${publicUrl}/graphql`
const { explorerExamples: defaultQuery } = globalThis
const [pendingKey, tokensKey] = ['explorer.signIn', 'explorer.tokens']

let tokens = JSON.parse(sessionStorage.getItem(tokensKey) ?? 'null')

function keep(next) {
  tokens = next
  if (next) sessionStorage.setItem(tokensKey, JSON.stringify(next))
  else sessionStorage.removeItem(tokensKey)
  showAccount()
}

function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function randomText() {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

async function discover() {
  const response = await fetch(`${authority}/.well-known/openid-configuration`)
  if (!response.ok) throw new Error(`the sign-in service responded with status ${response.status}`)
  return response.json()
}

async function signIn() {
  // The sign-in service redirects to publicUrl. The verifier must be in the session storage of that origin.
  if (location.origin !== new URL(publicUrl).origin) {
    location.assign(redirectUri)
    return
  }
  const { authorization_endpoint: endpoint } = await discover()
  const pending = { state: randomText(), verifier: randomText() }
  sessionStorage.setItem(pendingKey, JSON.stringify(pending))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier))
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email',
    state: pending.state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  })
  location.assign(`${endpoint}?${query}`)
}

async function exchange(parameters) {
  const { token_endpoint: endpoint } = await discover()
  const body = new URLSearchParams({ client_id: clientId, ...parameters })
  const response = await fetch(endpoint, { method: 'POST', body })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error_description ?? answer.error)
  return {
    access: answer.access_token,
    refresh: answer.refresh_token,
    expires: Date.now() + answer.expires_in * 1000,
  }
}

/** Completes the sign-in if the current URL is the redirect from the sign-in service. */
async function finishSignIn() {
  const parameters = new URLSearchParams(location.search)
  if (!parameters.has('state')) return
  const pending = JSON.parse(sessionStorage.getItem(pendingKey) ?? 'null')
  sessionStorage.removeItem(pendingKey)
  history.replaceState(null, '', '/graphql')
  if (parameters.has('error')) throw new Error(parameters.get('error_description') ?? parameters.get('error'))
  if (pending?.state !== parameters.get('state')) throw new Error('this sign-in was not started in this tab')
  const code = parameters.get('code')
  keep(
    await exchange({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: pending.verifier,
    }),
  )
}

async function renew() {
  if (!tokens || tokens.expires - Date.now() > 60_000) return
  try {
    if (!tokens.refresh) throw new Error('there is no refresh token')
    keep(await exchange({ grant_type: 'refresh_token', refresh_token: tokens.refresh }))
  } catch {
    keep(null)
  }
}

function claimsOf(token) {
  const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0))))
}

function showAccount() {
  document.getElementById('account').textContent = tokens ? claimsOf(tokens.access).email : 'Anonymous'
  document.getElementById('sign-in').hidden = Boolean(tokens)
  document.getElementById('sign-out').hidden = !tokens
}

function showFailure(error) {
  document.getElementById('account').textContent = `Signing in failed: ${error.message}`
}

function showExplorer() {
  globalThis.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl: (_module, label) => `/graphql/explorer/${label}.worker.js`,
  }
  globalThis.YogaGraphiQL.renderYogaGraphiQL(document.getElementById('explorer'), {
    endpoint: '/graphql',
    title: 'Keepsake API explorer',
    defaultQuery,
    // Without this, each reload (for example after signing in) opens an additional empty tab.
    query: localStorage.getItem('graphiql:query') ?? defaultQuery,
    shouldPersistHeaders: false,
    // Over an event stream, an error arrives at once, and as text. Over a socket that the server closes, GraphiQL
    // would try again for 41 s, and then show an event without its reason.
    subscriptionsProtocol: 'SSE',
    method: 'POST',
    // The result shows what the operation costs, as "extensions.cost".
    additionalHeaders: () => ({
      'x-graphql-cost': '1',
      ...(tokens && { authorization: `Bearer ${tokens.access}` }),
    }),
  })
}

document.getElementById('sign-in').addEventListener('click', () => {
  signIn().catch(showFailure)
})
document.getElementById('sign-out').addEventListener('click', () => keep(null))
setInterval(() => void renew(), 30_000)

async function begin() {
  await renew()
  showAccount()
  await finishSignIn().catch(showFailure)
  showExplorer()
}

void begin()
