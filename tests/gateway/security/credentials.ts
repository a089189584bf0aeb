import { type TokenIssuer, anna, bram, createTokenIssuer } from '../../support/tokens.ts'
import { altered, unsigned } from './forgery.ts'

/** Invalid credentials by their defect. Each has exactly one defect, and all name Anna's account. */
export function wrongCredentials(tokens: () => TokenIssuer): Record<string, () => Promise<string> | string> {
  const target = () => ({ tokens: tokens(), accountId: anna })
  return {
    'that have expired': () => tokens().issue(anna, { claims: { exp: secondsNow() - 60 } }),
    'that were altered': () => altered(target(), { sub: anna, email: 'a@example.com', jti: 'another' }),
    'of another issuer': () => tokens().issue(anna, { claims: { iss: 'http://evil.test/identity' } }),
    'for another audience': () => tokens().issue(anna, { claims: { aud: 'urn:other:api' } }),
    'of another key': async () => (await createTokenIssuer(tokens().issuer)).issue(anna),
    'without a signature': () => unsigned(target(), 'none'),
    'of another account’s token, altered to name Anna': async () => {
      const [header, , signature] = (await tokens().issue(bram)).split('.')
      return [header, (await tokens().issue(anna)).split('.')[1], signature].join('.')
    },
    'that are malformed': () => 'anna',
  }
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}
