import { allCustomers, everybody, onlyOperator, publicDocument, type Rows } from '../row.ts'

const unknown = '/mailing/unsubscribe/unknown'

/** Rows of the e-mail gateway. Tokens of links are tested in `tests/services/mailing`. */
export const mailingRows: Rows = {
  'GET /mailing/openapi.json': publicDocument,
  'GET /mailing/api/v1/subscriptions/me': { answers: allCustomers(), what: ({ email }) => email, sees: ['owner'] },
  'PUT /mailing/api/v1/subscriptions/me': {
    answers: allCustomers(),
    body: () => ({ locale: 'en-GB', textVersion: '1' }),
    changes: ['owner'],
  },
  'DELETE /mailing/api/v1/subscriptions/me': {
    answers: allCustomers(),
    what: ({ email }) => email,
    sees: ['owner'],
  },
  // Everybody who has the token from a mail may confirm and unsubscribe. An unknown token gets 404.
  'POST /mailing/api/v1/Profiles/:email/subscription/confirm/:token': {
    answers: everybody(404),
    path: ({ owner }) => `/mailing/api/v1/Profiles/${owner.email}/subscription/confirm/unknown`,
  },
  'GET /mailing/unsubscribe/:token': { answers: everybody(404), path: () => unknown },
  'POST /mailing/unsubscribe/:token': { answers: everybody(404), path: () => unknown },
  'POST /mailing/unsubscribe/:token/subscribe': { answers: everybody(404), path: () => `${unknown}/subscribe` },
  'POST /mailing/dev/newsletters': {
    answers: onlyOperator(),
    body: () => ({ name: 'authorization', letter: 'yearBook' }),
  },
}
