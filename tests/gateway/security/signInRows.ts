import { globalId } from '../../support/globalIds.ts'
import { anna, bram } from '../../support/tokens.ts'
import type { Upstreams } from '../../support/upstream.ts'
import { buildApp, buildPasskey, buildSessions } from '../../support/upstreamSignIns.ts'
import { type Operation, unauthenticated } from './operation.ts'

/** Gives Anna two sessions, a passkey and an app, and Bram one session. */
export function fillSignIns(upstreams: Upstreams): void {
  upstreams.clearSignIns()
  Object.assign(upstreams.signIns(anna), {
    sessions: buildSessions(),
    passkeys: [buildPasskey(1)],
    apps: [buildApp(1)],
  })
  upstreams.signIns(bram).sessions = [{ ...buildSessions()[0], id: 's9', isCurrent: true }]
}

/** The ids of Anna's sessions, her passkeys and her apps. */
export function signInsOf(upstreams: Upstreams): unknown {
  const { sessions, passkeys, apps } = upstreams.signIns(anna)
  return [sessions.map(({ id }) => id), passkeys.map(({ name }) => name), apps.map(({ id }) => id)]
}

/** What `signInsOf` returns while no operation has changed Anna's data. */
export const untouchedSignIns = [['s1', 's2'], ['Passkey 1'], ['frame-1']]

export const signInIds = {
  session: globalId('Session', 's2'),
  passkey: globalId('Passkey', 'p1'),
  connectedApp: globalId('ConnectedApp', 'frame-1'),
} as const

const notFound = { code: 'NOT_FOUND' }

function mutation(field: string, query: string, own: unknown, foreign: unknown = notFound): Operation {
  const others = { [field]: foreign }
  return { kind: 'mutation', query, own: { [field]: own }, ofBram: others, ofCees: others, anonymous: unauthenticated }
}

/** The operations on sessions, passkeys and connected apps, by root field. */
export const signInOperations: Record<string, Operation> = {
  'Mutation.endSession': mutation(
    'endSession',
    `mutation ($session: ID!) { endSession(input: { sessionId: $session }) {
      ... on EndSessionSuccess { endedSessionId } ... on UserError { code } } }`,
    { endedSessionId: signInIds.session },
  ),
  'Mutation.endOtherSessions': mutation(
    'endOtherSessions',
    'mutation { endOtherSessions { ... on EndOtherSessionsSuccess { endedCount } } }',
    { endedCount: 1 },
    { endedCount: 0 },
  ),
  'Mutation.renamePasskey': mutation(
    'renamePasskey',
    `mutation ($passkey: ID!) { renamePasskey(input: { passkeyId: $passkey, name: "Mine" }) {
      ... on RenamePasskeySuccess { passkey { name } } ... on UserError { code } } }`,
    { passkey: { name: 'Mine' } },
  ),
  'Mutation.removePasskey': mutation(
    'removePasskey',
    `mutation ($passkey: ID!) { removePasskey(input: { passkeyId: $passkey, locale: "en-GB" }) {
      ... on RemovePasskeySuccess { removedPasskeyId } ... on UserError { code } } }`,
    { removedPasskeyId: signInIds.passkey },
  ),
  'Mutation.disconnectApp': mutation(
    'disconnectApp',
    `mutation ($connectedApp: ID!) { disconnectApp(input: { appId: $connectedApp }) {
      ... on DisconnectAppSuccess { disconnectedAppId } ... on UserError { code } } }`,
    { disconnectedAppId: signInIds.connectedApp },
  ),
}
