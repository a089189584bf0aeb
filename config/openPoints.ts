import { type ProductionSigns, isProduction } from './production.ts'

/**
 * The settings of each part that matter for its safety in production. Undefined for settings that a part does not have.
 */
export interface CheckedSettings extends ProductionSigns {
  readonly HOST: string
  readonly DEMO?: boolean
  readonly SMTP_URL?: string | undefined
  readonly DATABASE_URL?: string | undefined
  readonly TRUSTED_PROXIES?: readonly string[]
  readonly TRUST_PROXY?: boolean
  readonly GRAPHIQL?: boolean | undefined
  readonly CURSOR_SECRET?: string | undefined
}

interface Check {
  /** The parts that have the setting. */
  readonly parts: readonly Part[]
  readonly isUnsafe: (settings: CheckedSettings) => boolean
  readonly text: string
}

export type Part = 'edge' | 'gateway' | 'services'

const localHosts = new Set(['127.0.0.1', 'localhost', '::1'])

/** docs/security.md explains each setting. */
const checks: readonly Check[] = [
  {
    parts: ['edge', 'gateway', 'services'],
    isUnsafe: ({ PUBLIC_URL }) => !PUBLIC_URL?.startsWith('https:'),
    text: 'PUBLIC_URL is not https: passwords, tokens and photos are sent in the clear.',
  },
  {
    parts: ['edge'],
    isUnsafe: ({ PUBLIC_URL, TRUST_PROXY }) => PUBLIC_URL?.startsWith('https:') === true && TRUST_PROXY !== true,
    text: 'TRUST_PROXY is off, although https needs a proxy in front: all customers share the limits of its address.',
  },
  {
    parts: ['gateway', 'services'],
    isUnsafe: ({ HOST, TRUSTED_PROXIES = [] }) => !localHosts.has(HOST) && TRUSTED_PROXIES.join(',') === 'loopback',
    text: 'TRUSTED_PROXIES does not name the edge: all customers share the limits of its address.',
  },
  {
    parts: ['gateway'],
    isUnsafe: ({ GRAPHIQL }) => GRAPHIQL === true,
    text: 'GRAPHIQL is on: the API explorer is offered to everyone.',
  },
  {
    parts: ['gateway'],
    isUnsafe: ({ CURSOR_SECRET }) => CURSOR_SECRET === undefined,
    text: 'CURSOR_SECRET is not set: clients that resume at another replica fetch all their data again.',
  },
  {
    parts: ['services'],
    isUnsafe: ({ DEMO }) => DEMO === true,
    text: 'DEMO is on: the passwords of the demo accounts are public.',
  },
  {
    parts: ['services'],
    isUnsafe: ({ SMTP_URL }) => SMTP_URL === undefined,
    text: 'SMTP_URL is not set: no mail is sent, not even to confirm an address.',
  },
  {
    parts: ['services'],
    isUnsafe: ({ DATABASE_URL }) => DATABASE_URL === undefined,
    // Many operators intend to run one process, so the text says what such an installation needs.
    text:
      'DATABASE_URL is not set: all data is in DATA_DIR, in an embedded database for exactly one services process. ' +
      'If you run one, back up DATA_DIR while it is stopped. For more than one, set a PostgreSQL server.',
  },
]

/**
 * Finds unsafe settings of a part in production.
 * @returns one sentence per unsafe setting, for the log at the start; an empty list if this is not production
 */
export function openPointsOf(part: Part, settings: CheckedSettings): readonly string[] {
  if (!isProduction(settings)) return []
  return checks.filter(({ parts, isUnsafe }) => parts.includes(part) && isUnsafe(settings)).map(({ text }) => text)
}
