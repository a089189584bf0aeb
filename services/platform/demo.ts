/** An account that exists if `DEMO` is on. */
export interface DemoAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly kind: 'consumer' | 'business'
}

/** The password of every demo account. */
export const demoPassword = 'keepsake-demo'

/**
 * The demo accounts: the first owns the demo photos, the second is for sharing, the third is a business, and the fourth
 * has an older library to import.
 */
export const demoAccounts = [
  {
    id: '0198c0de-0000-7000-8000-00000000a001',
    email: 'anna@keepsake.example',
    name: 'Anna de Wit',
    kind: 'consumer',
  },
  {
    id: '0198c0de-0000-7000-8000-00000000a002',
    email: 'ben@keepsake.example',
    name: 'Ben Okafor',
    kind: 'consumer',
  },
  {
    id: '0198c0de-0000-7000-8000-00000000a003',
    email: 'studio@keepsake.example',
    name: 'Studio Nord',
    kind: 'business',
  },
  {
    id: '0198c0de-0000-7000-8000-00000000a004',
    email: 'clara@keepsake.example',
    name: 'Clara Lind',
    kind: 'consumer',
  },
] as const satisfies readonly DemoAccount[]
