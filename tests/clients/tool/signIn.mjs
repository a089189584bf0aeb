import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

/** Signs a customer in through the browser. Returns the answer of the token endpoint. */
export async function signIn({ issuer, clientId, scope }) {
  const discovery = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const redirectUri = `http://127.0.0.1:${server.address().port}/callback`
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(16).toString('base64url')]
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    // `offline_access` requires this prompt, which tells the customer that the tool keeps its access.
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  console.log(`Open ${discovery.authorization_endpoint}?${query}`)
  const answer = await new Promise((resolve) => {
    server.on('request', (request, response) => {
      const url = new URL(request.url, redirectUri)
      if (url.pathname !== '/callback') return response.writeHead(404).end()
      response.setHeader('content-type', 'text/plain').end('You can close this window.')
      resolve(url.searchParams)
    })
  })
  server.close()
  if (answer.get('state') !== state || answer.get('iss') !== discovery.issuer)
    throw new Error('This answer belongs to another sign-in.')
  if (answer.has('error')) throw new Error(answer.get('error_description') ?? answer.get('error'))
  return tokens(discovery.token_endpoint, {
    client_id: clientId,
    grant_type: 'authorization_code',
    code: answer.get('code'),
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
}

/** Calls the token endpoint. */
export async function tokens(tokenEndpoint, fields) {
  const response = await fetch(tokenEndpoint, { method: 'POST', body: new URLSearchParams(fields) })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${answer.error}: ${answer.error_description}`)
  return answer
}
