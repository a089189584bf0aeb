import { expect, test } from 'vitest'
import { answerTo, setUpEdge, stop } from './edgeServers.ts'

const edge = setUpEdge()

/** Requests a page of the client at a host. Returns it with its headers. */
function pageAt(host: string): Promise<string> {
  return answerTo(edge.app, `GET /my-photos/photos HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
}

test('the policy allows the origins of the brand’s scripts, at its host only', async () => {
  edge.services.handle = ({ headers }, response) => {
    const scripts = {
      consentScript: 'https://consent.example/loader.js',
      feedbackScript: 'https://feedback.example:8443/{id}.js',
    }
    response.end(JSON.stringify(headers['x-forwarded-host'] === 'oak.example' ? scripts : { consentScript: '/c.js' }))
  }
  const added = 'https://consent.example https://feedback.example:8443'
  const page = await pageAt('oak.example')
  expect(page).toMatch(new RegExp(`script-src 'self' ${added};.*connect-src 'self' .*${added};`))
  expect(page).toContain(`frame-src 'self' ${added};`)
  expect(await pageAt('localhost')).toMatch(/script-src 'self';(?!.*frame-src)/)
  await stop(edge.services)
  expect(await pageAt('oak.example')).toContain(`script-src 'self' ${added};`)
})

test.each([`https://x.example; script-src *`, `https://x.example' 'unsafe-inline'/`, 'data:text/javascript,1', 5])(
  'the policy does not contain %s',
  async (consentScript) => {
    edge.services.answers['/site/config.json'] = { consentScript }
    const policy = (await fetch(edge.url)).headers.get('content-security-policy')
    expect(policy).toContain(`script-src 'self';`)
    expect(policy).not.toContain('x.example')
  },
)
